// A catalogue of generated records, made without the Web, and an engine that asks it in this process.
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { built } from '../measure/built.mjs';
import { writeRecords } from './write-records.mjs';

/** @typedef {import('../../src/model/search-facts.ts').SearchFacts} SearchFacts */
/** @typedef {import('../../src/store/queries.ts').QueryRequest} QueryRequest */

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

const { Engine } = /** @type {typeof import('../../src/store/engine.ts')} */ (
  await import(built('store/engine.js'))
);

const { openEngineMemories } =
  /** @type {typeof import('../../src/store/image/engine-memories.ts')} */ (
    await import(built('store/image/engine-memories.js'))
  );

/**
 * @param {number} records
 * @param {{ seed: number, dir: string }} options
 * @returns {Promise<SearchedCatalogue>}
 */
export async function makeCatalogue(records, { seed, dir }) {
  const folder = await mkdtemp(path.join(dir, 'cdif-graph-search-'));
  const catalogue = path.join(folder, 'catalogue');
  const { quads, facts } = await writeRecords(catalogue, { seed, records });
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
