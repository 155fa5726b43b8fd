import type { TimeRepair } from '../../model/time-remarks.ts';

/** The zone of a time of day. */
export interface Zone {
  /** Minutes east of UTC, if a zone was given. */
  readonly offset?: number;
  readonly repairs: readonly TimeRepair[];
}

/** Zones of ISO 8601. */
const plainForm = /^(?:z|[+-]\d{2}(?::?\d{2})?)$/iu;
/** A zone at the start of a text: letters, an offset, or both. */
const zoneForm = /^\s*(?:utc?|gmt|z)?\s*(?:([+-])(\d{2}):?(\d{2})?(?!\d))?/iu;
/** Zone names as written by JavaScript, or a misplaced fraction. */
const behindZone = /^(?:\s*\([^()]*\)|\.\d+)?$/u;
const minutesInDay = 1440;

/**
 * Reads the text after a time: empty, or a zone. Of two zones the first counts.
 * @returns 'impossible' for offsets of a day or more; undefined for other texts
 */
export function readZone(text: string): Zone | 'impossible' | undefined {
  if (text === '') return { repairs: [] };
  const [matched, sign, hours, minutes] = zoneForm.exec(text) ?? [''];
  if (matched.trim() === '' || !isAllowedAfterZone(text.slice(matched.length))) return undefined;
  const east = parseOffset(hours, minutes);
  if (east === undefined) return 'impossible';
  return { offset: sign === '-' ? -east : east, repairs: plainForm.test(text) ? [] : ['zone'] };
}

function parseOffset(hours = '0', minutes = '0'): number | undefined {
  const east = Number(hours) * 60 + Number(minutes);
  return Number(minutes) > 59 || east >= minutesInDay ? undefined : east;
}

function isAllowedAfterZone(text: string): boolean {
  return behindZone.test(text) || behindZone.test(text.replace(zoneForm, ''));
}
