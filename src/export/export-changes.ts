import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { derivedGraphs } from '../model/derived-graph.ts';
import type { CatalogueGraphs, GraphStore } from '../catalogue/store.ts';
import type { GraphChange } from '../catalogue/changes-since.ts';
import type { GraphPiece } from '../catalogue/snapshot.ts';
import { type StoreDialect, storeDialects } from '../engine/store/store-dialects.ts';
import { dataOperations, dropOperation } from '../engine/store/update-text.ts';
import { iterateStatements, type StatementText } from '../rdf/n-quads.ts';
import { sentPieces, sentStatements } from './sent-statements.ts';
import {
  type Destination,
  type ExportOptions,
  hasBlankNodes,
  skolemized,
  skolemizedText,
  type TextOptions,
  writeExportFile,
  writeText,
} from './export-statements.ts';

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
  { since, selection = {}, skolemize = false, dialect, ...how }: ChangesOptions,
): Promise<void> {
  const [toAdded, toRemoved] = [new TextSink(added, how), new TextSink(removed, how)];
  try {
    const wanted = { ...selection, without: derivedGraphs };
    for await (const change of store.changesSince(since, wanted)) {
      if (change.kind === 'own') continue;
      const statements = compareStatements(change, skolemize, dialect);
      await toAdded.write(statements.added);
      await toRemoved.write(statements.removed);
    }
    await toAdded.end();
    await toRemoved.end();
  } catch (error) {
    await Promise.all([toAdded.destroy(), toRemoved.destroy()]);
    how.signal?.throwIfAborted();
    throw error;
  }
}

/** Writes texts to a stream, optionally gzipped, with back-pressure. */
class TextSink {
  readonly #entry: Writable;
  readonly #done: Promise<void>;

  constructor(to: Writable, { gzip = false, signal }: TextOptions) {
    const entry = gzip ? createGzip() : new PassThrough();
    this.#entry = entry;
    this.#done = pipeline(entry, to, signal === undefined ? {} : { signal });
    // The next `write` or `end` reports the error.
    this.#done.catch(() => undefined);
  }

  async write(text: string): Promise<void> {
    if (text === '' || this.#entry.write(text)) return;
    await Promise.race([once(this.#entry, 'drain'), this.#done]);
  }

  async end(): Promise<void> {
    this.#entry.end();
    await this.#done;
  }

  /** Resolves when nothing is being written any more. */
  async destroy(): Promise<void> {
    this.#entry.destroy();
    await this.#done.catch(() => undefined);
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
  { since, selection, skolemize = false, dialect, ...how }: UpdateOptions,
): Promise<void> {
  const operations =
    since === undefined
      ? updateOfAllGraphs(store.statements(selection), dialect)
      : updateOfChanges(store.changesSince(since, selection), skolemize, dialect);
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

/** The limits of an operation without a dialect are those of the store with the lowest ones. */
const defaultLimits = storeDialects.virtuoso.operation;

/**
 * Changes as SPARQL 1.1 Update operations, each ended by a line with a single semicolon. Blank
 * nodes become IRIs, because labels are local to one operation (§4.1.4) and Virtuoso refuses them
 * in `INSERT DATA`. Graphs with blank nodes are dropped and inserted as a whole, because `DELETE
 * DATA` cannot name blank nodes in the other store; derived graphs are, too.
 * @param skolemize whether the other store already has IRIs instead of blank nodes, so that no
 *   graph has to be dropped
 */
export async function* updateOfChanges(
  changes: AsyncIterable<GraphChange>,
  skolemize: boolean,
  dialect?: StoreDialect,
): AsyncGenerator<string> {
  for await (const change of changes) {
    if (change.kind === 'own') yield* replaceDerivedGraph(sentStatements(change, dialect), dialect);
    else yield* updateRecordGraph(change, skolemize, dialect);
  }
}

/**
 * Complete graphs as SPARQL 1.1 Update operations: each is dropped, if it exists, and inserted.
 * @param pieces the pieces of each graph must be consecutive
 */
async function* updateOfAllGraphs(
  pieces: AsyncIterable<GraphPiece>,
  dialect?: StoreDialect,
): AsyncGenerator<string> {
  let current: string | undefined;
  for await (const piece of sentPieces(skolemized(pieces), dialect)) {
    if (piece.graph !== current) yield dropGraph(piece.graph);
    current = piece.graph;
    yield* splitIntoOperations('INSERT', piece, dialect);
  }
}

/** Derived graphs are replaced as a whole, and contain no blank nodes. */
function* replaceDerivedGraph(piece: StatementText, dialect?: StoreDialect): Generator<string> {
  if (piece.nquads === '') yield dropGraph(piece.graph);
  else yield* splitIntoOperations('INSERT', piece, dialect);
}

function* updateRecordGraph(
  change: GraphChange & { kind: 'record' },
  skolemize: boolean,
  dialect?: StoreDialect,
): Generator<string> {
  const { graph, removed, added, isWhole } = compareStatements(change, skolemize, dialect);
  if (change.after === '') {
    yield dropGraph(graph);
  } else if (isWhole) {
    yield dropGraph(graph);
    const nquads = skolemizedText({ graph: change.graph, nquads: change.after });
    const sent = sentStatements({ graph: change.graph, nquads }, dialect);
    yield* splitIntoOperations('INSERT', sent, dialect);
  } else {
    yield* splitIntoOperations('DELETE', { graph, nquads: removed }, dialect);
    yield* splitIntoOperations('INSERT', { graph, nquads: added }, dialect);
  }
}

function dropGraph(graph: string): string {
  return ended(dropOperation(graph));
}

function* splitIntoOperations(
  verb: 'INSERT' | 'DELETE',
  text: StatementText,
  dialect?: StoreDialect,
): Generator<string> {
  const { graph } = text;
  const limits = dialect?.operation ?? defaultLimits;
  for (const operation of dataOperations({ verb, graph }, iterateStatements(text), limits)) {
    yield ended(operation);
  }
}

function ended(operation: string): string {
  return `${operation}\n;\n`;
}

/** The difference between two versions of a record graph, as N-Quads. */
interface ChangedStatements {
  readonly graph: string;
  readonly removed: string;
  readonly added: string;
  /**
   * Whether `removed` and `added` are the complete old and new graph. Graphs with blank nodes are
   * replaced as a whole, because a blank node has no name by which to delete a single statement.
   */
  readonly isWhole: boolean;
}

/**
 * Compares the two versions of a changed record graph.
 * @param skolemize whether blank nodes become IRIs, so that no graph has to be replaced as a whole
 * @param dialect that of the store that has the old and gets the new statements
 */
export function compareStatements(
  { graph: name, before, after }: GraphChange & { kind: 'record' },
  skolemize: boolean,
  dialect?: StoreDialect,
): ChangedStatements {
  const textOf = (nquads: string): StatementText => {
    const text = skolemize ? skolemizedText({ graph: name, nquads }) : nquads;
    return sentStatements({ graph: name, nquads: text }, dialect);
  };
  const [was, is] = [textOf(before), textOf(after)];
  const { graph } = is;
  if (hasBlankNodes(was) || hasBlankNodes(is)) {
    return { graph, removed: was.nquads, added: is.nquads, isWhole: true };
  }
  const removed = linesMissingIn(was.nquads, is.nquads);
  return { graph, removed, added: linesMissingIn(is.nquads, was.nquads), isWhole: false };
}

/** The lines of `text` that are missing in `other`. */
function linesMissingIn(text: string, other: string): string {
  if (text === '' || other === '') return text;
  const others = new Set(other.split('\n'));
  return text
    .split('\n')
    .flatMap((line) => (others.has(line) ? [] : [`${line}\n`]))
    .join('');
}
