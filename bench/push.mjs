// `bench -- push`: the cost of bringing a SPARQL store to the state of a catalogue.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startVirtuoso } from '../test/support/virtuoso-process.mjs';
import { built } from './measure/built.mjs';
import { choices, parseOptions, wholeNumber } from './measure/options.mjs';
import { runProcess } from './measure/run-process.mjs';
import { median } from './measure/statistics.mjs';
import { formatTable } from './measure/table.mjs';
import { writeRecords } from './search/write-records.mjs';

export const pushHelp = `bench -- push [options], with Virtuoso (Debian: virtuoso-opensource-7-bin)
  --records N   records of the catalogue (20000)
  --rounds N    everything is measured so often, in turns; the figures are medians (1)
  --seed N      of the records (1)
  --without CMD raw or push, which is not measured
  --dir DIR     where catalogue and databases are written (${tmpdir()})
`;

/** @satisfies {import('./measure/options.mjs').OptionTable} */
const optionTable = {
  records: wholeNumber(200, 20_000),
  rounds: wholeNumber(1, 1),
  seed: wholeNumber(0, 1),
  without: choices(['raw', 'push'], []),
  dir: (/** @type {string | undefined} */ text) => path.resolve(text ?? tmpdir()),
};

/** Least rate of a push by that of raw PUT, most writes without a change, most time for 1 %. */
const targets = { rate: 0.8, writes: 0, share: 0.02 };
/** Judged for at least this many records; with fewer, the start of a process dominates. */
const judgedRecords = 20_000;
/** One record in this many is changed. */
const changedStep = 100;
/** Pages of 8 KB that Virtuoso has in memory: with 20,000 records, the database fits. */
const buffers = 400_000;

const cli = fileURLToPath(built('cli.js'));

/**
 * @typedef {object} Place
 * @property {string} folder
 * @property {string} catalogue
 * @property {number} records
 *
 * @typedef {object} Sample
 * @property {number} ms
 * @property {number} statements that were sent
 * @property {number} writes
 *
 * @typedef {{ statements: number, writes: number }} PushReport the part of the JSON of `push` that
 *   is of interest here
 *
 * @typedef {import('../test/support/virtuoso-process.mjs').Virtuoso} Virtuoso
 */

/**
 * Prints the measurements and the targets. Missing a target sets the exit code 1.
 * @param {readonly string[]} args
 * @throws {TypeError} when they are wrong
 */
export async function benchPush(args) {
  const { records, rounds, seed, without, dir } = parseOptions(optionTable, args);
  const folder = await mkdtemp(path.join(dir, 'cdif-graph-push-'));
  try {
    const catalogue = path.join(folder, 'catalogue');
    console.error(`writing ${records} records …`);
    await writeRecords(catalogue, { seed, records });
    const place = { folder, catalogue, records };
    /** @type {Map<string, Sample[]>} */
    const samples = new Map();
    for (let round = 1; round <= rounds; round += 1) {
      const note = (/** @type {string} */ name, /** @type {Sample} */ sample) => {
        console.error(`round ${round}: ${name} ${(sample.ms / 1000).toFixed(2)} s`);
        samples.set(name, [...(samples.get(name) ?? []), sample]);
      };
      if (!without.includes('raw'))
        await inNewStore(place, async (store) => note('raw PUT', await putAll(place, store)));
      if (!without.includes('push'))
        await inNewStore(place, (store) => pushes(place, store, { seed, round, note }));
    }
    report(samples, records >= judgedRecords);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * @param {Place} place
 * @param {(store: Virtuoso) => Promise<unknown>} measure
 */
async function inNewStore({ folder }, measure) {
  const store = await startVirtuoso({ buffers, dir: folder });
  try {
    await measure(store);
  } finally {
    await store.close();
  }
}

/**
 * A push into an empty store, one of the same state, one after a change of the title and date of
 * some records, and one after a change of all their values.
 * @param {Place} place
 * @param {Virtuoso} store
 * @param {{ seed: number, round: number, note: (name: string, sample: Sample) => void }} options
 */
async function pushes(place, store, { seed, round, note }) {
  note('push of everything', await push(place, store));
  note('push without a change', await push(place, store));
  await change(place, [seed + round - 1, changedStep, 2]);
  note('push of 1 % changed', await push(place, store));
  await change(place, [seed + round, changedStep]);
  note('push of 1 % replaced', await push(place, store));
}

/**
 * @param {Place} place
 * @param {readonly number[]} numbers of `change.mjs`
 */
async function change({ folder, catalogue, records }, numbers) {
  const program = fileURLToPath(new URL('query/change.mjs', import.meta.url));
  await runProcess([program, catalogue, ...[records, ...numbers].map(String)], { folder });
}

/**
 * The command, from the start of its process to its end.
 * @param {Place} place
 * @param {Virtuoso} store
 * @returns {Promise<Sample>}
 */
async function push({ folder, catalogue }, { graphStore, update, credentials }) {
  const args = [cli, 'push', graphStore, '--update', update, '--store', catalogue, '--json'];
  const variables = {
    CDIF_GRAPH_USER: credentials.user,
    CDIF_GRAPH_PASSWORD: credentials.password,
  };
  const { stdout, processMs } = await runProcess(args, { folder, variables });
  const { statements, writes } = /** @type {PushReport} */ (JSON.parse(stdout)); // the command's
  return { ms: processMs, statements, writes };
}

/**
 * Sends the same statements by Graph Store PUT in a new process.
 * @param {Place} place
 * @param {Virtuoso} store
 * @returns {Promise<Sample>}
 */
async function putAll({ folder, catalogue }, { graphStore, credentials }) {
  const program = fileURLToPath(new URL('push/put-all.mjs', import.meta.url));
  const { user, password } = credentials;
  const { stdout } = await runProcess([program, catalogue, graphStore, user, password], { folder });
  return /** @type {Sample} */ (JSON.parse(stdout)); // put-all.mjs wrote it
}

/**
 * A line of the table: a measurement, and what it is judged by.
 * @typedef {object} Row
 * @property {string} name
 * @property {Sample} sample medians of the rounds
 * @property {number} [figure] to be compared with the target
 * @property {string} [target]
 * @property {boolean} [isMissed]
 */

/**
 * @param {ReadonlyMap<string, readonly Sample[]>} samples
 * @param {boolean} isJudged
 */
function report(samples, isJudged) {
  const rows = Array.from(samples, ([name, taken]) => ({ name, sample: medianOf(taken) }));
  const judged = rows.map((row) => Object.assign(row, judge(row, samples)));
  console.log(
    formatTable([
      ['', 's', 'statements', 'a second', 'writes', 'figure', 'target'],
      ...judged.map(({ name, sample: { ms, statements, writes }, figure, target = '' }) => [
        name,
        (ms / 1000).toFixed(2),
        statements.toFixed(0),
        ((statements / ms) * 1000).toFixed(0),
        writes.toFixed(0),
        figure?.toFixed(3) ?? '',
        target,
      ]),
    ]),
  );
  const missed = judged.filter(({ isMissed }) => isMissed).map(({ name }) => name);
  if (!isJudged || missed.length === 0) return;
  console.error(`Missed: ${missed.join('; ')}`);
  process.exitCode = 1;
}

/**
 * @param {readonly Sample[]} taken
 * @returns {Sample}
 */
function medianOf(taken) {
  return {
    ms: median(taken.map(({ ms }) => ms)),
    statements: median(taken.map(({ statements }) => statements)),
    writes: median(taken.map(({ writes }) => writes)),
  };
}

/**
 * @param {{ name: string, sample: Sample }} row
 * @param {ReadonlyMap<string, readonly Sample[]>} samples
 * @returns {Pick<Row, 'figure' | 'target' | 'isMissed'>} ratios are medians of those of the rounds
 */
function judge({ name, sample }, samples) {
  const all = samples.get('push of everything') ?? [];
  if (name === 'push of everything' && samples.has('raw PUT')) {
    const raw = (samples.get('raw PUT') ?? []).map(rate);
    const figure = median(all.map((each, round) => rate(each) / (raw[round] ?? Number.NaN)));
    return { figure, target: `≥ ${targets.rate}`, isMissed: !(figure >= targets.rate) };
  }
  if (name === 'push without a change') {
    const figure = sample.writes;
    return { figure, target: `${targets.writes} writes`, isMissed: figure !== targets.writes };
  }
  if (name === 'push of 1 % changed') {
    const taken = samples.get(name) ?? [];
    const figure = median(taken.map(({ ms }, round) => ms / (all[round]?.ms ?? Number.NaN)));
    return { figure, target: `≤ ${targets.share}`, isMissed: !(figure <= targets.share) };
  }
  return {};
}

/** @param {Sample} sample */
function rate({ statements, ms }) {
  return statements / ms;
}
