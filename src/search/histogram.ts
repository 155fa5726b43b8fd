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
  const count = Math.floor(last / step) - start + 1;
  const counts = countBins(periods, counted, {
    count,
    binOf: (year) => Math.floor(year / step) - start,
  });
  const bins = Array.from(counts, (resources, bin) => {
    const begin = (start + bin) * step;
    return { begin, end: begin + step, count: resources };
  });
  return { kind: 'histogram', unit: 'year', bins };
}

/** Millions of years: each edge is about twice the next, since what is older is known less well. */
const ageEdges = [
  5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0,
];

/** Bins that grow with the age. */
export function ageHistogram(ages: Spans, counted: Counted): Histogram {
  const [first, last] = reachOf(ages, counted);
  if (first > last) return { kind: 'histogram', unit: 'Ma', bins: [] };
  const counts = countBins(ages, counted, {
    count: ageEdges.length - 1,
    binOf: (moment) => ageEdges.findLastIndex((edge) => -edge <= moment),
  });
  const bins = Array.from(counts, (count, bin) => {
    return { begin: ageEdges[bin] ?? 0, end: ageEdges[bin + 1] ?? 0, count };
  });
  return { kind: 'histogram', unit: 'Ma', bins };
}

/** From the first to the last moment that is known; the first is greater where there is none. */
function reachOf(spans: Spans, { entries }: Counted): readonly [first: number, last: number] {
  const { bounds } = spans;
  const { starts, allValues } = spans.entries;
  let first = Infinity;
  let last = -Infinity;
  for (const entry of entries) {
    const stop = starts[entry + 1] ?? 0;
    for (let at = starts[entry] ?? 0; at < stop; at += 1) {
      const span = allValues[at] ?? 0;
      const begin = bounds[span * 2] ?? 0;
      const end = bounds[span * 2 + 1] ?? 0;
      // Of an open span one end is known.
      first = Math.min(first, begin === -Infinity ? end : begin);
      last = Math.max(last, end === Infinity ? begin : end);
    }
  }
  return [first, last];
}

/** Bins that follow each other. */
interface Bins {
  readonly count: number;
  /** The bin of a moment; one before the first or behind the last where it is in none. */
  readonly binOf: (moment: number) => number;
}

/** How many resources have a span with a moment in each bin; what is in none is in the nearest. */
function countBins(
  spans: Spans,
  { entries, resources }: Counted,
  { count, binOf }: Bins,
): Int32Array {
  const counts = new Int32Array(count);
  const last = new Int32Array(count).fill(-1);
  const { bounds } = spans;
  const { starts, allValues } = spans.entries;
  for (const entry of entries) {
    const resource = resources[entry] ?? 0;
    const stop = starts[entry + 1] ?? 0;
    for (let at = starts[entry] ?? 0; at < stop; at += 1) {
      const span = allValues[at] ?? 0;
      const first = Math.min(Math.max(binOf(bounds[span * 2] ?? 0), 0), count - 1);
      const end = Math.min(Math.max(binOf(bounds[span * 2 + 1] ?? 0), 0), count - 1);
      for (let bin = first; bin <= end; bin += 1) {
        if (last[bin] === resource) continue;
        last[bin] = resource;
        counts[bin] = (counts[bin] ?? 0) + 1;
      }
    }
  }
  return counts;
}
