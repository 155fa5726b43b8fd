/** The origin of "before present" (Stuiver and Polach 1977). */
const present = 1950;

/** A unit of ages. */
export interface AgeUnit {
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
  return inMillions(Math.max(0, present - year), 1);
}

/**
 * Converts to million years, without binary rounding noise.
 * @param years length of the unit in years
 */
export function inMillions(count: number, years: number): number {
  return Number(((count * years) / 1e6).toPrecision(12));
}
