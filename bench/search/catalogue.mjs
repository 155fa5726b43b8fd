// A catalogue of generated records, made without the Web, and an engine that asks it in this process.
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { searchedRecord } from './records.mjs';

/** @typedef {import('../../src/model/record.ts').RecordGraph} RecordGraph */
/** @typedef {import('../../src/model/search-facts.ts').SearchFacts} SearchFacts */
/** @typedef {import('../../src/store/store.ts').QueryRequest} QueryRequest */

/**
 * @typedef {object} SearchedCatalogue
 * @property {number} records
 * @property {number} quads of the records
 * @property {number} indexQuads
 * @property {readonly SearchFacts[]} facts of each record
 * @property {(text: string, of?: 'index' | 'records') => string} ask answers a query, of the index alone unless it says otherwise, as
 *   JSON
 * @property {() => Promise<void>} remove
 */

/** @param {string} module of the build */
const built = (module) => new URL(`../../dist/${module}`, import.meta.url).href;
const { createExpandStage } = /** @type {typeof import('../../src/expand/expand.ts')} */ (
  await import(built('expand/expand.js'))
);
const { openEmbeddedStore } = /** @type {typeof import('../../src/store/embedded-store.ts')} */ (
  await import(built('store/embedded-store.js'))
);
const { Engine } = /** @type {typeof import('../../src/store/engine.ts')} */ (
  await import(built('store/engine.js'))
);

const { openEngineMemories } =
  /** @type {typeof import('../../src/store/image/engine-memories.ts')} */ (
    await import(built('store/image/engine-memories.js'))
  );

const limits = { jsonDepth: 100, jsonValues: 1_000_000, recordMs: 60_000 };
const run = '20261120T113625Z';
const at = '2026-11-20T11:36:25.000Z';
const together = 500;

/**
 * @param {number} records
 * @param {{ seed: number, dir: string }} options
 * @returns {Promise<SearchedCatalogue>}
 */
export async function makeCatalogue(records, { seed, dir }) {
  const folder = await mkdtemp(path.join(dir, 'cdif-graph-search-'));
  const catalogue = path.join(folder, 'catalogue');
  const store = openEmbeddedStore({ path: catalogue, access: 'write' });
  const stage = createExpandStage({ limits });
  /** @type {SearchFacts[]} */
  const facts = [];
  let quads = 0;
  for (let from = 0; from < records; from += together) {
    const updates = [];
    for (let index = from; index < Math.min(records, from + together); index += 1) {
      const made = await updateOf(stage, index, searchedRecord(seed, index, records));
      updates.push(store.write(made.update));
      quads += made.graph.quads;
      /** @type {unknown} */
      const parsed = JSON.parse(made.graph.search);
      facts.push(.../** @type {SearchFacts[]} */ (parsed)); // what expansion wrote
    }
    await Promise.all(updates);
  }
  await store.close();
  const engine = new Engine({ path: catalogue, memories: await openEngineMemories() });
  /** @type {SearchedCatalogue['ask']} */
  const ask = (text, of = 'index') =>
    engine.query({
      text,
      dataset: { records: of === 'records', own: ['index'], defaultGraph: 'union' },
      format: 'json',
    });
  return {
    records,
    quads,
    indexQuads: countIn(ask),
    facts,
    ask,
    remove: async () => {
      await engine.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** @param {SearchedCatalogue['ask']} ask */
function countIn(ask) {
  const count = 'SELECT (COUNT(*) AS ?n) { GRAPH <urn:cdif-graph:index> { ?s ?p ?o } }';
  return Number(/"value":"(\d+)"/u.exec(ask(count))?.[1]);
}

/**
 * @param {ReturnType<typeof createExpandStage>} stage
 * @param {number} index
 * @param {string} json
 */
async function updateOf(stage, index, json) {
  const url = `https://data.bench.test/records/${index}`;
  const document = { documentUrl: url, baseIri: url, route: /** @type {const} */ ('direct'), json };
  const sha256 = createHash('sha256').update(json).digest('hex');
  /** @type {RecordGraph | undefined} */
  let graph;
  const context = { signal: new AbortController().signal, now: () => new Date(at) };
  for await (const outcome of stage.process([document], context)) {
    if (outcome.kind === 'produced' && outcome.value.kind === 'graph') graph = outcome.value.graph;
  }
  if (graph === undefined) throw new Error(`Record ${index} gave no graph.`);
  const listings = [{ source: 'bench', found: { by: /** @type {const} */ ('urls') }, depth: 0 }];
  const outcome = {
    url,
    listings,
    state: /** @type {const} */ ('harvested'),
    at,
    run,
    problems: [],
  };
  const update = {
    url,
    run,
    retrieval: { finalUrl: url, redirects: [], status: 200, at },
    listings,
    documents: [{ ...document, sha256 }],
    graphs: [graph],
    end: { outcome, graphs: new Set([graph.graph]), documents: new Set([sha256]) },
  };
  return { graph, update };
}
