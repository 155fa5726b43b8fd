/** A stretch of time in decimal years, `begin` not after `end`; infinite where it is open (`PeriodBounds`). */
export interface YearRange {
  readonly begin: number;
  readonly end: number;
}

/** What a search for a stretch of time looks at: periods that have one of these cells, or one below `cells`. */
export interface SpanCover {
  /** Together they cover the stretch. */
  readonly cells: readonly string[];
  /** All that `cells` lie in. */
  readonly ancestors: readonly string[];
}

/**
 * How many years the finest cells are long. Each further level has cells four times as long, up to 4,096 years. All are powers of
 * two, so that no bound is rounded. With fewer levels most of what is looked at would be long ago or far ahead.
 */
const finest = 1 / 16;
const childrenOf = 4;
const levels = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const;
/** Cells are there for the years from -65,536 to 65,535. What goes beyond is in the root, with what is open. */
const axis = 65_536;
const root = 'root';
/** More than this and a query has more to say than its answer. */
const maxCells = 48;

interface Cell {
  readonly level: number;
  readonly index: number;
}

/**
 * The cells of a period: one or two at the finest level on which it touches no more, or the root. A cell is named
 * `LEVEL.INDEX`, with the level from 0 (22.8 days) to 8 (4,096 years), and includes its first moment but not its last.
 */
export function spansOf(range: YearRange): readonly string[] {
  const isInside = range.begin >= -axis && range.end < axis;
  return (isInside ? cellsOf(range) : undefined)?.map(nameOf) ?? [root];
}

/** The cell in which a cell lies; undefined for the root. */
export function parentOfSpan(cell: string): string | undefined {
  const [level, index] = cell.split('.').map(Number);
  return level === undefined || index === undefined ? undefined : parentOf({ level, index });
}

/**
 * The cells to look at for a stretch of time, at most 48. A period overlaps it, if only in one moment, only if one of the
 * period's cells (`spansOf`) is among the ancestors, or is one of the cells or lies below one.
 */
export function coveringSpans({ begin, end }: YearRange): SpanCover {
  if (begin === -Infinity && end === Infinity) return { cells: [root], ancestors: [] };
  if (begin >= axis || end < -axis) return { cells: [], ancestors: [root] };
  const inside = { begin: onAxis(begin), end: onAxis(end) };
  const cells = refine(cellsOf(inside) ?? rowOf(inside, levels.length - 1), inside);
  return { cells: cells.map(nameOf), ancestors: ancestorsOf(cells) };
}

function cellsOf(range: YearRange): readonly Cell[] | undefined {
  for (const level of levels) {
    if (indexOf(range.end, level) - indexOf(range.begin, level) <= 1) return rowOf(range, level);
  }
  return undefined;
}

/** The cells of a level that a stretch of time touches. */
function rowOf({ begin, end }: YearRange, level: number): readonly Cell[] {
  const first = indexOf(begin, level);
  const count = indexOf(end, level) - first + 1;
  return Array.from({ length: count }, (_, offset) => ({ level, index: first + offset }));
}

/** Puts the parts of the first and the last cell that count in their places, as often as that leaves something out. */
function refine(cells: readonly Cell[], range: YearRange): readonly Cell[] {
  let refined = cells;
  for (const at of [0, -1]) {
    for (let parts = partsOf(refined.at(at), range); parts !== undefined;) {
      if (refined.length - 1 + parts.length > maxCells) break;
      const others = at === 0 ? refined.slice(1) : refined.slice(0, -1);
      refined = at === 0 ? [...parts, ...others] : [...others, ...parts];
      parts = partsOf(refined.at(at), range);
    }
  }
  return refined;
}

/** The children of a cell that a stretch of time touches; undefined where it has none, or all of it counts. */
function partsOf(cell: Cell | undefined, range: YearRange): readonly Cell[] | undefined {
  if (cell === undefined || cell.level === 0 || isWhole(cell, range)) return undefined;
  const level = cell.level - 1;
  const first = Math.max(cell.index * childrenOf, indexOf(range.begin, level));
  const last = Math.min((cell.index + 1) * childrenOf - 1, indexOf(range.end, level));
  return Array.from({ length: last - first + 1 }, (_, offset) => ({
    level,
    index: first + offset,
  }));
}

/** Whether a stretch of time covers a cell, but for less than one of the finest ones. */
function isWhole({ level, index }: Cell, { begin, end }: YearRange): boolean {
  const first = index * childrenOf ** level;
  return indexOf(begin, 0) <= first && indexOf(end, 0) >= first + childrenOf ** level - 1;
}

function ancestorsOf(cells: readonly Cell[]): readonly string[] {
  const ancestors = new Set<string>();
  for (const cell of cells) {
    let parent: string | undefined = parentOf(cell);
    while (parent !== undefined && !ancestors.has(parent)) {
      ancestors.add(parent);
      parent = parentOfSpan(parent);
    }
  }
  return [...ancestors];
}

/** The end of the axis belongs to no cell; half a cell before it is in the last one. */
function onAxis(year: number): number {
  return Math.min(Math.max(year, -axis), axis - finest / 2);
}

/** By way of the finest cells, so that all levels agree on a year that is hardly less than 0. */
function indexOf(year: number, level: number): number {
  return Math.floor(Math.floor(year / finest) / childrenOf ** level);
}

function parentOf({ level, index }: Cell): string {
  if (level + 1 === levels.length) return root;
  return nameOf({ level: level + 1, index: Math.floor(index / childrenOf) });
}

function nameOf({ level, index }: Cell): string {
  return `${level}.${index}`;
}
