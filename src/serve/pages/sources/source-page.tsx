import { problemCatalogue } from '../../../model/problem-catalogue.ts';
import { readConformance } from '../../../conformance/read-conformance.ts';
import { conformanceOfSource } from '../../../render/conformance-lines.ts';
import { kindCounts } from '../../../render/problem-report.ts';
import type { SourceRun } from '../../../catalogue/run-rows.ts';
import type { Snapshot } from '../../../catalogue/snapshot.ts';
import type { FailingUrls, SourceStatus } from '../../../catalogue/status.ts';
import { formatCount, groupDigits } from '../../../text/amounts.ts';
import { htmlAnswer, type PageAnswer, type PageRequest } from '../../page.ts';
import type { ResourceCounts } from '../../open-catalogue.ts';
import { Layout, NameValuePair, Prose, TimeElement } from '../../parts/layout.tsx';
import { SeverityMark } from '../../parts/problem-list.tsx';
import { readInShortTurns } from '../../surveys.ts';
import { sitePath, type Site } from '../../site.ts';
import {
  problemsCsvHref,
  problemsHref,
  runHref,
  sourceHref,
  urlsHref,
} from '../../parts/addresses.ts';
import { SourceConformance } from './source-conformance.tsx';
import { FunnelTable, ListingStateText } from './funnel.tsx';
import { noSourceAnswer } from './source-lists.tsx';
import { NextVisits, readDueVisits } from './next-visits.tsx';
import { readSources, type SourceWithCare } from './source-care.ts';
import { AbandonedHosts, readLists, RunNumbers, type SourceLists } from './run-numbers.tsx';
import { RunPlots } from './run-plots.tsx';
import {
  CareMark,
  CareReasons,
  CountedNoun,
  ExplainForm,
  ResourcesLink,
  SeverityCounts,
  StateBar,
} from './source-parts.tsx';

/** The number of latest runs that are drawn. */
const maxRuns = 30;

/** One source: its state, its latest run, its history, its problems and next visits. */
export async function sourcePage(request: PageRequest): Promise<PageAnswer> {
  const { site, state, parts } = request;
  const { snapshot } = state;
  const { sources } = await state.surveys.read(readSources);
  const found = sources.find(({ status }) => status.source === parts['name']);
  if (found === undefined) return noSourceAnswer(request);
  const { source: name } = found.status;
  const { conformance } = conformanceOfSource(await state.surveys.read(readConformance), name);
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
          <SourceConformance site={site} source={name} conformance={conformance} />
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

/** The state of the source at a glance. */
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
        <NameValuePair name="Records">
          <CountedNoun href={records === 0 ? undefined : sourceHref(site, name, '/records')}>
            {formatCount(records, 'record')}
          </CountedNoun>{' '}
          of <ResourcesLink site={site} source={name} resources={resources} />
          <span class="soft">{formatCount(quads, 'statement')}</span>
        </NameValuePair>
        <NameValuePair name="URLs by latest visit">
          <StateBar site={site} source={name} urls={urls} />
        </NameValuePair>
        <NameValuePair name="Problems">
          <SeverityCounts site={site} source={name} counts={problems} />
        </NameValuePair>
        {failing === undefined ? null : <Failing site={site} source={name} failing={failing} />}
        <RemovalCounts site={site} status={status} />
        <NameValuePair name="Last harvested">
          {harvested === undefined ? (
            'never to its end'
          ) : (
            <a href={runHref(site, harvested.run)}>
              <TimeElement at={harvested.endedAt} />
            </a>
          )}
          {lastLook === undefined ? null : (
            <span class="soft">
              last visit of a URL: <TimeElement at={lastLook} />
            </span>
          )}
        </NameValuePair>
      </dl>
    </section>
  );
}

function RemovalCounts({ site, status }: { readonly site: Site; readonly status: SourceStatus }) {
  const { source: name, leaving, removed } = status;
  if (leaving + removed === 0) return null;
  return (
    <NameValuePair name="Removals">
      {leaving === 0 ? null : (
        <a href={sourceHref(site, name, '/removals?state=waiting')}>
          {formatCount(leaving, 'waits', 'wait')} to be removed
        </a>
      )}
      {removed === 0 ? null : (
        <a href={sourceHref(site, name, '/removals?state=removed')}>
          {formatCount(removed, 'was removed', 'were removed')}
        </a>
      )}
    </NameValuePair>
  );
}

interface FailingProps {
  readonly site: Site;
  readonly source: string;
  readonly failing: FailingUrls;
}

function Failing({ site, source, failing }: FailingProps) {
  return (
    <NameValuePair name="Failing">
      <a href={urlsHref(site, source, 'failing')}>{formatCount(failing.urls, 'URL')}</a>
      <span>
        since <TimeElement at={failing.since} />, up to {formatCount(failing.longestStreak, 'time')}{' '}
        in a row
      </span>
      {failing.withRecords === 0 ? null : (
        <span>
          records are kept of{' '}
          <a href={urlsHref(site, source, 'failing-with-records')}>
            {groupDigits(failing.withRecords)}
          </a>
          {failing.oldestGood === undefined ? null : (
            <>
              , the oldest as of <TimeElement at={failing.oldestGood} />
            </>
          )}
        </span>
      )}
    </NameValuePair>
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
          <TimeElement at={run.endedAt} />
        </a>
      </h2>
      <ListingStateText report={source} />
      <FunnelTable report={source} numbers={numbers} />
      {source.leftHosts.length === 0 ? null : (
        <>
          <h3>Hosts that were left</h3>
          <ul class="rows">
            <AbandonedHosts site={site} hosts={source.leftHosts} numbers={numbers} />
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
  if (kinds.length === 0) return <p>No problems were found at the latest visits.</p>;
  return (
    <>
      <ul class="problems">
        {kinds.map(({ kind, severity, count }) => (
          <li class={severity}>
            <p>
              <SeverityMark severity={severity} />
              <a href={problemsHref(site, { source }, kind)}>
                {problemCatalogue[kind].title} <span class="count">{groupDigits(count)}</span>
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
  if (runs.length === 0) return <p>No run has ended yet.</p>;
  return <RunPlots {...{ site, runs, lists }} />;
}
