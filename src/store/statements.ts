import type { UrlOutcome } from '../model/run.ts';
import { factsOf } from './graph-facts.ts';
import { ownStatements, remembering } from './own-statements.ts';
import type { Snapshot } from './snapshot.ts';
import type { GraphPiece, Selection, StoredRecord } from './store.ts';

/** What of a catalogue is wanted, in pieces of one graph each: the record graphs, then our own. */
export function* statementsOf(
  snapshot: Snapshot,
  { sources, without = [] }: Selection = {},
): Generator<GraphPiece> {
  if (sources === undefined) yield* snapshot.graphs();
  else {
    for (const { record, nquads } of recordsFrom(snapshot, sources)) {
      yield { graph: record.graph, nquads };
    }
  }
  yield* ownStatements(snapshot, { sources, without });
}

/** See `CatalogueStore.records`. */
export function* recordsFrom(
  snapshot: Snapshot,
  names: readonly string[],
): Generator<StoredRecord> {
  const sources = new Set(names);
  const isWanted = remembering((url) => isListedBy(snapshot.outcomeOf(url), sources));
  for (const facts of snapshot.facts()) {
    if (!isWanted(facts.documentUrl)) continue;
    yield { record: factsOf(facts), nquads: snapshot.nquadsOf(facts.graph) ?? '' };
  }
}

function isListedBy(outcome: UrlOutcome | undefined, sources: ReadonlySet<string>): boolean {
  return outcome?.listings.some(({ source }) => sources.has(source)) === true;
}
