import type { AgeRange, Period } from '../../model/search-facts.ts';
import type { TimeAsText, TimeFault, TimeRemark, TimeRepair } from '../../model/time-remarks.ts';
import { type Era, eraNamed } from './era-named.ts';
import { periodText } from './period-text.ts';
import { ageBetween, readAge } from './read-age.ts';
import { type PeriodReading, readPeriod } from './read-period.ts';
import { dcmiPeriod, listedTimes } from './several-times.ts';
import { splitRange } from './split-range.ts';

/** What a text about a time says, and what there is to say of it. */
export interface TimeReading {
  readonly periods: readonly Period[];
  readonly ages: readonly AgeRange[];
  /** What can be searched as text: what is a time but no period, and the names of eras. */
  readonly names: readonly string[];
  readonly remarks: readonly TimeRemark[];
}

/** So much of a text is kept as a name: the facts of a record must not be as long as a stranger likes. */
const maxNameCharacters = 500;

/** A proposal of the CDIF book writes the class before the numbers. */
const className = /^time:[A-Za-z]+ ?-? ?(?=\d)/u;
const iri = /^[a-z][a-z\d+.-]*:\S+$/iu;
const otherCalendar =
  /\[u-ca=|\b(?:AH|anno hegirae|hijri|hegira|hebrew|minguo|heisei|reiwa|showa|taisho|meiji|julian|coptic|buddhist)\b/iu;
const cycle =
  /\b(?:annual(?:ly)?|yearly|monthly|weekly|daily|hourly|seasonal(?:ly)?|every|periodic(?:ally)?|recurring)\b/iu;
/** Up to four words without digits. */
const fewWords = /^[\p{L}\p{M}'’.()-]+(?: [\p{L}\p{M}'’.()-]+){0,3}$/u;

/**
 * Reads a text about a time: a period of the calendar, an age, or an era of the earth by name; what is none of them stays
 * searchable as text. Total: any text, in time linear in its length.
 */
export function readTime(text: string): TimeReading {
  const value = text.trim();
  return (
    readAlone(value) ??
    readDcmiPeriod(value) ??
    readListed(value) ??
    asText(value, reasonFor(value))
  );
}

/** One period, age or era, or a range of them. */
function readAlone(value: string): TimeReading | undefined {
  const bare = value.replace(className, '');
  const age = readAge(bare);
  if (age !== undefined) {
    const before: readonly TimeRepair[] = bare === value ? [] : ['misplaced'];
    return agesReading(value, age.age, [...before, ...age.repairs]);
  }
  const period = readPeriod(value);
  if (period !== undefined) return ofPeriod(value, period);
  const eras = readEras(value);
  return eras === undefined ? undefined : erasReading(value, eras);
}

function readDcmiPeriod(value: string): TimeReading | undefined {
  const parts = value.length > maxNameCharacters ? undefined : dcmiPeriod(value);
  if (otherCalendar.test(parts?.scheme ?? '')) return asText(value, 'calendar');
  const reading = parts === undefined ? undefined : readAlone(parts.interval);
  if (parts?.name === undefined || reading === undefined) return reading;
  return { ...reading, names: [...reading.names, parts.name] };
}

/** Several periods, ages or eras, if all of a list are. */
function readListed(value: string): TimeReading | undefined {
  if (value.length > maxNameCharacters) return undefined;
  const readings = listedTimes(value).map(readAlone);
  const times = readings.filter((reading) => reading !== undefined).filter(isSearchable);
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

function isSearchable({ periods, ages }: TimeReading): boolean {
  return periods.length + ages.length > 0;
}

/** What a text says that is a time, but can only be searched as text. */
export function asText(value: string, reason: TimeAsText): TimeReading {
  const names = [value.slice(0, maxNameCharacters)];
  return { ...nothing, names, remarks: [{ kind: 'time-as-text', value, reason }] };
}

/** A time of which nothing comes. */
export function unusable(value: string, reason: TimeFault): TimeReading {
  return { ...nothing, remarks: [{ kind: 'time-unusable', value, reason }] };
}

/** An age as it is shown. */
export function ageText({ older, younger }: AgeRange): string {
  return `${older}/${younger} Ma`;
}

const nothing: TimeReading = { periods: [], ages: [], names: [], remarks: [] };

function ofPeriod(value: string, reading: PeriodReading): TimeReading {
  switch (reading.kind) {
    case 'period': {
      const { period, repairs } = reading;
      const remarks = repaired(value, repairs, periodText(period));
      return { ...nothing, periods: [period], remarks };
    }
    case 'age':
      return agesReading(value, reading.age, reading.repairs);
    case 'as-text':
      return asText(value, reading.reason);
    case 'unusable':
      return unusable(value, reading.reason);
  }
}

function agesReading(value: string, age: AgeRange, repairs: readonly TimeRepair[]): TimeReading {
  return { ...nothing, ages: [age], remarks: repaired(value, repairs, ageText(age)) };
}

/** A remark for each repair of a time. @param result what the time is now */
export function repaired(
  value: string,
  repairs: readonly TimeRepair[],
  result: string,
): readonly TimeRemark[] {
  return repairs.map((repair) => ({ kind: 'time-repaired', value, repair, result }));
}

const present = /^(?:the )?(?:present|today|now|recent)(?: day)?$/iu;
const today: Era = { name: 'Holocene', older: 0, younger: 0 };

/** The first and the last of several eras; one alone is both. */
function readEras(value: string): readonly [first: Era, last: Era] | undefined {
  const single = eraNamed(value);
  if (single !== undefined) return [single, single];
  const range = value.length > maxNameCharacters ? undefined : splitRange(value);
  const last = present.test(range?.end ?? '') ? today : eraNamed(range?.end ?? '');
  const first = eraNamed(range?.start ?? '');
  return first === undefined || last === undefined ? undefined : [first, last];
}

function erasReading(value: string, eras: readonly [first: Era, last: Era]): TimeReading {
  const { age, repairs } = ageBetween(...eras);
  const written = iri.test(value) ? [] : [value];
  return {
    ...nothing,
    ages: [age],
    names: [...new Set([...written, ...eras.map(({ name }) => name)])],
    remarks: repaired(value, repairs, ageText(age)),
  };
}

function reasonFor(value: string): TimeAsText {
  const start = value.slice(0, maxNameCharacters);
  if (iri.test(start)) return 'unknown-era';
  if (otherCalendar.test(start)) return 'calendar';
  if (cycle.test(start)) return 'cycle';
  return fewWords.test(start) ? 'unknown-era' : 'prose';
}
