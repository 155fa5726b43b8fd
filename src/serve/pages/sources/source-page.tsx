import { problemCatalogue } from '../../../model/problem-catalogue.ts';
import { kindCounts } from '../../../render/problem-counts.ts';
import type { SourceRun } from '../../../store/run-reader.ts';
import type { Snapshot } from '../../../store/snapshot.ts';
import type { FailingUrls, SourceStatus } from '../../../store/status.ts';
import { amount, grouped } from '../../../text/amounts.ts';
import { htmlAnswer, type Answer, type PageRequest } from '../../page.ts';
import type { ResourceCounts } from '../../resource-counts.ts';
import { Layout } from '../../parts/layout.tsx';
import { Pair } from '../../parts/pair.tsx';
import { SeverityMark } from '../../parts/problem-list.tsx';
import { Prose } from '../../parts/prose.tsx';
import { readInShortTurns } from '../../surveys.ts';
import { sitePath, type Site } from '../../site.ts';
import {
  problemsCsvHref,
  problemsHref,
  runHref,
  sourceHref,
  urlsHref,
} from '../../parts/addresses.ts';
import { Funnel, ListingState } from './funnel.tsx';
import { Moment } from '../../parts/moment.tsx';
import { noSourceAnswer } from './no-source.tsx';
import { NextVisits, readDueVisits } from './next-visits.tsx';
import { readSources, type SourceWithCare } from './read-sources.ts';
import { LeftHosts, readLists, RunNumbers, type SourceLists } from './run-numbers.tsx';
import { RunPlots } from './run-plots.tsx';
import {
  CareMark,
  CareReasons,
  Counted,
  ExplainForm,
  ResourcesLink,
  SeverityCounts,
  StateBar,
} from './source-parts.tsx';

/** So many of the latest runs are drawn. */
const maxRuns = 30;

/** One source: how it is, its latest run, its runs, what is wrong, and what comes next. */
export async function sourcePage(request: PageRequest): Promise<Answer> {
  const { site, state, parts } = request;
  const { snapshot } = state;
  const { sources } = await state.surveys.read(readSources);
  const found = sources.find(({ status }) => status.source === parts['name']);
  if (found === undefined) return noSourceAnswer(request);
  const { source: name } = found.status;
  const lists = (await readLists(state)).ofSource(name);
  const { latest } = found;
  const due = await readInShortTurns(readDueVisits(snapshot, name, lists.urls?.urls ?? []));
  const numbers = new RunNumbers(site, name, latest?.run.run ?? '', lists);
  return htmlAnswer(
    <Layout site={site} state={state} title={name} section="/sources" kind="source">
      <p class="crumb">
        <a href={sitePath(site, '/sources')}>Sources</a>
      </p>
      <h1>
        <bdi>{name}</bdi>
      </h1>
      <CareBar site={site} source={found} resources={state.resources()} />
      <div class="source-columns">
        <div>
          {latest === undefined ? (
            <p>No run has left a report about this source yet.</p>
          ) : (
            <LatestRun site={site} latest={latest} numbers={numbers} />
          )}
          <section aria-labelledby="problems">
            <h2 id="problems">What is wrong</h2>
            <ProblemKinds site={site} source={found} />
          </section>
        </div>
        <div>
          <section aria-labelledby="history">
            <h2 id="history">Runs</h2>
            <History {...{ site, snapshot, name, lists }} />
          </section>
          <section aria-labelledby="next">
            <h2 id="next">Next visit</h2>
            {latest === undefined ? (
              <p>Nothing is known of it before a run has left a report.</p>
            ) : (
              <NextVisits site={site} source={name} notDue={latest.source.notDue} due={due} />
            )}
          </section>
          <section aria-labelledby="explain">
            <h2 id="explain">One URL</h2>
            <ExplainForm site={site} />
          </section>
        </div>
      </div>
    </Layout>,
  );
}

interface SourceProps {
  readonly site: Site;
  readonly source: SourceWithCare;
}

/** How the source is, at one look. */
function CareBar({
  site,
  source: { status, care, harvested },
  resources,
}: SourceProps & { readonly resources: ResourceCounts }) {
  const { source: name, urls, records, quads, failing, problems, lastLook } = status;
  return (
    <section class="care-bar" aria-label="State">
      <div class="verdict">
        <CareMark state={care.state} />
        <CareReasons site={site} reasons={care.reasons} />
      </div>
      <dl class="pairs">
        <Pair name="Records">
          <Counted href={records === 0 ? undefined : sourceHref(site, name, '/records')}>
            {amount(records, 'record')}
          </Counted>{' '}
          of <ResourcesLink site={site} source={name} resources={resources} />
          <span class="soft">{amount(quads, 'statement')}</span>
        </Pair>
        <Pair name="URLs by latest look">
          <StateBar site={site} source={name} urls={urls} />
        </Pair>
        <Pair name="Problems">
          <SeverityCounts site={site} source={name} counts={problems} />
        </Pair>
        {failing === undefined ? null : <Failing site={site} source={name} failing={failing} />}
        <RemovalCounts site={site} status={status} />
        <Pair name="Last harvested">
          {harvested === undefined ? (
            'never to its end'
          ) : (
            <a href={runHref(site, harvested.run)}>
              <Moment at={harvested.endedAt} />
            </a>
          )}
          {lastLook === undefined ? null : (
            <span class="soft">
              last look at a URL: <Moment at={lastLook} />
            </span>
          )}
        </Pair>
      </dl>
    </section>
  );
}

function RemovalCounts({ site, status }: { readonly site: Site; readonly status: SourceStatus }) {
  const { source: name, leaving, removed } = status;
  if (leaving + removed === 0) return null;
  return (
    <Pair name="Removals">
      {leaving === 0 ? null : (
        <a href={sourceHref(site, name, '/removals?state=waiting')}>
          {amount(leaving, 'waits', 'wait')} to be removed
        </a>
      )}
      {removed === 0 ? null : (
        <a href={sourceHref(site, name, '/removals?state=removed')}>
          {amount(removed, 'was removed', 'were removed')}
        </a>
      )}
    </Pair>
  );
}

interface FailingProps {
  readonly site: Site;
  readonly source: string;
  readonly failing: FailingUrls;
}

function Failing({ site, source, failing }: FailingProps) {
  return (
    <Pair name="Failing">
      <a href={urlsHref(site, source, 'failing')}>{amount(failing.urls, 'URL')}</a>
      <span>
        since <Moment at={failing.since} />, up to {amount(failing.longestStreak, 'time')} in a row
      </span>
      {failing.withRecords === 0 ? null : (
        <span>
          records are kept of{' '}
          <a href={urlsHref(site, source, 'failing-with-records')}>
            {grouped(failing.withRecords)}
          </a>
          {failing.oldestGood === undefined ? null : (
            <>
              , the oldest as of <Moment at={failing.oldestGood} />
            </>
          )}
        </span>
      )}
    </Pair>
  );
}

interface LatestRunProps {
  readonly site: Site;
  readonly latest: SourceRun;
  readonly numbers: RunNumbers;
}

function LatestRun({ site, latest: { run, source }, numbers }: LatestRunProps) {
  return (
    <section aria-labelledby="latest">
      <h2 id="latest">
        Latest run{' '}
        <a class="count" href={runHref(site, run.run)}>
          <Moment at={run.endedAt} />
        </a>
      </h2>
      <ListingState report={source} />
      <Funnel report={source} numbers={numbers} />
      {source.leftHosts.length === 0 ? null : (
        <>
          <h3>Hosts that were left</h3>
          <ul class="rows">
            <LeftHosts site={site} hosts={source.leftHosts} numbers={numbers} />
          </ul>
        </>
      )}
    </section>
  );
}

/** Each kind of problem with its remedy, the most severe first. */
function ProblemKinds({ site, source: { status } }: SourceProps) {
  const { source } = status;
  const kinds = kindCounts(status.problems);
  if (kinds.length === 0) return <p>No problems were met at the latest looks.</p>;
  return (
    <>
      <ul class="problems">
        {kinds.map(({ kind, severity, count }) => (
          <li class={severity}>
            <p>
              <SeverityMark severity={severity} />
              <a href={problemsHref(site, { source }, kind)}>
                {problemCatalogue[kind].title} <span class="count">{grouped(count)}</span>
              </a>
            </p>
            <p class="soft">
              <Prose text={problemCatalogue[kind].remedy} />
            </p>
          </li>
        ))}
      </ul>
      <p class="actions">
        <a href={problemsHref(site, { source })}>All problems of this source</a>
        <a href={problemsCsvHref(site, { source })}>As CSV, to be mailed to the publisher</a>
      </p>
    </>
  );
}

interface HistoryProps {
  readonly site: Site;
  readonly snapshot: Snapshot;
  readonly name: string;
  readonly lists: SourceLists;
}

function History({ site, snapshot, name, lists }: HistoryProps) {
  const runs: SourceRun[] = [];
  for (const run of snapshot.runs().reportsOfSource(name)) {
    if (runs.length === maxRuns) break;
    runs.push(run);
  }
  if (runs.length === 0) return <p>None has come to an end.</p>;
  return <RunPlots {...{ site, runs, lists }} />;
}
