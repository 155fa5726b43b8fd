// The result file of a bench, for comparing two commits.
import { readFileSync, writeFileSync } from 'node:fs';

/**
 * One run of one contender.
 * @typedef {object} Sample
 * @property {string} contender
 * @property {number} round
 * @property {number} records
 * @property {number} quads
 * @property {number} processMs all that its processes took, start-up included
 * @property {number} [workMs] the same without start-up, where that can be told
 * @property {number} maxRssKb of its largest process
 * @property {number} cpuMs of all its processes and their threads
 *
 * @typedef {object} BenchResult
 * @property {1} format
 * @property {string} bench
 * @property {string} startedAt
 * @property {import('./machine.mjs').Machine} machine
 * @property {Readonly<Record<string, unknown>>} parameters
 * @property {readonly Sample[]} samples
 */

/**
 * @param {string} file
 * @param {BenchResult} result
 */
export function writeResult(file, result) {
  writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`);
}

/**
 * @param {string} file
 * @returns {BenchResult}
 * @throws {Error} when it holds something else
 */
export function readResult(file) {
  /** @type {unknown} */
  const parsed = JSON.parse(readFileSync(file, 'utf8'));
  const result = /** @type {Partial<BenchResult> | null} */ (parsed);
  if (result?.format !== 1) throw new Error(`${file} is no result of a bench of this version.`);
  return /** @type {BenchResult} */ (result); // Only `writeResult` writes this format number.
}
