import { isNil } from '../text/nil.ts';

/** What programs write for unknown times only. */
const notATime = /^(?:nat|invalid date|not set|<none>|0000-00-00(?:[T ]00:00:00(?:\.0+)?)?Z?)$/iu;

/** Whether a text states an unknown time, or nothing. */
export function isUnknownTime(text: string): boolean {
  return isNil(text) || notATime.test(text.trim());
}
