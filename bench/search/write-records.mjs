// Writes generated records into a catalogue without the Web.
import { createHash } from 'node:crypto';
import { built } from '../measure/built.mjs';
import { searchedRecord } from './records.mjs';

/** @typedef {import('../../src/model/record.ts').RecordGraph} RecordGraph */
/** @typedef {import('../../src/model/url-update.ts').UrlUpdate} UrlUpdate */

const { createExpandStage } = /** @type {typeof import('../../src/expand/expand-stage.ts')} */ (
  await import(built('expand/expand-stage.js'))
);
const { openEmbeddedStore } = /** @type {typeof import('../../src/catalogue/store.ts')} */ (
  await import(built('catalogue/store.js'))
);

const limits = { jsonDepth: 100, jsonValues: 1_000_000, recordMs: 60_000 };
const run = '20261120T113625Z';
const at = '2026-11-20T11:36:25.000Z';
const together = 500;

/**
 * @param {string} catalogue its directory; made where it is not there
 * @param {{ seed: number, records: number, step?: number, copies?: number, edition?: number }} options
 *   every `step`-th of so many records is written, by default each; so many times with other names,
 *   by default once; in this edition, by default the first
 * @returns {Promise<{ quads: number }>} of what was written
 */
export async function writeRecords(catalogue, options) {
  const { seed, records, step = 1, copies = 1, edition } = options;
  const store = openEmbeddedStore({ path: catalogue, access: 'write' });
  const stage = createExpandStage({ limits });
  let quads = 0;
  for (let from = 0; from < records; from += together * step) {
    const updates = [];
    const end = Math.min(records, from + together * step);
    for (let index = from; index < end; index += step) {
      const made = await updateOf(stage, index, searchedRecord(seed, index, records, edition));
      for (let copy = 0; copy < copies; copy += 1) {
        updates.push(store.write(copy === 0 ? made.update : copyOf(made.update, index, copy)));
        quads += made.graph.quads;
      }
    }
    await Promise.all(updates);
  }
  await store.close();
  return { quads };
}

/**
 * The same of another record: it takes a fraction of the time to make another.
 * @param {UrlUpdate} update
 * @param {number} index
 * @param {number} copy
 * @returns {UrlUpdate}
 */
function copyOf(update, index, copy) {
  const json = JSON.stringify(update, (_, value) =>
    value instanceof Set ? { set: [...value] } : /** @type {unknown} */ (value),
  );
  // URLs, IRIs and identifiers end with the number of the record.
  const renamed = json.replaceAll(
    new RegExp(`(?<=[/.])${index}(?=[/>"\\\\#])`, 'gu'),
    `${index}-${copy}`,
  );
  return /** @type {UrlUpdate} */ (
    JSON.parse(renamed, (_, value) => {
      const { set } = /** @type {{ set?: unknown[] }} */ (value ?? {});
      return set === undefined ? /** @type {unknown} */ (value) : new Set(set);
    })
  );
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
