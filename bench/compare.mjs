// Prints the differences between two results of one bench: compare.mjs A.json B.json
import { contendersIn, figuresOf, speedRatio } from './measure/figures.mjs';
import { readResult } from './measure/result.mjs';
import { formatTable } from './measure/table.mjs';

/** @typedef {import('./measure/result.mjs').BenchResult} BenchResult */

const [before, after] = process.argv.slice(2);
if (before === undefined || after === undefined) {
  console.log('compare.mjs A.json B.json');
  process.exitCode = 3;
} else {
  console.log(compare(readResult(before), readResult(after)));
}

/**
 * @param {BenchResult} a
 * @param {BenchResult} b
 */
function compare(a, b) {
  const head = [
    'contender',
    'A records/s',
    'B records/s',
    'B / A',
    'B / A against floor',
    'B / A peak MB',
  ];
  const names = contendersIn(a.samples).filter((name) => contendersIn(b.samples).includes(name));
  const rows = names.map((name) => {
    const [inA, inB] = [figuresOf(a.samples, name), figuresOf(b.samples, name)];
    const toFloor = { of: name, to: 'floor' };
    return [
      name,
      inA.recordsPerSecond.toFixed(0),
      inB.recordsPerSecond.toFixed(0),
      (inB.recordsPerSecond / inA.recordsPerSecond).toFixed(2),
      (speedRatio(b.samples, toFloor) / speedRatio(a.samples, toFloor)).toFixed(2),
      (inB.peakMb / inA.peakMb).toFixed(2),
    ];
  });
  const lines = [named('A', a), named('B', b), ...differences(a, b)];
  return `${lines.join('\n')}\n\n${formatTable([head, ...rows])}`;
}

/**
 * @param {string} letter
 * @param {BenchResult} result
 */
function named(letter, { machine, startedAt }) {
  return `${letter}: ${machine.commit}${machine.changed ? ' with changes' : ''}, ${startedAt}`;
}

/**
 * Differences that make two results hard to compare.
 * @param {BenchResult} a
 * @param {BenchResult} b
 */
function differences(a, b) {
  const { commit: _a, changed: _changedA, ...machineA } = a.machine;
  const { commit: _b, changed: _changedB, ...machineB } = b.machine;
  const conditionsA = { bench: a.bench, ...a.parameters, ...machineA };
  /** @type {Readonly<Record<string, unknown>>} */
  const conditionsB = { bench: b.bench, ...b.parameters, ...machineB };
  return Object.entries(conditionsA)
    .map(([name, value]) => [name, JSON.stringify(value), JSON.stringify(conditionsB[name])])
    .filter(([, inA, inB]) => inA !== inB)
    .map(([name, inA, inB]) => `not alike: ${name} is ${inA} in A, ${inB} in B`);
}
