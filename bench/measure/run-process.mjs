// Runs a program in its own process and measures it.
import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';

/**
 * @typedef {object} Usage
 * @property {number} maxRssKb the most memory that was resident at once
 * @property {number} cpuMs of all threads, user and system
 *
 * @typedef {object} Measured
 * @property {number} processMs from before the process was started until it had ended
 * @property {number} answeredMs until the last of its output came
 * @property {Usage} usage
 * @property {string} stdout
 */

const usageOnExit = new URL('usage-on-exit.mjs', import.meta.url).href;

/**
 * Runs a program with this version of Node until it ends.
 * @param {readonly string[]} args the program's file and its arguments
 * @param {{ folder: string, stdin?: string, codes?: readonly number[],
 *   variables?: Readonly<Record<string, string>> }} options `folder` is where it runs and what it
 *   used is noted; `codes` are the exit codes of a success; `variables` go into the environment
 * @returns {Promise<Measured>}
 * @throws {Error} with what it wrote, when it ends with another exit code
 */
export async function runProcess(args, { folder, stdin = '', codes = [0], variables }) {
  const usageFile = path.join(folder, 'usage.json');
  await rm(usageFile, { force: true });
  const env = { ...process.env, ...variables, CDIF_BENCH_USAGE: usageFile };
  const startedAt = performance.now();
  const child = spawn(process.execPath, ['--import', usageOnExit, ...args], { cwd: folder, env });
  let answeredMs = 0;
  child.stdout.on('data', () => {
    answeredMs = performance.now() - startedAt;
  });
  const written = [collect(child.stdout), collect(child.stderr)];
  child.stdin.end(stdin);
  /** @type {number | null} */
  const code = await new Promise((resolve, reject) => {
    child.on('error', reject).on('close', resolve);
  });
  const processMs = performance.now() - startedAt;
  const [stdout = '', stderr = ''] = written.map((take) => take());
  if (code === null || !codes.includes(code))
    throw new Error(`${args.join(' ')} ended with ${code}:\n${stdout.slice(0, 2000)}\n${stderr}`);
  /** @type {unknown} */
  const usage = JSON.parse(await readFile(usageFile, 'utf8'));
  return { processMs, answeredMs, usage: /** @type {Usage} */ (usage), stdout }; // Written by usage-on-exit.mjs.
}

/** @param {import('node:stream').Readable} stream */
function collect(stream) {
  let text = '';
  stream.setEncoding('utf8').on('data', (/** @type {string} */ piece) => {
    text += piece;
  });
  return () => text;
}
