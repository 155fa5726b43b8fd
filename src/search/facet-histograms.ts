import { isTooLargeForMap, type PlaceColumn } from './columns/places.ts';
import type { SpanColumn } from './columns/column.ts';
import {
  countDistinctResources,
  type CountedEntries,
  forEachCountedValue,
  ResourceCounter,
} from './entry-table.ts';
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
  forEachKnownSpan(spans, counted, (begin, end) => {
    first = Math.min(first, begin);
    last = Math.max(last, end);
  });
  return { first, last };
}

/** The begins and ends of spans, each sorted. */
function sortedKnownEnds(spans: SpanColumn, counted: CountedEntries) {
  const [firsts, lasts] = [doubleList(), doubleList()];
  forEachKnownSpan(spans, counted, (begin, end) => {
    firsts.push(begin);
    lasts.push(end);
  });
  const sorted = ({ values, length }: typeof firsts) => values.subarray(0, length).toSorted();
  return { firsts: sorted(firsts), lasts: sorted(lasts) };
}

/** @param take called with both ends of a span; of an open span twice with the known end */
function forEachKnownSpan(
  spans: SpanColumn,
  counted: CountedEntries,
  take: (begin: number, end: number) => void,
): void {
  forEachCountedValue(spans.entries, counted, (span) => {
    const { begin, end } = spans.spanOf(span);
    take(begin === -Infinity ? end : begin, end === Infinity ? begin : end);
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
  const without = countDistinctResources(counted, spans.entries.ownersWithoutValues);
  const range = rangeOfSpans(spans, counted);
  if (range.first > range.last) return { kind: 'histogram', unit, bins: [], without };
  const size = edges.length - 1;
  const counter = new ResourceCounter(size);
  const near = (bin: number): number => Math.min(Math.max(bin, 0), size - 1);
  forEachCountedValue(spans.entries, counted, (span, resource) => {
    const { begin, end } = spans.spanOf(span);
    const last = near(binOf(end));
    for (let bin = near(binOf(begin)); bin <= last; bin += 1) counter.add(bin, resource);
  });
  const bins = Array.from(counter.counts, (count, bin) => {
    return { begin: edges[bin] ?? 0, end: edges[bin + 1] ?? 0, count };
  });
  return { kind: 'histogram', unit, bins, without };
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
  const counter = new ResourceCounter(columnCount * rowCount);
  const large = new Set<number>();
  forEachCountedValue(places.entries, counted, (number, resource) => {
    const box = places.boxOf(number);
    if (isTooLargeForMap(box)) {
      large.add(resource);
      return;
    }
    const [west, east] = cellRange(box.west + 180, box.east + 180, columnCount);
    const [south, north] = cellRange(box.south + 90, box.north + 90, rowCount);
    for (let row = south; row <= north; row += 1) {
      for (let column = west; column <= east; column += 1) {
        counter.add(row * columnCount + column, resource);
      }
    }
  });
  const cells = Array.from(counter.counts, (count, cell): DensityCell => {
    const column = cell % columnCount;
    const row = (cell - column) / columnCount;
    return { west: column * cellSize - 180, south: row * cellSize - 90, count };
  });
  const without = countDistinctResources(counted, places.entries.ownersWithoutValues);
  return {
    kind: 'map',
    cellSize,
    cells: cells.filter(({ count }) => count > 0),
    large: large.size,
    without,
  };
}

/** The first and last cell of an interval in degrees. One that only touches a cell is not in it. */
function cellRange(from: number, to: number, count: number): readonly [number, number] {
  const first = Math.min(Math.floor(from / cellSize), count - 1);
  const last = to > from ? Math.ceil(to / cellSize) - 1 : first;
  return [first, Math.min(Math.max(first, last), count - 1)];
}
