// Runs the tests, with --coverage also telling what they cover, and ends with one line that says how many passed and failed, whatever else was printed.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'cdif-graph-test-'));
const resultFile = join(folder, 'result.json');
const given = process.argv.slice(2);
const { status } = spawnSync(
  process.execPath,
  [
    vitest,
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${resultFile}`,
    ...given,
  ],
  { stdio: 'inherit' },
);

/** @type {unknown} */
const parsed = JSON.parse(readFileSync(resultFile, 'utf8'));
const result = /** @type {{ numPassedTests: number, numFailedTests: number }} */ (parsed);
rmSync(folder, { recursive: true });
// A file that cannot even be loaded has no tests to count, so it counts as one.
const failed = result.numFailedTests + (result.numFailedTests === 0 && status !== 0 ? 1 : 0);
console.log(`${result.numPassedTests} passed, ${failed} failed`);
process.exitCode = status ?? 1;
