import type { Problem } from '../../../model/problem.ts';
import { problemCatalogue } from '../../../model/problem-catalogue.ts';
import { countProblems } from '../../../model/problem-tally.ts';
import { kindCounts } from '../../../render/problem-counts.ts';
import { problemsOfUrl } from '../../../store/found-problems.ts';
import type { Snapshot } from '../../../store/snapshot.ts';
import { amount, grouped } from '../../../text/amounts.ts';
import { htmlAnswer, type Answer, type PageRequest } from '../../page.ts';
import { Layout } from '../../parts/layout.tsx';
import { SeverityMark } from '../../parts/problem-list.tsx';
import type { Site } from '../../site.ts';
import { explainHref, problemsHref, runHref, sourceHref } from '../../parts/addresses.ts';
import { Moment } from '../../parts/moment.tsx';
import { noSourceAnswer } from './no-source.tsx';
import { pageHrefs, PageLinks, pageOf, shownText } from '../../parts/paging.tsx';
import { lookTexts, readSourceUrls, urlGroup, type SourceUrl } from './url-groups.ts';

/** The URLs behind a number of a source, in their order. */
export async function sourceUrlsPage(request: PageRequest): Promise<Answer> {
  const { site, state, parts, query } = request;
  const name = parts['name'] ?? '';
  const found = (await state.surveys.read(readSourceUrls)).get(name);
  if (found === undefined) return noSourceAnswer(request);
  const { text, has } = urlGroup(query.get('state'));
  const page = pageOf(found.urls.filter(has), query);
  return htmlAnswer(
    <Layout site={site} state={state} title={`URLs of ${name}`} section="/sources" kind="urls">
      <p class="crumb">
        <a href={sourceHref(site, name)}>
          <bdi>{name}</bdi>
        </a>
      </p>
      <h1>
        URLs {text} <span class="count">{grouped(page.total)}</span>
      </h1>
      <p class="soft">
        {found.run === undefined ? null : (
          <>
            The latest run of the source is <a href={runHref(site, found.run)}>{found.run}</a>.{' '}
          </>
        )}
        {page.total === 0 ? 'There is none.' : `Shown: ${shownText(page, 'URL')}.`}
      </p>
      {page.total === 0 ? null : (
        <ul class="rows url-rows">
          {page.items.map((url) => (
            <UrlRow site={site} url={url} snapshot={state.snapshot} source={name} />
          ))}
        </ul>
      )}
      <PageLinks page={page} hrefOf={pageHrefs(sourceHref(site, name, '/urls'), query)} />
      <p class="actions">
        <a href={sourceHref(site, name, '/urls')}>All URLs of this source</a>
      </p>
    </Layout>,
  );
}

interface UrlRowProps {
  readonly site: Site;
  readonly source: string;
  readonly url: SourceUrl;
  readonly snapshot: Snapshot;
}

function UrlRow({ site, source, url: { url, state, visitedAt, fails }, snapshot }: UrlRowProps) {
  const problems = Array.from(problemsOfUrl(snapshot, url), ({ problem }): Problem => problem);
  return (
    <li>
      <div>
        <a href={explainHref(site, url)}>
          <bdi>{url}</bdi>
        </a>
        <p class="facts">
          <span>{lookTexts[state]}</span>
          {fails ? <span>failing</span> : null}
          {visitedAt === undefined ? null : (
            <span>
              asked <Moment at={visitedAt} />
            </span>
          )}
        </p>
      </div>
      <UrlProblems site={site} source={source} problems={problems} />
    </li>
  );
}

/** So many kinds are named of one URL. */
const maxKinds = 3;

interface UrlProblemsProps {
  readonly site: Site;
  readonly source: string;
  readonly problems: readonly Problem[];
}

function UrlProblems({ site, source, problems }: UrlProblemsProps) {
  const kinds = kindCounts(countProblems(problems));
  if (kinds.length === 0) return null;
  const more = kinds.length - maxKinds;
  return (
    <ul class="kinds">
      {kinds.slice(0, maxKinds).map(({ kind, severity, count }) => (
        <li>
          <SeverityMark severity={severity} />
          <a href={problemsHref(site, { source }, kind)}>{problemCatalogue[kind].title}</a>
          {count > 1 ? <span class="count"> {grouped(count)}</span> : null}
        </li>
      ))}
      {more > 0 ? <li class="soft">and {amount(more, 'more kind')}</li> : null}
    </ul>
  );
}
