import type { AgeRange, TimeRepair } from '../../model/search-facts.ts';
import { trimEndCharacters } from '../../text/clean-text.ts';

/** An age, with the repairs made to read it. */
interface ReadAge {
  readonly age: AgeRange;
  readonly repairs: readonly TimeRepair[];
}

/** Longer texts are prose. */
const maxCharacters = 200;

/** In million years: the universe is not older. */
const maxAge = 13_800;

/** Every unit contains a letter. */
const letter = /[a-z]/iu;
const number = String.raw`(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)`;
const unitPattern = String.raw`([a-z][a-z. -]*?)`;
const rangeForm = new RegExp(
  `^${number} ?${unitPattern}? ?(?:-|/|\\.\\.|to|and|until) ?${number} ?${unitPattern}$`,
  'iu',
);
const singleForm = new RegExp(`^${number} ?${unitPattern}$`, 'iu');
const margin = / ?(?:±|\+\/-) ?\d+(?:\.\d+)?/gu;
const about = /^(?:~|circa |ca?\. ?|ca |about |approx(?:imately|\.) )/iu;
const dashes = /[\u2010-\u2015\u2212]/gu;

/**
 * Reads an age or a range of ages with unit, in either order: `250 Ma`, `300-250 Ma`, `300..250Ma`,
 * `11,700 yr BP`. Never throws; linear time.
 * @returns undefined for other texts, and without a unit of ages
 */
export function readAge(text: string): ReadAge | undefined {
  const trimmed = text.trim();
  if (trimmed.length > maxCharacters || !letter.test(trimmed)) return undefined;
  const plain = trimmed.replaceAll(dashes, '-').replaceAll(/\s+/gu, ' ');
  const exact = plain.replaceAll(margin, '').replace(about, '');
  const ages = parseAges(exact);
  const [first] = ages;
  const last = ages.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const before: readonly TimeRepair[] = exact === plain ? [] : ['about'];
  const { age, repairs } = ageBetween(first.age, last.age);
  return { age, repairs: [...before, ...new Set([...first.repairs, ...last.repairs]), ...repairs] };
}

/**
 * The range of two ages. They are swapped if the first is younger at both ends: "Permian to
 * Triassic" is in order although the ranges touch.
 */
export function ageBetween(first: AgeRange, last: AgeRange): ReadAge {
  const isReversed = first.older < last.older && first.younger < last.younger;
  return {
    age: {
      older: Math.max(first.older, last.older),
      younger: Math.min(first.younger, last.younger),
    },
    repairs: isReversed ? ['reversed'] : [],
  };
}

/** One or two ages; empty for other texts. */
function parseAges(text: string): readonly ReadAge[] {
  const range = rangeForm.exec(text);
  const [, one, oneUnit = range?.[4], other, otherUnit] = range ?? singleForm.exec(text) ?? [];
  const first = parseAge(one, oneUnit);
  const last = range === null ? first : parseAge(other, otherUnit);
  return first === undefined || last === undefined ? [] : [first, last];
}

function parseAge(count = '', unitText = ''): ReadAge | undefined {
  const found = readAgeUnit(unitText);
  if (found === undefined || !found.isPast) return undefined;
  const millions = toMillionYears(Number(count.replaceAll(',', '')), found.years);
  if (millions > maxAge) return undefined;
  const age = { older: millions, younger: millions };
  return { age, repairs: found.isOtherScale ? ['age-scale'] : [] };
}

/** The origin of "before present" (Stuiver and Polach 1977). */
const present = 1950;

/** A unit of ages. */
interface AgeUnit {
  readonly years: number;
  /** Whether it counts backwards; plain years do not. */
  readonly isPast: boolean;
  /** Whether it counts other years than calendar years before 1950. */
  readonly isOtherScale: boolean;
}

const multiples: readonly (readonly [form: RegExp, years: number])[] = [
  [/^(?:ga|gyr?s?|gya|gigaann(?:um|us)|gigayears?|billions?(?:of)?years?)$/u, 1e9],
  [/^(?:ma|myr?s?|mya|megaann(?:um|us)|megayears?|millions?(?:of)?years?)$/u, 1e6],
  [/^(?:ka|kyr?s?|kya|kiloann(?:um|us)|kiloyears?|thousands?(?:of)?years?)$/u, 1e3],
];
const pastWords =
  /^cal(?:ibrated)?(?=.)|^uncal(?:ibrated)?(?=.)|(?:beforepresent|bp|ago|old|b2k)?(?:(?:un)?cal(?:ibrated)?|radiocarbon)?$/gu;
const pastMark = /beforepresent|bp|ago|b2k/u;
/** Before 2000, or uncalibrated radiocarbon years. */
const otherScaleMark = /b2k|uncal|radiocarbon/u;
const yearWords = /^(?:a|ann(?:um|us)|y|yrs?|years?|)$/u;

/**
 * Reads a unit of ages: `Ma`, `ka BP`, `million years ago`, `cal yr BP`, or the name of a temporal
 * reference system such as `MillionsOfYearsAgo`.
 */
export function readAgeUnit(text: string): AgeUnit | undefined {
  const letters = text.toLowerCase().replaceAll(/[^a-z\d]/gu, '');
  if (letters === '' || letters.length > 60) return undefined;
  const unit = letters.replaceAll(pastWords, '');
  const multiple = multiples.find(([form]) => form.test(unit))?.[1];
  const isOtherScale = otherScaleMark.test(letters);
  if (multiple !== undefined) return { years: multiple, isPast: true, isOtherScale };
  if (!yearWords.test(unit)) return undefined;
  return { years: 1, isPast: pastMark.test(letters), isOtherScale };
}

/** Age of a year in million years; 0 from 1950 on. */
export function yearsAgo(year: number): number {
  return toMillionYears(Math.max(0, present - year), 1);
}

/**
 * Converts to million years, without binary rounding noise.
 * @param years length of the unit in years
 */
export function toMillionYears(count: number, years: number): number {
  return Number(((count * years) / 1e6).toPrecision(12));
}

/** The unit counted by a temporal reference system. */
export type TimeCount =
  | ({ readonly kind: 'age' } & AgeUnit)
  /** Calendar years, perhaps with a fraction. */
  | { readonly kind: 'calendar-year' }
  /** Seconds since 1970. */
  | { readonly kind: 'unix-time' }
  /** Another calendar or clock. */
  | { readonly kind: 'other' };

const inMillionYears: AgeUnit = { years: 1e6, isPast: true, isOtherScale: false };
const geologic = /^(?:chronometric)?geologictime$/u;

/**
 * The unit of a temporal reference system, by the local part of its IRI or name: OGC's
 * `ChronometricGeologicTime` (Ma), `UnixTime` and Gregorian calendar, and names such as
 * `MillionsOfYearsAgo` or `BeforePresent`.
 */
export function readTimeCount(referenceSystem: string): TimeCount {
  const local = trimEndCharacters(referenceSystem.slice(-200), '/#').split(/[/#:]/u).at(-1) ?? '';
  const name = local.toLowerCase().replaceAll(/[^a-z\d]/gu, '');
  if (geologic.test(name)) return { kind: 'age', ...inMillionYears };
  if (name === 'unixtime') return { kind: 'unix-time' };
  if (name.includes('gregorian') || name === 'iso8601') return { kind: 'calendar-year' };
  const unit = readAgeUnit(local);
  return unit === undefined ? { kind: 'other' } : { kind: 'age', ...unit };
}

/**
 * Whether two units are compatible. A plain year is compatible with the calendar and with years
 * before present.
 */
export function isSameCount(one: TimeCount, other: TimeCount): boolean {
  if (one.kind !== 'age' || other.kind !== 'age') {
    return one.kind === other.kind || (one.kind === 'calendar-year' && isPlainYear(other));
  }
  return one.years === other.years;
}

function isPlainYear(count: TimeCount): boolean {
  return count.kind === 'age' && count.years === 1 && !count.isPast;
}
