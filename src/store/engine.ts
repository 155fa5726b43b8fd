import { namedNode, Store } from 'oxigraph';
import { describeFullEngine } from '../model/full-engine.ts';
import { Catalogue } from './catalogue.ts';
import { usualCharacters, type Totals } from './catalogue-layout.ts';
import { EngineFault } from './engine-fault.ts';
import { engineUse, type GraphSize } from './engine-use.ts';
import { ownStatements } from './own-statements.ts';
import { problemsGraph } from './problems.ts';
import { minStatementsPerRecord, provenanceGraph } from './provenance.ts';
import { QueryFault } from './query-fault.ts';
import type { Snapshot } from './snapshot.ts';
import { sourceSizes } from './source-sizes.ts';
import type { GraphPiece, QueryDataset, QueryRequest } from './store.ts';

/**
 * Of one record, which is loaded by one call, and that takes more memory than many calls. Measured, in an empty engine:
 * six million statements go in, eight million do not.
 */
export const maxEngineRecordQuads = 5_000_000;
/** No statement is shorter, so that most records need not be counted. */
const leastCharacters = 20;
/** A text is handed over in pieces of this size, so that a large one is not in memory twice. */
const pieceCharacters = 2 ** 22;

/**
 * Measured: one call a graph, without a transaction and without checking again what our writer made, is fastest. In a
 * transaction it takes 2.5 times as long: V8 then collects garbage hundreds of times while WebAssembly's memory grows.
 * Without one it hardly ever does, and neither memory that is grown beforehand nor several graphs a call save anything.
 */
export const engineLoadOptions = { format: 'nq', lenient: true, no_transaction: true } as const;

export interface EngineOptions {
  readonly path: string;
  /** What it may hold, by the estimate of `engineUse`. */
  readonly capacityBytes?: number;
  readonly maxRecordQuads?: number;
}

/**
 * Answers queries from memory. It is filled from the catalogue by the first query; before each further one it takes in
 * what was committed since. Everything is synchronous: it is meant for a thread of its own.
 */
export class Engine {
  readonly #catalogue: Catalogue;
  readonly #capacityBytes: number | undefined;
  readonly #maxRecordQuads: number;
  readonly #store = new Store();
  /** The state of the catalogue that the record graphs in memory are; 0 is that of an empty catalogue. */
  #change = 0;
  /** The state that our own graphs in memory are, where they are. */
  #ownChange: number | undefined;

  /** @throws {CatalogueFault} when there is no catalogue to read */
  constructor(options: EngineOptions) {
    this.#catalogue = new Catalogue({ path: options.path, access: 'read' });
    this.#capacityBytes = options.capacityBytes;
    this.#maxRecordQuads = options.maxRecordQuads ?? maxEngineRecordQuads;
  }

  /**
   * Asks the query of nothing, so that a wrong one is known before the catalogue is read.
   * @throws {QueryFault}
   */
  check({ text, format }: QueryRequest): void {
    try {
      new Store().query(text, { results_format: format });
    } catch (error) {
      throw faultOf(error, text);
    }
  }

  /**
   * Brings what is in memory up to date with the catalogue, for a query of this dataset.
   * @throws {EngineFault}
   */
  prepare(dataset: QueryDataset): void {
    const snapshot = this.#catalogue.snapshot();
    try {
      const totals = snapshot.totals();
      const withOwn = dataset !== 'records';
      this.#assertFits(snapshot, totals, withOwn ? leastOwn(totals) : noStatements);
      // First, so that there is room for the records that came since.
      if (!withOwn || this.#ownChange !== totals.change) this.#dropOwnGraphs();
      this.#followRecords(snapshot, totals.change);
      if (withOwn && this.#ownChange === undefined) this.#loadOwnGraphs(snapshot, totals);
    } finally {
      snapshot.end();
    }
  }

  /** @throws {EngineFault} after which, if it is `out-of-memory`, the whole thread is of no use; {QueryFault} */
  query(request: QueryRequest): string {
    this.prepare(request.dataset);
    try {
      // With a format, whatever the query's form, the answer is a text.
      return this.#store.query(request.text, {
        results_format: request.format,
        use_default_graph_as_union: request.dataset !== 'stated',
      }) as string;
    } catch (error) {
      throw faultOf(error, request.text);
    }
  }

  async close(): Promise<void> {
    await this.#catalogue.close();
  }

  /** @param own what our own graphs hold at the least */
  #assertFits(snapshot: Snapshot, { quads, characters }: Totals, own: GraphSize): void {
    const size = { quads: quads + own.quads, characters: characters + own.characters };
    const use = engineUse(size, this.#capacityBytes);
    if (use.neededBytes <= use.capacityBytes) return;
    const ofOurs = `, ${own.quads.toLocaleString('en')} or more of them in the graphs of provenance and problems that the query asks for`;
    throw new EngineFault(
      'catalogue-too-large',
      [
        `the catalogue is too large for the built-in engine: it has ${size.quads.toLocaleString('en')} statements${own.quads > 0 ? ofOurs : ''}.`,
        ...describeFullEngine({ ...use, sources: sourceSizes(snapshot) }),
      ].join(' '),
    );
  }

  #followRecords(snapshot: Snapshot, latest: number): void {
    if (this.#change === latest) return;
    const touched = this.#change === 0 ? undefined : snapshot.touchedSince(this.#change);
    // What fails below leaves part of the work done, which must not be taken for the whole.
    this.#change = 0;
    if (touched === undefined) {
      this.#store.update('DROP ALL');
      this.#ownChange = undefined;
      for (const piece of snapshot.graphs()) this.#loadRecord(piece);
    } else {
      for (const graph of touched) {
        this.#drop(graph);
        this.#loadRecord({ graph, nquads: snapshot.nquadsOf(graph) ?? '' });
      }
    }
    this.#change = latest;
  }

  /** What they hold is known only when it has been derived, so that it is counted on the way. */
  #loadOwnGraphs(snapshot: Snapshot, totals: Totals): void {
    let own = noStatements;
    try {
      for (const piece of ownStatements(snapshot, { without: [] })) {
        own = {
          quads: own.quads + linesIn(piece.nquads),
          characters: own.characters + piece.nquads.length,
        };
        this.#assertFits(snapshot, totals, own);
        this.#load(piece);
      }
    } catch (error) {
      this.#dropOwnGraphs();
      throw error;
    }
    this.#ownChange = totals.change;
  }

  #dropOwnGraphs(): void {
    this.#drop(provenanceGraph);
    this.#drop(problemsGraph);
    this.#ownChange = undefined;
  }

  #drop(graph: string): void {
    // `toString` of a term is its SPARQL form, and making the term checks the IRI.
    this.#store.update(`DROP SILENT GRAPH ${namedNode(graph).toString()}`);
  }

  /** A record that does not fit is not left out: answers without it would be wrong, and nobody would know. */
  #loadRecord(piece: GraphPiece): void {
    if (piece.nquads.length > this.#maxRecordQuads * leastCharacters) {
      const quads = linesIn(piece.nquads);
      if (quads > this.#maxRecordQuads) {
        throw new EngineFault('record-too-large', tooLarge(piece.graph, quads));
      }
    }
    this.#load(piece);
  }

  #load({ graph, nquads }: GraphPiece): void {
    try {
      this.#store.load(
        nquads.length <= pieceCharacters ? nquads : piecesOf(nquads),
        engineLoadOptions,
      );
    } catch (error) {
      if (isExhaustion(error)) {
        const message = tooLarge(graph, linesIn(nquads));
        throw new EngineFault('out-of-memory', message, { cause: error });
      }
      const start = nquads.slice(0, 200);
      const message = `the stored graph ${graph} cannot be read, which is a mistake in cdif-graph: ${String(error)}\n  ${start}`;
      throw new EngineFault('unreadable-graph', message, { cause: error });
    }
  }
}

const noStatements: GraphSize = { quads: 0, characters: 0 };

/** What our own graphs hold of so many records at the least. */
function leastOwn({ graphs }: Totals): GraphSize {
  const quads = graphs * minStatementsPerRecord;
  return { quads, characters: quads * usualCharacters };
}

function tooLarge(graph: string, quads: number): string {
  return (
    `the graph ${graph} has ${quads} statements, more than the built-in engine can take in beside what else there is; ` +
    'show and export still work: load an export into a triple store (see docs/stores.md), or keep such records out ' +
    '(limits.jsonValues, exclude) and harvest again'
  );
}

/** One call that takes pieces keeps the blank nodes of the whole text apart from all others, and together. */
function* piecesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += pieceCharacters) {
    yield text.slice(at, at + pieceCharacters);
  }
}

function linesIn(text: string): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

function faultOf(error: unknown, query: string): unknown {
  if (isExhaustion(error)) return exhausted(error);
  if (!(error instanceof Error)) return error;
  if ('code' in error && error.code === 'ERR_STRING_TOO_LONG') {
    const message =
      'the answer is longer than 500 MB; ask for less, or in parts (LIMIT and OFFSET)';
    return new EngineFault('answer-too-long', message, { cause: error });
  }
  // The engine has the place only in its message. It is passed on; nothing is decided by it.
  const [, line, column, detail] = /^error at (\d+):(\d+): (.*)$/su.exec(error.message) ?? [];
  if (detail === undefined) return new QueryFault(error.message, query);
  return new QueryFault(readable(detail), query, { line: Number(line), column: Number(column) });
}

/** What the engine had expected, without the classes of characters among it: they are its grammar's, and many. */
function readable(detail: string): string {
  const shown = detail
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/(?:, )?\[(?:_|'[^\]]*)\]/gu, '')
    .trim();
  return shown === 'expected' ? 'this cannot stand here' : shown;
}

/** WebAssembly ends in these ways when it runs out of memory or stack; all else the engine throws is a plain error. */
function isExhaustion(error: unknown): boolean {
  return error instanceof Error && ['RuntimeError', 'RangeError'].includes(error.name);
}

function exhausted(cause: unknown): EngineFault {
  const message =
    'the query needs more memory than the built-in engine has; ask for less, or export the catalogue and use a triple store: see docs/stores.md';
  return new EngineFault('out-of-memory', message, { cause });
}
