/** A zone at the end of a text, or a date of ISO 8601 alone, which is UTC by definition. */
const zoned =
  /(?:Z|UTC?|GMT|[ECMP][SD]T|:\d{2}(?:\.\d+)?\s*[+-]\d{2}:?\d{2})$|^\d{4}(?:-\d{2}){0,2}$/iu;

/** Whether a text of a date and time names a time zone, so that it means one moment. */
export function hasTimeZone(text: string): boolean {
  return zoned.test(text.trim());
}

/**
 * Parses a moment to milliseconds since 1970; NaN where the text is none. A time without a zone is
 * read as UTC: `Date.parse` would use the zone of this machine.
 */
export function parseUtcMs(text: string): number {
  const trimmed = text.trim();
  return Date.parse(hasTimeZone(trimmed) ? trimmed : `${trimmed}Z`);
}

const monthName = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' });
const written = /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:T.*)?)?)?$/u;

/**
 * A date of ISO 8601 for people, without its time: `8 December 2015`, `December 2015`; a year, and
 * any other text, as it is.
 */
export function formatDate(date: string): string {
  const [, year = '', month, day] = written.exec(date.trim()) ?? [];
  const number = Number(month);
  if (!(number >= 1 && number <= 12)) return date.trim();
  const name = monthName.format(Date.UTC(2000, number - 1));
  return [...(day === undefined ? [] : [String(Number(day))]), name, year].join(' ');
}
