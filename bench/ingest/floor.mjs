// The floor: nothing but what the engine itself needs to take in record graphs, one strict `load` a
// record. Reading the
// texts comes before, decoding them between, and neither counts. Prints `{ quads, records, workMs,
// readMs }`.
// Usage: floor.mjs <folder written by export-graphs.mjs>
import { namedNode, Store } from 'oxigraph';
import { readGraphs } from './export-graphs.mjs';

const readingAt = performance.now();
const graphs = readGraphs(process.argv[2] ?? '');
const startedAt = performance.now();

const store = new Store();
let decodingMs = 0;
for (const { graph, ntriples } of graphs) {
  const decodingAt = performance.now();
  const text = ntriples.toString();
  decodingMs += performance.now() - decodingAt;
  store.load(text, { format: 'nt', to_graph_name: namedNode(graph) });
}
const endedAt = performance.now();
console.log(
  JSON.stringify({
    quads: store.size,
    records: graphs.length,
    workMs: endedAt - startedAt - decodingMs,
    readMs: startedAt - readingAt + decodingMs,
  }),
);
