import type { Spans } from './columns/times.ts';
import { resourcesIn, type Counted } from './entry-table.ts';
import { doubleList } from './number-list.ts';

/** How many resources are about each of some times that follow each other. */
export interface Histogram {
  readonly kind: 'histogram';
  /** `year`: as ISO 8601 counts them; `Ma`: millions of years before present, the oldest first. */
  readonly unit: 'Ma' | 'year';
  readonly bins: readonly HistogramBin[];
  /** How many resources have no such time, as a record says. */
  readonly without: number;
}

/** A time from its begin to just before its end. */
export interface HistogramBin {
  readonly begin: number;
  readonly end: number;
  /** Of resources with a time that has a moment in common with it. */
  readonly count: number;
}

const mostBins = 200;

/**
 * A bin a year, or where that would be too many, a decade, a century and so on. Where a few times
 * that are far from the others would make bins wide, one bin holds what is before the others, or after.
 */
export function yearHistogram(periods: Spans, counted: Counted): Histogram {
  const whole = reachOf(periods, counted);
  const without = resourcesIn(counted, periods.entries.ownersWithout);
  if (whole.first > whole.last) return { kind: 'histogram', unit: 'year', bins: [], without };
  const reach = stepOf(whole) === 1 ? whole : usualReach(periods, counted, whole);
  const edges = edgesOf(reach, whole);
  const step = stepOf(reach);
  // The place of the first bin of the usual width.
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

/** How many years a bin has. */
function stepOf({ first, last }: Reach): number {
  let step = 1;
  while (Math.floor(last / step) - Math.floor(first / step) >= mostBins) step *= 10;
  return step;
}

/** Where bins begin, and where the last one ends: those of one width, and what is before and after. */
function edgesOf(reach: Reach, whole: Reach): readonly number[] {
  const step = stepOf(reach);
  const [first, last] = [Math.floor(reach.first / step), Math.floor(reach.last / step)];
  const before = Math.floor(whole.first / step);
  const after = Math.floor(whole.last / step);
  return [
    ...(before < first ? [before * step] : []),
    ...Array.from({ length: last - first + 2 }, (_, bin) => (first + bin) * step),
    ...(after > last ? [(after + 1) * step] : []),
  ];
}

/** One in so many spans, and one at least, may be far from the others; of fewer than a few none is. */
const rareShare = 50;
const few = 5;

/** What all reach but a few at one end or at both, as far as bins become narrower by that. */
function usualReach(spans: Spans, counted: Counted, whole: Reach): Reach {
  const { firsts, lasts } = knownEnds(spans, counted);
  if (firsts.length < few) return whole;
  const rare = Math.max(1, Math.floor(firsts.length / rareShare));
  const first = firsts[rare] ?? whole.first;
  const last = lasts[lasts.length - 1 - rare] ?? whole.last;
  const reaches = [
    { ...whole, first },
    { ...whole, last },
    { first, last },
  ];
  return reaches
    .filter((reach) => reach.first <= reach.last)
    .reduce((best, reach) => (stepOf(reach) < stepOf(best) ? reach : best), whole);
}

/** Millions of years: each edge is about twice the next, since what is older is known less well. */
const ageEdges = [
  5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0,
];

/** Bins that grow with the age. */
export function ageHistogram(ages: Spans, counted: Counted): Histogram {
  const { first, last } = reachOf(ages, counted);
  const without = resourcesIn(counted, ages.entries.ownersWithout);
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

/** From one moment to another. */
interface Reach {
  readonly first: number;
  readonly last: number;
}

/** From the first to the last moment that is known; the first is greater where there is none. */
function reachOf(spans: Spans, counted: Counted): Reach {
  let [first, last] = [Infinity, -Infinity];
  forEachSpan(spans, counted, (begin, end) => {
    // Of an open span one end is known.
    first = Math.min(first, begin === -Infinity ? end : begin);
    last = Math.max(last, end === Infinity ? begin : end);
  });
  return { first, last };
}

/** Where spans begin and where they end, each in ascending order; an open one as in `reachOf`. */
function knownEnds(spans: Spans, counted: Counted) {
  const [firsts, lasts] = [doubleList(), doubleList()];
  forEachSpan(spans, counted, (begin, end) => {
    firsts.push(begin === -Infinity ? end : begin);
    lasts.push(end === Infinity ? begin : end);
  });
  const sorted = ({ values, length }: typeof firsts) => values.subarray(0, length).toSorted();
  return { firsts: sorted(firsts), lasts: sorted(lasts) };
}

function forEachSpan(
  spans: Spans,
  { entries }: Counted,
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

/** Bins that follow each other. */
interface Bins {
  readonly count: number;
  /** The bin of a moment; one before the first or behind the last where it is in none. */
  readonly binOf: (moment: number) => number;
}

/** How many resources have a span with a moment in each bin; what is in none is in the nearest. */
function countBins(spans: Spans, counted: Counted, { count, binOf }: Bins): Int32Array {
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

/** How many resources have each of some numbers, of which each has ranges. */
class RangeCounts {
  readonly #counts: Int32Array;
  /** Of each number the resource that it was counted of last, and one more. */
  readonly #last: Int32Array;
  /** By how much more there are of a number than of the one before it, by `addOnly` alone. */
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

  /** Adds a range of a resource, those of one resource one behind the other. */
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
