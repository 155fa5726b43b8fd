/** Choices that are the same in every run. */
export interface Random {
  /** A whole number from 0 up to, but not including, `end`. */
  below(end: number): number;
  pick<T>(values: readonly T[]): T;
  /** Up to `max` values. */
  list<T>(max: number, make: () => T): T[];
}

/** The generator is mulberry32, which is enough for tests. */
export function createRandom(seed: number): Random {
  let state = seed;
  function next(): number {
    state = Math.trunc(state + 0x6d2b79f5);
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const below = (end: number): number => Math.floor(next() * end);
  return {
    below,
    pick(values) {
      const value = values[below(values.length)];
      if (value === undefined) throw new RangeError('nothing to pick from');
      return value;
    },
    list: (max, make) => Array.from({ length: below(max + 1) }, make),
  };
}
