import { UsageFault } from '../../../model/fault.ts';
import { problemCatalogue } from '../../../model/problem-catalogue.ts';
import { ProblemCounter } from '../../../model/problem-tally.ts';
import type { RunPhase } from '../../../model/run-costs.ts';
import type { RunReport, SourceReport } from '../../../model/run.ts';
import { kindCounts, type KindCount } from '../../../render/problem-report.ts';
import { formatHost, formatRequests, phaseTexts } from '../../../render/run-costs.ts';
import { funnelOf, sourceFailures, sourceFigures } from '../../../pipeline/report/run-report.ts';
import { resolveRunName } from '../../../catalogue/find-runs.ts';
import type { StoredRunFacts } from '../../../catalogue/rows.ts';
import { completeRun } from '../../../catalogue/run-rows.ts';
import type { Snapshot } from '../../../catalogue/snapshot.ts';
import { groupDigits, formatSeconds } from '../../../text/amounts.ts';
import { htmlAnswer, type PageAnswer, type PageRequest } from '../../page.ts';
import { Layout, NameValuePair, TimeElement } from '../../parts/layout.tsx';
import { ProblemList, SeverityMark, severitySentence } from '../../parts/problem-list.tsx';
import { sitePath, type Site } from '../../site.ts';
import { problemsHref, sourceHref } from '../../parts/addresses.ts';
import {
  pageHrefs,
  PageLinks,
  choosePage,
  shownRange,
  type PageOfList,
} from '../../parts/paging.tsx';
import { runNotes, runState } from './runs-page.tsx';
import {
  figureColumns,
  AbandonedHosts,
  FiguresTable,
  readLists,
  runFigures,
  RunNumbers,
  type FiguresRow,
  type CatalogueLists,
} from './run-numbers.tsx';

/** One run: its time, its results by source, and its cost. */
export async function runPage({ site, state, parts, query }: PageRequest): Promise<PageAnswer> {
  const { snapshot } = state;
  const name = parts['id'] ?? '';
  const run = findRun(snapshot, name);
  if (typeof run === 'string') return noRunAnswer({ site, state }, run);
  const { report, startedAt } = run;
  const [latest] = snapshot.runs().latest(1);
  const sources = choosePage((report?.sources ?? []).toSorted(failedFirst), query, 100);
  const lists = await readLists(state);
  return htmlAnswer(
    <Layout site={site} state={state} title={`Run ${run.run}`} section="/sources" kind="run">
      <p class="crumb">
        <a href={sitePath(site, '/runs')}>Runs</a>
      </p>
      <h1>Run {run.run}</h1>
      <p class="lead">{runState(report ?? run, latest?.number === run.number)}</p>
      <dl class="pairs">
        <NameValuePair name="Began">
          <TimeElement at={startedAt} />
        </NameValuePair>
        {report === undefined ? null : (
          <NameValuePair name="Ended">
            <TimeElement at={report.endedAt} />
          </NameValuePair>
        )}
      </dl>
      <p class="facts">
        {runNotes(run).map((note) => (
          <span>{note}</span>
        ))}
      </p>
      {report === undefined ? (
        <PlannedSources site={site} run={run} />
      ) : (
        <Report {...{ site, report, sources, lists }} isLatest={latest?.number === run.number} />
      )}
      <PageLinks
        page={sources}
        hrefOf={pageHrefs(sitePath(site, `/runs/${encodeURIComponent(run.run)}`), query)}
      />
    </Layout>,
  );
}

/** @returns the reason where there is no link */
function findRun(snapshot: Snapshot, name: string): StoredRunFacts | string {
  try {
    return completeRun(snapshot.runs(), resolveRunName(snapshot, name));
  } catch (error) {
    if (error instanceof UsageFault) return error.message;
    throw error;
  }
}

function noRunAnswer(
  { site, state }: Pick<PageRequest, 'site' | 'state'>,
  why: string,
): PageAnswer {
  return htmlAnswer(
    <Layout site={site} state={state} title="No such run" section="/sources" kind="states">
      <section class="empty fault">
        <h1>There is no such run</h1>
        <p>
          <bdi>{why}</bdi>
        </p>
        <p>
          <a href={sitePath(site, '/runs')}>All runs</a>
        </p>
      </section>
    </Layout>,
    { status: 404 },
  );
}

function PlannedSources({
  site,
  run: { sources = [] },
}: {
  readonly site: Site;
  readonly run: StoredRunFacts;
}) {
  if (sources.length === 0) return <p>It has left no report.</p>;
  return (
    <section aria-labelledby="sources">
      <h2 id="sources">
        Sources <span class="count">{groupDigits(sources.length)}</span>
      </h2>
      <p>It has left no report yet. It is for these sources:</p>
      <ul class="names">
        {sources.slice(0, 100).map((name) => (
          <li>
            <a href={sourceHref(site, name)}>
              <bdi>{name}</bdi>
            </a>
          </li>
        ))}
      </ul>
      {sources.length > 100 ? (
        <p class="soft">and {groupDigits(sources.length - 100)} more</p>
      ) : null}
    </section>
  );
}

/** Failed sources first, then the sources with the most errors. */
function failedFirst(one: SourceReport, other: SourceReport): number {
  return (
    Number(isFailed(other)) - Number(isFailed(one)) ||
    sourceFigures(other).errors - sourceFigures(one).errors ||
    (one.source < other.source ? -1 : 1)
  );
}

function isFailed(source: SourceReport): boolean {
  return sourceFailures(source).length > 0 || source.listing === 'incomplete';
}

interface ReportProps {
  readonly site: Site;
  readonly report: RunReport;
  readonly sources: PageOfList<SourceReport>;
  readonly lists: CatalogueLists;
  /** Whether no run followed. */
  readonly isLatest: boolean;
}

function Report({ site, report, sources, lists, isLatest }: ReportProps) {
  return (
    <>
      <section aria-labelledby="sources">
        <h2 id="sources">
          What it did <span class="count">{shownRange(sources, 'source')}</span>
        </h2>
        <SourceFigures {...{ site, lists }} run={report.run} sources={sources.items} />
      </section>
      <section aria-labelledby="costs">
        <h2 id="costs">What it took</h2>
        <Costs report={report} />
      </section>
      <section aria-labelledby="problems">
        <h2 id="problems">Problems</h2>
        <RunProblems {...{ site, report, lists, isLatest }} />
      </section>
    </>
  );
}

interface SourceFiguresProps extends Pick<ReportProps, 'site' | 'lists'> {
  readonly run: string;
  readonly sources: readonly SourceReport[];
}

function SourceFigures({ sources, ...place }: SourceFiguresProps) {
  return (
    <FiguresTable
      label="What the run did by source"
      subject="Source"
      columns={['Listed', 'Asked for', 'Gave records', ...figureColumns]}
      rows={sources.map((report) => sourceRow(report, place))}
    />
  );
}

function sourceRow(
  report: SourceReport,
  { site, run, lists }: Omit<SourceFiguresProps, 'sources'>,
): FiguresRow {
  const { source, seconds } = report;
  const { discovered, tried, harvested } = funnelOf(report);
  const links = new RunNumbers(site, source, run, lists.ofSource(source));
  const heading = (
    <>
      <a href={sourceHref(site, source)}>
        <bdi>{source}</bdi>
      </a>
      {sourceFailures(report).map((kind) => (
        <span class="failed">{problemCatalogue[kind].title}</span>
      ))}
    </>
  );
  const numbers = [
    { count: discovered, href: links.urls(discovered, 'all', 'run-listed') },
    { count: tried, href: links.urls(tried, 'run-tried') },
    { count: harvested, href: links.urls(harvested, 'run-harvested') },
    ...runFigures(report, links),
  ];
  return { heading, numbers, seconds };
}

function Costs({ report: { phases, requests, hosts } }: { readonly report: RunReport }) {
  // The keys of the object are phases.
  const names = (Object.keys(phaseTexts) as RunPhase[]).filter((phase) => phases[phase] > 0);
  const met = Object.values(hosts.states).reduce((total, count) => total + count, 0);
  return (
    <>
      <dl class="pairs">
        <NameValuePair name="Requests">{formatRequests(requests)}</NameValuePair>
        <NameValuePair name="Time, side by side">
          {names.map((phase) => (
            <span>
              {phaseTexts[phase]} {formatSeconds(phases[phase])}
            </span>
          ))}
        </NameValuePair>
        <NameValuePair name="Hosts">{met === 0 ? 'none' : groupDigits(met)}</NameValuePair>
      </dl>
      {hosts.slowest.length === 0 ? null : (
        <details>
          <summary>The slowest hosts, and those that were given up</summary>
          <ul class="rows">
            {hosts.slowest.map((host) => (
              <li>
                <bdi>{formatHost(host)}</bdi>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function RunProblems({ site, report, lists, isLatest }: Omit<ReportProps, 'sources'>) {
  const counter = new ProblemCounter();
  for (const { problems } of report.sources) counter.addCounts(problems);
  counter.addCounts(report.catalogue.counts);
  const counts = counter.counts();
  const lefts = report.sources.filter(({ leftHosts }) => leftHosts.length > 0);
  return (
    <>
      <p>
        {severitySentence(counts)}, as the run met them. Of{' '}
        <a href={problemsHref(site, {})}>the problems of the latest visits</a> there may be more or
        fewer, because of other runs and of URLs that were not due.
      </p>
      <ul class="kinds">
        {kindCounts(counts).map((kind) => (
          <RunProblemKind
            {...{ site, kind }}
            isListed={isLatest && lists.problems[kind.kind] === kind.count}
          />
        ))}
      </ul>
      {lefts.length === 0 ? null : (
        <>
          <h3>Hosts that were left</h3>
          <ul class="rows">
            {lefts.map(({ source, leftHosts }) => (
              <AbandonedHosts
                site={site}
                hosts={leftHosts}
                numbers={new RunNumbers(site, source, report.run, lists.ofSource(source))}
              />
            ))}
          </ul>
        </>
      )}
      {report.catalogue.problems.length === 0 ? null : (
        <>
          <h3>Problems of the catalogue as a whole</h3>
          <ProblemList site={site} problems={report.catalogue.problems} />
        </>
      )}
    </>
  );
}

interface RunProblemKindProps {
  readonly site: Site;
  readonly kind: KindCount;
  /** Whether the list has as many items as the number says. */
  readonly isListed: boolean;
}

function RunProblemKind({ site, kind: { kind, severity, count }, isListed }: RunProblemKindProps) {
  const number = <span class="count">{groupDigits(count)}</span>;
  return (
    <li>
      <SeverityMark severity={severity} />
      <a href={problemsHref(site, {}, kind)}>
        {problemCatalogue[kind].title} {isListed ? number : null}
      </a>
      {isListed ? null : <> {number}</>}
    </li>
  );
}
