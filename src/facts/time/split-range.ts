import type { TimeRepair } from '../../model/time-remarks.ts';

/** The two ends of a range. */
export interface RangeTexts {
  /** Empty or `..` if open. */
  readonly start: string;
  readonly end: string;
  readonly repairs: readonly TimeRepair[];
}

/** A range in words, or with a dash between blanks. */
const wordedRange = /^(?:from |between )?(\S.*?) (?:to|until|till|through|thru|and|-) (\S.*)$/isu;
const dottedRange = /^([^.]+)\.\.([^.]+)$/u;
const sinceThen = /^(?:since|from|after) (\S.*)$/iu;
const onwards = /^(\S.*?) (?:onwards?|and later|and after)$/iu;
const untilThen = /^(?:until|till|to|up to|before) (\S.*)$/iu;

/**
 * Splits a range at the slash of ISO 8601 (2004, 4.4.2), or at a common substitute. Does not check
 * whether the parts are times.
 * @param text with single blanks
 */
export function splitRange(text: string): RangeTexts | undefined {
  return (
    splitAtMiddle(text, '/', []) ?? splitAtWords(text) ?? splitAtMiddle(text, '-', ['separator'])
  );
}

/** Splits at the middle one of an odd number of separators, since dates may contain some. */
function splitAtMiddle(
  text: string,
  sign: string,
  repairs: readonly TimeRepair[],
): RangeTexts | undefined {
  const parts = text.split(sign);
  if (parts.length % 2 === 1) return undefined;
  const half = parts.length / 2;
  return {
    start: parts.slice(0, half).join(sign).trim(),
    end: parts.slice(half).join(sign).trim(),
    repairs,
  };
}

function splitAtWords(text: string): RangeTexts | undefined {
  const both = wordedRange.exec(text) ?? dottedRange.exec(text);
  if (both !== null) return createRange(both[1], both[2], ['separator']);
  const since = sinceThen.exec(text) ?? onwards.exec(text);
  if (since !== null) return createRange(since[1], '..', ['open-end']);
  const until = untilThen.exec(text);
  if (until !== null) return createRange('..', until[1], ['open-end']);
  const [start, end, ...more] = text.split('--');
  return end === undefined || more.length > 0 ? undefined : createRange(start, end, ['separator']);
}

function createRange(start = '', end = '', repairs: readonly TimeRepair[] = []): RangeTexts {
  return { start: start.trim(), end: end.trim(), repairs };
}
