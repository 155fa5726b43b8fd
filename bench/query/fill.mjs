// The time to load the record graphs of a catalogue into memory, in a new process: `node fill.mjs
// floor|engine union|records|both CATALOGUE`, which prints JSON.
import { Store } from 'oxigraph';
import { built } from '../measure/built.mjs';

/** @typedef {import('../../src/catalogue/store.ts').CatalogueStore} CatalogueStore */
/** @typedef {import('../../src/engine/engine-memory.ts').Layers} Layers */
/** @typedef {{ fillMs: number, statements: number }} Filled */

const { openEmbeddedStore } = /** @type {typeof import('../../src/catalogue/store.ts')} */ (
  await import(built('catalogue/store.js'))
);
const { SparqlEngine } = /** @type {typeof import('../../src/engine/sparql-engine.ts')} */ (
  await import(built('engine/sparql-engine.js'))
);

const layersOf = {
  union: { union: true, records: false },
  records: { union: false, records: true },
  both: { union: true, records: true },
};

/**
 * A lenient `load` per record, of bytes that are in memory before the clock starts. Both layers of
 * a record are loaded in one call, as the engine does because of blank nodes.
 * @param {CatalogueStore} catalogue
 * @param {Layers} layers
 * @returns {Promise<Filled>}
 */
async function fillPlainStore(catalogue, layers) {
  const texts = await catalogue.ofOneState(async (snapshot) =>
    Array.from(snapshot.graphs(), ({ graph, nquads }) => {
      const triples = nquads.replaceAll(` <${graph}> .\n`, ' .\n');
      return Buffer.from((layers.records ? nquads : '') + (layers.union ? triples : ''));
    }),
  );
  const startedAt = performance.now();
  const store = new Store();
  for (const text of texts) {
    store.load(text, { format: 'nq', lenient: true, no_transaction: true });
  }
  return { fillMs: performance.now() - startedAt, statements: store.size };
}

/**
 * The time of the first query of an engine, minus the time of the same query repeated.
 * @param {CatalogueStore} catalogue
 * @param {Layers} layers
 * @returns {Promise<Filled>}
 */
async function fillEngine(catalogue, layers) {
  const engine = new SparqlEngine(catalogue);
  const reads = { ...layers, own: [] };
  /** @param {string} select @param {string} pattern */
  const ask = async (select, pattern) => {
    const text = `SELECT ${select} { { ${pattern} } UNION { GRAPH ?g { ${pattern} } } }`;
    const startedAt = performance.now();
    const answer = await engine.query({ text, reads, format: 'csv' });
    return { ms: performance.now() - startedAt, answer };
  };
  const first = await ask('*', '?s a <http://none.invalid/>');
  const again = await ask('*', '?s a <http://none.invalid/>');
  const { answer } = await ask('(COUNT(*) AS ?count)', '?s ?p ?o');
  await engine.close();
  return { fillMs: first.ms - again.ms, statements: Number(answer.split('\r\n')[1]) };
}

const [what = '', name = '', path = ''] = process.argv.slice(2);
const layers = layersOf[/** @type {keyof typeof layersOf} */ (name)]; // as bench/query.mjs calls it
const catalogue = openEmbeddedStore({ path, access: 'read' });
const fill = what === 'floor' ? fillPlainStore : fillEngine;
console.log(JSON.stringify(await fill(catalogue, layers)));
await catalogue.close();
