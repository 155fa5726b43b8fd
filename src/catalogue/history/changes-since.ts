import { UsageFault } from '../../model/fault.ts';
import { memoize } from '../../text/collections.ts';
import { escapeControls } from '../../text/printable.ts';
import { derivedStatements } from '../derived/derived-statements.ts';
import { derivedGraphIri, derivedGraphs } from '../derived/derived-terms.ts';
import { findOnlyMatch } from '../find-runs.ts';
import type { GraphFacts, RunHead } from '../rows.ts';
import type { Snapshot } from '../snapshot.ts';
import type { GraphChange, Selection } from '../store.ts';
import { sourceNames } from './former-versions.ts';

/** The name of the run before the latest. */
export const previousRunName = 'last';

/** A finished run, and the change in which it ended. */
interface EndedRun {
  readonly run: string;
  readonly change: number;
}

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
): Generator<GraphChange> {
  const { change } = runToCompareWith(snapshot, name);
  if (snapshot.totals().change === change) return;
  yield* graphsSince(snapshot, change, membershipAt(snapshot, change, sources));
  // Also for graphs that are empty now.
  for (const own of derivedGraphs) {
    if (!without.includes(own)) yield { kind: 'own', graph: derivedGraphIri(own), nquads: '' };
  }
  for (const piece of derivedStatements(snapshot, { sources, without })) {
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
    was: memoize((url) => isWanted(snapshot.previousSources(url, change)), 1),
    is: memoize((url) => isWanted(sourceNames(snapshot.outcomeOf(url)?.listings ?? [])), 1),
  };
}

/** Present graphs in the order of their IRIs, then removed ones. */
function* graphsSince(
  snapshot: Snapshot,
  change: number,
  membership: Membership,
): Generator<GraphChange> {
  for (const facts of snapshot.facts()) {
    if (isAsThen(facts, change, membership)) continue;
    const { graph, documentUrl } = facts;
    const former = snapshot.previousVersion(graph, change, facts);
    const before = former !== undefined && membership.was(former.documentUrl) ? former.nquads : '';
    const after = membership.is(documentUrl) ? (snapshot.nquadsOf(graph) ?? '') : '';
    if (before !== after) yield { kind: 'record', graph, before, after };
  }
  for (const graph of snapshot.formerGraphs(change)) {
    if (snapshot.factsOf(graph) !== undefined) continue;
    const former = snapshot.previousVersion(graph, change);
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
  const found = name === previousRunName ? ended[1] : findOnlyMatch(runs, name);
  if (found === undefined) {
    throw new UsageFault(`No run before the latest one is kept for --since. ${wayOut}`);
  }
  const from = snapshot.historyFrom();
  if (found.change !== undefined && found.change >= from) {
    return { run: found.run, change: found.change };
  }
  const oldest = ended.findLast(({ change }) => change >= from);
  const usable = oldest
    ? `The oldest run that can be used is ${oldest.run}.`
    : 'No run can be used yet.';
  throw new UsageFault(
    `The changes since run ${escapeControls(found.run)} are not known: ${reasonNotKnown(found)}. ${usable} ${wayOut}`,
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
