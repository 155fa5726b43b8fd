import { InvalidArgumentError } from 'commander';

const unitMs = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Makes a parser of option values that takes whole numbers from `least` to `most`. */
export function wholeNumber(
  least: number,
  most = Number.MAX_SAFE_INTEGER,
): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/u.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(
      most === Number.MAX_SAFE_INTEGER
        ? `It must be a whole number of at least ${least}.`
        : `It must be a whole number from ${least} to ${most}.`,
    );
  };
}

/** Parses option values such as `90s`, `10m`, `36h` and `2d`. @returns milliseconds */
export function durationMs(text: string): number {
  const [, digits, unit] = /^(\d{1,6})([smhd])$/u.exec(text) ?? [];
  if (digits === undefined || unit === undefined) {
    throw new InvalidArgumentError('It must be a duration such as 90s, 10m, 36h or 2d.');
  }
  return Number(digits) * unitMs[unit as keyof typeof unitMs]; // The expression lets no other unit through.
}
