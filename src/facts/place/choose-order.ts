import {
  type AxisOrder,
  axisOrders,
  type Box,
  type BoxOrder,
  type GeometryDoubt,
  type GeometryFault,
  type GeometryRemark,
  type GeometryRepair,
} from '../../model/search-facts.ts';
import { boxInOrder, cornerOrders, isUpright, judgeBoxOrder } from './box-order.ts';
import { boxesIntersect, compareBoxes, formatBoxes } from './boxes.ts';
import {
  fitAxisOrder,
  isDefaultPart,
  largestCoordinates,
  offMapFault,
} from './coordinate-range.ts';
import { type NormalizedParts, normalizeParts } from './map-geometry.ts';
import {
  type AxisOrderCertainty,
  type CoordinatePair,
  type FourNumbers,
  type GeometryContext,
  type GeometryReading,
  type ParsedGeometry,
  positionsOfPart,
  unusableGeometry,
} from './written-geometry.ts';

/** The chosen order of numbers, and how certain it is. */
interface OrderDecision {
  readonly axes: AxisOrder;
  /** The order of a box whose numbers are not corners in the axis order. */
  readonly box?: BoxOrder;
  readonly certainty: AxisOrderCertainty;
  readonly remark?: 'doubt' | 'repair';
  /** Orders of a box that may be meant instead. */
  readonly others?: readonly BoxOrder[];
}

/**
 * Decides which number is which, and maps the geometry. In order of precedence: the range of the
 * numbers; the format; the configured order of the source; ascending pairs of a box; agreement with
 * other geometries of the resource; the usual order.
 */
export function normalizeGeometry(
  shape: ParsedGeometry,
  context: GeometryContext,
): GeometryReading {
  const positions = shape.parts.flatMap(positionsOfPart);
  if (positions.length === 0) return { boxes: [], remarks: [], certainty: 'sure' };
  if (context.acceptsDefaults !== true && shape.parts.every(isDefaultPart)) {
    return unusableGeometry(shape.value, 'default');
  }
  const decision =
    shape.numbers === undefined
      ? decideAxisOrder(shape, positions, context)
      : decideBoxOrder(shape, shape.numbers, context);
  if (typeof decision === 'string') return unusableGeometry(shape.value, decision);
  return createReading(shape, normalizeInOrder(shape, decision, context), decision);
}

function decideBoxOrder(
  shape: ParsedGeometry,
  numbers: FourNumbers,
  context: GeometryContext,
): GeometryFault | OrderDecision {
  const { axisOrder: configured } = context;
  const hasBoxOrder = configured !== undefined && !isAxisOrder(configured);
  if (hasBoxOrder && isUpright(numbers, configured)) {
    return { axes: 'lon-lat', box: configured, certainty: 'sure' };
  }
  const corners = decideAxisOrder(shape, shape.parts.flatMap(positionsOfPart), context);
  const isSettled = typeof corners !== 'string' && configured !== undefined && !hasBoxOrder;
  const decision = isSettled ? corners : decideBeyondCorners(shape, numbers, { corners, context });
  if (!hasBoxOrder || typeof decision === 'string') return decision;
  // The numbers refute the order of the source.
  const box = decision.box ?? cornerOrders[decision.axes];
  return box === configured
    ? decision
    : { axes: 'lon-lat', box, certainty: 'sure', remark: 'repair' };
}

/** Decides whether the numbers of a box are corners, as in schema.org, or pairs. */
function decideBeyondCorners(
  shape: ParsedGeometry,
  numbers: FourNumbers,
  {
    corners,
    context,
  }: { readonly corners: GeometryFault | OrderDecision; readonly context: GeometryContext },
): GeometryFault | OrderDecision {
  const verdict = judgeBoxOrder(
    numbers,
    typeof corners === 'string'
      ? undefined
      : { axes: corners.axes, isUsual: corners.remark !== 'repair' },
  );
  if (verdict.kind === 'only') {
    const certainty = typeof corners === 'string' ? 'sure' : 'likely';
    return { axes: 'lon-lat', box: verdict.order, certainty, remark: 'repair' };
  }
  if (typeof corners === 'string' || verdict.kind === 'none') return corners;
  const { others } = verdict;
  const { known = [] } = context;
  const isKnown = (decision: OrderDecision): boolean =>
    agreementWithKnown(normalizeInOrder(shape, decision, context), known) === 2;
  if (others.length === 0 || isKnown(corners)) return corners;
  const decisions = others.map((box): OrderDecision => {
    return { axes: 'lon-lat', box, certainty: 'likely', remark: 'doubt' };
  });
  const agreed = decisions.find(isKnown);
  return agreed === undefined
    ? { ...corners, certainty: 'guessed', others }
    : { ...agreed, others: [cornerOrders[corners.axes]] };
}

function decideAxisOrder(
  shape: ParsedGeometry,
  positions: readonly CoordinatePair[],
  context: GeometryContext,
): GeometryFault | OrderDecision {
  const { axes, by } = shape.order;
  const configured = isAxisOrder(context.axisOrder) ? context.axisOrder : undefined;
  const reach = largestCoordinates(positions);
  const expected = by === 'fixed' ? axes : (configured ?? axes);
  const other = oppositeAxisOrder(expected);
  const fits = fitAxisOrder(reach, expected);
  const otherFits = fitAxisOrder(reach, other);
  if (fits === 'off' && otherFits === 'off') return offMapFault(positions, expected);
  if (fits === 'off') return { axes: other, certainty: 'sure', remark: 'repair' };
  if (otherFits === 'off' || by === 'fixed' || configured !== undefined) {
    return { axes: expected, certainty: 'sure' };
  }
  if (fits === 'beyond' && otherFits === 'on') {
    return { axes: other, certainty: 'likely', remark: 'repair' };
  }
  return decideByOthers(shape, context);
}

function isAxisOrder(order: AxisOrder | BoxOrder | undefined): order is AxisOrder {
  return axisOrders.some((each) => each === order);
}

/** Decides by the other geometries of the resource, else takes the usual order. */
function decideByOthers(shape: ParsedGeometry, context: GeometryContext): OrderDecision {
  const { axes, by } = shape.order;
  const { known = [], claimedOrder = axes } = context;
  const usual: OrderDecision = { axes, certainty: 'likely' };
  const isUsual = by === 'usual' && claimedOrder === axes;
  // Without other geometries nothing could change the decision.
  if (isUsual && known.length === 0) return usual;
  const opposite = { axes: oppositeAxisOrder(axes), certainty: 'likely', remark: 'doubt' } as const;
  const asUsual = normalizeInOrder(shape, usual, context);
  const otherwise = normalizeInOrder(shape, opposite, context);
  const usualAgrees = agreementWithKnown(asUsual, known);
  const otherAgrees = agreementWithKnown(otherwise, known);
  // Separators are stronger evidence than a place that happens to overlap.
  const isBetter =
    by === 'usual' ? otherAgrees > usualAgrees : otherAgrees === 2 && usualAgrees < 2;
  if (isBetter) return opposite;
  const isSame = formatBoxes(asUsual.boxes) === formatBoxes(otherwise.boxes);
  if (isUsual || usualAgrees > otherAgrees || isSame) return usual;
  return { axes, certainty: 'guessed', remark: 'doubt' };
}

/**
 * 2 if all boxes are among the known ones, 1 if one of them overlaps a known one. A box that may be
 * as wide as the globe because its corners are mixed up overlaps too much to be evidence.
 */
function agreementWithKnown({ boxes, notes }: NormalizedParts, known: readonly Box[]): number {
  if (boxes.every((box) => known.some((each) => compareBoxes(box, each) === 0))) return 2;
  if (notes.doubts.has('west-greater-than-east')) return 0;
  return boxes.some((box) => known.some((each) => boxesIntersect(box, each))) ? 1 : 0;
}

function normalizeInOrder(
  { parts, numbers, order }: ParsedGeometry,
  { axes, box }: Pick<OrderDecision, 'axes' | 'box'>,
  { westGreaterThanEast }: GeometryContext,
): NormalizedParts {
  const inOrder = box === undefined || numbers === undefined ? parts : [boxInOrder(numbers, box)];
  const crossingIsMeant = order.by === 'fixed' || westGreaterThanEast === 'split';
  return normalizeParts(inOrder, { axes, westGreaterThanEast, crossingIsMeant });
}

function createReading(
  { value, ...shape }: ParsedGeometry,
  { boxes, wkt, notes }: NormalizedParts,
  decision: OrderDecision,
): GeometryReading {
  const text = formatBoxes(boxes);
  const { axes, box, certainty, remark, others = [] } = decision;
  const changed = box === undefined ? 'axis-order' : 'box-order';
  // A fixed format has its order whatever a source is configured to mean.
  const isOpen = shape.order.by !== 'fixed';
  const repairs = new Set<GeometryRepair>([...shape.repairs, ...notes.repairs]);
  const doubts = new Set<GeometryDoubt>(notes.doubts);
  if (remark === 'repair') repairs.add(changed);
  if (remark === 'doubt') doubts.add(changed);
  if (others.length > 0) doubts.add('box-order');
  const alternatives = { 'axis-order': [oppositeAxisOrder(axes)], 'box-order': others };
  const remarks = [
    ...[...repairs].toSorted().map((repair): GeometryRemark => {
      const remarked = { kind: 'geometry-repaired', value, repair, result: text } as const;
      return repair === changed && isOpen
        ? Object.assign(remarked, { order: box ?? axes })
        : remarked;
    }),
    ...[...doubts].toSorted().map((doubt): GeometryRemark => {
      const remarked = { kind: 'geometry-doubtful', value, doubt, taken: text } as const;
      return doubt === 'axis-order' || doubt === 'box-order'
        ? Object.assign(remarked, { orders: alternatives[doubt] })
        : remarked;
    }),
  ];
  return { boxes, remarks, certainty, ...(wkt !== undefined && { wkt }) };
}

function oppositeAxisOrder(order: AxisOrder): AxisOrder {
  return order === 'lat-lon' ? 'lon-lat' : 'lat-lon';
}
