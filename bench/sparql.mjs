// `bench -- sparql`: the time of the web server for a page, alone and beside SPARQL queries.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseOptions, wholeNumber } from './measure/options.mjs';
import { formatTable } from './measure/table.mjs';
import { writeRecords } from './search/write-records.mjs';
import { readPages, startPages } from './serve.mjs';

export const sparqlHelp = `bench -- sparql [options]
  --records N   records of the catalogue (20000)
  --pages N     so many pages are read for each figure (1000)
  --readers N   so many read at once, pausing 200 ms after each page (20)
  --rounds N    each is measured so often, in turns; the figures are medians (9)
  --seed N      of the records and the ways of the readers (1)
  --dir DIR     where the catalogue is written (${tmpdir()})
`;

/** @satisfies {import('./measure/options.mjs').OptionTable} */
const optionTable = {
  records: wholeNumber(100, 20_000),
  pages: wholeNumber(100, 1000),
  readers: wholeNumber(1, 20),
  rounds: wholeNumber(1, 9),
  seed: wholeNumber(0, 1),
  dir: (/** @type {string | undefined} */ text) => path.resolve(text ?? tmpdir()),
};

/** The most times as long that 95 of 100 pages may take beside queries. */
const target = 2;
const pauseMs = 200;
/** Takes hours, and no memory. */
const endless = '{ ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }';
const counted = '(COUNT(*) AS ?n)';
const views = 'urn:cdif-graph:views';

/** What is done beside the readers until the signal is aborted. */
const beside = {
  nothing: async () => undefined,
  'a query of 60 s': async (/** @type {Ask} */ ask) => ask(`SELECT ${counted} ${endless}`, 60),
  // A second after the engine was filled, the query ends it.
  'an engine that fills': async (/** @type {Ask} */ ask) => ask(`SELECT ${counted} ${endless}`, 1),
  'an engine that fills with views': async (/** @type {Ask} */ ask) =>
    ask(`SELECT ${counted} FROM <${views}> ${endless}`, 1),
  '10 queries a second': async (/** @type {Ask} */ ask, /** @type {number} */ count) => {
    void ask(
      `SELECT ?s ?name { ?s a <http://schema.org/Dataset> ; <http://schema.org/name> ?name } ` +
        `OFFSET ${(count * 20) % 2000} LIMIT 20`,
      10,
    );
    await pause(100);
  },
};

/** @typedef {(query: string, timeout: number) => Promise<unknown>} Ask */

/**
 * Prints the measurements and the target. Missing it sets the exit code 1.
 * @param {readonly string[]} args
 * @throws {TypeError} when they are wrong
 */
export async function benchSparql(args) {
  const options = parseOptions(optionTable, args);
  const { records, seed, rounds, dir } = options;
  const folder = await mkdtemp(path.join(dir, 'cdif-graph-sparql-'));
  try {
    const catalogue = path.join(folder, 'catalogue');
    console.error(`writing ${records} records …`);
    await writeRecords(catalogue, { seed, records });
    const server = await startPages(catalogue);
    try {
      let way = options.seed;
      await measured(server, 'nothing', options, way);
      /** @type {Map<string, number[][]>} */
      const found = new Map();
      for (let round = 1; round <= rounds; round += 1) {
        for (const name of /** @type {(keyof typeof beside)[]} */ (Object.keys(beside))) {
          // New ways, since the answers to requests that were made before are kept.
          way += 1;
          const figures = await measured(server, name, options, way);
          console.error(`${name}: ${figures.map((figure) => figure.toFixed(1)).join(' ')}`);
          found.set(name, [...(found.get(name) ?? []), figures]);
        }
      }
      report(found);
    } finally {
      await server.stop();
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** @param {ReadonlyMap<string, readonly number[][]>} found of each round p50 and p95 */
function report(found) {
  const rows = Array.from(found, ([name, figures]) => {
    const [p50, p95] = [0, 1].map((at) => median(figures.map((each) => each[at] ?? 0)));
    return { name, p50: p50 ?? 0, p95: p95 ?? 0 };
  });
  const alone = rows[0]?.p95 ?? 0;
  console.log(
    formatTable([
      ['pages beside', 'p50, ms', 'p95, ms', 'p95, ratio'],
      ...rows.map(({ name, p50, p95 }) => [
        name,
        p50.toFixed(1),
        p95.toFixed(1),
        (p95 / alone).toFixed(2),
      ]),
    ]),
  );
  const missed = rows.filter(({ p95 }) => p95 > target * alone).map(({ name }) => name);
  if (missed.length === 0) return;
  console.error(`More than ${target} times as long: ${missed.join(', ')}`);
  process.exitCode = 1;
}

/** @param {readonly number[]} numbers */
function median(numbers) {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;
}

/**
 * Reads pages beside queries.
 * @param {Awaited<ReturnType<typeof startPages>>} server
 * @param {keyof typeof beside} name
 * @param {ReturnType<typeof parseOptions<typeof optionTable>>} options
 * @param {number} way seed of the ways of the readers
 * @returns {Promise<number[]>} p50 and p95 in ms
 */
async function measured(server, name, { pages, readers }, way) {
  await fill(server.url);
  const over = new AbortController();
  const queries = repeat(name, server.url, over.signal);
  const from = server.times.length;
  await readPages({ url: server.url, readers, pauseMs, pages, seed: way });
  const times = server.times.slice(from).toSorted((a, b) => a - b);
  over.abort();
  const asked = await queries;
  console.error(`  statuses of the queries: ${JSON.stringify(Object.fromEntries(asked))}`);
  return [0.5, 0.95].map((share) => times[Math.ceil(times.length * share) - 1] ?? Number.NaN);
}

/**
 * Waits until the engine is filled and has nothing else to do.
 * @param {string} url
 */
async function fill(url) {
  for (;;) {
    const query = encodeURIComponent('ASK { ?s ?p ?o }');
    const answer = await fetch(`${url}sparql?query=${query}`);
    await answer.text();
    if (answer.ok) return;
  }
}

/**
 * Asks until the signal is aborted.
 * @param {keyof typeof beside} name
 * @param {string} url
 * @param {AbortSignal} signal
 * @returns {Promise<ReadonlyMap<string, number>>} how many answers had each status
 */
async function repeat(name, url, signal) {
  /** @type {Map<string, number>} */
  const statuses = new Map();
  /** @type {Ask} */
  const ask = async (query, timeout) => {
    const body = new URLSearchParams({ query, timeout: String(timeout) });
    const status = await fetch(`${url}sparql`, { method: 'POST', body, signal })
      .then(async (answer) => answer.text().then(() => String(answer.status)))
      .catch(() => 'cancelled');
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  };
  if (name === 'nothing') return statuses;
  for (let count = 0; !signal.aborted; count += 1) await beside[name](ask, count);
  return statuses;
}
