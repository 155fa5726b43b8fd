// Runs the contenders in turns and checks that they did the same work.
import { contenders } from './contenders.mjs';

/**
 * @typedef {import('../measure/result.mjs').Sample} Sample
 * @typedef {import('./contenders.mjs').Arena} Arena
 * @typedef {import('./contenders.mjs').ContenderName} ContenderName
 *
 * @typedef {object} Plan
 * @property {readonly ContenderName[]} names
 * @property {number} rounds
 * @property {{ records: number, quads: number }} expected
 * @property {(sample: Sample) => void} onSample
 */

/**
 * Each round runs every contender once, in a new process; the order rotates from round to round, so
 * that no contender always follows the same one.
 * @param {Arena} arena
 * @param {Plan} plan
 * @returns {Promise<Sample[]>}
 * @throws {Error} when a contender has another number of records or statements than the others
 */
export async function runRounds(arena, { names, rounds, expected, onSample }) {
  /** @type {Sample[]} */
  const samples = [];
  for (let round = 1; round <= rounds; round += 1) {
    const start = (round - 1) % names.length;
    for (const contender of [...names.slice(start), ...names.slice(0, start)]) {
      const sample = { contender, round, ...(await contenders[contender](arena)) };
      assertSameWork(sample, expected);
      samples.push(sample);
      onSample(sample);
    }
  }
  return samples;
}

/**
 * Figures of unequal work would be meaningless.
 * @param {Sample} sample
 * @param {{ records: number, quads: number }} expected
 * @throws {Error}
 */
export function assertSameWork({ contender, records, quads }, expected) {
  if (records === expected.records && quads === expected.quads) return;
  throw new Error(
    `${contender} has ${records} records of ${quads} statements; the catalogue that was exported has ${expected.records} of ${expected.quads}. They did not do the same work.`,
  );
}
