import type { Places } from './columns/places.ts';
import type { Counted } from './entry-table.ts';

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
  const counts = new Int32Array(columns * rows);
  const last = new Int32Array(columns * rows).fill(-1);
  const large = new Set<number>();
  const { starts, allValues } = places.entries;
  for (const entry of entries) {
    const resource = resources[entry] ?? 0;
    const stop = starts[entry + 1] ?? 0;
    for (let at = starts[entry] ?? 0; at < stop; at += 1) {
      const { west, south, east, north } = places.boxOf(allValues[at] ?? 0);
      if (east - west > largest || north - south > largest) {
        large.add(resource);
        continue;
      }
      const [firstColumn, lastColumn] = cellsOf(west + 180, east + 180, columns);
      const [firstRow, lastRow] = cellsOf(south + 90, north + 90, rows);
      for (let row = firstRow; row <= lastRow; row += 1) {
        for (let column = firstColumn; column <= lastColumn; column += 1) {
          const cell = row * columns + column;
          if (last[cell] === resource) continue;
          last[cell] = resource;
          counts[cell] = (counts[cell] ?? 0) + 1;
        }
      }
    }
  }
  return { kind: 'map', cellSize, cells: cellsWith(counts), large: large.size };
}

/** The first and the last cell between two edges; what only touches a cell is not in it. */
function cellsOf(from: number, to: number, count: number): readonly [number, number] {
  const first = Math.min(Math.floor(from / cellSize), count - 1);
  const last = to > from ? Math.ceil(to / cellSize) - 1 : first;
  return [first, Math.min(Math.max(first, last), count - 1)];
}

function cellsWith(counts: Int32Array): readonly DensityCell[] {
  return Array.from(counts, (count, cell) => ({
    west: (cell % columns) * cellSize - 180,
    south: Math.floor(cell / columns) * cellSize - 90,
    count,
  })).filter(({ count }) => count > 0);
}
