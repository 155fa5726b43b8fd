/** A zone at the end of a text, or a date of ISO 8601 alone, which is of UTC by definition. */
const zoned =
  /(?:Z|UTC?|GMT|[ECMP][SD]T|:\d{2}(?:\.\d+)?\s*[+-]\d{2}:?\d{2})$|^\d{4}(?:-\d{2}){0,2}$/iu;

/** Whether a text of a date and time names a time zone, so that it means one moment. */
export function namesZone(text: string): boolean {
  return zoned.test(text.trim());
}

/**
 * The moment that a text names, in milliseconds since 1970; NaN where it names none. A time without
 * a zone is read as UTC: `Date.parse` would take the zone of this machine, by which the same
 * catalogue would be another elsewhere, and an hour of a night of spring would not exist.
 */
export function utcMs(text: string): number {
  const trimmed = text.trim();
  return Date.parse(namesZone(trimmed) ? trimmed : `${trimmed}Z`);
}
