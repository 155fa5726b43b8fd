/** What "before present" counts from (Stuiver and Polach 1977: 1950). */
const present = 1950;

/** A unit in which ages are counted. */
export interface AgeUnit {
  readonly years: number;
  /** Whether it says that it counts backwards; years alone do not. */
  readonly isPast: boolean;
  /** Whether it says that it does not count calendar years before 1950. */
  readonly isOtherScale: boolean;
}

const multiples: readonly (readonly [form: RegExp, years: number])[] = [
  [/^(?:ga|gyr?s?|gya|gigaann(?:um|us)|gigayears?|billions?(?:of)?years?)$/u, 1e9],
  [/^(?:ma|myr?s?|mya|megaann(?:um|us)|megayears?|millions?(?:of)?years?)$/u, 1e6],
  [/^(?:ka|kyr?s?|kya|kiloann(?:um|us)|kiloyears?|thousands?(?:of)?years?)$/u, 1e3],
];
const pastWords =
  /^cal(?:ibrated)?(?=.)|^uncal(?:ibrated)?(?=.)|(?:beforepresent|bp|ago|old|b2k)?(?:(?:un)?cal(?:ibrated)?|radiocarbon)?$/gu;
const saysPast = /beforepresent|bp|ago|b2k/u;
/** Before 2000; years by radiocarbon alone, which are no years of the calendar. */
const otherScale = /b2k|uncal|radiocarbon/u;
const yearWords = /^(?:a|ann(?:um|us)|y|yrs?|years?|)$/u;

/**
 * Reads a unit of ages: `Ma`, `ka BP`, `million years ago`, `cal yr BP`, and names of temporal reference systems that are of
 * that form, such as `MillionsOfYearsAgo`.
 */
export function readAgeUnit(text: string): AgeUnit | undefined {
  const letters = text.toLowerCase().replaceAll(/[^a-z\d]/gu, '');
  if (letters === '' || letters.length > 60) return undefined;
  const unit = letters.replaceAll(pastWords, '');
  const multiple = multiples.find(([form]) => form.test(unit))?.[1];
  const isOtherScale = otherScale.test(letters);
  if (multiple !== undefined) return { years: multiple, isPast: true, isOtherScale };
  if (!yearWords.test(unit)) return undefined;
  return { years: 1, isPast: saysPast.test(letters), isOtherScale };
}

/** How many million years ago a year was; 0 for one that is not before 1950. */
export function yearsAgo(year: number): number {
  return inMillions(Math.max(0, present - year), 1);
}

/** A number of units, in million years, without the noise of binary fractions. @param years how many years a unit is */
export function inMillions(count: number, years: number): number {
  return Number(((count * years) / 1e6).toPrecision(12));
}
