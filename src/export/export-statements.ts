import { hash } from 'node:crypto';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { GraphPiece, Selection } from '../catalogue/snapshot.ts';
import type { GraphStore } from '../catalogue/store.ts';
import type { StoreDialect } from '../engine/store/store-dialects.ts';
import { writeErrorReason, writeWholeFile } from '../files/output-file.ts';
import { Fault } from '../model/fault.ts';
import { canonicalBlankNodeNames } from '../rdf/blank-nodes.ts';
import { iriTerm, isBlankNode, iterateStatements, type Statement } from '../rdf/n-quads.ts';
import { sentPieces } from './sent-statements.ts';
import { type ExportFormat, type Serialisation, serialisations } from './serialisations.ts';

/** Options of an export of statements. */
export interface ExportOptions extends TextOptions {
  /** Default: N-Quads. */
  readonly format?: ExportFormat;
  /** Default: everything. */
  readonly selection?: Selection;
  /** Whether blank nodes become IRIs; see `skolemized`. */
  readonly skolemize?: boolean;
  /** The store that reads the export; by default one that keeps all terms. */
  readonly dialect?: StoreDialect;
}

type Source = Pick<GraphStore, 'statements'>;

/**
 * Writes the contents of a store, graph by graph. The same state gives the same bytes, also
 * gzipped. Applies back-pressure and leaves `out` open.
 * @throws errors of `out`; the abort reason of the signal
 */
export async function exportStatements(
  store: Source,
  out: Writable,
  options: ExportOptions = {},
): Promise<void> {
  await writeStatements(store, { to: out, end: false }, options);
}

/**
 * As `exportStatements`, to a file that appears under its name only when it is complete. Existing
 * pipes and devices are written to directly; symbolic links are refused.
 * @throws {ExportFault} if the file cannot be written; the abort reason of the signal
 */
export async function exportToFile(
  store: Source,
  path: string,
  options: ExportOptions = {},
): Promise<void> {
  await writeExportFile(path, async (file) =>
    writeStatements(store, { to: file, end: true }, options),
  );
}

async function writeStatements(
  store: Source,
  destination: Destination,
  { format = 'nq', selection = {}, skolemize = false, dialect, ...how }: ExportOptions,
): Promise<void> {
  const stored = store.statements(selection);
  const pieces = sentPieces(skolemize ? skolemized(stored) : stored, dialect);
  await writeText(serialisePieces(pieces, serialisations[format]), destination, how);
}

/** Yields the text of a document in pieces. */
async function* serialisePieces(
  pieces: AsyncIterable<GraphPiece>,
  serialisation: Serialisation,
): AsyncGenerator<string> {
  const document = serialisation();
  yield document.head;
  for await (const piece of pieces) {
    // Skipped, because an empty graph would leave a trace in some formats.
    if (piece.nquads !== '') yield* document.write(piece);
  }
  yield document.end();
}

/** Chunk size: writing small texts one by one would cost a system call each. */
const chunkCharacters = 2 ** 16;

/** How texts are written to a stream. */
export interface TextOptions {
  readonly gzip?: boolean;
  readonly signal?: AbortSignal;
}

/** The stream that receives an export. */
export interface Destination {
  readonly to: Writable;
  /** Whether to end the stream after writing. */
  readonly end: boolean;
}

/**
 * Writes texts to a stream, optionally gzipped. The same texts give the same bytes. Applies
 * back-pressure.
 * @throws errors of the stream or the texts; the abort reason of the signal
 */
export async function writeText(
  parts: AsyncIterable<string>,
  { to, end }: Destination,
  { gzip = false, signal }: TextOptions,
): Promise<void> {
  const options = { end, ...(signal === undefined ? {} : { signal }) };
  // Chunks are large already; the default would buffer sixteen of them.
  const text = Readable.from(inChunks(parts), { highWaterMark: 1 });
  try {
    // zlib writes no timestamp into the header.
    if (gzip) await pipeline(text, createGzip(), to, options);
    else await pipeline(text, to, options);
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}

async function* inChunks(parts: AsyncIterable<string>): AsyncGenerator<string> {
  let chunk = '';
  for await (const part of parts) {
    chunk += part;
    if (chunk.length < chunkCharacters) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}

/**
 * Writes an export file; see `writeWholeFile`.
 * @throws {ExportFault} if it cannot be written; errors of `writeContent`
 */
export async function writeExportFile(
  path: string,
  writeContent: (file: Writable) => Promise<void>,
): Promise<void> {
  try {
    await writeWholeFile(path, writeContent);
  } catch (error) {
    throw isSystemError(error) ? new ExportFault(path, error) : error;
  }
}

/** Errors of the operating system name the failed system call. */
function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}

/** An export file cannot be written. An existing file is left unchanged. */
class ExportFault extends Fault {
  override readonly name = 'ExportFault' as const;
  readonly path: string;

  constructor(path: string, cause: unknown) {
    super(`cannot write the export to ${path}: ${writeErrorReason(cause)}`, { cause });
    this.path = path;
  }
}

/** Prefix of skolem IRIs. `/.well-known/genid/` IRIs (RDF 1.1, 3.5) would need a host of ours. */
export const genidPrefix = 'urn:cdif-graph:genid:';

/** 128 bits: among 10^10 blank nodes, the probability of a collision is about 10^-18. */
const genidDigits = 32;

/**
 * Replaces blank nodes by IRIs. An IRI is derived from the graph IRI and the statements about the
 * node (`canonicalBlankNodeNames`): it does not depend on labels or statement order, and graphs never
 * share one. A graph is held in memory from its first piece with blank nodes on.
 */
export async function* skolemized(pieces: AsyncIterable<GraphPiece>): AsyncGenerator<GraphPiece> {
  let held: GraphPiece[] = [];
  for await (const piece of pieces) {
    if (held.length > 0 && held[0]?.graph !== piece.graph) {
      yield* replaceBlankNodes(held);
      held = [];
    }
    if (held.length > 0 || hasBlankNodes(piece)) held.push(piece);
    else yield piece;
  }
  yield* replaceBlankNodes(held);
}

/** Whether any statement contains a blank node. */
export function hasBlankNodes(piece: GraphPiece): boolean {
  if (!piece.nquads.includes('_:')) return false;
  for (const statement of iterateStatements(piece)) if (hasBlankNodeTerm(statement)) return true;
  return false;
}

function hasBlankNodeTerm({ subject, object }: Statement): boolean {
  return isBlankNode(subject) || isBlankNode(object);
}

/** As `skolemized`, for one complete graph. */
export function skolemizedText(graph: GraphPiece): string {
  if (!hasBlankNodes(graph)) return graph.nquads;
  return Array.from(replaceBlankNodes([graph]), ({ nquads }) => nquads).join('');
}

/** @param pieces all pieces of a graph that contain blank nodes */
function* replaceBlankNodes(pieces: readonly GraphPiece[]): Generator<GraphPiece> {
  const names = canonicalBlankNodeNames(blankNodeStatements(pieces));
  const genids = new Map<string, string>();
  for (const [label, name] of names) {
    const digest = hash('sha256', `${pieces[0]?.graph ?? ''} ${name}`).slice(0, genidDigits);
    genids.set(label, iriTerm(genidPrefix + digest));
  }
  for (const piece of pieces) {
    const ending = ` ${iriTerm(piece.graph)} .\n`;
    let nquads = '';
    for (const { subject, predicate, object } of iterateStatements(piece)) {
      // A literal or an IRI never equals a blank node label.
      nquads += `${genids.get(subject) ?? subject} ${predicate} ${genids.get(object) ?? object}${ending}`;
    }
    yield { graph: piece.graph, nquads };
  }
}

function* blankNodeStatements(pieces: readonly GraphPiece[]): Generator<Statement> {
  for (const piece of pieces) {
    for (const statement of iterateStatements(piece)) {
      if (hasBlankNodeTerm(statement)) yield statement;
    }
  }
}
