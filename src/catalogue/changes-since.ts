import type { Database } from 'lmdb';
import { setImmediate } from 'node:timers/promises';
import { UsageFault } from '../model/fault.ts';
import { memoize } from '../text/collections.ts';
import { escapeControls } from '../text/printable.ts';
import type { Catalogue } from './catalogue.ts';
import { derivedStatements } from './derived/derived-statements.ts';
import { derivedGraphIri } from './derived/derived-terms.ts';
import { derivedGraphs } from '../model/derived-graph.ts';
import { findOnlyMatch } from './find-runs.ts';
import { changeInHistoryKey, sourceNames } from './history.ts';
import type { RunHead } from './rows.ts';
import type { GraphPiece, Selection, Snapshot } from './snapshot.ts';

/** A difference between two states. Statements are N-Quads of one graph. */
export type GraphChange =
  | {
      readonly kind: 'record';
      readonly graph: string;
      /** The former statements; empty for a new graph. */
      readonly before: string;
      /** The present statements; empty for a removed graph. */
      readonly after: string;
    }
  /**
   * A piece of a derived graph. Each derived graph starts with an empty piece, before any other.
   */
  | ({ readonly kind: 'own' } & GraphPiece);

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
  const change = changeToCompareWith(snapshot, name);
  if (snapshot.totals().change === change) return;
  const membership = membershipAt(snapshot, change, sources);
  yield* changedGraphs(snapshot, change, membership);
  yield* removedGraphs(snapshot, change, membership);
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

function membershipAt(
  snapshot: Snapshot,
  change: number,
  wanted: readonly string[] | undefined,
): Membership {
  if (wanted === undefined) return { was: () => true, is: () => true };
  const isWanted = (sources: readonly string[]): boolean =>
    sources.some((source) => wanted.includes(source));
  return {
    was: memoize((url) => isWanted(snapshot.previousSources(url, change)), 1),
    is: memoize((url) => isWanted(sourceNames(snapshot.listingsOf(url))), 1),
  };
}

/** In the order of the IRIs. */
function* changedGraphs(
  snapshot: Snapshot,
  change: number,
  membership: Membership,
): Generator<GraphChange> {
  for (const facts of snapshot.facts()) {
    const { graph, documentUrl, changed = 0 } = facts;
    // Decided without reading statements.
    if (changed <= change && membership.was(documentUrl) === membership.is(documentUrl)) continue;
    const former = snapshot.previousVersion(graph, change, facts);
    const before = former !== undefined && membership.was(former.documentUrl) ? former.nquads : '';
    const after = membership.is(documentUrl) ? (snapshot.nquadsOf(graph) ?? '') : '';
    if (before !== after) yield { kind: 'record', graph, before, after };
  }
}

function* removedGraphs(
  snapshot: Snapshot,
  change: number,
  membership: Membership,
): Generator<GraphChange> {
  for (const graph of snapshot.formerGraphs(change)) {
    if (snapshot.factsOf(graph) !== undefined) continue;
    const former = snapshot.previousVersion(graph, change);
    if (former === undefined || !membership.was(former.documentUrl)) continue;
    yield { kind: 'record', graph, before: former.nquads, after: '' };
  }
}

/**
 * Resolves a run name: its id, a unique prefix of it, or `last`.
 * @returns the change in which the run ended
 * @throws {UsageFault} where there is no such run, or its state is not known any more
 */
function changeToCompareWith(snapshot: Snapshot, name: string): number {
  const runs = [...snapshot.runs().latest()];
  const ended = runs.filter(({ change }) => change !== undefined);
  const found = name === 'last' ? ended[1] : findOnlyMatch(runs, name);
  if (found === undefined) {
    throw new UsageFault(`No run before the latest one is kept for --since. ${wayOut}`);
  }
  const from = snapshot.historyFrom();
  const isKnown = ({ change }: RunHead): boolean => change !== undefined && change >= from;
  if (found.change !== undefined && isKnown(found)) return found.change;
  const oldest = ended.findLast(isKnown);
  const usable = oldest
    ? `The oldest run that can be used is ${oldest.run}.`
    : 'No run can be used yet.';
  throw new UsageFault(
    `The changes since run ${escapeControls(found.run)} are not known: ` +
      `${reasonNotKnown(found)}. ${usable} ${wayOut}`,
  );
}

function reasonNotKnown({ change, endedAt }: RunHead): string {
  if (change !== undefined) {
    return 'the run is older than those that store.keepRuns in the configuration keeps';
  }
  return endedAt === undefined
    ? 'it is still running, or was killed'
    : 'an older version of cdif-graph, which kept no changes, made it';
}

/** How many keys one commit examines, so that other writers do not wait long. */
const keysAtOnce = 10_000;

/**
 * Deletes history that only `changesSince` of older runs needs. Can be aborted at any time: the
 * next call continues.
 * @throws the signal's reason when it is aborted
 * @param keepRuns for how many of the latest finished runs `changesSince` must keep working
 */
export async function pruneHistory(
  catalogue: Catalogue,
  keepRuns: number,
  signal?: AbortSignal,
): Promise<void> {
  const from = catalogue.read((snapshot) => {
    const ended = [...snapshot.runs().latest()].filter(({ change }) => change !== undefined);
    return ended[keepRuns - 1]?.change;
  });
  if (from === undefined) return;
  // Recorded before the first entry is deleted.
  catalogue.change(({ meta }) => {
    if ((meta.get('history') ?? 0) < from) meta.putSync('history', from);
  });
  for (const name of ['former', 'formerSources'] as const) {
    let next: string | undefined = '';
    while (next !== undefined) {
      const start: string = next;
      next = catalogue.change((data) => dropSome<unknown>(data[name], start, from));
      await setImmediate();
      signal?.throwIfAborted();
    }
  }
}

/** @returns the key to continue from; undefined when all keys were examined */
function dropSome<Value>(
  database: Database<Value, string>,
  start: string,
  from: number,
): string | undefined {
  const keys = [...database.getKeys({ start, limit: keysAtOnce + 1 })];
  const next = keys.length > keysAtOnce ? keys.pop() : undefined;
  for (const key of keys) if (changeInHistoryKey(key) <= from) database.removeSync(key);
  return next;
}
