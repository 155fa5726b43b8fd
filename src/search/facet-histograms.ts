import { isTooLargeForMap, type PlaceColumn } from './columns/places.ts';
import type { SpanColumn } from './columns/times.ts';
import { countDistinctResources, type CountedEntries } from './entry-table.ts';
import { doubleList, type Relation } from './number-tables.ts';

/** Numbers of resources by consecutive times. */
export interface Histogram {
  readonly kind: 'histogram';
  /** `year`: as in ISO 8601; `Ma`: million years before present, the oldest first. */
  readonly unit: 'Ma' | 'year';
  readonly bins: readonly HistogramBin[];
  /** Number of resources without such a time in one of their records. */
  readonly without: number;
}

/** A half-open range of time. */
export interface HistogramBin {
  readonly begin: number;
  readonly end: number;
  /** Number of resources with a time that overlaps it. */
  readonly count: number;
}

const mostBins = 200;

/**
 * Counts resources by year, or by decade, century etc. if there would be too many bins. If a few
 * outliers would make the bins wide, one bin holds everything before the other times, or after
 * them.
 */
export function countYearHistogram(periods: SpanColumn, counted: CountedEntries): Histogram {
  const whole = rangeOfSpans(periods, counted);
  const reach = yearsPerBin(whole) === 1 ? whole : rangeWithoutOutliers(periods, counted, whole);
  const edges = binEdges(reach, whole);
  const step = yearsPerBin(reach);
  // Index of the first bin of regular width.
  const offset = edges.indexOf(Math.floor(reach.first / step) * step);
  return countHistogram('year', periods, counted, {
    edges,
    binOf: (year) => Math.floor(year / step) - Math.floor(reach.first / step) + offset,
  });
}

/** Years per bin. */
function yearsPerBin({ first, last }: SpanRange): number {
  let step = 1;
  while (Math.floor(last / step) - Math.floor(first / step) >= mostBins) step *= 10;
  return step;
}

/** The edges of regular bins, and of bins for outliers before and after them. */
function binEdges(reach: SpanRange, whole: SpanRange): readonly number[] {
  const step = yearsPerBin(reach);
  const [first, last] = [Math.floor(reach.first / step), Math.floor(reach.last / step)];
  const before = Math.floor(whole.first / step);
  const after = Math.floor(whole.last / step);
  return [
    ...(before < first ? [before * step] : []),
    ...Array.from({ length: last - first + 2 }, (_, bin) => (first + bin) * step),
    ...(after > last ? [(after + 1) * step] : []),
  ];
}

/** One in so many spans, but at least one, may be an outlier; among a few spans there are none. */
const spansPerOutlier = 50;
const minSpansForOutliers = 5;

/** The range without outliers at one or both ends, if that makes bins narrower. */
function rangeWithoutOutliers(
  spans: SpanColumn,
  counted: CountedEntries,
  whole: SpanRange,
): SpanRange {
  const { firsts, lasts } = sortedKnownEnds(spans, counted);
  if (firsts.length < minSpansForOutliers) return whole;
  const rare = Math.max(1, Math.floor(firsts.length / spansPerOutlier));
  const first = firsts[rare] ?? whole.first;
  const last = lasts[lasts.length - 1 - rare] ?? whole.last;
  const reaches = [
    { ...whole, first },
    { ...whole, last },
    { first, last },
  ];
  return reaches
    .filter((reach) => reach.first <= reach.last)
    .reduce((best, reach) => (yearsPerBin(reach) < yearsPerBin(best) ? reach : best), whole);
}

/** Million years: bins double with age, because older times are known less exactly. */
const ageEdges = [
  5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0,
];

/** Counts resources by bins that grow with age. */
export function countAgeHistogram(ages: SpanColumn, counted: CountedEntries): Histogram {
  return countHistogram('Ma', ages, counted, {
    edges: ageEdges,
    binOf: (moment) => ageEdges.findLastIndex((edge) => -edge <= moment),
  });
}

/** A range of moments. */
interface SpanRange {
  readonly first: number;
  readonly last: number;
}

/** The range of all known moments; first > last if there are none. */
function rangeOfSpans(spans: SpanColumn, counted: CountedEntries): SpanRange {
  let [first, last] = [Infinity, -Infinity];
  forEachSpan(spans, counted, (begin, end) => {
    // Of an open span only one end is known.
    first = Math.min(first, begin === -Infinity ? end : begin);
    last = Math.max(last, end === Infinity ? begin : end);
  });
  return { first, last };
}

/** The sorted begins and ends of spans; of open spans the known end. */
function sortedKnownEnds(spans: SpanColumn, counted: CountedEntries) {
  const [firsts, lasts] = [doubleList(), doubleList()];
  forEachSpan(spans, counted, (begin, end) => {
    firsts.push(begin === -Infinity ? end : begin);
    lasts.push(end === Infinity ? begin : end);
  });
  const sorted = ({ values, length }: typeof firsts) => values.subarray(0, length).toSorted();
  return { firsts: sorted(firsts), lasts: sorted(lasts) };
}

function forEachSpan(
  spans: SpanColumn,
  counted: CountedEntries,
  take: (begin: number, end: number) => void,
): void {
  const { bounds } = spans;
  forEachValue(spans.entries, counted, (span) => {
    take(bounds[span * 2] ?? 0, bounds[span * 2 + 1] ?? 0);
  });
}

/** Consecutive bins. */
interface Bins {
  readonly edges: readonly number[];
  /** The bin of a moment; out of range if it is in none. */
  readonly binOf: (moment: number) => number;
}

/** Number of resources with a span in each bin; moments outside count in the nearest bin. */
function countHistogram(
  unit: Histogram['unit'],
  spans: SpanColumn,
  counted: CountedEntries,
  { edges, binOf }: Bins,
): Histogram {
  const without = countDistinctResources(counted, spans.entries.ownersWithout);
  const range = rangeOfSpans(spans, counted);
  if (range.first > range.last) return { kind: 'histogram', unit, bins: [], without };
  const size = edges.length - 1;
  const counts = new GridCounts(size, 1);
  const { bounds } = spans;
  const near = (bin: number): number => Math.min(Math.max(bin, 0), size - 1);
  forEachValue(spans.entries, counted, (span, resource, isOnly) => {
    const first = near(binOf(bounds[span * 2] ?? 0));
    const last = near(binOf(bounds[span * 2 + 1] ?? 0));
    counts.add([first, last], [0, 0], resource, isOnly);
  });
  const bins = Array.from(counts.sums(), (count, bin) => {
    return { begin: edges[bin] ?? 0, end: edges[bin + 1] ?? 0, count };
  });
  return { kind: 'histogram', unit, bins, without };
}

/** @param take called with a value of an entry, the resource, and whether it has no other value */
function forEachValue(
  { starts, allValues }: Relation,
  { entries, resources, aloneSize }: CountedEntries,
  take: (value: number, resource: number, isOnly: boolean) => void,
): void {
  for (let place = 0; place < entries.length; place += 1) {
    const entry = entries[place] ?? 0;
    const start = starts[entry] ?? 0;
    const stop = starts[entry + 1] ?? 0;
    const isOnly = place < aloneSize && stop === start + 1;
    for (let at = start; at < stop; at += 1)
      take(allValues[at] ?? 0, resources[entry] ?? 0, isOnly);
  }
}

/** First and last number. */
type IndexRange = readonly [first: number, last: number];

/** Counts resources by cell of a grid. Areas of one resource must be added consecutively. */
class GridCounts {
  readonly #columns: number;
  readonly #counts: Int32Array;
  /** The resource counted last for each cell, plus 1. */
  readonly #last: Int32Array;
  /** Differences of counts (two-dimensional prefix sums), for resources with a single area. */
  readonly #steps: Int32Array;

  constructor(columns: number, rows: number) {
    this.#columns = columns;
    this.#counts = new Int32Array(columns * rows);
    this.#last = new Int32Array(columns * rows);
    this.#steps = new Int32Array((columns + 1) * (rows + 1));
  }

  /** @param isOnly whether the resource has no other area */
  add(
    [firstColumn, lastColumn]: IndexRange,
    [firstRow, lastRow]: IndexRange,
    resource: number,
    isOnly: boolean,
  ): void {
    if (isOnly) {
      this.#step(firstRow, firstColumn, 1);
      this.#step(firstRow, lastColumn + 1, -1);
      this.#step(lastRow + 1, firstColumn, -1);
      this.#step(lastRow + 1, lastColumn + 1, 1);
      return;
    }
    for (let row = firstRow; row <= lastRow; row += 1) {
      const start = row * this.#columns;
      for (let cell = start + firstColumn; cell <= start + lastColumn; cell += 1) {
        if (this.#last[cell] === resource + 1) continue;
        this.#last[cell] = resource + 1;
        this.#counts[cell] = (this.#counts[cell] ?? 0) + 1;
      }
    }
  }

  /** The number of resources in each cell, row by row. */
  sums(): Int32Array {
    /** Sums of the previous row, by column. */
    const above = new Int32Array(this.#columns);
    let inRow = 0;
    return this.#counts.map((count, cell) => {
      const column = cell % this.#columns;
      const row = (cell - column) / this.#columns;
      inRow = (column === 0 ? 0 : inRow) + (this.#steps[cell + row] ?? 0);
      const sum = (above[column] ?? 0) + inRow;
      above[column] = sum;
      return count + sum;
    });
  }

  #step(row: number, column: number, by: number): void {
    const at = row * (this.#columns + 1) + column;
    this.#steps[at] = (this.#steps[at] ?? 0) + by;
  }
}

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

/** A cell of the world map. */
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
export function countDensityMap(places: PlaceColumn, counted: CountedEntries): DensityMap {
  const counts = new GridCounts(columnCount, rowCount);
  const large = new Set<number>();
  forEachValue(places.entries, counted, (number, resource, isOnly) => {
    const box = places.boxOf(number);
    if (isTooLargeForMap(box)) large.add(resource);
    else {
      const columns = cellRange(box.west + 180, box.east + 180, columnCount);
      counts.add(columns, cellRange(box.south + 90, box.north + 90, rowCount), resource, isOnly);
    }
  });
  const cells = Array.from(counts.sums(), (count, cell): DensityCell => {
    const column = cell % columnCount;
    const row = (cell - column) / columnCount;
    return { west: column * cellSize - 180, south: row * cellSize - 90, count };
  });
  const without = countDistinctResources(counted, places.entries.ownersWithout);
  return {
    kind: 'map',
    cellSize,
    cells: cells.filter(({ count }) => count > 0),
    large: large.size,
    without,
  };
}

/** The cells of an interval in degrees. One that only touches a cell is not in it. */
function cellRange(from: number, to: number, count: number): IndexRange {
  const first = Math.min(Math.floor(from / cellSize), count - 1);
  const last = to > from ? Math.ceil(to / cellSize) - 1 : first;
  return [first, Math.min(Math.max(first, last), count - 1)];
}
