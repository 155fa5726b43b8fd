import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { derivedGraphs } from '../catalogue/derived/derived-terms.ts';
import type { CatalogueGraphs, GraphStore } from '../catalogue/store.ts';
import {
  chunkCharacters,
  type Destination,
  type ExportOptions,
  type TextOptions,
  writeExportFile,
  writeText,
} from './export-statements.ts';
import { compareStatements, updateOfAllGraphs, updateOfChanges } from './sparql-update.ts';

/** Options of an export of changes as N-Quads. */
export interface ChangesOptions extends Omit<ExportOptions, 'format'> {
  /** The run since which changes are exported; see `CatalogueGraphs.changesSince`. */
  readonly since: string;
}

type Source = Pick<CatalogueGraphs, 'changesSince'>;

/** Paths of the files that `exportChanges` writes. */
interface ChangeFiles {
  readonly added: string;
  readonly removed: string;
}

/**
 * Writes the statements that were added to and removed from record graphs since a run, as two
 * N-Quads files. Both appear under their names only when both are complete.
 * @throws {UsageFault} as `CatalogueGraphs.changesSince`; {ExportFault} if a file cannot be written;
 *   the abort reason of the signal
 */
export async function exportChanges(
  store: Source,
  { added, removed }: ChangeFiles,
  options: ChangesOptions,
): Promise<void> {
  await writeExportFile(removed, async (removedFile) =>
    writeExportFile(added, async (addedFile) =>
      writeDifferences(store, [addedFile, removedFile], options),
    ),
  );
}

async function writeDifferences(
  store: Source,
  [added, removed]: readonly [Writable, Writable],
  { since, selection = {}, skolemize = false, ...how }: ChangesOptions,
): Promise<void> {
  const sinks = [new TextSink(added, how), new TextSink(removed, how)] as const;
  try {
    const wanted = { ...selection, without: derivedGraphs };
    for await (const change of store.changesSince(since, wanted)) {
      if (change.kind === 'own') continue;
      const statements = compareStatements(change, skolemize);
      await sinks[0].write(statements.added);
      await sinks[1].write(statements.removed);
    }
    for (const sink of sinks) await sink.end();
  } catch (error) {
    await Promise.all(sinks.map(async (sink) => sink.destroy()));
    how.signal?.throwIfAborted();
    throw error;
  }
}

/** Writes texts to a stream, optionally gzipped, with back-pressure. */
class TextSink {
  readonly #entry: Writable;
  readonly #done: Promise<void>;
  #chunk = '';

  constructor(to: Writable, { gzip = false, signal }: TextOptions) {
    const entry = gzip ? createGzip() : new PassThrough();
    this.#entry = entry;
    this.#done = pipeline(entry, to, signal === undefined ? {} : { signal });
    // The next `write` or `end` reports the error.
    this.#done.catch(() => undefined);
  }

  async write(text: string): Promise<void> {
    this.#chunk += text;
    if (this.#chunk.length >= chunkCharacters) await this.#flush();
  }

  async end(): Promise<void> {
    await this.#flush();
    this.#entry.end();
    await this.#done;
  }

  /** Resolves when nothing is being written any more. */
  async destroy(): Promise<void> {
    this.#entry.destroy();
    await this.#done.catch(() => undefined);
  }

  async #flush(): Promise<void> {
    const chunk = this.#chunk;
    this.#chunk = '';
    if (chunk === '' || this.#entry.write(chunk)) return;
    await Promise.race([once(this.#entry, 'drain'), this.#done]);
  }
}

/** Options of an export as SPARQL Update. */
export interface UpdateOptions extends Omit<ChangesOptions, 'since'> {
  /** The run since which changes are exported; by default everything is exported. */
  readonly since?: string | undefined;
}

type UpdateSource = Source & Pick<GraphStore, 'statements'>;

/**
 * Writes SPARQL 1.1 Update: the changes since a run and the current derived graphs, or all graphs.
 * Leaves `out` open.
 * @throws as `exportChanges`; errors of `out`
 */
export async function exportUpdate(
  store: UpdateSource,
  out: Writable,
  options: UpdateOptions,
): Promise<void> {
  await writeUpdate(store, { to: out, end: false }, options);
}

/** As `exportUpdate`, to a file that appears under its name only when it is complete. */
export async function exportUpdateToFile(
  store: UpdateSource,
  path: string,
  options: UpdateOptions,
): Promise<void> {
  await writeExportFile(path, async (file) => writeUpdate(store, { to: file, end: true }, options));
}

async function writeUpdate(
  store: UpdateSource,
  destination: Destination,
  { since, selection, skolemize = false, ...how }: UpdateOptions,
): Promise<void> {
  const operations =
    since === undefined
      ? updateOfAllGraphs(store.statements(selection))
      : updateOfChanges(store.changesSince(since, selection), skolemize);
  await writeText(operations, destination, how);
}

/**
 * Paths of the two files that `exportChanges` writes. In a folder: `added.nq` and `removed.nq`;
 * otherwise `all.nq` or `all` becomes `all.added.nq` and `all.removed.nq`. Gzipped files end in
 * `.gz`.
 * @param path absolute path of a folder, or the beginning of the file names
 */
export function changeFilePaths(
  path: string,
  { isFolder, gzip }: { readonly isFolder: boolean; readonly gzip: boolean },
): ChangeFiles {
  const ending = gzip ? '.nq.gz' : '.nq';
  const isThere = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  const stem = path.replace(/\.gz$/iu, '').replace(/\.nq$/iu, '');
  const beginning = isFolder || isThere ? join(path, '/') : `${stem}.`;
  return { added: `${beginning}added${ending}`, removed: `${beginning}removed${ending}` };
}
