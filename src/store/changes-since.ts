import { UsageFault } from '../model/fault.ts';
import { printable } from '../text/printable.ts';
import { sourcesOf } from './former-sources.ts';
import type { GraphFacts, RunHead } from './rows.ts';
import { oneNamed } from './named-run.ts';
import { ownStatements } from './own-statements.ts';
import { remembered } from '../text/remembered.ts';
import { ownGraphIri } from './own-terms.ts';
import { ownGraphs } from './own-terms.ts';
import type { Snapshot } from './snapshot.ts';
import type { Change, Selection } from './store.ts';

/** The name of the run before the latest. */
export const beforeLatest = 'last';

/** A finished run, and the change in which it ended. */
interface EndedRun {
  readonly run: string;
  readonly change: number;
}

/** Ends every refusal. */
const wayOut = 'A full export (cdif-graph export without --since) can be taken at any time.';

/**
 * Yields the differences between the catalogue at the end of a run and now: see
 * `CatalogueStore.changesSince`.
 * @throws {UsageFault} where that state is not known any more
 */
export function* changesSince(
  snapshot: Snapshot,
  name: string,
  { sources, without = [] }: Selection = {},
): Generator<Change> {
  const { change } = runToCompareWith(snapshot, name);
  if (snapshot.totals().change === change) return;
  yield* graphsSince(snapshot, change, membershipAt(snapshot, change, sources));
  // Also for graphs that are empty now.
  for (const own of ownGraphs) {
    if (!without.includes(own)) yield { kind: 'own', graph: ownGraphIri(own), nquads: '' };
  }
  for (const piece of ownStatements(snapshot, { sources, without })) {
    yield { kind: 'own', ...piece };
  }
}

/** Whether a selected source listed a URL then, or lists it now. */
interface Membership {
  readonly was: (url: string) => boolean;
  readonly is: (url: string) => boolean;
}

const always = (): boolean => true;

function membershipAt(
  snapshot: Snapshot,
  change: number,
  wanted: readonly string[] | undefined,
): Membership {
  if (wanted === undefined) return { was: always, is: always };
  const isWanted = (sources: readonly string[]): boolean =>
    sources.some((source) => wanted.includes(source));
  return {
    was: remembered((url) => isWanted(snapshot.sourcesAt(url, change)), 1),
    is: remembered((url) => isWanted(sourcesOf(snapshot.outcomeOf(url)?.listings ?? [])), 1),
  };
}

/** Present graphs in the order of their IRIs, then removed ones. */
function* graphsSince(
  snapshot: Snapshot,
  change: number,
  membership: Membership,
): Generator<Change> {
  for (const facts of snapshot.facts()) {
    if (isAsThen(facts, change, membership)) continue;
    const { graph, documentUrl } = facts;
    const former = snapshot.textAt(graph, change, facts);
    const before = former !== undefined && membership.was(former.documentUrl) ? former.nquads : '';
    const after = membership.is(documentUrl) ? (snapshot.nquadsOf(graph) ?? '') : '';
    if (before !== after) yield { kind: 'record', graph, before, after };
  }
  for (const graph of snapshot.formerGraphs(change)) {
    if (snapshot.factsOf(graph) !== undefined) continue;
    const former = snapshot.textAt(graph, change);
    if (former === undefined || !membership.was(former.documentUrl)) continue;
    yield { kind: 'record', graph, before: former.nquads, after: '' };
  }
}

/** Decides without reading statements. */
function isAsThen(
  { changed = 0, documentUrl }: GraphFacts,
  change: number,
  { was, is }: Membership,
): boolean {
  return changed <= change && was(documentUrl) === is(documentUrl);
}

/**
 * Resolves a run name: its id, a unique prefix of it, or `last`.
 * @throws {UsageFault} where there is no such run, or its state is not known any more
 */
function runToCompareWith(snapshot: Snapshot, name: string): EndedRun {
  const runs = [...snapshot.runs().latest()];
  const ended = runs.flatMap(({ run, change }) => (change === undefined ? [] : [{ run, change }]));
  const found = name === beforeLatest ? ended[1] : oneNamed(runs, name);
  if (found === undefined) {
    throw new UsageFault(`No run before the latest one is kept for --since. ${wayOut}`);
  }
  const from = snapshot.historyFrom();
  if (found.change !== undefined && found.change >= from) {
    return { run: found.run, change: found.change };
  }
  const oldest = ended.findLast(({ change }) => change >= from);
  throw new UsageFault(
    `The changes since run ${printable(found.run)} are not known: ${reasonNotKnown(found)}. ${oldestText(oldest)} ${wayOut}`,
  );
}

function reasonNotKnown({ change, endedAt }: Partial<RunHead>): string {
  if (change !== undefined) {
    return 'the run is older than those that store.keepRuns in the configuration keeps';
  }
  return endedAt === undefined
    ? 'it is still running, or was killed'
    : 'an older version of cdif-graph, which kept no changes, made it';
}

function oldestText(oldest: EndedRun | undefined): string {
  return oldest === undefined
    ? 'No run can be used yet.'
    : `The oldest run that can be used is ${oldest.run}.`;
}
