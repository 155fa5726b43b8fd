// `bench -- query`: the cost of SPARQL queries, compared with a plain load of the same statements.
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { scriptText } from './generate/page.mjs';
import { createRecord } from './generate/record.mjs';
import { shapes } from './generate/shape.mjs';
import { built } from './measure/built.mjs';
import { describeMachine } from './measure/machine.mjs';
import { parseOptions, wholeNumber } from './measure/options.mjs';
import { runProcess } from './measure/run-process.mjs';
import { median } from './measure/statistics.mjs';
import { formatTable } from './measure/table.mjs';
import { writeRecords } from './search/write-records.mjs';

export const queryHelp = `bench -- query [options]
  --records N   records of the catalogue, and files of the folder that is harvested (20000)
  --rounds N    each measures everything once, in turns (3)
  --seed N      of the records (1)
  --dir DIR     where catalogues are written; not a file system in memory (${tmpdir()})
`;

/** @satisfies {import('./measure/options.mjs').OptionTable} */
const optionTable = {
  records: wholeNumber(200, 20_000),
  rounds: wholeNumber(1, 3),
  seed: wholeNumber(0, 1),
  dir: (/** @type {string | undefined} */ text) => path.resolve(text ?? tmpdir()),
};

/**
 * Ratios are judged for at least this many records; with fewer, the start of a thread dominates.
 */
const judgedRecords = 20_000;
/** The target of each ratio. */
const targets = { fill: 1.3, ingest: 1.1, disk: 1.3 };
/** One record in this many is changed while a process follows the catalogue. */
const changedStep = 100;

const layers = /** @type {const} */ ({
  union: 'default graph',
  records: 'named graphs',
  both: 'both layers',
});

/** Each query has a short result, so that reading dominates the time. */
const queries = {
  nothing: 'SELECT (1 AS ?x) {}',
  union: 'SELECT * { ?s a <http://none.invalid/> }',
  GRAPH: 'SELECT * { GRAPH ?g { ?s a <http://none.invalid/> } }',
  both: 'SELECT * { ?s a <http://none.invalid/> GRAPH ?g { ?s ?p ?o } }',
  index: 'SELECT * { GRAPH <urn:cdif-graph:index> { ?s a <http://none.invalid/> } }',
};

const cli = fileURLToPath(built('cli.js'));

/**
 * What was measured in one round.
 * @typedef {object} Sample
 * @property {number} ms
 * @property {number} [megabytes] the most memory of the process
 * @property {number} [statements] in memory
 * @property {number} [ratio] to what stands beside it in the same round
 *
 * @typedef {() => Promise<Sample>} Task
 *
 * @typedef {object} Place
 * @property {string} folder
 * @property {string} catalogue
 * @property {number} records
 * @property {number} seed
 */

/**
 * Prints the measurements and the targets. Missing a target sets the exit code 1.
 * @param {readonly string[]} args
 * @throws {TypeError} when they are wrong; {Error} when a floor and the engine have not the same
 * statements
 */
export async function benchQuery(args) {
  const { records, rounds, seed, dir } = parseOptions(optionTable, args);
  if (describeMachine(dir).inMemory) console.error(`${dir} is in memory: ingest costs less there.`);
  const folder = await mkdtemp(path.join(dir, 'cdif-graph-query-'));
  try {
    const catalogue = path.join(folder, 'catalogue');
    console.error(`writing ${records} records …`);
    await writeRecords(catalogue, { seed, records });
    const place = { folder, catalogue, records, seed };
    await writeFiles(place);
    const samples = await runRounds(tasksIn(place), rounds);
    const isJudged = records >= judgedRecords;
    report([...rowsOf(samples, records), await diskRow(catalogue)], isJudged);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * The measurements, by the names in the table.
 * @param {Place} place
 * @returns {Map<string, Task>}
 */
function tasksIn(place) {
  const { folder, catalogue, records } = place;
  /** @type {Map<string, Task>} */
  const tasks = new Map();
  for (const [layer, title] of Object.entries(layers)) {
    for (const what of ['floor', 'engine']) {
      tasks.set(`${what}, ${title}`, () => fill(place, what, layer));
    }
  }
  for (const [name, text] of Object.entries(queries)) {
    tasks.set(`query, ${name}`, () => command([text], { folder, catalogue }));
  }
  const stdin = Object.values(queries).join('\n\n');
  tasks.set('the five in a session', () =>
    command(['--interactive'], { folder, catalogue, stdin }),
  );
  tasks.set('next answer, 1 % changed', () => follow(place));
  tasks.set(`ingest, ${records} files`, () => ingest(place));
  return tasks;
}

/**
 * Each round runs every task once; the order rotates by one per round.
 * @param {Map<string, Task>} tasks
 * @param {number} rounds
 * @returns {Promise<Map<string, readonly Sample[]>>} of each task one a round
 */
async function runRounds(tasks, rounds) {
  const names = [...tasks.keys()];
  const samples = new Map(names.map((name) => [name, /** @type {Sample[]} */ ([])]));
  for (let round = 0; round < rounds; round += 1) {
    for (const at of names.keys()) {
      const name = names[(at + round) % names.length] ?? '';
      const sample = await tasks.get(name)?.();
      if (sample === undefined) continue;
      console.error(`round ${round + 1}: ${name} ${(sample.ms / 1000).toFixed(2)} s`);
      samples.get(name)?.push(sample);
    }
  }
  return samples;
}

/**
 * @param {Place} place
 * @param {string} what
 * @param {string} layer
 * @returns {Promise<Sample>}
 */
async function fill({ folder, catalogue }, what, layer) {
  const { stdout, usage } = await runProcess([program('fill'), what, layer, catalogue], { folder });
  const { fillMs, statements } = /** @type {import('./query/fill.mjs').Filled} */ (
    JSON.parse(stdout) // fill.mjs wrote it
  );
  return { ms: fillMs, statements, megabytes: usage.maxRssKb / 1024 };
}

/**
 * The time from the start of a process to its end.
 * @param {readonly string[]} args
 * @param {{ folder: string, catalogue: string, stdin?: string }} options
 * @returns {Promise<Sample>}
 */
async function command(args, { catalogue, ...options }) {
  const all = [cli, 'query', ...args, '--store', catalogue];
  const { processMs, usage } = await runProcess(all, options);
  return { ms: processMs, megabytes: usage.maxRssKb / 1024 };
}

/**
 * On a copy, so that all other measurements use one state.
 * @param {Place} place
 * @returns {Promise<Sample>}
 */
async function follow({ folder, catalogue, records, seed }) {
  const copy = path.join(folder, 'followed');
  await cp(catalogue, copy, { recursive: true });
  const numbers = [records, seed + 1, changedStep].map(String);
  const args = [program('follow'), copy, ...numbers];
  const { stdout, usage } = await runProcess(args, { folder });
  await rm(copy, { recursive: true });
  const { followMs } = /** @type {{ followMs: number }} */ (JSON.parse(stdout)); // by follow.mjs
  return { ms: followMs, megabytes: usage.maxRssKb / 1024 };
}

/**
 * A harvest of all files into an empty catalogue, and the time until the last record was durable.
 * @param {Place} place
 * @returns {Promise<Sample>}
 */
async function ingest({ folder }) {
  const log = path.join(folder, 'log.jsonl');
  for (const file of ['ingested', 'log.jsonl']) {
    await rm(path.join(folder, file), { recursive: true, force: true });
  }
  const startedAt = Date.now();
  const config = path.join(folder, 'config.yaml');
  const { processMs, usage } = await runProcess([cli, 'ingest', config, '--log', log], { folder });
  const lines = (await readFile(log, 'utf8')).split('\n');
  const settled = lines.findLast((line) => line.includes('"event":"url-settled"')) ?? '{}';
  const { at } = /** @type {{ at: string }} */ (JSON.parse(settled)); // as each event has it
  const ratio = processMs / (Date.parse(at) - startedAt);
  return { ms: processMs, megabytes: usage.maxRssKb / 1024, ratio };
}

/**
 * The files to harvest, and the configuration that names them.
 * @param {Place} place
 */
async function writeFiles({ folder, records, seed }) {
  const files = path.join(folder, 'files');
  await mkdir(files);
  for (let index = 0; index < records; index += 1) {
    const text = scriptText(shapes.cdif([createRecord(seed, index)]));
    await writeFile(path.join(files, `${index}.jsonld`), text);
  }
  const config = {
    store: { path: path.join(folder, 'ingested') },
    sources: [{ name: 'files', folder: files }],
  };
  await writeFile(path.join(folder, 'config.yaml'), JSON.stringify(config));
}

/** @param {string} name of a file in query/ */
function program(name) {
  return fileURLToPath(new URL(`query/${name}.mjs`, import.meta.url));
}

/**
 * A line of the table.
 * @typedef {object} Row
 * @property {string} name
 * @property {number} [ms]
 * @property {number} [megabytes]
 * @property {number} [ratio]
 * @property {number} [most] that the ratio is to be
 */

/**
 * @param {ReadonlyMap<string, readonly Sample[]>} samples
 * @param {number} records
 * @returns {Row[]} medians of the rounds
 * @throws {Error} when a floor and the engine have not the same statements
 */
function rowsOf(samples, records) {
  const rows = [];
  for (const [name, taken] of samples) {
    const [kind, title] = name.split(', ');
    const row = medianOf(name, taken);
    if (kind === 'floor') delete row.megabytes; // This process had all texts at once.
    if (kind === 'engine') {
      const ratios = beside(taken, samples.get(`floor, ${title}`) ?? []);
      Object.assign(row, { ratio: median(ratios), most: targets.fill });
    }
    if (kind === 'ingest') row.most = targets.ingest;
    if (kind === 'the five in a session') row.ratio = ratioToCommands(taken, samples);
    rows.push(row);
    if (kind === 'next answer') {
      const changed = Math.ceil(records / changedStep);
      rows.push({ name: 'the same, each of these records', ms: (row.ms ?? 0) / changed });
    }
  }
  return rows;
}

/**
 * @param {string} name
 * @param {readonly Sample[]} taken
 * @returns {Row}
 */
function medianOf(name, taken) {
  return {
    name,
    ms: median(taken.map(({ ms }) => ms)),
    megabytes: median(taken.map(({ megabytes = Number.NaN }) => megabytes)),
    ratio: median(taken.map(({ ratio = Number.NaN }) => ratio)),
  };
}

/**
 * The ratio of the engine to the floor, in each round.
 * @param {readonly Sample[]} engines
 * @param {readonly Sample[]} floors
 * @throws {Error} when they have not the same statements
 */
function beside(engines, floors) {
  return engines.map(({ ms, statements }, round) => {
    const floor = floors[round];
    if (floor?.statements === statements) return ms / (floor?.ms ?? Number.NaN);
    throw new Error(`The engine has ${statements} statements, the floor ${floor?.statements}.`);
  });
}

/**
 * @param {readonly Sample[]} sessions
 * @param {ReadonlyMap<string, readonly Sample[]>} samples
 */
function ratioToCommands(sessions, samples) {
  const commands = Object.keys(queries).map((name) => samples.get(`query, ${name}`) ?? []);
  const ratios = sessions.map(
    ({ ms }, round) => ms / commands.reduce((sum, taken) => sum + (taken[round]?.ms ?? 0), 0),
  );
  return median(ratios);
}

/**
 * The size of the catalogue directory relative to its data.
 * @param {string} catalogue
 * @returns {Promise<Row>}
 */
async function diskRow(catalogue) {
  let bytes = 0;
  for (const entry of await readdir(catalogue, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) bytes += (await stat(path.join(entry.parentPath, entry.name))).size;
  }
  const { size } = await stat(path.join(catalogue, 'data.mdb'));
  return {
    name: `directory, of ${(size / 1e6).toFixed(0)} MB data`,
    ratio: bytes / size,
    most: targets.disk,
  };
}

/**
 * @param {readonly Row[]} rows
 * @param {boolean} isJudged
 */
function report(rows, isJudged) {
  const shown = rows.map(({ name, ms, megabytes, ratio, most }) => [
    name,
    figure(ms, (ms ?? 0) < 100 ? 1 : 0),
    figure(megabytes, 0),
    figure(ratio, 2),
    String(most ?? ''),
  ]);
  console.log(formatTable([['', 'ms', 'peak MB', 'ratio', 'at most'], ...shown]));
  const missed = rows.filter(({ ratio = 0, most }) => most !== undefined && !(ratio <= most));
  if (!isJudged || missed.length === 0) return;
  console.error(`Missed: ${missed.map(({ name }) => name).join('; ')}`);
  process.exitCode = 1;
}

/**
 * @param {number | undefined} value
 * @param {number} digits
 */
function figure(value = Number.NaN, digits = 0) {
  return Number.isNaN(value) ? '' : value.toFixed(digits);
}
