import type { PausingReading } from '../../../store/in-turns.ts';
import type { GraphFacts, OutcomeRow, RunHead } from '../../../store/rows.ts';
import type { Snapshot } from '../../../store/snapshot.ts';
import type { CatalogueState } from '../../open-catalogue.ts';
import { latestRun, readSources } from './read-sources.ts';
import { GroupCounter, type GroupCounts, type ListedUrl, type RecordChange } from './url-groups.ts';

/** The URLs of a source, in their order. */
export interface SourceUrls {
  /** The latest run that reported about the source. */
  readonly run: string | undefined;
  readonly urls: readonly ListedUrl[];
  /** How many URLs, and how many records, each group has. */
  readonly counts: GroupCounts;
}

/** The URLs that each source lists. */
export function* readSourceUrls(
  snapshot: Snapshot,
): PausingReading<ReadonlyMap<string, SourceUrls>> {
  const urls = new Map<string, ListedUrl>();
  const bySource = new Map<string, ListedUrl[]>();
  for (const row of snapshot.outcomes()) {
    yield;
    const listed = listedUrl(row, snapshot);
    urls.set(row.url, listed);
    for (const { source } of row.listings) {
      const known = bySource.get(source);
      if (known === undefined) bySource.set(source, [listed]);
      else known.push(listed);
    }
  }
  yield* countRecords(snapshot, urls);
  const found = new Map<string, SourceUrls>();
  for (const [source, listed] of bySource) {
    const run = latestRun(snapshot, source)?.run.run;
    const counter = new GroupCounter(run);
    for (const each of listed) {
      counter.add(each);
      yield;
    }
    found.set(source, { run, urls: listed, counts: counter.counts() });
  }
  return found;
}

/** The URLs of one source; undefined where nothing is known of a source of this name. */
export async function urlsOfSource(
  { surveys }: CatalogueState,
  name: string,
): Promise<SourceUrls | undefined> {
  const found = (await surveys.read(readSourceUrls)).get(name);
  if (found !== undefined) return found;
  const { sources } = await surveys.read(readSources);
  const known = sources.find(({ status }) => status.source === name);
  const run = known?.latest?.run.run;
  return known && { run, urls: [], counts: new GroupCounter(run).counts() };
}

function listedUrl({ url, state }: OutcomeRow, snapshot: Snapshot): ListedUrl {
  const visit = snapshot.visitOf(url);
  return {
    url,
    state,
    run: visit?.run,
    visited: visit?.state === 'unchanged' ? state : visit?.state,
    visitedAt: visit?.at,
    fails: visit?.failures !== undefined,
    records: 0,
    changes: {},
    hasLost: false,
  };
}

function* countRecords(
  snapshot: Snapshot,
  urls: ReadonlyMap<string, ListedUrl>,
): PausingReading<void> {
  const changeOf = recordChanges(snapshot);
  for (const facts of snapshot.facts()) {
    yield;
    const listed = urls.get(facts.documentUrl);
    if (listed === undefined) continue;
    listed.records += 1;
    const change = changeOf(facts, listed.run);
    if (change !== undefined) listed.changes[change] = (listed.changes[change] ?? 0) + 1;
  }
  for (const { documentUrl, run, reason } of snapshot.tombstones()) {
    yield;
    const listed = urls.get(documentUrl);
    if (listed !== undefined && listed.run === run && reason === 'dropped') listed.hasLost = true;
  }
}

/**
 * Tells what a run did to a record, as far as that is known: undefined where it left it as it was.
 * @returns of a record and the run that asked for its URL last
 */
export function recordChanges(
  snapshot: Snapshot,
): (facts: GraphFacts, run: string | undefined) => RecordChange | undefined {
  const runs = new Map<string, RunHead>();
  for (const head of snapshot.runs().all()) runs.set(head.run, head);
  const leaving = new Set<string>();
  for (const { graph } of snapshot.leaving()) leaving.add(graph);
  return (facts, run) => {
    if (leaving.has(facts.graph)) return 'leaving';
    const { began, change: ended = Infinity } = runs.get(run ?? '') ?? {};
    const { changed = 0 } = facts;
    if (began === undefined || changed <= began || changed > ended) return undefined;
    return snapshot.textAt(facts.graph, began, facts) === undefined ? 'added' : 'replaced';
  };
}
