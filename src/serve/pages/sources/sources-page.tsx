import type { CatalogueContent } from '../../../catalogue/status.ts';
import { formatCount, formatBytes, groupDigits } from '../../../text/amounts.ts';
import { htmlAnswer, type PageAnswer, type PageRequest } from '../../page.ts';
import type { CatalogueState, ResourceCounts } from '../../open-catalogue.ts';
import { Layout, TimeElement } from '../../parts/layout.tsx';
import { sitePath, type Site } from '../../site.ts';
import { runHref, sourceHref } from '../../parts/addresses.ts';
import { pageHrefs, PageLinks, choosePage, shownRange } from '../../parts/paging.tsx';
import { latestTime, readSources, type SourcesSurvey, type SourceWithCare } from './source-care.ts';
import { runState } from './runs-page.tsx';
import {
  CareMark,
  CareReasons,
  CountedNoun,
  ExplainForm,
  ResourcesLink,
  SeverityCounts,
  StateBar,
} from './source-parts.tsx';

/** Sources per page; each takes some lines. */
const sourcesPerPage = 100;

/** All sources; sources that need attention come first. */
export async function sourcesPage({ site, state, query }: PageRequest): Promise<PageAnswer> {
  const resources = state.resources();
  const { content, sources } = await state.surveys.read(readSources);
  const page = choosePage(sources, query, sourcesPerPage);
  const asOf = latestTime(content);
  return htmlAnswer(
    <Layout site={site} state={state} title="Sources" section="/sources" kind="sources">
      <h1>
        Sources <span class="count">{groupDigits(sources.length)}</span>
      </h1>
      {sources.length === 0 ? null : (
        <p class="lead">
          {asOf === '' ? null : (
            <>
              As of the newest run, <TimeElement at={asOf} />:{' '}
            </>
          )}
          {careSentence(sources)}
        </p>
      )}
      <CatalogueFacts {...{ site, state, content, resources }} />
      {sources.length === 0 ? (
        <p>No sources yet: harvest some with cdif-graph ingest.</p>
      ) : (
        <SourceTable {...{ site, resources }} sources={page.items} />
      )}
      {page.pages > 1 ? <p class="soft">{shownRange(page, 'source')}</p> : null}
      <PageLinks page={page} hrefOf={pageHrefs(sitePath(site, '/sources'), query)} />
      <ExplainForm site={site} />
    </Layout>,
  );
}

/** A sentence that says whether anything needs attention. */
function careSentence(sources: readonly SourceWithCare[]): string {
  const count = (state: string): number =>
    sources.filter(({ care }) => care.state === state).length;
  const counts = [
    [count('failing'), 'is failing', 'are failing'],
    [count('care'), 'needs care', 'need care'],
    [count('late'), 'was not harvested lately', 'were not harvested lately'],
    [count('report'), 'has errors to report', 'have errors to report'],
    [count('not-configured'), 'is not configured', 'are not configured'],
  ] as const;
  const parts = counts
    .filter(([number]) => number > 0)
    .map(([number, one, many]) => `${groupDigits(number)} ${number === 1 ? one : many}`);
  if (parts.length === 0) return 'all sources are fine.';
  const fine = count('fine');
  return `${parts.join(', ')}${fine > 0 ? `; ${groupDigits(fine)} ${fine === 1 ? 'is' : 'are'} fine` : ''}.`;
}

interface CatalogueFactsProps extends Pick<SourcesSurvey, 'content'> {
  readonly site: Site;
  readonly state: CatalogueState;
  readonly resources: ResourceCounts;
}

function CatalogueFacts({ site, state, content, resources }: CatalogueFactsProps) {
  const { records, quads, change, unsearchedRecords, runs } = content;
  const { total, free } = state.sizes();
  const [latest] = runs;
  return (
    <section class="catalogue" aria-labelledby="catalogue">
      <h2 id="catalogue" class="unseen">
        The catalogue
      </h2>
      <dl class="figures">
        <div>
          <dt>Records</dt>
          <dd>{groupDigits(records)}</dd>
          <dd>
            of <a href={sitePath(site, '/')}>{formatCount(resources.total, 'resource')}</a>
          </dd>
          <dd class="soft">{formatCount(quads, 'statement')}</dd>
        </div>
        <div>
          <dt>Change</dt>
          <dd>{groupDigits(change)}</dd>
          <dd class="soft">format {content.formatVersion}</dd>
        </div>
        <div>
          <dt>On disk</dt>
          <dd>{formatBytes(total)}</dd>
          <dd class="soft">{formatBytes(free)} free</dd>
        </div>
        <div>
          <dt>Latest run</dt>
          <LatestRun site={site} run={latest} />
        </div>
      </dl>
      {unsearchedRecords > 0 ? (
        <p>
          {formatCount(unsearchedRecords, 'record')} of an older version cannot be searched until{' '}
          <code>cdif-graph rebuild</code> reads them.
        </p>
      ) : null}
    </section>
  );
}

function LatestRun({
  site,
  run,
}: {
  readonly site: Site;
  readonly run: CatalogueContent['runs'][number] | undefined;
}) {
  if (run === undefined) return <dd>none yet</dd>;
  return (
    <>
      <dd>
        <a href={runHref(site, run.run)}>
          <TimeElement at={run.startedAt} />
        </a>
      </dd>
      <dd class={run.report === undefined ? 'unfinished' : 'soft'}>
        {runState(run.report ?? run, true)}
      </dd>
      <dd>
        <a href={sitePath(site, '/runs')}>All runs</a>
      </dd>
    </>
  );
}

interface SourceTableProps {
  readonly site: Site;
  readonly sources: readonly SourceWithCare[];
  readonly resources: ResourceCounts;
}

/** Explicit roles, since narrow screens stack the rows. */
function SourceTable({ site, sources, resources }: SourceTableProps) {
  const columns = [
    'Source',
    'State',
    'Records',
    'URLs by latest visit',
    'Problems',
    'Last harvested',
  ];
  return (
    <table class="source-table" role="table">
      <caption class="unseen">Sources, those that need care first</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th role="columnheader" scope="col" class={column === 'Records' ? 'number' : undefined}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {sources.map((source) => (
          <SourceRow {...{ site, source, resources }} />
        ))}
      </tbody>
    </table>
  );
}

interface SourceRowProps extends Pick<SourceTableProps, 'resources' | 'site'> {
  readonly source: SourceWithCare;
}

function SourceRow({ site, source, resources }: SourceRowProps) {
  const { status, care, harvested, latest } = source;
  const { source: name, urls, problems } = status;
  return (
    <tr role="row" class={care.state}>
      <th role="rowheader" scope="row">
        <a href={sourceHref(site, name)}>
          <bdi>{name}</bdi>
        </a>
      </th>
      <td role="cell" class="care-cell">
        <CareMark state={care.state} />
        <CareReasons site={site} reasons={care.reasons} />
      </td>
      <RecordsCell {...{ site, source, resources }} />
      <td role="cell">
        <Label text="URLs" />
        <StateBar site={site} source={name} urls={urls} />
      </td>
      <td role="cell">
        <Label text="Problems" />
        <SeverityCounts site={site} source={name} counts={problems} />
      </td>
      <td role="cell" class="when">
        <Label text="Last harvested" />
        {harvested === undefined ? (
          'never to its end'
        ) : (
          <a href={runHref(site, harvested.run)}>
            <TimeElement at={harvested.endedAt} />
          </a>
        )}
        {latest !== undefined && latest.run.run !== harvested?.run ? (
          <span class="soft">
            latest run:{' '}
            <a href={runHref(site, latest.run.run)}>
              <TimeElement at={latest.run.endedAt} />
            </a>
          </span>
        ) : null}
      </td>
    </tr>
  );
}

function RecordsCell({ site, source: { status }, resources }: SourceRowProps) {
  return (
    <td role="cell" class="number">
      <Label text="Records" />
      <span>
        <CountedNoun
          href={status.records === 0 ? undefined : sourceHref(site, status.source, '/records')}
        >
          <b>{groupDigits(status.records)}</b>
        </CountedNoun>{' '}
        <span class="of">
          of <ResourcesLink site={site} source={status.source} resources={resources} />
        </span>
      </span>
    </td>
  );
}

/** Names a value where the table header is not visible. */
function Label({ text }: { readonly text: string }) {
  return (
    <span class="label" aria-hidden="true">
      {text}
    </span>
  );
}
