import type { Box } from '../model/search-facts.ts';
import { isTooLargeForMap, type PlaceColumn } from './columns/places.ts';
import type { SpanColumn } from './columns/times.ts';
import { countDistinctResources, type CountedEntries } from './entry-table.ts';
import { doubleList } from './number-tables.ts';

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
  const without = countDistinctResources(counted, periods.entries.ownersWithout);
  if (whole.first > whole.last) return { kind: 'histogram', unit: 'year', bins: [], without };
  const reach = yearsPerBin(whole) === 1 ? whole : rangeWithoutOutliers(periods, counted, whole);
  const edges = binEdges(reach, whole);
  const step = yearsPerBin(reach);
  // Index of the first bin of regular width.
  const offset = edges.indexOf(Math.floor(reach.first / step) * step);
  const counts = countBins(periods, counted, {
    count: edges.length - 1,
    binOf: (year) => Math.floor(year / step) - Math.floor(reach.first / step) + offset,
  });
  const bins = Array.from(counts, (count, bin) => {
    return { begin: edges[bin] ?? 0, end: edges[bin + 1] ?? 0, count };
  });
  return { kind: 'histogram', unit: 'year', bins, without };
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
  const { first, last } = rangeOfSpans(ages, counted);
  const without = countDistinctResources(counted, ages.entries.ownersWithout);
  if (first > last) return { kind: 'histogram', unit: 'Ma', bins: [], without };
  const counts = countBins(ages, counted, {
    count: ageEdges.length - 1,
    binOf: (moment) => ageEdges.findLastIndex((edge) => -edge <= moment),
  });
  const bins = Array.from(counts, (count, bin) => {
    return { begin: ageEdges[bin] ?? 0, end: ageEdges[bin + 1] ?? 0, count };
  });
  return { kind: 'histogram', unit: 'Ma', bins, without };
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
  { entries }: CountedEntries,
  take: (begin: number, end: number) => void,
): void {
  const { bounds } = spans;
  const { starts, allValues } = spans.entries;
  for (const entry of entries) {
    const stop = starts[entry + 1] ?? 0;
    for (let at = starts[entry] ?? 0; at < stop; at += 1) {
      const span = allValues[at] ?? 0;
      take(bounds[span * 2] ?? 0, bounds[span * 2 + 1] ?? 0);
    }
  }
}

/** Consecutive bins. */
interface Bins {
  readonly count: number;
  /** The bin of a moment; out of range if it is in none. */
  readonly binOf: (moment: number) => number;
}

/** Number of resources with a span in each bin; moments outside count in the nearest bin. */
function countBins(spans: SpanColumn, counted: CountedEntries, { count, binOf }: Bins): Int32Array {
  const counts = new RangeCounts(count);
  const { bounds } = spans;
  const { starts, allValues } = spans.entries;
  const { entries, resources, aloneSize } = counted;
  const near = (bin: number): number => Math.min(Math.max(bin, 0), count - 1);
  for (let place = 0; place < entries.length; place += 1) {
    const entry = entries[place] ?? 0;
    const start = starts[entry] ?? 0;
    const stop = starts[entry + 1] ?? 0;
    const isOnly = place < aloneSize && stop === start + 1;
    for (let at = start; at < stop; at += 1) {
      const span = allValues[at] ?? 0;
      const first = near(binOf(bounds[span * 2] ?? 0));
      const last = near(binOf(bounds[span * 2 + 1] ?? 0));
      if (isOnly) counts.addOnly(first, last);
      else counts.add(first, last, resources[entry] ?? 0);
    }
  }
  return counts.sums();
}

/** Counts resources by ranges of numbers. */
class RangeCounts {
  readonly #counts: Int32Array;
  /** The resource counted last for each number, plus 1. */
  readonly #last: Int32Array;
  /** Differences of counts (prefix sums), for resources with a single range. */
  readonly #steps: Int32Array;

  constructor(size: number) {
    this.#counts = new Int32Array(size);
    this.#last = new Int32Array(size);
    this.#steps = new Int32Array(size + 1);
  }

  /** Adds the only range of a resource. */
  addOnly(first: number, last: number): void {
    this.#steps[first] = (this.#steps[first] ?? 0) + 1;
    this.#steps[last + 1] = (this.#steps[last + 1] ?? 0) - 1;
  }

  /** Adds a range of a resource; ranges of one resource must be added consecutively. */
  add(first: number, last: number, resource: number): void {
    for (let number = first; number <= last; number += 1) {
      if (this.#last[number] === resource + 1) continue;
      this.#last[number] = resource + 1;
      this.#counts[number] = (this.#counts[number] ?? 0) + 1;
    }
  }

  sums(): Int32Array {
    let only = 0;
    return this.#counts.map((count, number) => {
      only += this.#steps[number] ?? 0;
      return count + only;
    });
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
      if (!isTooLargeForMap(box)) counts.add(box, resource, isOnly);
      else if (lastLarge !== resource) {
        lastLarge = resource;
        large += 1;
      }
    }
  }
  const without = countDistinctResources(counted, places.entries.ownersWithout);
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
