const monthName = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' });
const written = /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:T.*)?)?)?$/u;

/**
 * A date of ISO 8601 for people, without its time: `8 December 2015`, `December 2015`; a year, and
 * any other text, as it is.
 */
export function dateWords(date: string): string {
  const [, year = '', month, day] = written.exec(date.trim()) ?? [];
  const number = Number(month);
  if (!(number >= 1 && number <= 12)) return date.trim();
  const name = monthName.format(Date.UTC(2000, number - 1));
  return [...(day === undefined ? [] : [String(Number(day))]), name, year].join(' ');
}
