// Counts how two readers compare on the same inputs.
import { formatTable } from '../measure/table.mjs';

/** The number of unexplained differences that are printed. */
const maxShown = 20;

/** A series of inputs: the numbers that are equal, differ for a known reason, or differ. */
export class Tally {
  #inputs = 0;
  #equal = 0;
  /** @type {Map<string, number>} */
  #classes = new Map();
  /** @type {string[]} */
  #unexplained = [];

  /** @param {string} name what is printed above its figures */
  constructor(name) {
    this.name = name;
  }

  addEqual() {
    this.#inputs += 1;
    this.#equal += 1;
  }

  /**
   * @param {string | undefined} reason the class of the difference, where there is one
   * @param {() => string} describe what is shown where there is none
   */
  addDifference(reason, describe) {
    this.#inputs += 1;
    if (reason === undefined) this.#unexplained.push(describe());
    else this.#classes.set(reason, (this.#classes.get(reason) ?? 0) + 1);
  }

  get inputs() {
    return this.#inputs;
  }

  get equal() {
    return this.#equal;
  }

  /** The number of inputs that differ, by the class of the difference. */
  get classes() {
    return this.#classes;
  }

  /** @returns {readonly string[]} */
  get unexplained() {
    return this.#unexplained;
  }
}

/**
 * A table with a column for each series and, below it, the first unexplained differences.
 * @param {readonly Tally[]} tallies
 */
export function describeTallies(tallies) {
  const classes = new Set(tallies.flatMap((tally) => [...tally.classes.keys()]));
  /** @type {(name: string, figure: (tally: Tally) => number) => readonly string[]} */
  const row = (name, figure) => [name, ...tallies.map((tally) => String(figure(tally)))];
  const table = formatTable([
    ['', ...tallies.map(({ name }) => name)],
    row('inputs', ({ inputs }) => inputs),
    row('equal', ({ equal }) => equal),
    ...[...classes].map((name) => row(`differ: ${name}`, (tally) => tally.classes.get(name) ?? 0)),
    row('unexplained', ({ unexplained }) => unexplained.length),
  ]);
  const shown = tallies.flatMap(({ name, unexplained }) =>
    unexplained.slice(0, maxShown).map((text) => `unexplained in ${name}: ${text}\n`),
  );
  return table + shown.join('');
}
