/** How precisely a repository knows datestamps (OAI-PMH 2.0, 2.7.1). */
export type Granularity = 'day' | 'second';

const stepMs: Readonly<Record<Granularity, number>> = { day: 86_400_000, second: 1000 };

const form = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)?(Z|[+-]\d\d:?\d\d)?$/u;

/** The time of a datestamp in milliseconds, UTC where it has no zone; NaN where it is none. */
export function parseDatestamp(text: string): number {
  const match = form.exec(text.trim());
  if (match === null) return Number.NaN;
  const isLocal = match[1] === undefined && text.includes('T');
  return Date.parse(isLocal ? `${text.trim()}Z` : text.trim());
}

/** Writes a time as an argument of a request. */
export function formatDatestamp(ms: number, granularity: Granularity): string {
  const text = new Date(ms).toISOString();
  return granularity === 'day' ? text.slice(0, 10) : `${text.slice(0, 19)}Z`;
}

/** Extends the first and last of some dates by another one, in place. */
export function dateBounds(bounds: number[], datestamp: string): void {
  const ms = parseDatestamp(datestamp);
  if (Number.isNaN(ms)) return;
  const [first = ms, last = ms] = bounds;
  bounds.splice(0, 2, Math.min(first, ms), Math.max(last, ms));
}

/**
 * A time between the first and the last of some dates, so that what is before and what is after,
 * both with this time, are each less than all; undefined where there is none.
 */
export function middleOf(
  [first, last]: readonly number[],
  granularity: Granularity,
): number | undefined {
  if (first === undefined || last === undefined) return undefined;
  const step = stepMs[granularity];
  if (last - first < 2 * step) return undefined;
  return Math.floor((first + last) / 2 / step) * step;
}
