const units = ['kB', 'MB', 'GB', 'TB'];

/** A number of bytes for people, in powers of 1000 as disks are sold: `512 B`, `1.3 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  let size = bytes / 1000;
  let unit = 0;
  // A size that would round up to 1000.0 takes the next unit.
  while (size >= 999.95 && unit < units.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${size.toFixed(1)} ${units[unit]}`;
}

/** A whole number with commas between thousands: `20,000`. */
export function groupDigits(count: number): string {
  return count.toLocaleString('en-US');
}

/** A number with its noun: `1 record`, `20,000 records`. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${groupDigits(count)} ${count === 1 ? one : many}`;
}

/** Counts that are not zero, each with what it counts, joined by commas: `9 added, 1 failed`. */
export function formatCounts(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([text, count]) => `${groupDigits(count)} ${text}`)
    .join(', ');
}

/** A time of ISO 8601 without its fraction of a second; another text as it is. */
export function formatMoment(time: string): string {
  return time.replace(/\.\d+(?=Z$)/u, '');
}

/** An elapsed time, in days from two days on: `less than an hour`, `5 hours`, `3 days`. */
export function formatElapsed(from: string, now: Date): string {
  const hours = Math.floor((now.getTime() - Date.parse(from)) / 3_600_000);
  if (!(hours >= 1)) return 'less than an hour';
  return hours < 48 ? formatCount(hours, 'hour') : formatCount(Math.floor(hours / 24), 'day');
}

/** The time between two moments, for people: see `formatSeconds`. */
export function formatDuration(from: string, to: string): string {
  return formatSeconds(secondsBetween(from, to));
}

/** The seconds from one moment to another; 0 where a clock was set back between them. */
export function secondsBetween(from: string, to: string): number {
  return Math.max(0, Date.parse(to) - Date.parse(from)) / 1000;
}

/** A number of seconds for people: `0.4 s`, `12 min 3 s`, `2 h 5 min`. */
export function formatSeconds(count: number): string {
  if (count < 59.95) return `${count.toFixed(1)} s`;
  const whole = Math.round(count);
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  const minutes = Math.round(count / 60);
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

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
