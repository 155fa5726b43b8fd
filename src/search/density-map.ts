import type { Places } from './columns/places.ts';
import type { Counted } from './entry-table.ts';
import type { Box } from '../model/search-facts.ts';

/** How many resources are about each part of the world. */
export interface DensityMap {
  readonly kind: 'map';
  /** Width and height of a cell, in degrees. */
  readonly cellSize: number;
  /** The cells with resources, from the south-west, row by row. */
  readonly cells: readonly DensityCell[];
  /** How many resources are about a place too large for it. */
  readonly large: number;
}

export interface DensityCell {
  /** Its edges, in degrees. */
  readonly west: number;
  readonly south: number;
  readonly count: number;
}

const cellSize = 5;
const columns = 360 / cellSize;
const rows = 180 / cellSize;
/** A place wider or higher than this, in degrees, would colour most of the map. */
const largest = 30;

/** Counts resources in the cells that their places meet. */
export function densityMap(places: Places, { entries, resources }: Counted): DensityMap {
  const count = new CellCount();
  const large = new Set<number>();
  const { starts, allValues } = places.entries;
  for (const entry of entries) {
    const resource = resources[entry] ?? 0;
    const stop = starts[entry + 1] ?? 0;
    for (let at = starts[entry] ?? 0; at < stop; at += 1) {
      const box = places.boxOf(allValues[at] ?? 0);
      const isLarge = box.east - box.west > largest || box.north - box.south > largest;
      if (isLarge) large.add(resource);
      else count.add(box, resource);
    }
  }
  return { kind: 'map', cellSize, cells: count.cells(), large: large.size };
}

/** How many resources are in each cell, those of one resource being added one behind the other. */
class CellCount {
  readonly #counts = new Int32Array(columns * rows);
  /** Of each cell the resource that it was counted for last. */
  readonly #last = new Int32Array(columns * rows).fill(-1);

  add({ west, south, east, north }: Box, resource: number): void {
    const [firstColumn, lastColumn] = cellsOf(west + 180, east + 180, columns);
    const [firstRow, lastRow] = cellsOf(south + 90, north + 90, rows);
    for (let row = firstRow; row <= lastRow; row += 1) {
      for (let cell = row * columns + firstColumn; cell <= row * columns + lastColumn; cell += 1) {
        if (this.#last[cell] === resource) continue;
        this.#last[cell] = resource;
        this.#counts[cell] = (this.#counts[cell] ?? 0) + 1;
      }
    }
  }

  /** Those with resources. */
  cells(): readonly DensityCell[] {
    return Array.from(this.#counts, (count, cell) => ({
      west: (cell % columns) * cellSize - 180,
      south: Math.floor(cell / columns) * cellSize - 90,
      count,
    })).filter(({ count }) => count > 0);
  }
}

/** The first and the last cell between two edges; what only touches a cell is not in it. */
function cellsOf(from: number, to: number, count: number): readonly [number, number] {
  const first = Math.min(Math.floor(from / cellSize), count - 1);
  const last = to > from ? Math.ceil(to / cellSize) - 1 : first;
  return [first, Math.min(Math.max(first, last), count - 1)];
}
