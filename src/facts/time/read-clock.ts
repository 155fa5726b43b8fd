import type { TimeRepair } from '../../model/time-remarks.ts';
import { secondsInDay } from './moment.ts';
import { readZone } from './read-zone.ts';

/** A time of day. */
export interface Clock {
  /** Seconds since midnight; 86,400 for 24:00. */
  readonly second: number;
  /** Precision in seconds: an hour, a minute or a second. */
  readonly length: number;
  /** Minutes east of UTC, if a zone was given. */
  readonly offset?: number;
  readonly repairs: readonly TimeRepair[];
}

type ClockGroups = readonly (string | undefined)[];

/** Groups: hours, minutes, seconds, rest. */
const clockForms = [
  /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?(?!\d)(.*)$/u,
  /^(\d{2})(?:(\d{2})(?:(\d{2})(?:[.,]\d+)?)?)?(?!\d)(.*)$/u,
];
const halfForm = /^\s*([ap])\.?m\.?(?![a-z])/iu;

/**
 * Reads a time of day: `12`, `12:27`, `12:27:09.5`, `122709`, with or without zone. A leap second
 * becomes the second before, since xsd:dateTime has none; fractions are dropped.
 * @returns 'impossible' for times that do not exist; undefined for other texts
 */
export function readClock(text: string): Clock | 'impossible' | undefined {
  const groups = clockForms.map((form) => form.exec(text)).find((found) => found !== null);
  if (groups === undefined) return undefined;
  const [, hours, minutes, seconds, behind = ''] = groups;
  const half = halfForm.exec(behind);
  const second = parseSecond(parseHour(Number(hours), half), minutes, seconds);
  const zone = readZone(half === null ? behind : behind.slice(half[0].length));
  if (second === undefined || zone === 'impossible') return 'impossible';
  if (zone === undefined) return undefined;
  const repairs: readonly TimeRepair[] =
    half === null ? zone.repairs : [...zone.repairs, 'separator'];
  return { ...zone, second, length: second === secondsInDay ? 1 : clockPrecision(groups), repairs };
}

function parseHour(hour: number, half: ClockGroups | null): number {
  if (half === null) return hour;
  return (hour % 12) + (half[1]?.toLowerCase() === 'p' ? 12 : 0);
}

function parseSecond(hour: number, minutes = '0', seconds = '0'): number | undefined {
  const minute = Number(minutes);
  const second = Number(seconds);
  const total = hour * 3600 + minute * 60 + Math.min(second, 59);
  return minute > 59 || second > 60 || total > secondsInDay ? undefined : total;
}

function clockPrecision([, , minutes, seconds]: ClockGroups): number {
  if (seconds !== undefined) return 1;
  return minutes === undefined ? 3600 : 60;
}
