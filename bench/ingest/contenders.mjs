// The contenders, and how each is run. All of them harvest the same records from the same server.
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runProcess } from '../measure/run-process.mjs';
import { countIn, countRecords } from './question.mjs';

/**
 * @typedef {import('../measure/result.mjs').Sample} Sample
 * @typedef {import('../measure/run-process.mjs').Measured} Measured
 * @typedef {Omit<Sample, 'contender' | 'round'>} Outcome
 *
 * @typedef {object} Arena
 * @property {string} folder in which everything is written; it holds the exported graphs
 * @property {string} config the configuration file
 * @property {string} catalogue the folder that it names
 * @property {readonly string[]} origins of the sites
 *
 * @typedef {(arena: Arena) => Promise<Outcome>} Contender
 */

const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

/** The contenders by name; tables and `--without` use the names. */
export const contenders = /** @satisfies {Record<string, Contender>} */ ({
  floor: ({ folder }) => runProgram('floor.mjs', [folder], folder),
  durable: runDurable,
  answering: runAnswering,
  'two-commands': runTwoCommands,
  plain: ({ folder, origins }) => runProgram('plain-script.mjs', origins, folder),
});

/** @typedef {keyof typeof contenders} ContenderName */

/** The names of all contenders. */
export const contenderNames = /** @type {readonly ContenderName[]} */ (Object.keys(contenders)); // the keys of a const object are its keys

/**
 * `cdif-graph ingest` into an empty catalogue.
 * @type {Contender}
 */
async function runDurable(arena) {
  const { outcome } = await ingest(arena);
  return outcome;
}

/**
 * The same, followed by a query in a second command, as a user would run it. The start-up time of
 * the second command is unknown, so there is no time without start-up.
 * @type {Contender}
 */
async function runTwoCommands(arena) {
  const first = await ingest(arena);
  const args = [cli, 'query', '-', '--format', 'json', '--store', arena.catalogue];
  const second = await runProcess(args, { folder: arena.folder, stdin: countRecords });
  const { records, quads } = first.outcome;
  assertAnswer(second.stdout, records);
  return {
    records,
    quads,
    processMs: first.measured.processMs + second.processMs,
    maxRssKb: Math.max(first.measured.usage.maxRssKb, second.usage.maxRssKb),
    cpuMs: first.measured.usage.cpuMs + second.usage.cpuMs,
  };
}

/**
 * The library: a harvest and a query in one process.
 * @type {Contender}
 */
async function runAnswering(arena) {
  await rm(arena.catalogue, { recursive: true, force: true });
  const measured = await runProcess([programFile('answer.mjs'), arena.config], arena);
  const printed = printedBy(measured);
  assertAnswer(printed.answer ?? '', printed.records);
  return outcomeOf(measured, printed);
}

/**
 * @param {Arena} arena
 * @returns {Promise<{ outcome: Outcome, measured: Measured }>}
 */
export async function ingest(arena) {
  await rm(arena.catalogue, { recursive: true, force: true });
  const measured = await runProcess([cli, 'ingest', arena.config, '--json'], arena);
  /** @type {unknown} */
  const parsed = JSON.parse(measured.stdout);
  const report = /** @type {import('../../src/model/run.ts').RunReport} */ (parsed); // What `--json` promises.
  const workMs = Date.parse(report.endedAt) - Date.parse(report.startedAt);
  const records = report.sources.reduce((sum, source) => sum + source.records.added, 0);
  const quads = report.sources.reduce((sum, source) => sum + source.quads, 0);
  return { outcome: outcomeOf(measured, { records, quads, workMs }), measured };
}

/**
 * The catalogue as N-Quads, in a file.
 * @param {Arena} arena
 * @returns {Promise<string>} the file
 */
export async function exportCatalogue({ folder, catalogue }) {
  const file = path.join(folder, 'export.nq');
  await runProcess([cli, 'export', '--store', catalogue, '--out', file], { folder });
  // A silent failure of the export would falsify the floor.
  if ((await readFile(file)).length === 0) throw new Error('The catalogue was exported empty.');
  return file;
}

/**
 * A view of all records of the first host, as JSON lines.
 * @param {Arena} arena
 * @param {string} command
 * @param {number} records how many it must have
 * @returns {Promise<number>} what it took, in milliseconds of a whole process
 */
export async function viewSource({ folder, catalogue }, command, records) {
  const args = [cli, command, '--source', 'host-1', '--store', catalogue];
  const { processMs, stdout } = await runProcess(args, { folder });
  const lines = stdout.split('\n').length - 1;
  if (lines !== records) throw new Error(`${command} wrote ${lines} lines of ${records} records.`);
  return processMs;
}

/**
 * Runs a program of this folder and reads the figures that it prints.
 * @param {string} name
 * @param {readonly string[]} args
 * @param {string} folder
 */
async function runProgram(name, args, folder) {
  const measured = await runProcess([programFile(name), ...args], { folder });
  return outcomeOf(measured, printedBy(measured));
}

/**
 * @typedef {object} Printed
 * @property {number} records
 * @property {number} quads
 * @property {number} workMs
 * @property {number} [readMs] time that does not count
 * @property {string} [answer]
 */

/** @param {Measured} measured @returns {Printed} */
function printedBy({ stdout }) {
  /** @type {unknown} */
  const parsed = JSON.parse(stdout);
  return /** @type {Printed} */ (parsed); // The programs are beside this one.
}

/**
 * @param {Measured} measured
 * @param {Printed} printed
 * @returns {Outcome}
 */
function outcomeOf({ processMs, usage }, { records, quads, workMs, readMs = 0 }) {
  return { records, quads, processMs: processMs - readMs, workMs, ...usage };
}

/** @param {string} name */
function programFile(name) {
  return fileURLToPath(new URL(name, import.meta.url));
}

/**
 * @param {string} answer
 * @param {number} records
 */
function assertAnswer(answer, records) {
  const count = countIn(answer);
  if (count !== records) throw new Error(`The engine knows ${count} of ${records} records.`);
}
