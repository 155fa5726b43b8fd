import { type DerivedGraph, derivedGraphs } from '../../model/derived-graph.ts';
import { TextSet } from '../../text/text-set.ts';
import type { InterruptibleReading } from '../interruptible-reading.ts';
import type { Snapshot, GraphPiece } from '../snapshot.ts';
import { derivedGraphIri } from './derived-terms.ts';
import { derivedUnits, isListedBy } from './derived-units.ts';

/** Selects derived graphs: all sources where absent, and the graphs that are left out. */
export interface DerivedSelection {
  readonly sources?: readonly string[] | undefined;
  readonly without: readonly DerivedGraph[];
  /**
   * After so many milliseconds a piece is yielded, which may be empty, so that other work gets a
   * turn. By default pieces have their usual size.
   */
  readonly turnMs?: number;
}

/** Each piece has a cost for the consumer, and a record has only a few hundred characters. */
const pieceCharacters = 2 ** 16;

/**
 * The derived graphs of a snapshot, in the order in which they are written. Each piece belongs to
 * one graph.
 */
export function* derivedStatements(
  snapshot: Snapshot,
  { sources, without, turnMs }: DerivedSelection,
): Generator<GraphPiece> {
  for (const name of derivedGraphs.filter((each) => !without.includes(each))) {
    const texts = textsOf(snapshot, name, sources);
    yield* inPieces(derivedGraphIri(name), texts, turnMs);
  }
}

/** The texts of the units of a graph, each shared node once; an empty text at each pause. */
function* textsOf(
  snapshot: Snapshot,
  graph: DerivedGraph,
  sources: readonly string[] | undefined,
): Generator<string> {
  const seen = new TextSet();
  for (const unit of derivedUnits(snapshot, graph, sources)) {
    if (unit === undefined) yield '';
    else yield* unit.write(seen);
  }
}

/**
 * Counts the resources without views, because an earlier version stored their records without node
 * labels; only those of some sources where these are given.
 */
export function* readWithoutViews(
  snapshot: Snapshot,
  sources: readonly string[] | undefined,
): InterruptibleReading<number> {
  const wanted = sources && new Set(sources);
  let count = 0;
  for (const { documentUrl, describes } of snapshot.facts()) {
    yield;
    const nameless = describes.filter(({ iri, node }) => iri === undefined && node === undefined);
    if (nameless.length === 0) continue;
    if (isListedBy(snapshot.listingsOf(documentUrl), wanted)) count += nameless.length;
  }
  return count;
}

function* inPieces(
  graph: string,
  texts: Iterable<string>,
  turnMs = Number.POSITIVE_INFINITY,
): Generator<GraphPiece> {
  let nquads = '';
  let since = performance.now();
  for (const text of texts) {
    nquads += text;
    if (nquads.length < pieceCharacters && performance.now() - since < turnMs) continue;
    yield { graph, nquads };
    nquads = '';
    since = performance.now();
  }
  if (nquads !== '') yield { graph, nquads };
}
