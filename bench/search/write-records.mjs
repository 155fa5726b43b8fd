// Writes generated records into a catalogue without the Web.
import { createHash } from 'node:crypto';
import { built } from '../measure/built.mjs';
import { searchedRecord } from './records.mjs';

/** @typedef {import('../../src/model/record.ts').RecordGraph} RecordGraph */
/** @typedef {import('../../src/model/search-facts.ts').SearchFacts} SearchFacts */

const { createExpandStage } = /** @type {typeof import('../../src/expand/expand.ts')} */ (
  await import(built('expand/expand.js'))
);
const { openEmbeddedStore } = /** @type {typeof import('../../src/store/embedded-store.ts')} */ (
  await import(built('store/embedded-store.js'))
);

const limits = { jsonDepth: 100, jsonValues: 1_000_000, recordMs: 60_000 };
const run = '20261120T113625Z';
const at = '2026-11-20T11:36:25.000Z';
const together = 500;

/**
 * @param {string} catalogue its directory; made where it is not there
 * @param {{ seed: number, records: number, step?: number }} options every `step`-th of so many records is written, by default each
 * @returns {Promise<{ quads: number, facts: readonly SearchFacts[] }>} of what was written
 */
export async function writeRecords(catalogue, { seed, records, step = 1 }) {
  const store = openEmbeddedStore({ path: catalogue, access: 'write' });
  const stage = createExpandStage({ limits });
  /** @type {SearchFacts[]} */
  const facts = [];
  let quads = 0;
  for (let from = 0; from < records; from += together * step) {
    const updates = [];
    const end = Math.min(records, from + together * step);
    for (let index = from; index < end; index += step) {
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
  return { quads, facts };
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
