import type { GeometryFault, GeometryRepair } from '../../model/geometry-remarks.ts';
import { parseLength } from './length.ts';
import { readNumbers, type NumberText } from './number-text.ts';
import type { NoShape, Position, ShapePart, WrittenOrder, WrittenShape } from './shape.ts';

/** `kilometres` */
const longestUnit = 10;

/** A shape as a text of one of schema.org's properties, or of DCAT-US' `spatial`. */
export type TextForm = 'box' | 'circle' | 'extent' | 'line' | 'point' | 'polygon';

/** Reads a text of numbers in one of the forms. */
export function readShapeText(text: string, form: TextForm): WrittenShape | NoShape {
  // What is left of `S,W N,E` where a program had no numbers to put there.
  if (!/[\p{L}\d]/u.test(text)) return fault('incomplete');
  switch (form) {
    case 'box':
      return readBoxText(text, { axes: 'lat-lon', by: 'usual' });
    case 'extent':
      return readBoxText(text, { axes: 'lon-lat', by: 'usual' });
    case 'circle':
      return readCircleText(text);
    case 'line':
    case 'point':
    case 'polygon':
      return readPathText(text, form);
  }
}

/** `S W N E` (schema.org: lower corner, then upper corner), or `W,S,E,N` (DCAT-US 1.1 `spatial`). */
function readBoxText(text: string, order: WrittenOrder): WrittenShape | NoShape {
  const read = readNumbers(text, 4);
  if (read === undefined) return fault('malformed');
  const [one, two, three, four] = read.numbers;
  if (four === undefined || three === undefined || two === undefined || one === undefined) {
    if (read.numbers.length !== 2) return fault('incomplete');
    // DCAT-US has a latitude and a longitude where there is no extent.
    return readPathText(text, order.axes === 'lon-lat' ? 'point' : 'box');
  }
  if (read.numbers.length > 4) return readPathText(text, 'box');
  const corners: [Position, Position] = [
    [one, two],
    [three, four],
  ];
  return shapeOf({ text, read, form: 'box' }, [{ kind: 'box', corners }], order);
}

/** A pair and a radius (schema.org `circle`), which is in metres where no unit stands behind it. */
function readCircleText(text: string): WrittenShape | NoShape {
  const unit = /(?:^|[^a-z])([a-z]+)$/iu.exec(text.trim().slice(-longestUnit))?.[1] ?? '';
  const read = readNumbers(text.trim().slice(0, text.trim().length - unit.length), 3);
  if (read === undefined) return fault('malformed');
  const [one, two, radius] = read.numbers;
  if (one === undefined || two === undefined || radius === undefined) return fault('incomplete');
  const radiusMetres = parseLength(String(radius), unit);
  if (read.numbers.length > 3 || radiusMetres === undefined) return fault('malformed');
  const circle = { kind: 'circle', centre: [one, two], radiusMetres } as const;
  return shapeOf({ text, read, form: 'circle' }, [circle], { axes: 'lat-lon', by: 'usual' });
}

/** Positions one behind the other; as few as make a point or a line are one, whatever they should be. */
function readPathText(text: string, form: 'box' | 'line' | 'point' | 'polygon') {
  const read = readNumbers(text, form === 'point' ? 2 : undefined);
  if (read === undefined) return fault('malformed');
  const size = positionSize(read);
  if (read.numbers.length % size !== 0) return fault('incomplete');
  const positions: Position[] = [];
  for (let at = 0; at < read.numbers.length; at += size) {
    positions.push([read.numbers[at] ?? 0, read.numbers[at + 1] ?? 0]);
  }
  return shapeOf({ text, read, form }, [pathPart(positions, form)], pathOrder(read, size));
}

function pathPart(positions: readonly Position[], form: string): ShapePart {
  const [first, second] = positions;
  if (first !== undefined && positions.length === 1) return { kind: 'point', at: first };
  if (form === 'line' || positions.length < 3 || second === undefined) {
    return { kind: 'line', along: positions };
  }
  return { kind: 'polygon', rings: [positions] };
}

/** How many numbers a position has: two, or three where heights stand in it (`lon,lat,height lon,lat,height`). */
function positionSize({ separators, numbers }: NumberText): 2 | 3 {
  const outer = separators.findIndex((separator) => separator !== separators[0]);
  return outer === 2 && numbers.length % 3 === 0 ? 3 : 2;
}

/**
 * Pairs joined by commas are longitude and latitude, as in WKT; with a comma within each, schema.org's order is likely,
 * but others are seen. One separator throughout is how schema.org has it: latitude first.
 */
function pathOrder({ separators, axes }: NumberText, size: 2 | 3): WrittenOrder {
  const outer = separators[size - 1];
  if (axes.some((axis) => axis !== undefined) || outer === undefined || outer === separators[0]) {
    return { axes: 'lat-lon', by: 'usual' };
  }
  return { axes: outer === 'comma' ? 'lon-lat' : 'lat-lon', by: 'custom' };
}

interface Source {
  readonly text: string;
  readonly read: NumberText;
  readonly form: string;
}

function shapeOf(
  { text, read, form }: Source,
  parts: readonly ShapePart[],
  usual: WrittenOrder,
): WrittenShape | NoShape {
  const order = lettered(read) ?? usual;
  if (order === 'contradictory') return fault('malformed');
  const repairs: GeometryRepair[] = read.decimalCommas ? ['decimal-commas'] : [];
  if (form !== parts[0]?.kind) repairs.push('other-shape');
  return { value: text, parts, order, repairs };
}

/** The order that letters for hemispheres say, where there are any. */
function lettered({ axes }: NumberText): WrittenOrder | 'contradictory' | undefined {
  const orders = new Set(
    axes.flatMap((axis, index) => {
      if (axis === undefined) return [];
      return (axis === 'latitude') === (index % 2 === 0)
        ? ['lat-lon' as const]
        : ['lon-lat' as const];
    }),
  );
  const [first] = orders;
  if (first === undefined) return undefined;
  return orders.size > 1 ? 'contradictory' : { axes: first, by: 'fixed' };
}

function fault(reason: GeometryFault): NoShape {
  return { fault: reason };
}
