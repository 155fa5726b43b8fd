import { isNil } from '../text/nil.ts';

/** What programs write where they know no time, and nowhere else. */
const notATime = /^(?:nat|invalid date|not set|<none>|0000-00-00(?:[T ]00:00:00(?:\.0+)?)?Z?)$/iu;

/** Whether a text says that a time is not known, or nothing. */
export function isUnknownTime(text: string): boolean {
  return isNil(text) || notATime.test(text.trim());
}
