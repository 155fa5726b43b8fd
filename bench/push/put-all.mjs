// The time to send all graphs of a catalogue by Graph Store PUT, from texts that are in memory:
// `node put-all.mjs CATALOGUE GRAPH-STORE USER PASSWORD`, which prints JSON.
import { createDigestClient } from '../../test/support/digest-client.mjs';
import { built } from '../measure/built.mjs';

const { openEmbeddedStore } = /** @type {typeof import('../../src/catalogue/store.ts')} */ (
  await import(built('catalogue/store.js'))
);
const { derivedStatements } =
  /** @type {typeof import('../../src/catalogue/derived/derived-statements.ts')} */ (
    await import(built('catalogue/derived/derived-statements.js'))
  );

/** @typedef {{ graph: string, method: string, triples: Buffer }} Write */

/** A derived graph is sent in parts of about so many bytes: a PUT, and then POSTs. */
const partBytes = 4_194_304;

/**
 * The writes of all graphs, before the clock starts.
 * @param {string} path of the catalogue
 * @returns {Promise<{ writes: readonly Write[], statements: number }>}
 */
async function readWrites(path) {
  const catalogue = openEmbeddedStore({ path, access: 'read' });
  let statements = 0;
  /** @param {{ graph: string, nquads: string }} piece */
  const triplesOf = ({ graph, nquads }) => {
    statements += nquads.split('\n').length - 1;
    return Buffer.from(nquads.replaceAll(` <${graph}> .\n`, ' .\n'));
  };
  const writes = await catalogue.ofOneState(async (snapshot) => {
    const found = Array.from(snapshot.graphs(), (piece) => ({
      graph: piece.graph,
      method: 'PUT',
      triples: triplesOf(piece),
    }));
    /** @type {Map<string, Buffer[]>} */
    const parts = new Map();
    const flush = (/** @type {string} */ graph) => {
      const triples = Buffer.concat(parts.get(graph) ?? []);
      const method = found.some((write) => write.graph === graph) ? 'POST' : 'PUT';
      if (triples.length > 0) found.push({ graph, method, triples });
      parts.set(graph, []);
    };
    for (const piece of derivedStatements(snapshot, { without: [] })) {
      const part = parts.get(piece.graph) ?? [];
      part.push(triplesOf(piece));
      parts.set(piece.graph, part);
      if (part.reduce((sum, { length }) => sum + length, 0) > partBytes) flush(piece.graph);
    }
    for (const graph of parts.keys()) flush(graph);
    return found;
  });
  await catalogue.close();
  return { writes, statements };
}

const [path = '', graphStore = '', user = '', password = ''] = process.argv.slice(2);
const { writes, statements } = await readWrites(path);
const client = createDigestClient({ user, password });
const startedAt = performance.now();
for (const { graph, method, triples } of writes) {
  const url = `${graphStore}?graph-uri=${encodeURIComponent(graph)}`;
  const message = { body: triples, type: 'application/n-triples' };
  const { status, text } = await client.send(method, url, message);
  if (status >= 300) throw new Error(`${method} ${graph}: ${status} ${text}`);
}
const ms = performance.now() - startedAt;
client.close();
console.log(JSON.stringify({ ms, statements, writes: writes.length }));
