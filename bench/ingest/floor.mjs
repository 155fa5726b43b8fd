// The floor: the time that the engine itself needs to load record graphs, with one strict `load`
// per record. Reading the texts comes before and decoding them between; neither is counted. Prints
// `{ quads, records, workMs, readMs }`. Usage: floor.mjs <folder written by export-graphs.mjs>
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
