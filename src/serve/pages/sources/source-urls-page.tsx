import { problemCatalogue } from '../../../model/problem-catalogue.ts';
import { ProblemCounter, type ProblemCounts } from '../../../model/problem-tally.ts';
import { kindCounts } from '../../../render/problem-counts.ts';
import { pausingProblemsOfUrl } from '../../../store/found-problems.ts';
import type { PausingReading } from '../../../store/in-turns.ts';
import type { Snapshot } from '../../../store/snapshot.ts';
import { amount, grouped } from '../../../text/amounts.ts';
import type { Answer, PageRequest } from '../../page.ts';
import { readInShortTurns, readThose } from '../../surveys.ts';
import { SeverityMark } from '../../parts/problem-list.tsx';
import type { Site } from '../../site.ts';
import { explainHref, problemsHref } from '../../parts/addresses.ts';
import { Moment } from '../../parts/moment.tsx';
import { noSourceAnswer } from './no-source.tsx';
import { pageOf } from '../../parts/paging.tsx';
import { dueTest, dueText } from './next-visits.tsx';
import { sourceListAnswer } from './source-list.tsx';
import { LatestRunText } from './source-parts.tsx';
import { urlsOfSource, type SourceUrls } from './source-urls.ts';
import { askedState, hostIn, lookTexts, urlGroup, type ListedUrl } from './url-groups.ts';

/** The URLs behind a number of a source, in their order. */
export async function sourceUrlsPage(request: PageRequest): Promise<Answer> {
  const { site, state, parts, query } = request;
  const name = parts['name'] ?? '';
  const found = await urlsOfSource(state, name);
  if (found === undefined) return noSourceAnswer(request);
  const { text, has } = wantedUrls(state.snapshot, { name, found, query });
  const page = pageOf(await readInShortTurns(readThose(found.urls, has)), query);
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
  readonly has: (url: ListedUrl) => boolean;
}

interface UrlWish {
  readonly name: string;
  readonly found: SourceUrls;
  readonly query: URLSearchParams;
}

/** Those of a group, of a host, or due on a day. */
function wantedUrls(snapshot: Snapshot, { name, found, query }: UrlWish): WantedUrls {
  const group = urlGroup(query.get('state'));
  const due = query.get('due');
  if (due !== null) {
    const isDue = dueTest(snapshot, name, due);
    return { text: dueText(due), has: (url) => isDue(url) };
  }
  const host = query.get('host');
  const isOfGroup = (url: ListedUrl): boolean => group.has(url, askedState(url, found.run));
  if (host === null) return { text: group.text, has: isOfGroup };
  return {
    text: `${group.text}, of ${host}`,
    has: (url) => hostIn(url.url) === host && isOfGroup(url),
  };
}

/** The problems of URLs and their records, in the order of the URLs. */
function* countProblemsOf(
  snapshot: Snapshot,
  urls: readonly ListedUrl[],
): PausingReading<readonly ProblemCounts[]> {
  const counts: ProblemCounts[] = [];
  for (const { url } of urls) {
    const counter = new ProblemCounter();
    for (const found of pausingProblemsOfUrl(snapshot, url)) {
      yield;
      if (found !== undefined) counter.add(found.problem);
    }
    counts.push(counter.counts());
  }
  return counts;
}

interface UrlRowProps {
  readonly site: Site;
  readonly url: ListedUrl;
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
          <span>{lookTexts[state]}</span>
          {records === 0 ? null : <span>{amount(records, 'record')}</span>}
          {fails ? <span>failing</span> : null}
          {visitedAt === undefined ? null : (
            <span>
              asked <Moment at={visitedAt} />
            </span>
          )}
        </p>
      </div>
      <UrlProblems site={site} url={url} problems={problems} />
    </li>
  );
}

/** So many kinds are named of one URL. */
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
          {count > 1 ? <span class="count"> {grouped(count)}</span> : null}
        </li>
      ))}
      {more > 0 ? <li class="soft">and {amount(more, 'more kind')}</li> : null}
    </ul>
  );
}
