import type { SkipReason } from '../model/outcome.ts';
import { describeProblem, problemCatalogue, remedyOf } from '../model/problem-catalogue.ts';
import { ProblemCounter } from '../model/problem-tally.ts';
import type { Problem, ProblemKind } from '../model/problem.ts';
import { formatNotDueCounts } from '../model/revisit.ts';
import type { DeferredHost } from '../model/run-costs.ts';
import {
  describeFullEngine,
  emptyRecordCounts,
  emptyUrlCounts,
  type FullEngine,
  type ListingState,
  type RunReport,
  type SourceReport,
} from '../model/run.ts';
import {
  countKeptRecords,
  type Funnel,
  funnelOf,
  type LastRuns,
  type SourceFailure,
  sourceFailures,
} from '../pipeline/report/run-report.ts';
import { unvisitedHost } from '../pipeline/report/source-ledger.ts';
import { formatCount, secondsBetween } from '../text/amounts.ts';
import { escapeControls } from '../text/printable.ts';
import { type KindCount, kindCounts } from './problem-report.ts';
import { formatCosts } from './run-costs.ts';
import {
  chooseReports,
  formatUnlistedSources,
  needsAttention,
  type SourceChoice,
} from './source-choice.ts';
import { formatFigures } from './source-figures.ts';
import { formatUnwantedTypes } from './type-counts.ts';

/**
 * Writes what a run did, for people: the changes of each source; the funnel of each source, in
 * which each line is the line above less the losses named beside it; time and requests; the
 * problems by kind, each with an example. Of more than fifty sources only those that need attention
 * are listed.
 * @param problemPages the folder with a page for each kind of problem
 * @param lastRuns with which the sources are compared; undefined where that is not known
 * @param all whether each source is listed, however many there are
 */
export function summarise(
  report: RunReport,
  problemPages: string,
  lastRuns?: LastRuns,
  all = false,
): string {
  const seconds = secondsBetween(report.startedAt, report.endedAt);
  const ending = report.interrupted ? 'was interrupted' : 'finished';
  const name = report.dryRun ? 'Dry run' : `Harvest ${report.run}`;
  const note = report.dryRun ? ': nothing was stored' : '';
  // An interrupted run did not visit all URLs, so its lower counts mean nothing.
  const compared = report.interrupted ? undefined : lastRuns;
  const choice = chooseReports(report.sources, compared, all);
  const isWhole = choice.listed.length === report.sources.length;
  const detailed = choice.listed.filter((source) => isWhole || needsAttention(source, compared));
  return [
    `${name} ${ending} after ${seconds.toFixed(1)} s${note}`,
    ...continuedLines(report),
    ...formatFigures(choice.listed, compared),
    ...formatUnlistedSources(choice),
    ...detailed.flatMap((source) => [''].concat(formatSourceFunnel(source))),
    ...totalLines(report, choice),
    ...formatRunProblems(report, problemPages),
    ...engineLines(report.fullEngine),
    '',
  ].join('\n');
}

/** The funnel of all sources, where not all are listed, and the time and requests of the run. */
function totalLines(report: RunReport, choice: SourceChoice<SourceReport>): string[] {
  const funnel = formatTotalFunnel(report.sources, choice);
  const costs = formatCosts(report);
  // Both parts have the same heading.
  return funnel.length === 0 ? costs : [...funnel, ...costs.slice(2)];
}

function continuedLines({ continues = [], sources }: RunReport): string[] {
  const done = sources.reduce((sum, { doneBefore }) => sum + doneBefore, 0);
  // An interrupted run that visited nothing is not worth a line.
  if (continues.length === 0 || done === 0) return [];
  const one = continues.length === 1;
  return [
    `Continues ${nameRuns(continues)}, which did not finish`,
    `  ${one ? 'That run' : 'Those runs'} visited ${formatCount(done, 'URL')} of this harvest`,
  ];
}

/** The most runs that a line names. */
const maxRuns = 5;

/** `run A`, or `runs A, B and 3 more`. @param runs the latest first */
export function nameRuns(runs: readonly string[]): string {
  const named = runs.slice(0, maxRuns).join(', ');
  const more = runs.length - maxRuns;
  return `${runs.length === 1 ? 'run' : 'runs'} ${named}${more > 0 ? ` and ${more} more` : ''}`;
}

/** The funnel of one source, with its records. */
export function formatSourceFunnel(source: SourceReport): string[] {
  return [
    source.source,
    ...listingNote[source.listing],
    ...sourceFailures(source).map((kind) => `  Failed (exit code 4): ${describeFailure(kind)}`),
    ...funnelLines(source),
  ];
}

/** The funnel of all sources together, where not all are listed. */
export function formatTotalFunnel(
  sources: readonly SourceReport[],
  { more, quiet }: SourceChoice<SourceReport>,
): string[] {
  if (more.length + quiet.length === 0) return [];
  const failed = sources.filter((source) => sourceFailures(source).length > 0).length;
  const listings = {
    'is incomplete': countOf(sources, 'incomplete'),
    'was cut short by --limit': countOf(sources, 'limited'),
    'was interrupted': countOf(sources, 'interrupted'),
  };
  return [
    '',
    `All ${formatCount(sources.length, 'source')}`,
    ...(failed === 0 ? [] : [`  ${formatCount(failed, 'source')} failed (exit code 4)`]),
    ...Object.entries(listings)
      .filter(([, count]) => count > 0)
      .map(([text, count]) => `  The listing of ${formatCount(count, 'source')} ${text}.`),
    ...funnelLines(sumOfSources(sources)),
  ];
}

function countOf(sources: readonly SourceReport[], state: ListingState): number {
  return sources.filter(({ listing }) => listing === state).length;
}

type Funnelled = Pick<
  SourceReport,
  'urls' | 'records' | 'quads' | 'skipped' | 'leftOut' | 'doneBefore' | 'notDue'
>;

function sumOfSources(sources: readonly SourceReport[]): Funnelled {
  const sum = { urls: emptyUrlCounts(), records: emptyRecordCounts(), skipped: {}, leftOut: {} };
  let quads = 0;
  let doneBefore = 0;
  for (const source of sources) {
    addCounts(sum.urls, source.urls);
    addCounts(sum.records, source.records);
    addCounts(sum.skipped, source.skipped);
    addCounts(sum.leftOut, source.leftOut ?? {});
    quads += source.quads;
    doneBefore += source.doneBefore;
  }
  return { ...sum, quads, doneBefore, ...notDueOfAll(sources) };
}

/** Absent where an older version did not count it for every source. */
function notDueOfAll(sources: readonly SourceReport[]): Pick<SourceReport, 'notDue'> {
  const counts = sources.flatMap(({ notDue }) => notDue ?? []);
  if (counts.length < sources.length) return {};
  const [until] = counts.flatMap((each) => each.until ?? []).toSorted();
  const lastmod = counts.reduce((sum, each) => sum + each.lastmod, 0);
  const recheck = counts.reduce((sum, each) => sum + each.recheck, 0);
  return { notDue: { lastmod, recheck, ...(until === undefined ? {} : { until }) } };
}

function addCounts(
  to: Partial<Record<string, number>>,
  counts: Readonly<Partial<Record<string, number>>>,
): void {
  for (const [name, count = 0] of Object.entries(counts)) to[name] = (to[name] ?? 0) + count;
}

function funnelLines(source: Funnelled): string[] {
  const { urls } = source;
  const funnel = funnelOf(source);
  return [
    line('discovered', funnel.discovered, leftAlone(urlSkips, source)),
    line('allowed', funnel.allowed, losses({ 'disallowed by robots.txt': urls.disallowed })),
    ...dueLines(source, funnel),
    line('tried', funnel.tried, losses({ 'not tried': urls['not-tried'] })),
    line(
      'answered',
      funnel.answered,
      losses({ 'could not be fetched': urls['fetch-failed'], gone: urls.gone }),
    ),
    line(
      'with metadata',
      funnel.withMetadata,
      losses({
        'without metadata': urls['no-metadata'],
        'with only links to metadata': urls.linked,
      }),
    ),
    line(
      'harvested',
      funnel.harvested,
      losses({ 'with metadata that could not be used': urls['metadata-failed'] }),
    ),
    ...missedLines(source, funnel),
    line('records', countKeptRecords(source.records), recordText(source)),
    ...descriptionLines(source),
  ];
}

/** Why a source gives the exit code 4: the title and the kind of the problem. */
export function describeFailure(kind: SourceFailure): string {
  return `${problemCatalogue[kind].title} (${kind})`;
}

/** No line where every URL was due. */
function dueLines(source: Funnelled, { due }: Funnel): string[] {
  const count = source.urls['not-due'];
  return count === 0 ? [] : [line('due', due, losses(countNotDue(source)))];
}

/**
 * Counts the URLs that are not due by reason; reports of older versions name fewer reasons.
 * @param timeText writes a time
 */
export function countNotDue(
  { urls, doneBefore, notDue }: Pick<SourceReport, 'urls' | 'doneBefore' | 'notDue'>,
  timeText?: (at: string) => string,
): Readonly<Record<string, number>> {
  const reasons =
    notDue === undefined
      ? { 'not due': urls['not-due'] - doneBefore }
      : formatNotDueCounts(notDue, timeText);
  return { 'visited by the run that this one continues': doneBefore, ...reasons };
}

function missedLines({ urls }: Funnelled, { missed }: Funnel): string[] {
  const said = losses({ forgotten: urls.unlisted, 'kept for now': urls.missing });
  return missed === 0 ? [] : [line('not listed', missed, said)];
}

const listingNote: Record<ListingState, readonly string[]> = {
  complete: [],
  incomplete: ['  The listing is empty or incomplete; see the problems below.'],
  partial: ['  The listing names only what is new; URLs that it named before are visited, too.'],
  limited: ['  The listing was cut short by --limit.'],
  interrupted: ['  The run was interrupted before the listing was complete.'],
};

function line(label: string, count: number, remark: string): string {
  return `  ${label.padEnd(14)}${String(count).padStart(8)}${remark === '' ? '' : `   ${remark}`}`;
}

function losses(counts: Readonly<Record<string, number>>): string {
  const texts = Object.entries(counts).filter(([, count]) => count > 0);
  return texts.map(([text, count]) => `${count} ${text}`).join(', ');
}

type SkipTexts = Partial<Record<SkipReason, string>>;

const urlSkips: SkipTexts = {
  excluded: 'excluded by the configuration',
  'already-listed': 'listed more than once',
};
const documentSkips: SkipTexts = {
  'page-furniture': 'that only describe the page itself',
  outranked: 'replaced by one that is labelled as CDIF',
  'repeated-on-page': 'that their page or list repeats',
  template: 'that are a schema, context or frame',
  // The last one, because the list of types follows it.
  'type-not-wanted': 'of types that the source does not want',
};

function leftAlone(texts: SkipTexts, { skipped }: Funnelled): string {
  const counts = reasonsOf(texts).map((reason) => [texts[reason], skipped[reason] ?? 0]);
  const said = losses(Object.fromEntries(counts) as Record<string, number>);
  return said === '' ? '' : `skipped: ${said}`;
}

/** Descriptions are not URLs, so their line is below the funnel. */
function descriptionLines(source: Funnelled): string[] {
  const { leftOut } = source;
  const types = leftOut === undefined ? '' : ` (${formatUnwantedTypes(leftOut)})`;
  const remark = `${leftAlone(documentSkips, source)}${types}`;
  const count = reasonsOf(documentSkips).reduce(
    (sum, reason) => sum + (source.skipped[reason] ?? 0),
    0,
  );
  return count === 0 ? [] : [line('descriptions', count, remark)];
}

function reasonsOf(texts: SkipTexts): SkipReason[] {
  return Object.keys(texts) as SkipReason[]; // The keys of a record by reason are reasons.
}

function recordText({ records, quads }: Funnelled): string {
  const { added, replaced, unchanged, removed, kept } = records;
  const inCatalogue = losses({
    added,
    replaced,
    unchanged,
    'would be stored': records['would-load'],
    'not due': records['not-due'],
    kept,
    'kept because the visit failed': records['failed-kept'],
  });
  const statements = quads === 0 ? '' : ` (${formatCount(quads, 'statement')})`;
  // Their number is not part of the sum on the left.
  const others = losses({ removed, failed: records['failed-new'] });
  return [`${inCatalogue}${statements}`, others].filter((text) => text !== '').join('; ');
}

/** Warns before the catalogue outgrows the query engine; the harvest itself is not affected. */
function engineLines(full: FullEngine | undefined): string[] {
  if (full === undefined) return [];
  const share = full.neededBytes / full.capacityBytes;
  const what =
    share > 1
      ? 'no longer fits into the memory of the query engine, so queries are refused'
      : `fills ${Math.round(share * 100)} % of the memory of the query engine`;
  return [
    '',
    `Warning: the catalogue ${what}.`,
    ...describeFullEngine(full).map((sentence) => `  ${sentence}`),
  ];
}

const maxHosts = 10;

/**
 * The problems of a run by kind, with an example each; problems of hosts are listed host by host.
 * @param problemPages the folder with a page for each kind of problem
 */
function formatRunProblems(report: RunReport, problemPages: string): string[] {
  const { sources, catalogue } = report;
  const counter = new ProblemCounter();
  for (const { problems } of sources) counter.addCounts(problems);
  counter.addCounts(catalogue.counts);
  const kinds = kindCounts(counter.counts());
  if (kinds.length === 0) return ['', 'No problems.'];
  return [
    '',
    'Problems, with an example of each kind',
    ...kinds.flatMap((kind) => kindLines(kind, report)),
    '',
    `What they mean and how to fix them: ${problemPages}`,
  ];
}

/** Reports of older versions may lack the example of a kind. */
function kindLines({ kind, severity, count }: KindCount, report: RunReport): string[] {
  const example = report.examples.find((problem) => problem.kind === kind);
  const remedy = example === undefined ? problemCatalogue[kind].remedy : remedyOf(example);
  return [
    `  ${severity.padEnd(8)}${String(count).padStart(6)}  ${kind}`,
    ...[...exampleLines(example, report), remedy].map((text) => `                  ${text}`),
  ];
}

function exampleLines(example: Problem | undefined, report: RunReport): string[] {
  if (example === undefined) return [];
  return unvisitedHost(example) === undefined
    ? [describeProblem(example)]
    : hostLines(leftHosts(example.kind, report));
}

/** The hosts of all sources, the one with the most URLs first. */
function leftHosts(kind: ProblemKind, { sources }: RunReport): readonly DeferredHost[] {
  const hosts = new Map<string, DeferredHost>();
  for (const left of sources.flatMap((source) => source.leftHosts)) {
    if (left.problem.kind !== kind) continue;
    const known = hosts.get(left.host);
    const urls = left.urls + (known?.urls ?? 0);
    hosts.set(left.host, { ...(known ?? left), urls });
  }
  return [...hosts.values()].toSorted(
    (one, other) => other.urls - one.urls || (one.host < other.host ? -1 : 1),
  );
}

function hostLines(hosts: readonly DeferredHost[]): string[] {
  const more = hosts.length - maxHosts;
  return [
    ...hosts.slice(0, maxHosts).map(formatUnvisitedHost),
    ...(more > 0 ? [`and ${formatCount(more, 'more host')}`] : []),
  ];
}

/** How many URLs of a host were not visited, and why. */
export function formatUnvisitedHost({ host, urls, problem }: DeferredHost): string {
  return `${escapeControls(host)}, ${formatCount(urls, 'URL')}: ${describeProblem(problem)}`;
}
