import { boxesMeet } from '../../facts/place/boxes.ts';
import type { Box, DrawnGeometry } from '../../model/search-facts.ts';
import { BitSet } from '../bit-set.ts';
import type { Column, Entry } from '../entry.ts';
import { shapeOfBox, shapesMeet, shapesOfWkt, type Shape } from '../geometry.ts';
import { Relation } from '../relation.ts';
import { RowTable } from '../row-table.ts';

const edges = 4;

/** The places of entries in degrees of WGS 84: boxes and geometries, without duplicates. */
export class Places implements Column {
  /** The boxes of each entry. */
  readonly entries = new Relation();
  /** West, south, east and north of each box. */
  readonly #boxes = new RowTable(edges);
  /** The geometries of each entry that are more exact than boxes. */
  readonly #drawn = new Relation();
  readonly #geometryNumbers = new Map<string, number>();
  /** The key of each geometry, starting with its WKT; replaced by its shapes when first needed. */
  readonly #geometries: (string | readonly Shape[])[] = [];
  /** The boxes of each geometry. */
  readonly #held = new Relation();

  add({ facts: { places } }: Entry): void {
    this.entries.add(places.boxes.map((box) => this.#numberOf(box)));
    this.#drawn.add(places.geometries.map((drawn) => this.#geometryOf(drawn)));
  }

  boxOf(number: number): Box {
    const { values } = this.#boxes;
    const at = number * edges;
    const [west = 0, south = 0] = [values[at], values[at + 1]];
    return { west, south, east: values[at + 2] ?? 0, north: values[at + 3] ?? 0 };
  }

  /** The entries with a box that intersects one of the given boxes. */
  entriesMeeting(asked: readonly Box[]): BitSet {
    return this.entries.ownersOfAny(this.#boxesMeeting(asked));
  }

  /** The entries whose boxes (at least one) are each contained in one of the given boxes. */
  entriesWithin(asked: readonly Box[]): BitSet {
    return this.entries.ownersOfOnly(this.#boxesThat((box) => liesInAny(box, asked)));
  }

  /** The entries with a box that is too large for `DensityMap`. */
  get largeEntries(): BitSet {
    return this.entries.ownersOfAny(this.#boxesThat(isLarge));
  }

  /**
   * The entries with a place that intersects one of the shapes: by its geometry, or by its box if
   * it has none.
   * @param around boxes around the shapes
   */
  entriesTouching(asked: readonly Shape[], around: readonly Box[]): BitSet {
    const near = this.#boxesMeeting(around);
    const meets = (shapes: readonly Shape[]): boolean =>
      shapes.some((shape) => asked.some((each) => shapesMeet(shape, each)));
    const boxMeets = cachePredicate((box) => meets([shapeOfBox(this.boxOf(box))]));
    const drawnMeets = cachePredicate((drawn) => meets(this.#shapesOf(drawn)));
    const found = this.entries.ownersOfAny(near);
    found.toArray().forEach((entry) => {
      const drawn = [...this.#drawn.valuesOf(entry)];
      const isFound = this.entries.valuesOf(entry).some((box) => {
        if (!near.has(box)) return false;
        const held = drawn.filter((each) => this.#held.valuesOf(each).includes(box));
        return held.length === 0 ? boxMeets(box) : held.some(drawnMeets);
      });
      if (!isFound) found.delete(entry);
    });
    return found;
  }

  #boxesMeeting(asked: readonly Box[]): BitSet {
    return this.#boxesThat((box) => asked.some((each) => boxesMeet(box, each)));
  }

  #boxesThat(isWanted: (box: Box) => boolean): BitSet {
    const { size } = this.#boxes;
    const found = new BitSet(size);
    for (let number = 0; number < size; number += 1) {
      if (isWanted(this.boxOf(number))) found.add(number);
    }
    return found;
  }

  #numberOf({ west, south, east, north }: Box): number {
    return this.#boxes.add([west, south, east, north]);
  }

  #geometryOf({ wkt, boxes }: DrawnGeometry): number {
    const held = boxes.map((box) => this.#numberOf(box));
    const key = `${wkt}\n${held.join(',')}`;
    const known = this.#geometryNumbers.get(key);
    if (known !== undefined) return known;
    this.#geometryNumbers.set(key, this.#geometries.length);
    this.#held.add(held);
    return this.#geometries.push(key) - 1;
  }

  #shapesOf(drawn: number): readonly Shape[] {
    const known = this.#geometries[drawn] ?? [];
    if (typeof known !== 'string') return known;
    const shapes = shapesOfWkt(known.slice(0, known.lastIndexOf('\n')));
    this.#geometries[drawn] = shapes;
    return shapes;
  }
}

/** Caches the results of a predicate. */
function cachePredicate(ask: (number: number) => boolean): (number: number) => boolean {
  const answers = new Map<number, boolean>();
  return (number) => {
    const answer = answers.get(number) ?? ask(number);
    answers.set(number, answer);
    return answer;
  };
}

/** In degrees; a wider or higher place would colour most of the map. */
const maxDegreesOnMap = 30;

export function isLarge({ west, south, east, north }: Box): boolean {
  return east - west > maxDegreesOnMap || north - south > maxDegreesOnMap;
}

/** Whether a box is contained in one of the given boxes. */
export function liesInAny(box: Box, asked: readonly Box[]): boolean {
  return asked.some(({ west, south, east, north }) => {
    return box.west >= west && box.east <= east && box.south >= south && box.north <= north;
  });
}
