import type { AgeRange, Period } from '../../model/search-facts.ts';
import { periodBounds } from './period-bounds.ts';
import { periodText } from './period-text.ts';

/**
 * Merges neighbouring periods until at most `max`, at least four, are left. Periods without start
 * become one, and so do those without end. The result covers the input and does not depend on its
 * order; n log n.
 * @param periods without duplicates
 * @returns the input if it is not too long
 */
export function coverPeriods(periods: readonly Period[], max: number): readonly Period[] {
  if (periods.length <= max) return periods;
  const placed = periods
    .map((period): PlacedPeriod => ({ period, ...periodBounds(period) }))
    .toSorted(compareBegins);
  const closed = placed.filter(({ begin, end }) => begin > -Infinity && end < Infinity);
  return [
    placed.filter(({ begin }) => begin === -Infinity),
    ...groupNeighbours(closed, max - 2),
    placed.filter(({ end }) => end === Infinity),
  ].flatMap(mergePlacedPeriods);
}

/** Merges neighbouring ages, as `coverPeriods`. */
export function coverAges(ages: readonly AgeRange[], max: number): readonly AgeRange[] {
  if (ages.length <= max) return ages;
  const sorted = ages.toSorted(
    (one, other) => other.older - one.older || other.younger - one.younger,
  );
  return groupNeighbours(sorted, max).flatMap((group) => {
    const [oldest] = group;
    if (oldest === undefined) return [];
    const younger = group.reduce((least, age) => Math.min(least, age.younger), Infinity);
    return [{ older: oldest.older, younger }];
  });
}

interface PlacedPeriod {
  readonly period: Period;
  readonly begin: number;
  readonly end: number;
}

/** Breaks ties by text: equal starts can be written differently. */
function compareBegins(one: PlacedPeriod, other: PlacedPeriod): number {
  if (one.begin !== other.begin) return one.begin < other.begin ? -1 : 1;
  return periodText(one.period) < periodText(other.period) ? -1 : 1;
}

/**
 * One period from the first start to the last end.
 * @param placed sorted by start
 */
function mergePlacedPeriods(placed: readonly PlacedPeriod[]): readonly Period[] {
  const [first] = placed;
  if (first === undefined) return [];
  const last = placed.reduce((latest, each) => (each.end > latest.end ? each : latest), first);
  const { start } = first.period;
  const { end } = last.period;
  return [{ ...(start !== undefined && { start }), ...(end !== undefined && { end }) }];
}

/** Groups of about equal size; at most one for each value. */
function groupNeighbours<Value>(sorted: readonly Value[], groups: number): readonly Value[][] {
  const count = Math.min(groups, sorted.length);
  return Array.from({ length: count }, (_, group) => {
    const [from, to] = [group, group + 1].map((at) => Math.round((at * sorted.length) / count));
    return sorted.slice(from, to);
  });
}
