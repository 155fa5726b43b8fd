import { ambiguous, type MomentReading, wholeMoment } from './moment-reading.ts';

const months: ReadonlyMap<string, number> = new Map(
  [
    ['january', 'jan'],
    ['february', 'feb'],
    ['march', 'mar'],
    ['april', 'apr'],
    ['may'],
    ['june', 'jun'],
    ['july', 'jul'],
    ['august', 'aug'],
    ['september', 'sep', 'sept'],
    ['october', 'oct'],
    ['november', 'nov'],
    ['december', 'dec'],
  ].flatMap((names, before) => names.map((name) => [name, before + 1] as const)),
);
/** Words without further information. */
const ignoredWord =
  /^(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?|st|nd|rd|th|of|the)$/u;
const allowed = /^[a-z\d\s,./-]+$/u;

/**
 * Reads a day or month with an English month name: `2008-Jan-1`, `12 June 2007`, `Fri Dec 04 2020`,
 * `May 2011`.
 */
export function readNamedMonth(text: string): MomentReading | undefined {
  const lower = text.toLowerCase();
  if (!allowed.test(lower)) return undefined;
  const words = (lower.match(/[a-z]+|\d+/gu) ?? []).filter((word) => !ignoredWord.test(word));
  const numbers = words.filter((word) => /^\d/u.test(word));
  const [name = '', ...others] = words.filter((word) => !/^\d/u.test(word));
  const month = months.get(name);
  if (month === undefined || others.length > 0 || numbers.length > 2) return undefined;
  return readWithMonth(month, numbers);
}

function readWithMonth(month: number, numbers: readonly string[]): MomentReading | undefined {
  const years = numbers.filter((number) => number.length === 4);
  const day = numbers.find((number) => number.length < 3);
  const [year, ...more] = years;
  // In `3 May 07`, either number may be the year.
  if (year === undefined) return numbers.length === 2 ? ambiguous : undefined;
  if (more.length > 0 || (day === undefined && numbers.length === 2)) return undefined;
  const moment = { year: Number(year), month };
  return wholeMoment(day === undefined ? moment : { ...moment, day: Number(day) }, ['month-name']);
}
