import { orient2d } from 'robust-predicates';
import { boxesIntersect } from '../../facts/place/boxes.ts';
import { readWkt } from '../../facts/place/wkt.ts';
import type { CoordinatePair, GeometryPart } from '../../facts/place/written-geometry.ts';
import type { Box, DrawnGeometry } from '../../model/search-facts.ts';
import { repairIri } from '../../rdf/iri.ts';
import { type BitSet, Relation, RowTable } from '../number-tables.ts';
import { applyWordClauses, type LabelTable, NameTable, type WordClause } from '../text-tables.ts';
import type { IndexColumn, IndexEntry } from './column.ts';

const edgesOfBox = 4;

/** The places of entries in degrees of WGS 84: boxes and geometries, without duplicates. */
export class PlaceColumn implements IndexColumn {
  /** The boxes of each entry. */
  readonly entries = new Relation();
  /** West, south, east and north of each box. */
  readonly #boxes = new RowTable();
  /** The geometries of each entry that are more exact than boxes. */
  readonly #drawn = new Relation();
  readonly #geometryNumbers = new Map<string, number>();
  /** The key of each geometry, starting with its WKT; replaced by its shapes when first needed. */
  readonly #geometries: (string | readonly PlaneShape[])[] = [];
  /** The boxes of each geometry. */
  readonly #boxesOfGeometry = new Relation();

  add({ facts: { places } }: IndexEntry): void {
    this.entries.add(places.boxes.map((box) => this.#numberOf(box)));
    this.#drawn.add(places.geometries.map((drawn) => this.#geometryOf(drawn)));
  }

  boxOf(number: number): Box {
    const { values } = this.#boxes;
    const at = number * edgesOfBox;
    const [west = 0, south = 0] = [values[at], values[at + 1]];
    return { west, south, east: values[at + 2] ?? 0, north: values[at + 3] ?? 0 };
  }

  /** The entries with a box that intersects one of the given boxes. */
  entriesIntersecting(boxes: readonly Box[]): BitSet {
    return this.entries.ownersOfAny(this.#boxesIntersecting(boxes));
  }

  /** The entries whose boxes (at least one) are each contained in one of the given boxes. */
  entriesWithin(boxes: readonly Box[]): BitSet {
    return this.entries.ownersOfOnly(this.#boxesThat((box) => isBoxWithinAny(box, boxes)));
  }

  /** The entries with a box that is too large for `DensityMap`. */
  get largeEntries(): BitSet {
    return this.entries.ownersOfAny(this.#boxesThat(isTooLargeForMap));
  }

  /**
   * The entries with a place that intersects one of the shapes: by its geometry, or by its box if
   * it has none.
   * @param around boxes around the shapes
   */
  entriesTouchingShapes(shapes: readonly PlaneShape[], around: readonly Box[]): BitSet {
    const near = this.#boxesIntersecting(around);
    const touch = (own: readonly PlaneShape[]): boolean =>
      own.some((each) => shapes.some((shape) => shapesIntersect(each, shape)));
    const boxTouches = cachePredicate((box) => touch([shapeOfBox(this.boxOf(box))]));
    const geometryTouches = cachePredicate((drawn) => touch(this.#shapesOf(drawn)));
    const found = this.entries.ownersOfAny(near);
    found.toArray().forEach((entry) => {
      const drawn = [...this.#drawn.valuesOf(entry)];
      const isFound = this.entries.valuesOf(entry).some((box) => {
        if (!near.has(box)) return false;
        const containing = drawn.filter((each) =>
          this.#boxesOfGeometry.valuesOf(each).includes(box),
        );
        return containing.length === 0 ? boxTouches(box) : containing.some(geometryTouches);
      });
      if (!isFound) found.delete(entry);
    });
    return found;
  }

  #boxesIntersecting(boxes: readonly Box[]): BitSet {
    return this.#boxesThat((box) => boxes.some((each) => boxesIntersect(box, each)));
  }

  #boxesThat(isWanted: (box: Box) => boolean): BitSet {
    return this.#boxes.rowsThat((number) => isWanted(this.boxOf(number)));
  }

  #numberOf({ west, south, east, north }: Box): number {
    return this.#boxes.add([west, south, east, north]);
  }

  #geometryOf({ wkt, boxes }: DrawnGeometry): number {
    const containing = boxes.map((box) => this.#numberOf(box));
    const key = `${wkt}\n${containing.join(',')}`;
    const known = this.#geometryNumbers.get(key);
    if (known !== undefined) return known;
    this.#geometryNumbers.set(key, this.#geometries.length);
    this.#boxesOfGeometry.add(containing);
    return this.#geometries.push(key) - 1;
  }

  #shapesOf(drawn: number): readonly PlaneShape[] {
    const known = this.#geometries[drawn] ?? [];
    if (typeof known !== 'string') return known;
    const shapes = shapesOfWkt(known.slice(0, known.lastIndexOf('\n')));
    this.#geometries[drawn] = shapes;
    return shapes;
  }
}

/** Caches the results of a predicate. */
function cachePredicate(test: (number: number) => boolean): (number: number) => boolean {
  const answers = new Map<number, boolean>();
  return (number) => {
    const answer = answers.get(number) ?? test(number);
    answers.set(number, answer);
    return answer;
  };
}

/** In degrees; a wider or higher place would colour most of the map. */
const maxDegreesOnMap = 30;

/** Whether a box is wider or higher than the density map takes: 30 degrees. */
export function isTooLargeForMap({ west, south, east, north }: Box): boolean {
  return east - west > maxDegreesOnMap || north - south > maxDegreesOnMap;
}

/** Whether a box is contained in one of the given boxes. */
export function isBoxWithinAny(box: Box, boxes: readonly Box[]): boolean {
  return boxes.some(({ west, south, east, north }) => {
    return box.west >= west && box.east <= east && box.south >= south && box.north <= north;
  });
}

/** A condition on place names. */
interface PlaceNameQuery {
  /** Words in names and codes of places of an entry. */
  readonly words?: readonly WordClause[];
  /** A complete name or code. */
  readonly name?: string;
  /** Canonical IRI. */
  readonly iri?: string;
}

/** Names and identifiers of the places of entries. */
export class PlaceNameColumn implements IndexColumn {
  /** Labels of names and codes. */
  readonly entries = new Relation();
  /** Labels of names only, for word search. */
  readonly named = new Relation();
  readonly #labels: LabelTable;
  readonly #iris = new NameTable();
  readonly #entryIris = new Relation();

  constructor(labels: LabelTable) {
    this.#labels = labels;
  }

  add({ facts }: IndexEntry): void {
    const { names, identifiers } = facts.places;
    const named = names.map(({ text }) => this.#labels.add(text));
    const codes = identifiers.filter((each) => !isWholeIri(each));
    this.named.add(named);
    this.entries.add([...named, ...codes.map((code) => this.#labels.add(code))]);
    this.#entryIris.add(identifiers.filter(isWholeIri).map((iri) => this.#iris.add(iri)));
  }

  entriesWith({ words = [], name, iri }: PlaceNameQuery): BitSet {
    const found = applyWordClauses(words, this.entries.size, (clause) =>
      this.entries.ownersOfAny(this.#labels.labelsWith(clause)),
    );
    const label = name === undefined ? undefined : this.#labels.numberOf(name);
    if (label !== undefined) found.addAll(this.entries.ownersOfAny([label]));
    if (iri !== undefined) found.addAll(this.#entryIris.ownersOfAny(this.#iris.numbersOf([iri])));
    return found;
  }
}

/** Whether a text is an IRI. */
function isWholeIri(text: string): boolean {
  return repairIri(text) === text;
}

/** A point, line or area on the plane: longitude and latitude in degrees. */
export interface PlaneShape {
  /** A point has one path of one position, a line one of several, an area closed rings. */
  readonly kind: 'area' | 'line' | 'point';
  /** The outer ring of an area comes before the holes. */
  readonly paths: readonly (readonly CoordinatePair[])[];
}

/**
 * The shapes of a WKT geometry.
 * @param wkt longitude before latitude
 * @returns empty if the text is no geometry
 */
export function shapesOfWkt(wkt: string): readonly PlaneShape[] {
  const written = readWkt(wkt);
  return 'fault' in written ? [] : written.parts.flatMap(shapesOfPart);
}

/** The outline of a box; a line or point if it has no width or height. */
function shapeOfBox({ west, south, east, north }: Box): PlaneShape {
  if (west === east && south === north) return { kind: 'point', paths: [[[west, south]]] };
  const first: CoordinatePair = [west, south];
  const third: CoordinatePair = [east, north];
  if (west === east || south === north) return { kind: 'line', paths: [[first, third]] };
  return { kind: 'area', paths: [[first, [east, south], third, [west, north], first]] };
}

/** Whether two shapes have a point in common, on the plane; a shared edge is enough. */
export function shapesIntersect(one: PlaneShape, other: PlaneShape): boolean {
  return (
    edgesIntersect(one, other) ||
    one.paths.some(([first]) => first !== undefined && isPositionInside(first, other)) ||
    other.paths.some(([first]) => first !== undefined && isPositionInside(first, one))
  );
}

function shapesOfPart(part: GeometryPart): readonly PlaneShape[] {
  switch (part.kind) {
    case 'point':
      return [{ kind: 'point', paths: [[part.at]] }];
    case 'line':
      return [{ kind: 'line', paths: [part.along] }];
    case 'polygon':
      return [{ kind: 'area', paths: part.rings.map(closeRing) }];
    case 'box': {
      const [[west, south], [east, north]] = part.corners;
      return [shapeOfBox({ west, south, east, north })];
    }
    case 'circle':
      return [];
  }
}

function closeRing(ring: readonly CoordinatePair[]): readonly CoordinatePair[] {
  const [first] = ring;
  const last = ring.at(-1);
  if (first === undefined || last === undefined) return ring;
  return first[0] === last[0] && first[1] === last[1] ? ring : [...ring, first];
}

/** A point has one edge of length 0. */
function edgesOfShape(shape: PlaneShape): readonly (readonly [CoordinatePair, CoordinatePair])[] {
  return shape.paths.flatMap((path) => {
    const [first] = path;
    if (path.length === 1 && first !== undefined) return [[first, first] as const];
    return path.slice(1).map((to, at) => [path[at] ?? to, to] as const);
  });
}

function edgesIntersect(one: PlaneShape, other: PlaneShape): boolean {
  const edges = edgesOfShape(other);
  return edgesOfShape(one).some(([from, to]) =>
    edges.some(([start, end]) => edgeIntersects(from, to, start, end)),
  );
}

function edgeIntersects(
  from: CoordinatePair,
  to: CoordinatePair,
  start: CoordinatePair,
  end: CoordinatePair,
): boolean {
  if (!intervalsOverlap(from[0], to[0], start[0], end[0])) return false;
  if (!intervalsOverlap(from[1], to[1], start[1], end[1])) return false;
  return (
    sideOf(start, from, to) * sideOf(end, from, to) <= 0 &&
    sideOf(from, start, end) * sideOf(to, start, end) <= 0
  );
}

function intervalsOverlap(one: number, two: number, three: number, four: number): boolean {
  return Math.min(one, two) <= Math.max(three, four) && Math.min(three, four) <= Math.max(one, two);
}

/** The side of a line on which a position lies: 1, -1, or 0 for the line itself; exact. */
function sideOf([x, y]: CoordinatePair, from: CoordinatePair, to: CoordinatePair): number {
  return Math.sign(orient2d(from[0], from[1], to[0], to[1], x, y));
}

/** Whether a position is inside an area; for edges see `edgesIntersect`. */
function isPositionInside(position: CoordinatePair, { kind, paths }: PlaneShape): boolean {
  return kind === 'area' && paths.filter((ring) => crossesOddly(ring, position)).length % 2 === 1;
}

/** Whether a ray to the east crosses a ring an odd number of times. */
function crossesOddly(ring: readonly CoordinatePair[], position: CoordinatePair): boolean {
  const [, y] = position;
  let isInside = false;
  for (const [at, to] of ring.entries()) {
    const from = ring[at - 1];
    if (from === undefined || from[1] > y === to[1] > y) continue;
    const [lower, upper] = from[1] < to[1] ? [from, to] : [to, from];
    if (sideOf(position, lower, upper) === sideToTheWest) isInside = !isInside;
  }
  return isInside;
}

/** The side west of a northward edge, in the sign convention of `orient2d`. */
const sideToTheWest = Math.sign(orient2d(0, 0, 0, 1, -1, 0));
