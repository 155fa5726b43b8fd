// The figures of `bench -- ingest` as tables.
import { contendersIn, figuresOf, speedRatio } from '../measure/figures.mjs';
import { formatTable } from '../measure/table.mjs';

/** @typedef {import('../measure/result.mjs').Sample} Sample */

/**
 * The targets: how many times faster one contender is to be than another, in times of whole
 * processes.
 * @type {readonly { of: string, to: string, atLeast: number }[]}
 */
export const targets = [
  { of: 'durable', to: 'floor', atLeast: 1 },
  { of: 'answering', to: 'floor', atLeast: 0.5 },
  { of: 'answering', to: 'plain', atLeast: 3 },
];

/**
 * The table of all contenders and, below it, the targets with the measured ratios.
 * @param {readonly Sample[]} samples
 */
export function describeSamples(samples) {
  const head = [
    'contender',
    'records/s',
    'without start-up',
    '× floor',
    'without start-up',
    '× plain',
    'spread',
    'peak MB',
    'CPU s',
  ];
  const rows = contendersIn(samples).map((contender) => describeContender(samples, contender));
  return `${formatTable([head, ...rows])}\n${describeTargets(samples)}`;
}

/**
 * @param {readonly Sample[]} samples
 * @param {string} contender
 */
function describeContender(samples, contender) {
  const figures = figuresOf(samples, contender);
  const toFloor = { of: contender, to: 'floor' };
  return [
    contender,
    figure(figures.recordsPerSecond, 0),
    figure(figures.workPerSecond, 0),
    figure(speedRatio(samples, toFloor), 2),
    figure(speedRatio(samples, { ...toFloor, span: 'workMs' }), 2),
    figure(speedRatio(samples, { of: contender, to: 'plain' }), 2),
    Number.isNaN(figures.spread) ? '-' : `${figure(figures.spread * 100, 0)} %`,
    figure(figures.peakMb, 0),
    figure(figures.cpuSeconds, 1),
  ];
}

/** @param {readonly Sample[]} samples */
function describeTargets(samples) {
  return targets
    .map(({ of, to, atLeast }) => {
      const ratio = speedRatio(samples, { of, to });
      const verdict = Number.isNaN(ratio) ? 'not run' : ratio >= atLeast ? 'reached' : 'missed';
      return `target: ${of} at least ${atLeast} × ${to}: ${figure(ratio, 2)}, ${verdict}\n`;
    })
    .join('');
}

/**
 * @param {number} value
 * @param {number} digits behind the point
 */
function figure(value, digits) {
  return Number.isNaN(value) ? '-' : value.toFixed(digits);
}
