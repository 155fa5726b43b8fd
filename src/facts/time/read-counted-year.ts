import { type MomentReading, wholeMoment } from './moment-reading.ts';

const beforeChrist = String.raw`b\.?\s?c\.?(?:\s?e\.?)?`;
const afterChrist = String.raw`a\.?\s?d\.?|c\.?\s?e\.?`;
const wordFirst = new RegExp(`^(?:(${beforeChrist})|${afterChrist})\\s*(\\d{1,6})$`, 'iu');
const wordLast = new RegExp(`^(\\d{1,6})\\s*(?:(${beforeChrist})|${afterChrist})$`, 'iu');

/** Reads a year with era: `500 BC`, `500 BCE`, `AD 79`. 1 BC is the year 0 of ISO 8601. */
export function readCountedYear(text: string): MomentReading | undefined {
  const first = wordFirst.exec(text);
  const last = wordLast.exec(text);
  if (first === null && last === null) return undefined;
  const count = Number(first?.[2] ?? last?.[1]);
  if (count === 0) return { fault: 'impossible' };
  const isBefore = (first?.[1] ?? last?.[2]) !== undefined;
  return wholeMoment({ year: isBefore ? 1 - count : count }, ['year-count']);
}

/** The BC era at the end of a text, which may apply to a whole range: `500-300 BC`. */
export function countBehind(text: string): string | undefined {
  return wordLast.exec(text)?.[2];
}
