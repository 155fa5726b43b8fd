import { InvalidArgumentError } from 'commander';

/** Makes a parser of option values that takes whole numbers of at least `least`. */
export function wholeNumber(least: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/u.test(text) && Number.isSafeInteger(value) && value >= least) return value;
    throw new InvalidArgumentError(`It must be a whole number of at least ${least}.`);
  };
}
