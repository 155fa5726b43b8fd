import type { GraphPiece, Selection } from '../../catalogue/snapshot.ts';
import type { GraphStore } from '../../catalogue/store.ts';
import { runTogether } from '../../engine/store/at-once.ts';
import type { TripleStore } from '../../engine/store/triple-store.ts';
import { type DigestDifference, digestsMissingIn, GraphDigest } from '../../rdf/graph-digest.ts';
import { iterateStatements, type Statement } from '../../rdf/n-quads.ts';
import { readTriples } from '../../rdf/n-triples.ts';
import { skolemized } from '../export-statements.ts';
import { sentPieces } from '../sent-statements.ts';

type Source = Pick<GraphStore, 'statements'>;

/** What is compared, and how the graphs are named in the store. */
export interface VerifyOptions {
  /** By default everything. */
  readonly selection?: Selection;
  /** What the names of graphs begin with in the store; by default nothing. */
  readonly graphPrefix?: string;
  readonly signal?: AbortSignal;
  /** Called after each graph with the number of graphs that were compared. */
  readonly onProgress?: (graphs: number) => void;
}

/** A comparison of the graphs of a catalogue with those of a store. */
export interface PushComparison {
  /** Numbers of graphs; a missing one is not counted as different. */
  readonly equal: number;
  readonly different: number;
  readonly missing: number;
  /** The first `maxDifferences` graphs that differ or are missing. */
  readonly differences: readonly GraphDifference[];
}

/** How a graph of a store differs from that of the catalogue. */
export interface GraphDifference {
  /** The IRI of the graph in the store. */
  readonly graph: string;
  /** The statements that only the catalogue has. */
  readonly here: OneSided;
  /** The statements that only the store has. */
  readonly there: OneSided;
}

/** Statements that one side has and the other has not. */
interface OneSided {
  readonly count: number;
  /** At most `maxExamples` statements: N-Triples, except for values and nodes that are compared. */
  readonly examples: readonly string[];
}

const maxDifferences = 20;
const maxExamples = 3;

/**
 * Compares each record graph and selected derived graph with that of a store, as sets of the
 * statements that were sent: with `StoreDialect.sentTerm`, and with the IRIs of `skolemized` where
 * the store needs them. Values that the store does not tell apart are equal. A catalogue that
 * changes meanwhile can lack examples. A graph takes 8 bytes a statement on each side, and those
 * with blank nodes are held.
 * @throws as `TripleStore.read`; {InvalidTriplesError} for an answer that is not N-Triples; errors
 *   of the source
 */
export async function verifyPush(
  source: Source,
  store: TripleStore,
  options: VerifyOptions = {},
): Promise<PushComparison> {
  const counts = { equal: 0, different: 0, missing: 0 };
  const found = new Map<string, DigestDifferences>();
  const compare = async ({ graph, digests }: DigestedGraph, signal: AbortSignal) => {
    const stored = await storedDigests(store, graph, { signal });
    const difference = compareDigests(digests, stored.end());
    counts[difference.kind] += 1;
    if (difference.kind !== 'equal' && found.size < maxDifferences) found.set(graph, difference);
    options.onProgress?.(counts.equal + counts.different + counts.missing);
  };
  const graphs = digestedGraphs(source, store, options);
  // All lanes take from one generator, which answers them in turn.
  const lane = async (signal: AbortSignal): Promise<void> => {
    for (let next = await graphs.next(); next.done !== true; next = await graphs.next()) {
      await compare(next.value, signal);
    }
  };
  try {
    const lanes = Array<typeof lane>(store.dialect.requests.connections).fill(lane);
    await runTogether(lanes, options.signal);
  } finally {
    await graphs.return(undefined);
  }
  return { ...counts, differences: await explainDifferences(source, store, { found, options }) };
}

/** A graph of the catalogue. */
interface DigestedGraph {
  /** As it is named in the store. */
  readonly graph: string;
  readonly digests: BigUint64Array;
}

async function* digestedGraphs(
  source: Source,
  store: TripleStore,
  options: VerifyOptions,
): AsyncGenerator<DigestedGraph> {
  let current: { readonly graph: string; readonly digest: GraphDigest } | undefined;
  for await (const piece of piecesToSend(source, store, options)) {
    options.signal?.throwIfAborted();
    if (current !== undefined && current.graph !== piece.graph) yield digested(current);
    if (current?.graph !== piece.graph) {
      current = { graph: piece.graph, digest: new GraphDigest() };
    }
    addPiece(current.digest, piece, store);
  }
  if (current !== undefined) yield digested(current);

  function digested({ graph, digest }: NonNullable<typeof current>): DigestedGraph {
    return { graph: nameInStore(graph, options), digests: digest.end() };
  }
}

/** The statements as they are sent; the names of graphs are still without prefix. */
function piecesToSend(
  source: Source,
  { dialect, needsSkolemIris }: TripleStore,
  { selection }: VerifyOptions,
): AsyncGenerator<GraphPiece> {
  const pieces = source.statements(selection);
  return sentPieces(needsSkolemIris ? skolemized(pieces) : pieces, dialect);
}

function addPiece(digest: GraphDigest, piece: GraphPiece, store: TripleStore): void {
  for (const statement of iterateStatements(piece)) digest.add(comparable(statement, store));
}

function comparable(
  { subject, predicate, object }: Statement,
  { dialect: { comparableTerm } }: TripleStore,
): Statement {
  return {
    subject: comparableTerm(subject),
    predicate: comparableTerm(predicate),
    object: comparableTerm(object),
  };
}

function nameInStore(graph: string, { graphPrefix = '' }: VerifyOptions): string {
  return graphPrefix + graph;
}

async function storedDigests(
  store: TripleStore,
  graph: string,
  { signal, wanted }: { readonly signal?: AbortSignal; readonly wanted?: ReadonlySet<bigint> },
): Promise<GraphDigest> {
  const digest = new GraphDigest(wanted);
  for await (const text of store.read(graph, signal)) {
    for (const statement of readTriples(text)) digest.add(comparable(statement, store));
  }
  return digest;
}

/** A comparison of two graphs by digests. */
interface DigestDifferences {
  readonly kind: 'equal' | 'different' | 'missing';
  readonly here: DigestDifference;
  readonly there: DigestDifference;
}

function compareDigests(here: BigUint64Array, there: BigUint64Array): DigestDifferences {
  const onlyHere = digestsMissingIn(here, there, maxExamples);
  const onlyThere = digestsMissingIn(there, here, maxExamples);
  const isEqual = onlyHere.size === 0 && onlyThere.size === 0;
  const kind = there.length === 0 ? 'missing' : 'different';
  return { kind: isEqual ? 'equal' : kind, here: onlyHere, there: onlyThere };
}

/** What `explainDifferences` needs to read both sides again. */
interface FoundDifferences {
  /** By the name of the graph in the store. */
  readonly found: ReadonlyMap<string, DigestDifferences>;
  readonly options: VerifyOptions;
}

/** Reads the graphs that differ once more, since digests alone are no examples. */
async function explainDifferences(
  source: Source,
  store: TripleStore,
  { found, options }: FoundDifferences,
): Promise<GraphDifference[]> {
  const ours = await wantedStatements(source, store, { found, options });
  const differences: GraphDifference[] = [];
  for (const [graph, { here, there }] of found) {
    const wanted = new Set(there.examples);
    const { signal } = options;
    const theirs =
      wanted.size === 0
        ? undefined
        : await storedDigests(store, graph, {
            wanted,
            ...(signal === undefined ? {} : { signal }),
          });
    theirs?.end();
    differences.push({
      graph,
      here: oneSided(here, ours.get(graph)),
      there: oneSided(there, theirs),
    });
  }
  return differences;
}

function oneSided({ size, examples }: DigestDifference, digest?: GraphDigest): OneSided {
  const texts = examples
    .map((each) => digest?.found.get(each))
    .filter((text) => text !== undefined);
  return { count: size, examples: texts };
}

async function wantedStatements(
  source: Source,
  store: TripleStore,
  { found, options }: FoundDifferences,
): Promise<ReadonlyMap<string, GraphDigest>> {
  const digests = new Map<string, GraphDigest>();
  for (const [graph, { here }] of found) {
    if (here.size > 0) digests.set(graph, new GraphDigest(new Set(here.examples)));
  }
  if (digests.size === 0) return digests;
  for await (const piece of piecesToSend(source, store, options)) {
    options.signal?.throwIfAborted();
    const digest = digests.get(nameInStore(piece.graph, options));
    if (digest !== undefined) addPiece(digest, piece, store);
  }
  for (const digest of digests.values()) digest.end();
  return digests;
}
