const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

const written = /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:T.*)?)?)?$/u;

/**
 * A date of ISO 8601 for people, without its time: `8 December 2015`, `December 2015`; a year, and
 * any other text, as it is.
 */
export function dateWords(date: string): string {
  const [, year = '', month, day] = written.exec(date.trim()) ?? [];
  const name = months[Number(month) - 1];
  if (name === undefined) return date.trim();
  return [...(day === undefined ? [] : [String(Number(day))]), name, year].join(' ');
}
