// Runs the tests, or with --prove the proofs in full, and prints the numbers of passed and failed
// tests in the last line. Other arguments are passed to vitest; paths are below test/.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The result where vitest could not even start. */
const noTests = { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0 };
const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'cdif-graph-test-'));
const resultFile = join(folder, 'result.json');
const proves = process.argv.includes('--prove');
const given = process.argv.slice(2).filter((argument) => argument !== '--prove');
const hasPath = given.some((argument) => argument.includes('test/'));
const filters = proves && !hasPath ? ['.proof.test.ts', ...given] : given;
const reports = ['--reporter=default', '--reporter=json', `--outputFile.json=${resultFile}`];
const { status } = spawnSync(process.execPath, [vitest, 'run', ...reports, ...filters], {
  stdio: 'inherit',
  env: proves ? { PROVE: '1', ...process.env } : process.env,
});

/** @type {unknown} */
const parsed = existsSync(resultFile) ? JSON.parse(readFileSync(resultFile, 'utf8')) : noTests;
const result = /** @type {typeof noTests} */ (parsed);
rmSync(folder, { recursive: true });
// A file that fails to load has no tests, so it counts as one failed test.
const failed = result.numFailedTests + (result.numFailedTests === 0 && status !== 0 ? 1 : 0);
console.log(`${result.numPassedTests} passed, ${failed} failed, ${result.numPendingTests} skipped`);
process.exitCode = status ?? 1;
