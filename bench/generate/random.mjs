// A small generator of random numbers, so that the same seed gives the same bytes on every machine
// and version of Node.

/**
 * @typedef {object} Random
 * @property {() => number} next from 0 up to but not including 1
 * @property {(least: number, most: number) => number} whole a whole number; both ends can come
 * @property {<T>(choices: readonly T[]) => T} pick one of them
 * @property {<T>(choices: readonly T[], count: number) => T[]} some different ones, in the order of the list
 */

/**
 * Random numbers that depend only on the seed and the purpose, so that record 7 is the same among
 * ten records and a million.
 * @param {number} seed
 * @param {string} purpose such as `record 7`
 * @returns {Random}
 */
export function createRandom(seed, purpose) {
  let state = hash(`${seed} ${purpose}`);
  const next = () => {
    // A Weyl sequence whose members are mixed: every start is good, and 2^32 numbers come before
    // the first again.
    state = (state + 0x9e3779b9) >>> 0;
    return mix(state) / 2 ** 32;
  };
  /** @type {Random['whole']} */
  const whole = (least, most) => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    whole,
    pick: (choices) =>
      /** @type {(typeof choices)[number]} */ (choices[whole(0, choices.length - 1)]),
    some: (choices, count) => {
      const left = choices.map((choice, index) => ({ choice, index, rank: next() }));
      const chosen = left.toSorted((a, b) => a.rank - b.rank).slice(0, count);
      return chosen.toSorted((a, b) => a.index - b.index).map(({ choice }) => choice);
    },
  };
}

/** @param {string} text */
function hash(text) {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  }
  return mix(value >>> 0);
}

/**
 * Spreads each bit over all others.
 * @param {number} value 32 bits
 */
function mix(value) {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
