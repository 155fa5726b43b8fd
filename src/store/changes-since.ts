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

/** What stands for the run before the latest. */
export const beforeLatest = 'last';

/** A run that ended, and by which change. */
interface EndedRun {
  readonly run: string;
  readonly change: number;
}

/** Said with every refusal. */
const wayOut = 'A full export (cdif-graph export without --since) can be taken at any time.';

/**
 * What is other in a catalogue than it was when a run ended: see `CatalogueStore.changesSince`.
 * @throws {UsageFault} where that cannot be told
 */
export function* changesSince(
  snapshot: Snapshot,
  name: string,
  { sources, without = [] }: Selection = {},
): Generator<Change> {
  const { change } = runToCompareWith(snapshot, name);
  if (snapshot.totals().change === change) return;
  yield* graphsSince(snapshot, change, membershipAt(snapshot, change, sources));
  // Also where nothing is in one of them any more.
  for (const own of ownGraphs) {
    if (!without.includes(own)) yield { kind: 'own', graph: ownGraphIri(own), nquads: '' };
  }
  for (const piece of ownStatements(snapshot, { sources, without })) {
    yield { kind: 'own', ...piece };
  }
}

/** Whether a URL was, or is, of the sources that are wanted. */
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

/** Graphs that are there, in the order of their IRIs, then those that went. */
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

/** Told without reading any statements. */
function isAsThen(
  { changed = 0, documentUrl }: GraphFacts,
  change: number,
  { was, is }: Membership,
): boolean {
  return changed <= change && was(documentUrl) === is(documentUrl);
}

/**
 * The run that a text names: its id, the beginning of it that no other has, or `last`.
 * @throws {UsageFault} where there is none, or it cannot be told any more what was changed since
 */
function runToCompareWith(snapshot: Snapshot, name: string): EndedRun {
  const runs = [...snapshot.runs().latest()];
  const ended = runs.flatMap(({ run, change }) => (change === undefined ? [] : [{ run, change }]));
  const found = name === beforeLatest ? ended[1] : oneNamed(runs, name);
  if (found === undefined) {
    throw new UsageFault(
      `There is no run before the latest one of which it can be told what was changed since. ${wayOut}`,
    );
  }
  const from = snapshot.historyFrom();
  if (found.change !== undefined && found.change >= from) {
    return { run: found.run, change: found.change };
  }
  const oldest = ended.findLast(({ change }) => change >= from);
  throw new UsageFault(
    `It cannot be told what was changed since the run ${printable(found.run)}: ${whyNot(found)}. ${oldestText(oldest)} ${wayOut}`,
  );
}

function whyNot({ change, endedAt }: Partial<RunHead>): string {
  if (change !== undefined) {
    return 'only so many runs are kept for this (store.keepRuns in the configuration)';
  }
  return endedAt === undefined
    ? 'it is under way, or was ended by force'
    : 'it ended before a cdif-graph was used that keeps what it takes';
}

function oldestText(oldest: EndedRun | undefined): string {
  return oldest === undefined
    ? 'There is no run yet of which it can.'
    : `The oldest run of which it can is ${oldest.run}.`;
}
