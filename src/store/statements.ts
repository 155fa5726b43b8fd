import type { UrlOutcome } from '../model/run.ts';
import { copyOf } from './find-records.ts';
import { factsOf } from './graph-facts.ts';
import type { GraphFacts } from './rows.ts';
import { ownStatements } from './own-statements.ts';
import { recordOrigin } from './provenance.ts';
import { remembered } from '../text/remembered.ts';
import type { Snapshot } from './snapshot.ts';
import type { GraphPiece, Selection, StoredRecord } from './store.ts';

/** The selected graphs in pieces of one graph each: record graphs, then derived graphs. */
export function* statementsOf(
  snapshot: Snapshot,
  { sources, without = [] }: Selection = {},
): Generator<GraphPiece> {
  if (sources === undefined) yield* snapshot.graphs();
  else {
    for (const facts of factsFrom(snapshot, sources)) {
      yield { graph: facts.graph, nquads: snapshot.wholeNquadsOf(facts) };
    }
  }
  yield* ownStatements(snapshot, { sources, without });
}

/** See `CatalogueStore.records`. */
export function* recordsFrom(
  snapshot: Snapshot,
  sources: readonly string[],
): Generator<StoredRecord> {
  for (const facts of factsFrom(snapshot, sources)) {
    const nquads = snapshot.wholeNquadsOf(facts);
    yield { record: factsOf(facts), nquads, origin: recordOrigin(copyOf(snapshot, facts)) };
  }
}

/** The facts of the records that one of these sources lists. */
function* factsFrom(snapshot: Snapshot, names: readonly string[]): Generator<GraphFacts> {
  const sources = new Set(names);
  const isWanted = remembered((url) => isListedBy(snapshot.outcomeOf(url), sources), 1);
  for (const facts of snapshot.allFacts()) if (isWanted(facts.documentUrl)) yield facts;
}

function isListedBy(outcome: UrlOutcome | undefined, sources: ReadonlySet<string>): boolean {
  return outcome?.listings.some(({ source }) => sources.has(source)) === true;
}
