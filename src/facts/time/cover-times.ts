import type { AgeRange, Period } from '../../model/search-facts.ts';
import { periodBounds } from './period-bounds.ts';
import { periodText } from './period-text.ts';

/**
 * At most so many periods, of which there are to be four at least, that cover the same times and more: neighbours share one.
 * Those without start become one, and so do those without end. The same ones whatever the order; in time n log n.
 * @param periods each once
 * @returns the periods themselves where they are no more
 */
export function coverPeriods(periods: readonly Period[], max: number): readonly Period[] {
  if (periods.length <= max) return periods;
  const placed = periods
    .map((period): PlacedPeriod => ({ period, ...periodBounds(period) }))
    .toSorted(byBegin);
  const closed = placed.filter(({ begin, end }) => begin > -Infinity && end < Infinity);
  return [
    placed.filter(({ begin }) => begin === -Infinity),
    ...neighbours(closed, max - 2),
    placed.filter(({ end }) => end === Infinity),
  ].flatMap(together);
}

/** At most so many ages that cover the same and more, as `coverPeriods`. */
export function coverAges(ages: readonly AgeRange[], max: number): readonly AgeRange[] {
  if (ages.length <= max) return ages;
  const sorted = ages.toSorted(
    (one, other) => other.older - one.older || other.younger - one.younger,
  );
  return neighbours(sorted, max).flatMap((group) => {
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

/** Two may begin alike and be written in two ways. */
function byBegin(one: PlacedPeriod, other: PlacedPeriod): number {
  if (one.begin !== other.begin) return one.begin < other.begin ? -1 : 1;
  return periodText(one.period) < periodText(other.period) ? -1 : 1;
}

/** From the start of the first to the last end. @param placed by their starts */
function together(placed: readonly PlacedPeriod[]): readonly Period[] {
  const [first] = placed;
  if (first === undefined) return [];
  const last = placed.reduce((latest, each) => (each.end > latest.end ? each : latest), first);
  const { start } = first.period;
  const { end } = last.period;
  return [{ ...(start !== undefined && { start }), ...(end !== undefined && { end }) }];
}

/** So many groups of much the same size, or one of each where there are no more. */
function neighbours<Value>(sorted: readonly Value[], groups: number): readonly Value[][] {
  const count = Math.min(groups, sorted.length);
  return Array.from({ length: count }, (_, group) => {
    const [from, to] = [group, group + 1].map((at) => Math.round((at * sorted.length) / count));
    return sorted.slice(from, to);
  });
}
