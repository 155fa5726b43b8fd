/**
 * How long a server asks to be left alone (RFC 9110 §10.2.3), in milliseconds and never negative; `undefined`
 * where the field is absent or says nothing that can be read.
 */
export function retryAfterMs(field: string | undefined, now: Date): number | undefined {
  const value = field?.trim() ?? '';
  if (/^\d+$/u.test(value)) return Number(value) * 1000;
  // Dates of all three forms begin with the name of a day (RFC 9110 §5.6.7); `Date.parse` would also read "-5".
  if (!/^[a-z]{3}/iu.test(value)) return undefined;
  // The asctime form names no zone and means UTC.
  const date = Date.parse(/GMT$/iu.test(value) ? value : `${value} GMT`);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now.getTime());
}

const longestBackOffMs = 30_000;

/**
 * How long to wait after a failure, in milliseconds: twice as long each time, at most half a minute, and somewhere between
 * half and all of that, so that requests that failed together are not repeated together.
 * @param failures how many there have been in a row, from 1
 * @param chance from 0 to 1
 */
export function backOffMs(baseMs: number, failures: number, chance: number): number {
  const longest = Math.min(longestBackOffMs, baseMs * 2 ** (failures - 1));
  return longest * (0.5 + chance / 2);
}
