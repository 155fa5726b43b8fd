/** What "before present" counts from (Stuiver and Polach 1977: 1950). */
const present = 1950;

/** How many million years ago a year was; 0 for one that is not before 1950. */
export function yearsAgo(year: number): number {
  return inMillions(Math.max(0, present - year), 1);
}

/** A number of units, in million years, without the noise of binary fractions. @param years how many years a unit is */
export function inMillions(count: number, years: number): number {
  return Number(((count * years) / 1e6).toPrecision(12));
}
