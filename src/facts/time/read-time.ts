import type {
  AgeRange,
  Period,
  TimeAsText,
  TimeFault,
  TimeRemark,
  TimeRepair,
} from '../../model/search-facts.ts';
import { ageBetween, readAge } from './age.ts';
import { type Era, findEra } from './eras.ts';
import { formatPeriod } from './calendar.ts';
import { type PeriodReading, readPeriod, splitRange } from './read-period.ts';

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
    timeAsText(value, reasonForText(value))
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
  const parts = value.length > maxNameCharacters ? undefined : parseDcmiPeriod(value);
  if (otherCalendar.test(parts?.scheme ?? '')) return timeAsText(value, 'calendar');
  const reading = parts === undefined ? undefined : readSingleTime(parts.interval);
  if (parts?.name === undefined || reading === undefined) return reading;
  return { ...reading, names: [...reading.names, parts.name] };
}

/** A list in which every part is a period, age or era. */
function readListed(value: string): TimeReading | undefined {
  if (value.length > maxNameCharacters) return undefined;
  const readings = splitTimeList(value).map(readSingleTime);
  const times = readings
    .filter((reading) => reading !== undefined)
    .filter(({ periods, ages }) => periods.length + ages.length > 0);
  if (times.length === 0 || times.length < readings.length) return undefined;
  return addRepair(value, concatTimeReadings(times), 'separator');
}

/** A time that can only be searched as text. */
export function timeAsText(value: string, reason: TimeAsText): TimeReading {
  const names = [value.slice(0, maxNameCharacters)];
  return { ...emptyReading, names, remarks: [{ kind: 'time-as-text', value, reason }] };
}

/** The result for an unusable time. */
export function unusableTime(value: string, reason: TimeFault): TimeReading {
  return { ...emptyReading, remarks: [{ kind: 'time-unusable', value, reason }] };
}

/** Formats an age. */
export function formatAge({ older, younger }: AgeRange): string {
  return `${older}/${younger} Ma`;
}

const emptyReading: TimeReading = { periods: [], ages: [], names: [], remarks: [] };

function createPeriodReading(value: string, reading: PeriodReading): TimeReading {
  switch (reading.kind) {
    case 'period': {
      const { period, repairs } = reading;
      const remarks = timeRepairRemarks(value, repairs, formatPeriod(period));
      return { ...emptyReading, periods: [period], remarks };
    }
    case 'age':
      return createAgeReading(value, reading.age, reading.repairs);
    case 'as-text':
      return timeAsText(value, reading.reason);
    case 'unusable':
      return unusableTime(value, reading.reason);
  }
}

function createAgeReading(
  value: string,
  age: AgeRange,
  repairs: readonly TimeRepair[],
): TimeReading {
  return {
    ...emptyReading,
    ages: [age],
    remarks: timeRepairRemarks(value, repairs, formatAge(age)),
  };
}

/**
 * One remark for each repair of a time.
 * @param result the repaired time
 */
export function timeRepairRemarks(
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
  const single = findEra(value);
  if (single !== undefined) return [single, single];
  const range = value.length > maxNameCharacters ? undefined : splitRange(value);
  const last = present.test(range?.end ?? '') ? today : findEra(range?.end ?? '');
  const first = findEra(range?.start ?? '');
  return first === undefined || last === undefined ? undefined : [first, last];
}

function createEraReading(value: string, eras: readonly [first: Era, last: Era]): TimeReading {
  const { age, repairs } = ageBetween(...eras);
  const written = iri.test(value) ? [] : [value];
  return {
    ...emptyReading,
    ages: [age],
    names: [...new Set([...written, ...eras.map(({ name }) => name)])],
    remarks: timeRepairRemarks(value, repairs, formatAge(age)),
  };
}

function reasonForText(value: string): TimeAsText {
  const start = value.slice(0, maxNameCharacters);
  if (iri.test(start)) return 'unknown-era';
  if (otherCalendar.test(start)) return 'calendar';
  if (cycle.test(start)) return 'cycle';
  return fewWords.test(start) ? 'unknown-era' : 'prose';
}

/**
 * Reads a time with separate start and end: a calendar interval, open if one is missing; or the
 * range of two ages or eras. A single age stands for itself.
 */
export function readTimeBetween(start: string | undefined, end: string | undefined): TimeReading {
  if (start === undefined || end === undefined) return readOneEnd(start, end);
  const ends = [readTime(start), readTime(end)] as const;
  const [first, last] = ends.map(({ ages }) => ages[0]);
  const value = `${start}/${end}`;
  const all = concatTimeReadings(ends);
  if (first !== undefined && last !== undefined) {
    const { age, repairs } = ageBetween(first, last);
    const remarks = [...all.remarks, ...timeRepairRemarks(value, repairs, formatAge(age))];
    return { ...all, ages: [age], remarks };
  }
  // If only one end is an age, both ends are kept separately.
  if (all.ages.length > 0) return addRepair(value, all, 'ends-apart');
  return ends.every(({ names }) => names.length > 0) ? all : readTime(value);
}

/** Concatenates readings; names without duplicates. */
export function concatTimeReadings(readings: readonly TimeReading[]): TimeReading {
  return {
    periods: readings.flatMap(({ periods }) => periods),
    ages: readings.flatMap(({ ages }) => ages),
    names: [...new Set(readings.flatMap(({ names }) => names))],
    remarks: readings.flatMap(({ remarks }) => remarks),
  };
}

function readOneEnd(start: string | undefined, end: string | undefined): TimeReading {
  const value = start ?? end ?? '';
  const alone = readTime(value);
  if (alone.ages.length > 0) return addRepair(value, alone, 'ends-apart');
  return alone.periods.length === 0 ? alone : readTime(`${start ?? '..'}/${end ?? '..'}`);
}

/** Adds a remark about the repair of a reading with any number of times. */
function addRepair(value: string, reading: TimeReading, repair: TimeRepair): TimeReading {
  const result = [...reading.periods.map(formatPeriod), ...reading.ages.map(formatAge)].join(', ');
  const remarks = [...reading.remarks, ...timeRepairRemarks(value, [repair], result)];
  return { ...reading, remarks };
}

/** Longer lists do not occur. */
const maxTimes = 50;

/**
 * Parses a DCMI Period: `name=The Great Depression; start=1929; end=1939;` (DCMI Period Encoding
 * Scheme). The default scheme is W3C-DTF, a profile of ISO 8601.
 * @returns undefined without start and end
 */
function parseDcmiPeriod(text: string) {
  if (!/\b(?:start|end)\s*=/iu.test(text)) return undefined;
  const parts = new Map<string, string>();
  for (const part of text.split(';')) {
    const at = part.indexOf('=');
    if (at > 0) parts.set(part.slice(0, at).trim().toLowerCase(), part.slice(at + 1).trim());
  }
  const { start, end, name, scheme } = Object.fromEntries(parts);
  if (start === undefined && end === undefined) return undefined;
  return { interval: `${start ?? '..'}/${end ?? '..'}`, name, scheme };
}

/** The parts of a list with commas or semicolons; empty for other texts and long lists. */
function splitTimeList(text: string): readonly string[] {
  const parts = text.split(text.includes(';') ? ';' : ',').map((part) => part.trim());
  return parts.length > 1 && parts.length <= maxTimes ? parts.filter((part) => part !== '') : [];
}
