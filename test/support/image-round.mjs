// One round of the test of images, in a process of its own: `node --expose-gc image-round.mjs DIRECTORY SEED`.
// Puts one of the images in place, each in its turn, brings it up to date, mistreats the engine, compares it with the catalogue, and writes the image anew.
// What it did is printed as JSON.
import { setTimeout as sleep } from 'node:timers/promises';
import { Store } from 'oxigraph';
import { Catalogue } from '../../dist/store/catalogue.js';
import { Engine } from '../../dist/store/engine.js';
import { openEngineMemories } from '../../dist/store/image/engine-memories.js';
import { allGraphs, unionOfRecords } from '../../dist/store/queries.js';

const [path = '', seed = '0'] = process.argv.slice(2);
const loading = /** @type {const} */ ({ format: 'nq', lenient: true, no_transaction: true });

const turns = /** @type {const} */ ([
  ['records', unionOfRecords],
  ['all', allGraphs],
]);
const [image, dataset] = turns[Number(seed) % turns.length] ?? turns[0];

const memories = await openEngineMemories();
// In each fifth round the memory grows. An image is kept with all that was replaced in it, however much that is, until its next turn after that.
const growing = 5;
const isOfUsualGrowth = (Number(seed) - turns.length) % growing === 0;
const engine = new Engine({ path, memories, ...(isOfUsualGrowth ? {} : { maxGrowth: Infinity }) });
const restored = await engine.restore(image);
engine.prepare(dataset);
const memory = memories.graphs;
const { store } = memory;
ask('SELECT (COUNT(*) AS ?n) { ?s ?p ?o }');
mistreat();
await collectGarbage();
const truth = contentOf(image === 'records' ? plainStore() : await filledStore());
const before = differences();
const room = memory.bytes.length;
grow();
const grown = memory.bytes.length - room;
await collectGarbage();
ask('SELECT ?o (COUNT(*) AS ?n) { ?s ?p ?o } GROUP BY ?o ORDER BY DESC(?n) LIMIT 5');
const after = differences();
const task = /** @type {const} */ ({ image, fill: true, leastStatements: 0 });
const first = engine.keep(task);
// As a harvest does where most of the memory is what was replaced.
const last = first.isWorn ? await keepAnew() : first;
console.log(
  JSON.stringify({
    node: process.versions.node,
    image,
    restored,
    statements: store.size,
    differences: before + after,
    grown,
    kept: last.kept?.bytes ?? 0,
    isWorn: first.isWorn,
  }),
);
await engine.close();

async function keepAnew() {
  const anew = new Engine({ path, memories: await openEngineMemories() });
  const written = anew.keep(task);
  await anew.close();
  return written;
}

/** @param {string} text */
function ask(text) {
  return engine.query({ text, dataset, format: 'tsv' });
}

/** Asks what cannot be answered and loads what cannot be read; none of it is a trap. */
function mistreat() {
  for (const text of [
    'SELECT',
    `SELECT * { ?s ?p "${seed} }`,
    'SELECT * { SERVICE <urn:x> { ?s ?p ?o } }',
  ]) {
    fails(() => store.query(text, { results_format: 'tsv' }));
  }
  fails(() => store.load('no statement', loading));
  fails(() => store.load(['<urn:a> <urn:b> ', 'what'], loading));
  fails(() => store.load(broken(), loading));
  fails(() => store.update('DELETE'));
  // What failed may have left some of it.
  store.update('DROP DEFAULT');
}

function* broken() {
  yield '<urn:a> ';
  throw new Error('The text ends here.');
}

/** @param {() => unknown} work */
function fails(work) {
  try {
    work();
  } catch {
    return;
  }
  throw new Error(`This did not fail: ${String(work)}`);
}

/** Puts in much, in some rounds so much that the memory has no room for it, and takes it out again. */
function grow() {
  const graph = 'urn:cdif-graph:grown';
  const [pieces, text] = Number(seed) % growing === 0 ? [60, 'grown '.repeat(3000)] : [5, 'grown'];
  for (let piece = 0; piece < pieces; piece += 1) {
    const statements = Array.from(
      { length: 200 },
      (_, index) =>
        `<urn:s:${seed}:${piece}:${index}> <urn:p> "${text} ${seed} ${piece} ${index}" <${graph}> .\n`,
    );
    store.load(statements.join(''), loading);
  }
  store.update(`DROP GRAPH <${graph}>`);
}

async function collectGarbage() {
  for (let round = 0; round < 3; round += 1) {
    globalThis.gc?.();
    await sleep(1);
  }
}

/** In how many statements the engine differs from one that knows the catalogue alone. */
function differences() {
  const ours = contentOf(store);
  const missing = [...truth].filter((line) => !ours.has(line));
  const added = [...ours].filter((line) => !truth.has(line));
  return missing.length + added.length;
}

function plainStore() {
  const plain = new Store();
  const catalogue = new Catalogue({ path, access: 'read' });
  catalogue.read((snapshot) => {
    for (const { nquads } of snapshot.graphs()) plain.load(nquads, loading);
  });
  void catalogue.close();
  return plain;
}

/** Our own graphs are derived, and are right where they are as they are derived anew. */
async function filledStore() {
  const others = await openEngineMemories();
  const filled = new Engine({ path, memories: others });
  filled.prepare(dataset);
  await filled.close();
  return others.graphs.store;
}

/**
 * All statements; blank nodes are called by what the test says of each.
 * @param {Pick<Store, 'query'>} of
 */
function contentOf(of) {
  const named = new Map(
    rowsOf(of, 'SELECT ?b ?id { GRAPH ?g { ?b <urn:id> ?id } }').map(([label, id]) => [
      label,
      `_:${id}`,
    ]),
  );
  const rows = rowsOf(of, 'SELECT ?s ?p ?o ?g { GRAPH ?g { ?s ?p ?o } }');
  return new Set(rows.map((terms) => terms.map((term) => named.get(term) ?? term).join(' ')));
}

/**
 * @param {Pick<Store, 'query'>} of
 * @param {string} query
 */
function rowsOf(of, query) {
  // With a format the answer is a text.
  const answer = /** @type {string} */ (of.query(query, { results_format: 'tsv' }));
  return answer
    .split('\n')
    .slice(1, -1)
    .map((row) => row.split('\t'));
}
