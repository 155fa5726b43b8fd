import { isLarge, type Places } from './columns/places.ts';
import { resourcesIn, type Counted } from './entry-table.ts';
import type { Box } from '../model/search-facts.ts';

/** Numbers of resources by cell of the world map. */
export interface DensityMap {
  readonly kind: 'map';
  /** Width and height of a cell, in degrees. */
  readonly cellSize: number;
  /** Cells with resources, from the south-west, row by row. */
  readonly cells: readonly DensityCell[];
  /** Number of resources with a place too large for the map. */
  readonly large: number;
  /** Number of resources without place in one of their records. */
  readonly without: number;
}

export interface DensityCell {
  /** Its edges, in degrees. */
  readonly west: number;
  readonly south: number;
  readonly count: number;
}

const cellSize = 5;
const columnCount = 360 / cellSize;
const rowCount = 180 / cellSize;

/** Counts the resources by the cells that their places intersect. */
export function densityMap(places: Places, counted: Counted): DensityMap {
  const { entries, resources, aloneSize } = counted;
  const counts = new CellCount();
  const { starts, allValues } = places.entries;
  let large = 0;
  let lastLarge = -1;
  for (let place = 0; place < entries.length; place += 1) {
    const entry = entries[place] ?? 0;
    const resource = resources[entry] ?? 0;
    const start = starts[entry] ?? 0;
    const stop = starts[entry + 1] ?? 0;
    const isOnly = place < aloneSize && stop === start + 1;
    for (let at = start; at < stop; at += 1) {
      const box = places.boxOf(allValues[at] ?? 0);
      if (!isLarge(box)) counts.add(box, resource, isOnly);
      else if (lastLarge !== resource) {
        lastLarge = resource;
        large += 1;
      }
    }
  }
  const without = resourcesIn(counted, places.entries.ownersWithout);
  return { kind: 'map', cellSize, cells: counts.cells(), large, without };
}

/** Counts resources by cell. Boxes of one resource must be added consecutively. */
class CellCount {
  readonly #counts = new Int32Array(columnCount * rowCount);
  /** The resource counted last for each cell, plus 1. */
  readonly #last = new Int32Array(columnCount * rowCount);
  /** Differences of counts (two-dimensional prefix sums), for resources with a single box. */
  readonly #steps = new Int32Array((columnCount + 1) * (rowCount + 1));

  /** @param isOnly whether the resource has no other box */
  add({ west, south, east, north }: Box, resource: number, isOnly: boolean): void {
    const firstColumn = firstCell(west + 180, columnCount);
    const lastColumn = lastCell(west + 180, east + 180, columnCount);
    const firstRow = firstCell(south + 90, rowCount);
    const lastRow = lastCell(south + 90, north + 90, rowCount);
    if (isOnly) {
      this.#step(firstRow, firstColumn, 1);
      this.#step(firstRow, lastColumn + 1, -1);
      this.#step(lastRow + 1, firstColumn, -1);
      this.#step(lastRow + 1, lastColumn + 1, 1);
      return;
    }
    for (let row = firstRow; row <= lastRow; row += 1) {
      for (
        let cell = row * columnCount + firstColumn;
        cell <= row * columnCount + lastColumn;
        cell += 1
      ) {
        if (this.#last[cell] === resource + 1) continue;
        this.#last[cell] = resource + 1;
        this.#counts[cell] = (this.#counts[cell] ?? 0) + 1;
      }
    }
  }

  /** The cells with resources. */
  cells(): readonly DensityCell[] {
    this.#addSteps();
    const cells: DensityCell[] = [];
    for (let cell = 0; cell < this.#counts.length; cell += 1) {
      const count = this.#counts[cell] ?? 0;
      if (count === 0) continue;
      const west = (cell % columnCount) * cellSize - 180;
      cells.push({ west, south: Math.floor(cell / columnCount) * cellSize - 90, count });
    }
    return cells;
  }

  #step(row: number, column: number, by: number): void {
    const at = row * (columnCount + 1) + column;
    this.#steps[at] = (this.#steps[at] ?? 0) + by;
  }

  #addSteps(): void {
    /** Sums of the previous row, by column. */
    const sums = new Int32Array(columnCount);
    for (let row = 0; row < rowCount; row += 1) {
      let inRow = 0;
      for (let column = 0; column < columnCount; column += 1) {
        inRow += this.#steps[row * (columnCount + 1) + column] ?? 0;
        sums[column] = (sums[column] ?? 0) + inRow;
        const cell = row * columnCount + column;
        this.#counts[cell] = (this.#counts[cell] ?? 0) + (sums[column] ?? 0);
      }
    }
    this.#steps.fill(0);
  }
}

function firstCell(from: number, count: number): number {
  return Math.min(Math.floor(from / cellSize), count - 1);
}

/** A box that only touches a cell is not in it. */
function lastCell(from: number, to: number, count: number): number {
  const first = firstCell(from, count);
  const last = to > from ? Math.ceil(to / cellSize) - 1 : first;
  return Math.min(Math.max(first, last), count - 1);
}
