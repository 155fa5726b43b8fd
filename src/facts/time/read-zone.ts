import type { TimeRepair } from '../../model/time-remarks.ts';

/** The zone of a time of day. */
export interface Zone {
  /** Minutes east of UTC, where one was given. */
  readonly offset?: number;
  readonly repairs: readonly TimeRepair[];
}

/** What ISO 8601 has, where it may have it. */
const plainForm = /^(?:z|[+-]\d{2}(?::?\d{2})?)$/iu;
/** A zone at the start of a text: letters, an offset, or both. */
const zoneForm = /^\s*(?:utc?|gmt|z)?\s*(?:([+-])(\d{2}):?(\d{2})?(?!\d))?/iu;
/** What JavaScript writes behind a zone, and what a program wrote that put the fraction behind it. */
const behindZone = /^(?:\s*\([^()]*\)|\.\d+)?$/u;
const minutesInDay = 1440;

/**
 * Reads what stands behind a time: nothing, a zone, a zone in letters, or two zones, of which the first counts.
 * @returns 'impossible' where no place has it; undefined where it is no zone
 */
export function readZone(text: string): Zone | 'impossible' | undefined {
  if (text === '') return { repairs: [] };
  const [matched, sign, hours, minutes] = zoneForm.exec(text) ?? [''];
  if (matched.trim() === '' || !isEnd(text.slice(matched.length))) return undefined;
  const east = eastOf(hours, minutes);
  if (east === undefined) return 'impossible';
  return { offset: sign === '-' ? -east : east, repairs: plainForm.test(text) ? [] : ['zone'] };
}

function eastOf(hours = '0', minutes = '0'): number | undefined {
  const east = Number(hours) * 60 + Number(minutes);
  return Number(minutes) > 59 || east >= minutesInDay ? undefined : east;
}

function isEnd(text: string): boolean {
  return behindZone.test(text) || behindZone.test(text.replace(zoneForm, ''));
}
