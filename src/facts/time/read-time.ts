import type { AgeRange, Period } from '../../model/search-facts.ts';
import type { TimeAsText, TimeFault, TimeRemark, TimeRepair } from '../../model/time-remarks.ts';
import { type Era, eraNamed } from './era-named.ts';
import { periodText } from './period-text.ts';
import { ageBetween, readAge } from './read-age.ts';
import { type PeriodReading, readPeriod } from './read-period.ts';
import { dcmiPeriod, listedTimes } from './several-times.ts';
import { splitRange } from './split-range.ts';

/** The result of reading a text about a time. */
export interface TimeReading {
  readonly periods: readonly Period[];
  readonly ages: readonly AgeRange[];
  /** Searchable texts: times that are no period, and names of eras. */
  readonly names: readonly string[];
  readonly remarks: readonly TimeRemark[];
}

/** Longer texts are cut, so that the size of search facts is bounded. */
const maxNameCharacters = 500;

/** A proposal of the CDIF book puts the class before the numbers. */
const className = /^time:[A-Za-z]+ ?-? ?(?=\d)/u;
const iri = /^[a-z][a-z\d+.-]*:\S+$/iu;
const otherCalendar =
  /\[u-ca=|\b(?:AH|anno hegirae|hijri|hegira|hebrew|minguo|heisei|reiwa|showa|taisho|meiji|julian|coptic|buddhist)\b/iu;
const cycle =
  /\b(?:annual(?:ly)?|yearly|monthly|weekly|daily|hourly|seasonal(?:ly)?|every|periodic(?:ally)?|recurring)\b/iu;
/** Up to four words without digits. */
const fewWords = /^[\p{L}\p{M}'’.()-]+(?: [\p{L}\p{M}'’.()-]+){0,3}$/u;

/**
 * Reads a text about a time: a calendar period, an age, or an era of the earth by name. Other texts
 * stay searchable as text. Never throws; linear time.
 */
export function readTime(text: string): TimeReading {
  const value = text.trim();
  return (
    readSingleTime(value) ??
    readDcmiPeriod(value) ??
    readListed(value) ??
    asText(value, reasonForText(value))
  );
}

/** A single period, age or era, or a range. */
function readSingleTime(value: string): TimeReading | undefined {
  const bare = value.replace(className, '');
  const age = readAge(bare);
  if (age !== undefined) {
    const before: readonly TimeRepair[] = bare === value ? [] : ['misplaced'];
    return createAgeReading(value, age.age, [...before, ...age.repairs]);
  }
  const period = readPeriod(value);
  if (period !== undefined) return createPeriodReading(value, period);
  const eras = readEras(value);
  return eras === undefined ? undefined : createEraReading(value, eras);
}

function readDcmiPeriod(value: string): TimeReading | undefined {
  const parts = value.length > maxNameCharacters ? undefined : dcmiPeriod(value);
  if (otherCalendar.test(parts?.scheme ?? '')) return asText(value, 'calendar');
  const reading = parts === undefined ? undefined : readSingleTime(parts.interval);
  if (parts?.name === undefined || reading === undefined) return reading;
  return { ...reading, names: [...reading.names, parts.name] };
}

/** A list in which every part is a period, age or era. */
function readListed(value: string): TimeReading | undefined {
  if (value.length > maxNameCharacters) return undefined;
  const readings = listedTimes(value).map(readSingleTime);
  const times = readings
    .filter((reading) => reading !== undefined)
    .filter(({ periods, ages }) => periods.length + ages.length > 0);
  if (times.length === 0 || times.length < readings.length) return undefined;
  const periods = times.flatMap((time) => time.periods);
  const ages = times.flatMap((time) => time.ages);
  const shown = [...periods.map(periodText), ...ages.map(ageText)].join(', ');
  return {
    periods,
    ages,
    names: times.flatMap(({ names }) => names),
    remarks: [...times.flatMap(({ remarks }) => remarks), ...repaired(value, ['separator'], shown)],
  };
}

/** A time that can only be searched as text. */
export function asText(value: string, reason: TimeAsText): TimeReading {
  const names = [value.slice(0, maxNameCharacters)];
  return { ...emptyReading, names, remarks: [{ kind: 'time-as-text', value, reason }] };
}

/** The result for an unusable time. */
export function unusable(value: string, reason: TimeFault): TimeReading {
  return { ...emptyReading, remarks: [{ kind: 'time-unusable', value, reason }] };
}

/** Formats an age. */
export function ageText({ older, younger }: AgeRange): string {
  return `${older}/${younger} Ma`;
}

const emptyReading: TimeReading = { periods: [], ages: [], names: [], remarks: [] };

function createPeriodReading(value: string, reading: PeriodReading): TimeReading {
  switch (reading.kind) {
    case 'period': {
      const { period, repairs } = reading;
      const remarks = repaired(value, repairs, periodText(period));
      return { ...emptyReading, periods: [period], remarks };
    }
    case 'age':
      return createAgeReading(value, reading.age, reading.repairs);
    case 'as-text':
      return asText(value, reading.reason);
    case 'unusable':
      return unusable(value, reading.reason);
  }
}

function createAgeReading(
  value: string,
  age: AgeRange,
  repairs: readonly TimeRepair[],
): TimeReading {
  return { ...emptyReading, ages: [age], remarks: repaired(value, repairs, ageText(age)) };
}

/**
 * One remark for each repair of a time.
 * @param result the repaired time
 */
export function repaired(
  value: string,
  repairs: readonly TimeRepair[],
  result: string,
): readonly TimeRemark[] {
  return repairs.map((repair) => ({ kind: 'time-repaired', value, repair, result }));
}

const present = /^(?:the )?(?:present|today|now|recent)(?: day)?$/iu;
const today: Era = { name: 'Holocene', older: 0, younger: 0 };

/** The first and last of several eras; the same for a single one. */
function readEras(value: string): readonly [first: Era, last: Era] | undefined {
  const single = eraNamed(value);
  if (single !== undefined) return [single, single];
  const range = value.length > maxNameCharacters ? undefined : splitRange(value);
  const last = present.test(range?.end ?? '') ? today : eraNamed(range?.end ?? '');
  const first = eraNamed(range?.start ?? '');
  return first === undefined || last === undefined ? undefined : [first, last];
}

function createEraReading(value: string, eras: readonly [first: Era, last: Era]): TimeReading {
  const { age, repairs } = ageBetween(...eras);
  const written = iri.test(value) ? [] : [value];
  return {
    ...emptyReading,
    ages: [age],
    names: [...new Set([...written, ...eras.map(({ name }) => name)])],
    remarks: repaired(value, repairs, ageText(age)),
  };
}

function reasonForText(value: string): TimeAsText {
  const start = value.slice(0, maxNameCharacters);
  if (iri.test(start)) return 'unknown-era';
  if (otherCalendar.test(start)) return 'calendar';
  if (cycle.test(start)) return 'cycle';
  return fewWords.test(start) ? 'unknown-era' : 'prose';
}
