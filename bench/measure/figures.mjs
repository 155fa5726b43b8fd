// From samples to figures: medians, and ratios of contenders that ran in the same rounds.
import { median, spread } from './statistics.mjs';

/**
 * @typedef {import('./result.mjs').Sample} Sample
 * @typedef {'processMs' | 'workMs'} Span which of the two times of a sample
 *
 * @typedef {object} Figures
 * @property {string} contender
 * @property {number} recordsPerSecond start-up included
 * @property {number} workPerSecond records a second without start-up; NaN where that cannot be told
 * @property {number} spread of the times of the whole process
 * @property {number} peakMb
 * @property {number} cpuSeconds
 */

/**
 * The medians of a contender.
 * @param {readonly Sample[]} samples of all contenders
 * @param {string} contender
 * @returns {Figures}
 */
export function figuresOf(samples, contender) {
  const own = samples.filter((sample) => sample.contender === contender);
  return {
    contender,
    recordsPerSecond: median(own.map(({ records, processMs }) => (records * 1000) / processMs)),
    workPerSecond: median(own.map(({ records, workMs = Number.NaN }) => (records * 1000) / workMs)),
    spread: spread(own.map(({ processMs }) => processMs)),
    peakMb: median(own.map(({ maxRssKb }) => maxRssKb / 1024)),
    cpuSeconds: median(own.map(({ cpuMs }) => cpuMs / 1000)),
  };
}

/**
 * How many times faster one contender was than another: the median of the ratios per round, because
 * the load of the machine changes more between rounds than within one.
 * @param {readonly Sample[]} samples
 * @param {{ of: string, to: string, span?: Span }} comparison
 * @returns {number} NaN where one of them did not run
 */
export function speedRatio(samples, { of, to, span = 'processMs' }) {
  const ratios = samples
    .filter(({ contender }) => contender === of)
    .map((sample) => {
      const other = samples.find((each) => each.contender === to && each.round === sample.round);
      return (other?.[span] ?? Number.NaN) / (sample[span] ?? Number.NaN);
    });
  return median(ratios);
}

/**
 * The contenders, each once, in the order of their first appearance.
 * @param {readonly Sample[]} samples
 */
export function contendersIn(samples) {
  return [...new Set(samples.map(({ contender }) => contender))];
}
