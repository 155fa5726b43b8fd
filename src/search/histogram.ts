import type { Spans } from './columns/times.ts';
import type { Counted } from './entry-table.ts';

/** How many resources are about each of some times that follow each other. */
export interface Histogram {
  readonly kind: 'histogram';
  /** `year`: as ISO 8601 counts them; `Ma`: millions of years before present, the oldest first. */
  readonly unit: 'Ma' | 'year';
  readonly bins: readonly HistogramBin[];
}

/** A time from its begin to just before its end. */
export interface HistogramBin {
  readonly begin: number;
  readonly end: number;
  /** Of resources with a time that has a moment in common with it. */
  readonly count: number;
}

const mostBins = 200;

/** A bin a year, or where that would be too many, a decade, a century and so on. */
export function yearHistogram(periods: Spans, counted: Counted): Histogram {
  const [first, last] = reachOf(periods, counted);
  if (first > last) return { kind: 'histogram', unit: 'year', bins: [] };
  let step = 1;
  while (Math.floor(last / step) - Math.floor(first / step) >= mostBins) step *= 10;
  const start = Math.floor(first / step);
  const edges = Array.from(
    { length: Math.floor(last / step) - start + 2 },
    (_, at) => (start + at) * step,
  );
  return { kind: 'histogram', unit: 'year', bins: countBins(periods, counted, edges) };
}

/** Millions of years: each edge is about twice the next, since what is older is known less well. */
const ageEdges = [
  5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0,
];

/** Bins that grow with the age. */
export function ageHistogram(ages: Spans, counted: Counted): Histogram {
  const [first, last] = reachOf(ages, counted);
  if (first > last) return { kind: 'histogram', unit: 'Ma', bins: [] };
  const edges = ageEdges.map((age) => -age);
  const bins = countBins(ages, counted, edges);
  return {
    kind: 'histogram',
    unit: 'Ma',
    bins: bins.map(({ begin, end, count }) => ({ begin: -begin, end: -end, count })),
  };
}

/** From the first to the last moment that is known; the first is greater where there is none. */
function reachOf(spans: Spans, { entries }: Counted): readonly [first: number, last: number] {
  let [first, last] = [Infinity, -Infinity];
  eachSpan(spans, entries, (_, begin, end) => {
    for (const moment of [begin, end]) {
      if (!Number.isFinite(moment)) continue;
      if (moment < first) first = moment;
      if (moment > last) last = moment;
    }
  });
  return [first, last];
}

/** @param edges in ascending order; a bin ends where the next one begins */
function countBins(
  spans: Spans,
  { entries, resources }: Counted,
  edges: readonly number[],
): readonly HistogramBin[] {
  const counts = new Int32Array(edges.length - 1);
  const last = new Int32Array(edges.length - 1).fill(-1);
  eachSpan(spans, entries, (entry, begin, end) => {
    const resource = resources[entry] ?? 0;
    for (let bin = binOf(begin, edges); bin <= binOf(end, edges); bin += 1) {
      if (last[bin] === resource) continue;
      last[bin] = resource;
      counts[bin] = (counts[bin] ?? 0) + 1;
    }
  });
  return Array.from(counts, (count, bin) => {
    return { begin: edges[bin] ?? 0, end: edges[bin + 1] ?? 0, count };
  });
}

/** The bin of a moment; of one before or behind all bins the nearest. */
function binOf(moment: number, edges: readonly number[]): number {
  let [low, high] = [0, edges.length - 2];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((edges[middle] ?? 0) <= moment) low = middle;
    else high = middle - 1;
  }
  return low;
}

function eachSpan(
  spans: Spans,
  entries: Int32Array,
  visit: (entry: number, begin: number, end: number) => void,
): void {
  const { starts, allValues } = spans.entries;
  for (const entry of entries) {
    const stop = starts[entry + 1] ?? 0;
    for (let at = starts[entry] ?? 0; at < stop; at += 1) {
      const { begin, end } = spans.spanOf(allValues[at] ?? 0);
      visit(entry, begin, end);
    }
  }
}
