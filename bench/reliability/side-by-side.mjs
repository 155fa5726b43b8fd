// Expected and actual numbers, side by side.
import { formatTable } from '../measure/table.mjs';

/** @typedef {Readonly<Partial<Record<string, number>>>} Counts */

/** Collects the expected and actual numbers of a scenario. */
export class SideBySide {
  /** @type {(readonly [string, string, string, string])[]} */
  #rows = [];
  /** @type {string[]} */
  #remarks = [];
  #differences = 0;

  /**
   * @param {string} name
   * @param {number} expected
   * @param {number} found
   */
  row(name, expected, found) {
    const isSame = expected === found;
    if (!isSame) this.#differences += 1;
    this.#rows.push([name, String(expected), String(found), isSame ? '' : '<- differs']);
  }

  /**
   * A row for each name on either side; missing numbers count as 0.
   * @param {string} name
   * @param {Counts} expected
   * @param {Counts} found
   */
  rows(name, expected, found) {
    const names = new Set([...Object.keys(expected), ...Object.keys(found)]);
    for (const each of [...names].toSorted()) {
      const [one = 0, other = 0] = [expected[each], found[each]];
      if (one !== 0 || other !== 0) this.row(`${name}: ${each}`, one, other);
    }
  }

  /**
   * A row for a number with an upper limit.
   * @param {string} name
   * @param {number} most
   * @param {number} found
   */
  atMost(name, most, found) {
    const isWithin = found <= most;
    if (!isWithin) this.#differences += 1;
    this.#rows.push([name, `<= ${most}`, found.toFixed(2), isWithin ? '' : '<- differs']);
  }

  /** @param {string} text that is printed below the table */
  remark(text) {
    this.#remarks.push(text);
  }

  /** How many rows differ. */
  get differences() {
    return this.#differences;
  }

  /** @returns {string} */
  toString() {
    const table = formatTable([['', 'expected', 'found', ''], ...this.#rows]);
    return `${table}${this.#remarks.map((remark) => `${remark}\n`).join('')}`;
  }
}

/**
 * Counts each name.
 * @param {Iterable<string>} names
 * @returns {Record<string, number>}
 */
export function countsOf(names) {
  /** @type {Record<string, number>} */
  const counts = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

/**
 * The sum of counts by name.
 * @param {Iterable<Counts>} all
 * @returns {Record<string, number>}
 */
export function sumOf(all) {
  /** @type {Record<string, number>} */
  const sums = {};
  for (const counts of all) {
    for (const [name, count = 0] of Object.entries(counts)) sums[name] = (sums[name] ?? 0) + count;
  }
  return sums;
}
