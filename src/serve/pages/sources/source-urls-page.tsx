import { urlProblemsWithPauses } from '../../../catalogue/found-problems.ts';
import type { InterruptibleReading } from '../../../catalogue/interruptible-reading.ts';
import type { GraphFacts, OutcomeRow, RunHead } from '../../../catalogue/rows.ts';
import type { Snapshot } from '../../../catalogue/snapshot.ts';
import { problemCatalogue } from '../../../model/problem-catalogue.ts';
import { ProblemCounter, type ProblemCounts } from '../../../model/problem-tally.ts';
import { kindCounts } from '../../../render/problem-report.ts';
import { formatCount, groupDigits } from '../../../text/amounts.ts';
import type { CatalogueState } from '../../open-catalogue.ts';
import type { PageAnswer, PageRequest } from '../../page.ts';
import { explainHref, problemsHref } from '../../parts/addresses.ts';
import { TimeElement } from '../../parts/layout.tsx';
import { choosePage } from '../../parts/paging.tsx';
import { SeverityMark } from '../../parts/problem-list.tsx';
import type { Site } from '../../site.ts';
import { readInShortTurns, readMatching } from '../../surveys.ts';
import { createDueTest, dueDateText } from './next-visits.tsx';
import { latestRun, readSources } from './source-care.ts';
import { noSourceAnswer, sourceListAnswer } from './source-lists.tsx';
import { LatestRunText } from './source-parts.tsx';
import {
  GroupCounter,
  type GroupCounts,
  hostWithPort,
  type RecordChange,
  stateInLatestRun,
  urlGroup,
  type UrlOfSource,
  visitTexts,
} from './url-groups.ts';

/** The URLs that a figure of a source counts, in their order. */
export async function sourceUrlsPage(request: PageRequest): Promise<PageAnswer> {
  const { site, state, parts, query } = request;
  const name = parts['name'] ?? '';
  const found = await urlsOfSource(state, name);
  if (found === undefined) return noSourceAnswer(request);
  const { text, has } = wantedUrls(state.snapshot, { name, found, query });
  const page = choosePage(await readInShortTurns(readMatching(found.urls, has)), query);
  const problems = await readInShortTurns(countProblemsOf(state.snapshot, page.items));
  return sourceListAnswer(request, {
    list: 'urls',
    text,
    page,
    lead: <LatestRunText site={site} run={found.run} />,
    row: (url, index) => <UrlRow site={site} url={url} problems={problems[index] ?? {}} />,
  });
}

interface WantedUrls {
  readonly text: string;
  readonly has: (url: UrlOfSource) => boolean;
}

interface UrlWish {
  readonly name: string;
  readonly found: SourceUrls;
  readonly query: URLSearchParams;
}

/** The URLs of a group, of a host, or due on a day. */
function wantedUrls(snapshot: Snapshot, { name, found, query }: UrlWish): WantedUrls {
  const group = urlGroup(query.get('state'));
  const due = query.get('due');
  if (due !== null) {
    const isDue = createDueTest(snapshot, name, due);
    return { text: dueDateText(due), has: (url) => isDue(url) };
  }
  const host = query.get('host');
  const isOfGroup = (url: UrlOfSource): boolean => group.has(url, stateInLatestRun(url, found.run));
  if (host === null) return { text: group.text, has: isOfGroup };
  return {
    text: `${group.text}, of ${host}`,
    has: (url) => hostWithPort(url.url) === host && isOfGroup(url),
  };
}

/** The problems of URLs and their records, in the order of the URLs. */
function* countProblemsOf(
  snapshot: Snapshot,
  urls: readonly UrlOfSource[],
): InterruptibleReading<readonly ProblemCounts[]> {
  const counts: ProblemCounts[] = [];
  for (const { url } of urls) {
    const counter = new ProblemCounter();
    for (const found of urlProblemsWithPauses(snapshot, url)) {
      yield;
      if (found !== undefined) counter.add(found.problem);
    }
    counts.push(counter.counts());
  }
  return counts;
}

interface UrlRowProps {
  readonly site: Site;
  readonly url: UrlOfSource;
  readonly problems: ProblemCounts;
}

function UrlRow({ site, url: listed, problems }: UrlRowProps) {
  const { url, state, visitedAt, fails, records } = listed;
  return (
    <li>
      <div>
        <a href={explainHref(site, url)}>
          <bdi>{url}</bdi>
        </a>
        <p class="facts">
          <span>{visitTexts[state]}</span>
          {records === 0 ? null : <span>{formatCount(records, 'record')}</span>}
          {fails ? <span>failing</span> : null}
          {visitedAt === undefined ? null : (
            <span>
              asked <TimeElement at={visitedAt} />
            </span>
          )}
        </p>
      </div>
      <UrlProblems site={site} url={url} problems={problems} />
    </li>
  );
}

/** The number of kinds of problems named per URL. */
const maxKinds = 3;

interface UrlProblemsProps {
  readonly site: Site;
  readonly url: string;
  readonly problems: ProblemCounts;
}

function UrlProblems({ site, url, problems }: UrlProblemsProps) {
  const kinds = kindCounts(problems);
  if (kinds.length === 0) return null;
  const more = kinds.length - maxKinds;
  return (
    <ul class="kinds">
      {kinds.slice(0, maxKinds).map(({ kind, severity, count }) => (
        <li>
          <SeverityMark severity={severity} />
          <a href={problemsHref(site, { url }, kind)}>{problemCatalogue[kind].title}</a>
          {count > 1 ? <span class="count"> {groupDigits(count)}</span> : null}
        </li>
      ))}
      {more > 0 ? <li class="soft">and {formatCount(more, 'more kind')}</li> : null}
    </ul>
  );
}

/** The URLs of a source, in their order. */
export interface SourceUrls {
  /** The latest run that reported about the source. */
  readonly run: string | undefined;
  readonly urls: readonly UrlOfSource[];
  /** The number of URLs and records in each group. */
  readonly counts: GroupCounts;
}

/** The URLs that each source lists. */
export function* readSourceUrls(
  snapshot: Snapshot,
): InterruptibleReading<ReadonlyMap<string, SourceUrls>> {
  const urls = new Map<string, UrlOfSource>();
  const bySource = new Map<string, UrlOfSource[]>();
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

/** The URLs of one source; undefined for an unknown source. */
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

function listedUrl({ url, state }: OutcomeRow, snapshot: Snapshot): UrlOfSource {
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
  urls: ReadonlyMap<string, UrlOfSource>,
): InterruptibleReading<void> {
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
 * The change of a record by a run; undefined where it is unknown or the record did not change.
 * @param run the one that requested the URL last
 */
export function recordChanges(
  snapshot: Snapshot,
): (facts: GraphFacts, run: string | undefined) => RecordChange | undefined {
  const runs = new Map<string, RunHead>();
  for (const head of snapshot.runs().all()) runs.set(head.run, head);
  const leaving = new Set<string>();
  for (const { graph } of snapshot.pendingRemovals()) leaving.add(graph);
  return (facts, run) => {
    if (leaving.has(facts.graph)) return 'leaving';
    const { began, change: ended = Infinity } = runs.get(run ?? '') ?? {};
    const { changed = 0 } = facts;
    if (began === undefined || changed <= began || changed > ended) return undefined;
    return snapshot.previousVersion(facts.graph, began, facts) === undefined ? 'added' : 'replaced';
  };
}
