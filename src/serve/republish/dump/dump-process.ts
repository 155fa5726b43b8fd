import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { derivedStatements } from '../../../catalogue/derived/derived-statements.ts';
import { derivedGraphs } from '../../../model/derived-graph.ts';
import type { GraphPiece, Snapshot } from '../../../catalogue/snapshot.ts';
import { openEmbeddedStore } from '../../../catalogue/store.ts';
import { countLines } from '../../../text/text-position.ts';
import {
  type DumpedFile,
  dumpFileName,
  type DumpPart,
  dumpParts,
  type MadeDump,
} from './dump-files.ts';

// The program of the process that writes a dump: `node dump-process.js CATALOGUE FOLDER`. Sends a
// `MadeDump` to its parent. Ends early, and removes the folder, when the parent ends.

/** Writes the files of a dump, all from one state of the catalogue. */
async function writeDump(path: string, to: string, signal: AbortSignal): Promise<MadeDump> {
  const store = openEmbeddedStore({ path, access: 'read' });
  const snapshot = store.snapshot();
  try {
    const { change, graphs } = snapshot.totals();
    const files: DumpedFile[] = [];
    for (const part of dumpParts) files.push(await writePart(snapshot, part, { to, signal }));
    return { change, records: graphs, files };
  } finally {
    snapshot.end();
    await store.close();
  }
}

async function writePart(
  snapshot: Snapshot,
  part: DumpPart,
  { to, signal }: { readonly to: string; readonly signal: AbortSignal },
): Promise<DumpedFile> {
  const name = dumpFileName(part);
  const sha256 = createHash('sha256');
  let statements = 0;
  let bytes = 0;
  const count = (nquads: string): void => {
    statements += countLines(nquads);
  };
  await pipeline(
    Readable.from(inChunks(piecesOf(snapshot, part), count), { highWaterMark: 1 }),
    createGzip(),
    async function* digest(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        sha256.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    },
    createWriteStream(join(to, name), { flags: 'wx' }),
    { signal },
  );
  return { part, name, statements, bytes, sha256: sha256.digest('hex') };
}

function piecesOf(snapshot: Snapshot, part: DumpPart): Iterable<Pick<GraphPiece, 'nquads'>> {
  if (part === 'records') return snapshot.graphs();
  return derivedStatements(snapshot, { without: derivedGraphs.filter((graph) => graph !== part) });
}

/** Small writes would cost a system call each. */
const chunkCharacters = 2 ** 18;

function* inChunks(
  pieces: Iterable<Pick<GraphPiece, 'nquads'>>,
  count: (nquads: string) => void,
): Generator<string> {
  let chunk = '';
  for (const { nquads } of pieces) {
    count(nquads);
    chunk += nquads;
    if (chunk.length < chunkCharacters) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}

const [catalogue = '', folder = ''] = process.argv.slice(2);
const ended = new AbortController();
process.once('disconnect', () => ended.abort());
// Ctrl-C reaches the whole process group; the server decides when this process ends.
process.on('SIGINT', () => undefined);

try {
  const dump = await writeDump(catalogue, folder, ended.signal);
  process.send?.(dump);
  process.disconnect();
} catch (error) {
  if (ended.signal.aborted) await rm(folder, { recursive: true, force: true });
  else throw error;
}
