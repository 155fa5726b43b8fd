import { type MomentReading, wholeMoment } from './moment-reading.ts';

const before = String.raw`b\.?\s?c\.?(?:\s?e\.?)?`;
const after = String.raw`a\.?\s?d\.?|c\.?\s?e\.?`;
const wordFirst = new RegExp(`^(?:(${before})|${after})\\s*(\\d{1,6})$`, 'iu');
const wordLast = new RegExp(`^(\\d{1,6})\\s*(?:(${before})|${after})$`, 'iu');

/** Reads a year that is counted in letters: `500 BC`, `500 BCE`, `AD 79`. ISO 8601 has a year 0, which is 1 BC. */
export function readCountedYear(text: string): MomentReading | undefined {
  const first = wordFirst.exec(text);
  const last = wordLast.exec(text);
  if (first === null && last === null) return undefined;
  const count = Number(first?.[2] ?? last?.[1]);
  if (count === 0) return { fault: 'impossible' };
  const isBefore = (first?.[1] ?? last?.[2]) !== undefined;
  return wholeMoment({ year: isBefore ? 1 - count : count }, ['year-count']);
}

/** The letters behind a year before Christ, with which a whole range can end: `500-300 BC`. */
export function countBehind(text: string): string | undefined {
  return wordLast.exec(text)?.[2];
}
