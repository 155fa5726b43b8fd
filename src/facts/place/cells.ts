import type { Box } from '../../model/search-facts.ts';

/**
 * Cells of a tree over the map of WGS 84 by which boxes are found: the root is all of it, and each cell has four by four in it.
 * Five steps below the root they are 0.35° wide and 0.18° high. A cell is named by its path: `0` for the root, then a
 * hexadecimal digit a step. A point on an edge between two cells belongs to the eastern or northern one, for boxes and for
 * questions alike, so that what only touches is found.
 */
const finest = 5;

/** So many a question may have: each is looked up, and more save less than they cost. */
const maxQueryCells = 64;

/** Columns or rows, the first and the last. */
interface Range {
  readonly first: number;
  readonly last: number;
}

/** What a box touches at one step below the root. */
interface Extent {
  readonly step: number;
  readonly columns: Range;
  readonly rows: Range;
}

/** The names of the one or two cells of a box: at the finest step at which it touches no more. */
export function cellsOf(box: Box): readonly string[] {
  return namesOf(finestWhere(box, (extent) => countOf(extent) <= 2));
}

/** The cell that a cell is in; undefined for the root. */
export function parentOf(cell: string): string | undefined {
  return cell.length > 1 ? cell.slice(0, -1) : undefined;
}

/** What a question looks up in place of its boxes. */
export interface CoveringCells {
  /** Cells that hold all of the boxes, none of them in another; at most 64. Sorted. */
  readonly cells: readonly string[];
  /** All cells that they are in. Sorted. */
  readonly ancestors: readonly string[];
}

/**
 * A box has a point in common with one of `boxes` only if one of its cells is one of `ancestors`, is one of `cells`, or lies in
 * one of those. Not the other way round: what is found so is to be compared.
 */
export function coveringCells(boxes: readonly Box[]): CoveringCells {
  const share = Math.floor(maxQueryCells / boxes.length);
  const named = new Set(
    boxes.flatMap((box) => {
      return namesOf(finestWhere(box, (extent) => countOf(extent) <= share));
    }),
  );
  const cells = Array.from(named).filter(
    (cell) => !ancestorsOf(cell).some((each) => named.has(each)),
  );
  const ancestors = new Set(cells.flatMap(ancestorsOf));
  return { cells: cells.toSorted(), ancestors: Array.from(ancestors).toSorted() };
}

function ancestorsOf(cell: string): readonly string[] {
  return Array.from({ length: cell.length - 1 }, (_, index) => cell.slice(0, index + 1));
}

/** At the root, if nowhere else. */
function finestWhere(box: Box, isEnough: (extent: Extent) => boolean): Extent {
  let found = extentAt(box, 0);
  for (let step = 1; step <= finest; step += 1) {
    const extent = extentAt(box, step);
    if (!isEnough(extent)) return found;
    found = extent;
  }
  return found;
}

function extentAt({ west, south, east, north }: Box, step: number): Extent {
  const count = 4 ** step;
  return {
    step,
    columns: { first: indexAt(west, 360, count), last: indexAt(east, 360, count) },
    rows: { first: indexAt(south, 180, count), last: indexAt(north, 180, count) },
  };
}

/** Which of `count` equal parts of a full range around zero a number is in. It never falls as the number grows. */
function indexAt(degrees: number, full: number, count: number): number {
  const index = Math.floor(((degrees + full / 2) / full) * count);
  return Math.min(count - 1, Math.max(0, index));
}

function countOf({ columns, rows }: Extent): number {
  return (columns.last - columns.first + 1) * (rows.last - rows.first + 1);
}

function namesOf({ step, columns, rows }: Extent): readonly string[] {
  const names: string[] = [];
  for (let row = rows.first; row <= rows.last; row += 1) {
    for (let column = columns.first; column <= columns.last; column += 1) {
      names.push(nameOf(step, column, row));
    }
  }
  return names;
}

function nameOf(step: number, column: number, row: number): string {
  let path = '';
  for (let shift = 2 * (step - 1); shift >= 0; shift -= 2) {
    path += (((row >> shift) & 3) * 4 + ((column >> shift) & 3)).toString(16);
  }
  return `0${path}`;
}
