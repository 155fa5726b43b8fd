import type { UrlOutcome } from '../model/run.ts';
import { ownStatements, remembering } from './own-statements.ts';
import type { Snapshot } from './snapshot.ts';
import type { GraphPiece, Selection } from './store.ts';

/** What of a catalogue is wanted, in pieces of one graph each: the record graphs, then our own. */
export function* statementsOf(
  snapshot: Snapshot,
  { sources, without = [] }: Selection = {},
): Generator<GraphPiece> {
  if (sources === undefined) yield* snapshot.graphs();
  else yield* graphsFrom(snapshot, new Set(sources));
  yield* ownStatements(snapshot, { sources, without });
}

function* graphsFrom(snapshot: Snapshot, sources: ReadonlySet<string>): Generator<GraphPiece> {
  const isWanted = remembering((url) => isListedBy(snapshot.outcomeOf(url), sources));
  for (const { graph, documentUrl } of snapshot.facts()) {
    if (!isWanted(documentUrl)) continue;
    yield { graph, nquads: snapshot.nquadsOf(graph) ?? '' };
  }
}

function isListedBy(outcome: UrlOutcome | undefined, sources: ReadonlySet<string>): boolean {
  return outcome?.listings.some(({ source }) => sources.has(source)) === true;
}
