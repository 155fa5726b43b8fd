// `bench -- serve`: the time of the web server for a page, alone and during an ingest.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { built } from './measure/built.mjs';
import { parseOptions, wholeNumber } from './measure/options.mjs';
import { startServer } from './measure/start-server.mjs';
import { formatTable } from './measure/table.mjs';
import { writeRecords } from './search/write-records.mjs';

export const serveHelp = `bench -- serve [options]
  --records N   records of the catalogue (20000)
  --copies N    how often each of them is in the large catalogue; 0 for none (10)
  --pages N     so many pages are read for each figure (10000)
  --long N      after so many pages the memory is compared with that after 10000; 0 not to (100000)
  --readers N   so many read at once, pausing 200 ms after each page (50)
  --seed N      of the records and the ways of the readers (1)
  --dir DIR     where catalogues are written (${tmpdir()})
`;

/** @satisfies {import('./measure/options.mjs').OptionTable} */
const optionTable = {
  records: wholeNumber(100, 20_000),
  copies: wholeNumber(0, 10),
  pages: wholeNumber(100, 10_000),
  long: wholeNumber(0, 100_000),
  readers: wholeNumber(1, 50),
  seed: wholeNumber(0, 1),
  dir: (/** @type {string | undefined} */ text) => path.resolve(text ?? tmpdir()),
};

/** The targets. */
const targets = {
  startMs: 2500,
  p50: 5,
  p95: 20,
  largeP95: 80,
  /** The ratio of the memory after many pages to that after 10,000. */
  growth: 1.2,
};

const cli = fileURLToPath(built('cli.js'));
const load = fileURLToPath(new URL('serve/load.mjs', import.meta.url));
const pauseMs = 200;

/**
 * Prints the measurements and the targets. Missing a target sets the exit code 1.
 * @param {readonly string[]} args
 * @throws {TypeError} when they are wrong
 */
export async function benchServe(args) {
  const options = parseOptions(optionTable, args);
  const { records, copies, seed, long, dir } = options;
  const folder = await mkdtemp(path.join(dir, 'cdif-graph-serve-'));
  try {
    const catalogue = path.join(folder, 'catalogue');
    console.error(`writing ${records} records …`);
    await writeRecords(catalogue, { seed, records });
    /** @type {(readonly [name: string, found: number, most: number])[]} */
    const rows = [];
    const alone = await measured(catalogue, options, long);
    rows.push(['from the start to the first page', alone.startMs, targets.startMs]);
    rows.push(['half of the pages within', alone.p50, targets.p50]);
    rows.push(['95 of 100 pages within', alone.p95, targets.p95]);
    if (long > 0) {
      const name = `memory after ${long} pages, by that after 10,000`;
      rows.push([name, alone.growth, targets.growth]);
    }
    const beside = await besideIngest(catalogue, folder, options);
    rows.push(['half of them, beside an ingest', beside.p50, 2 * targets.p50]);
    rows.push(['95 of 100, beside an ingest', beside.p95, 2 * targets.p95]);
    if (copies > 0) {
      const large = path.join(folder, 'large');
      console.error(`writing ${records * copies} records …`);
      await writeRecords(large, { seed, records, copies });
      const { p95 } = await measured(large, options, 0);
      rows.push([`95 of 100 pages of ${records * copies} records`, p95, targets.largeP95]);
    }
    report(rows);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** @param {readonly (readonly [string, number, number])[]} rows */
function report(rows) {
  const shown = rows.map(([name, found, most]) => [name, found.toFixed(1), most.toFixed(1)]);
  console.log(formatTable([['serve', 'ms', 'at most'], ...shown]));
  const missed = rows.filter(([, found, most]) => found > most).map(([name]) => name);
  if (missed.length === 0) return;
  console.error(`Missed: ${missed.join(', ')}`);
  process.exitCode = 1;
}

/**
 * @typedef {object} Figures
 * @property {number} startMs from the start of the process to its first page
 * @property {number} p50 in the server, from the parsed request to the last byte handed over, in ms
 * @property {number} p95
 * @property {number} growth of the resident memory; NaN where it was not asked for
 */

/**
 * Starts a server, runs readers and returns the figures of the access log.
 * @param {string} catalogue
 * @param {ReturnType<typeof parseOptions<typeof optionTable>>} options
 * @param {number} long how many pages are read after that for `growth`
 * @param {() => void} [onStarted] called when the readers begin
 * @returns {Promise<Figures>}
 */
async function measured(catalogue, { pages, readers, seed }, long, onStarted) {
  const startedAt = performance.now();
  const server = await startPages(catalogue);
  try {
    await (await fetch(server.url)).text();
    const startMs = performance.now() - startedAt;
    /** @param {number} count @param {number} way */
    const read = async (count, way) => {
      const from = server.times.length;
      await readPages({ url: server.url, readers, pauseMs, pages: count, seed: way });
      return server.times.slice(from).toSorted((a, b) => a - b);
    };
    // Warm-up: V8 has not compiled the code yet.
    await read(Math.ceil(pages / 10), seed + 1);
    onStarted?.();
    const times = await read(pages, seed);
    const before = server.memory();
    if (long > 0) await read(Math.max(0, long - pages), seed + 2);
    const growth = long > 0 ? server.memory() / before : Number.NaN;
    /** @param {number} share */
    const within = (share) => times[Math.ceil(times.length * share) - 1] ?? Number.NaN;
    return { startMs, p50: within(0.5), p95: within(0.95), growth };
  } finally {
    await server.stop();
  }
}

/**
 * Starts a server; `times` gets those of its pages, without queries.
 * @param {string} catalogue
 */
export async function startPages(catalogue) {
  const args = [cli, 'serve', '--store', catalogue, '--port', '0'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'close');
  /** @type {number[]} */
  const times = [];
  createInterface(child.stdout).on('line', (line) => {
    const { path: at, ms } = /** @type {{ path: string, ms: number }} */ (JSON.parse(line));
    if (at !== '/sparql') times.push(ms);
  });
  const said = String(await once(createInterface(child.stderr), 'line'));
  const url = /http:\S+/u.exec(said)?.[0];
  if (url === undefined) throw new Error(`The server could not be started: ${said}`);
  return {
    url,
    times,
    /** Resident memory, in kB. */
    memory: () =>
      Number(/VmRSS:\s+(\d+)/u.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]),
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Runs readers in another process. @param {import('./serve/load.mjs').LoadTask} task */
export async function readPages(task) {
  const child = spawn(process.execPath, [load, JSON.stringify(task)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (text) => (said += String(text)));
  await once(child, 'close');
  if (child.exitCode !== 0) throw new Error('The readers failed.');
  const statuses = /** @type {Record<string, number>} */ (JSON.parse(said));
  const wrong = Object.keys(statuses).filter((status) => status !== '200');
  if (wrong.length > 0) throw new Error(`Pages were answered with ${JSON.stringify(statuses)}.`);
}

/** The number of hosts harvested at once, with the usual pause between requests. */
const hostCount = 20;

/**
 * The same during a harvest into the catalogue.
 * @param {string} catalogue
 * @param {string} folder
 * @param {ReturnType<typeof parseOptions<typeof optionTable>>} options
 */
async function besideIngest(catalogue, folder, options) {
  const { seed, records } = options;
  /** @type {import('./generate/site.mjs').SiteOptions} */
  const site = { seed: seed + 1, records: 3 * records, pageKb: 0, shapes: ['cdif'], listSize: 1 };
  const sites = await startServer({ options: site, hostCount });
  const config = path.join(folder, 'config.yaml');
  const sources = sites.origins.map((origin, at) => `  - { name: site-${at}, site: "${origin}" }`);
  const http = 'http: { allowPrivateAddresses: true }';
  const lines = [`store: { path: ${catalogue} }`, http, 'sources:', ...sources, ''];
  await writeFile(config, lines.join('\n'));
  const ingest = new AbortController();
  /** @type {Promise<unknown>} */
  let harvest = Promise.resolve();
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let child;
  const begin = () => {
    child = spawn(process.execPath, [cli, 'ingest', config, '--quiet'], { stdio: 'ignore' });
    ingest.signal.addEventListener('abort', () => child?.kill('SIGTERM'));
    harvest = once(child, 'close');
  };
  try {
    const figures = await measured(catalogue, options, 0, begin);
    if (child?.exitCode !== null)
      console.error('The harvest ended before the readers did: take fewer pages.');
    return figures;
  } finally {
    ingest.abort();
    await harvest;
    await sites.stop();
  }
}
