// The record graphs of a catalogue as texts, for the floor.
import { once } from 'node:events';
import { createReadStream, createWriteStream, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { finished } from 'node:stream/promises';

/** @typedef {{ readonly graph: string, readonly ntriples: Buffer }} GraphText */

/** Derived graphs do not come from publishers and are not part of the floor. */
const ownGraphs = 'urn:cdif-graph:';

/**
 * Splits an export into one N-Triples text per record graph, and keeps the texts in a folder.
 * @param {string} file N-Quads, the statements of a graph behind each other
 * @param {string} folder
 * @returns {Promise<{ graphs: number, quads: number }>}
 */
export async function exportGraphs(file, folder) {
  const texts = createWriteStream(path.join(folder, 'graphs.nt'));
  /** @type {{ graph: string, bytes: number }[]} */
  const index = [];
  let quads = 0;
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const at = line.lastIndexOf(' <');
    const graph = line.slice(at + 2, -'> .'.length);
    if (graph.startsWith(ownGraphs)) continue;
    const triple = `${line.slice(0, at)} .\n`;
    if (index.at(-1)?.graph !== graph) index.push({ graph, bytes: 0 });
    const last = index.at(-1);
    if (last !== undefined) last.bytes += Buffer.byteLength(triple);
    quads += 1;
    if (!texts.write(triple)) await once(texts, 'drain');
  }
  await finished(texts.end());
  writeFileSync(path.join(folder, 'graphs.json'), JSON.stringify(index));
  return { graphs: index.length, quads };
}

/**
 * The texts stay bytes outside the heap: hundreds of megabytes of strings would slow down every
 * garbage collection.
 * @param {string} folder
 * @returns {GraphText[]}
 */
export function readGraphs(folder) {
  /** @type {unknown} */
  const parsed = JSON.parse(readFileSync(path.join(folder, 'graphs.json'), 'utf8'));
  const index = /** @type {{ graph: string, bytes: number }[]} */ (parsed); // Written by `exportGraphs`.
  const texts = readFileSync(path.join(folder, 'graphs.nt'));
  let start = 0;
  return index.map(({ graph, bytes }) => {
    const ntriples = texts.subarray(start, start + bytes);
    start += bytes;
    return { graph, ntriples };
  });
}
