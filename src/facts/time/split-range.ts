import type { TimeRepair } from '../../model/time-remarks.ts';

/** A text of a time that has two ends. */
export interface RangeTexts {
  /** Empty or `..` where it is open. */
  readonly start: string;
  readonly end: string;
  readonly repairs: readonly TimeRepair[];
}

/** From one to the other, in words or with a dash between blanks. */
const worded = /^(?:from |between )?(\S.*?) (?:to|until|till|through|thru|and|-) (\S.*)$/isu;
const dotted = /^([^.]+)\.\.([^.]+)$/u;
const sinceThen = /^(?:since|from|after) (\S.*)$/iu;
const onwards = /^(\S.*?) (?:onwards?|and later|and after)$/iu;
const untilThen = /^(?:until|till|to|up to|before) (\S.*)$/iu;

/**
 * Takes a text apart that says from when to when: with the solidus of ISO 8601 (2004, 4.4.2), or with what is written instead.
 * Says nothing of whether the parts are times.
 * @param text with single blanks
 */
export function splitRange(text: string): RangeTexts | undefined {
  return (
    splitAtMiddle(text, '/', []) ?? splitAtWords(text) ?? splitAtMiddle(text, '-', ['separator'])
  );
}

/** At the middle one of an odd number of signs: dates can have some themselves. */
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
  const both = worded.exec(text) ?? dotted.exec(text);
  if (both !== null) return ends(both[1], both[2], ['separator']);
  const since = sinceThen.exec(text) ?? onwards.exec(text);
  if (since !== null) return ends(since[1], '..', ['open-end']);
  const until = untilThen.exec(text);
  if (until !== null) return ends('..', until[1], ['open-end']);
  const [start, end, ...more] = text.split('--');
  return end === undefined || more.length > 0 ? undefined : ends(start, end, ['separator']);
}

function ends(start = '', end = '', repairs: readonly TimeRepair[] = []): RangeTexts {
  return { start: start.trim(), end: end.trim(), repairs };
}
