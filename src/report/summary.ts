import { describeFullEngine } from '../model/full-engine.ts';
import { problemCatalogue } from '../model/problem-catalogue.ts';
import { notDueTexts } from '../model/not-due.ts';
import type { SkipReason } from '../model/outcome.ts';
import type { FullEngine, ListingState, RunReport, SourceReport } from '../model/run.ts';
import { noRecords, noUrls } from '../model/url-states.ts';
import { costLines } from './cost-lines.ts';
import { funnelOf, type Funnel } from './funnel.ts';
import { leftOutText } from './left-out-counts.ts';
import { problemLines } from './problem-lines.ts';
import { failuresOf, type SourceFailure } from './source-failures.ts';
import { chooseReports, countLines, needsCare, type SourceChoice } from './source-choice.ts';
import { figureLines, keptRecords, type LastRuns } from './source-figures.ts';
import { amount, secondsBetween } from '../text/amounts.ts';

/**
 * What a run did, for people: a line for each source with what changed, the funnel of each source,
 * in which every line is the one above less what stands beside it, then what it took where that
 * says something, then the problems by kind with an example each. Of more than fifty sources those
 * are listed that call for attention, with the funnels of those that failed or have errors, and the
 * rest is counted.
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
  const nature = report.dryRun ? ' (dry run: nothing was stored)' : '';
  // What an interrupted run did not come to is not lost.
  const compared = report.interrupted ? undefined : lastRuns;
  const choice = chooseReports(report.sources, compared, all);
  const isWhole = choice.listed.length === report.sources.length;
  const detailed = choice.listed.filter((source) => isWhole || needsCare(source, compared));
  return [
    `Harvest ${report.run} ${ending} after ${seconds.toFixed(1)} s${nature}`,
    ...continuedLines(report),
    ...figureLines(choice.listed, compared),
    ...countLines(choice),
    ...detailed.flatMap((source) => [''].concat(sourceLines(source))),
    ...totalLines(report, choice),
    ...problemLines(report, problemPages),
    ...engineLines(report.fullEngine),
    '',
  ].join('\n');
}

/** The funnel of all sources, where not each is listed, and what they took. */
function totalLines(report: RunReport, choice: SourceChoice<SourceReport>): string[] {
  const funnel = funnelOfAll(report.sources, choice);
  const costs = costLines(report);
  // One heading is enough for both.
  return funnel.length === 0 ? costs : [...funnel, ...costs.slice(2)];
}

function continuedLines({ continues = [], sources }: RunReport): string[] {
  const done = sources.reduce((sum, { doneBefore }) => sum + doneBefore, 0);
  // Where nothing was done before, this run is as any other.
  if (continues.length === 0 || done === 0) return [];
  const one = continues.length === 1;
  return [
    `Goes on with ${runsText(continues)}, which did not come to ${one ? 'its' : 'their'} end`,
    `  ${amount(done, 'URL was', 'URLs were')} done by ${one ? 'it' : 'them'}`,
  ];
}

/** So many are named. */
const maxRuns = 5;

/** `run A`, or `runs A, B and 3 more`. @param runs the latest first */
export function runsText(runs: readonly string[]): string {
  const named = runs.slice(0, maxRuns).join(', ');
  const more = runs.length - maxRuns;
  return `${runs.length === 1 ? 'run' : 'runs'} ${named}${more > 0 ? ` and ${more} more` : ''}`;
}

/** The funnel of one source, and what became of its records. */
export function sourceLines(source: SourceReport): string[] {
  return [
    source.source,
    ...listingNote[source.listing],
    ...failuresOf(source).map((kind) => `  Exit code 4: ${failureText(kind)}`),
    ...funnelLines(source),
  ];
}

/** The funnel of all sources together, where not each is listed. */
export function funnelOfAll(
  sources: readonly SourceReport[],
  { more, quiet }: SourceChoice<SourceReport>,
): string[] {
  if (more.length + quiet.length === 0) return [];
  const failed = sources.filter((source) => failuresOf(source).length > 0).length;
  const listings = {
    'is not whole': countOf(sources, 'incomplete'),
    'was ended by --limit': countOf(sources, 'limited'),
    'was ended before all was listed': countOf(sources, 'interrupted'),
  };
  return [
    '',
    `All ${amount(sources.length, 'source')}`,
    ...(failed === 0 ? [] : [`  Exit code 4: ${amount(failed, 'source')}`]),
    ...Object.entries(listings)
      .filter(([, count]) => count > 0)
      .map(([text, count]) => `  The list of ${amount(count, 'source')} ${text}.`),
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
  const sum = { urls: noUrls(), records: noRecords(), skipped: {}, leftOut: {} };
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

/** Absent where an older program did not count it for each. */
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
      losses({ 'without metadata': urls['no-metadata'], 'only linking to it': urls.linked }),
    ),
    line(
      'harvested',
      funnel.harvested,
      losses({ 'with metadata that could not be used': urls['metadata-failed'] }),
    ),
    ...missedLines(source, funnel),
    line('records', keptRecords(source.records), recordText(source)),
    ...descriptionLines(source),
  ];
}

/** Why a source gives the exit code 4: the title and the kind of the problem. */
export function failureText(kind: SourceFailure): string {
  return `${problemCatalogue[kind].title} (${kind})`;
}

/** Of a run that left nothing out for being known there is nothing to say. */
function dueLines(source: Funnelled, { due }: Funnel): string[] {
  const count = source.urls['not-due'];
  const said = losses(notDueLosses(source));
  return count === 0 ? [] : [line('due', due, said)];
}

/**
 * The URLs that are not due, by the reasons in words; older reports do not have all of them.
 * @param timeText writes a time
 */
export function notDueLosses(
  { urls, doneBefore, notDue }: Pick<SourceReport, 'urls' | 'doneBefore' | 'notDue'>,
  timeText?: (at: string) => string,
): Readonly<Record<string, number>> {
  const reasons =
    notDue === undefined
      ? { 'not due': urls['not-due'] - doneBefore }
      : notDueTexts(notDue, timeText);
  return { 'done by the run before': doneBefore, ...reasons };
}

function missedLines({ urls }: Funnelled, { missed }: Funnel): string[] {
  const said = losses({ 'let go': urls.unlisted, 'kept for now': urls.missing });
  return missed === 0 ? [] : [line('not listed', missed, said)];
}

const listingNote: Record<ListingState, readonly string[]> = {
  complete: [],
  incomplete: ['  Its list of URLs is empty or not whole; see the problems below.'],
  partial: [
    '  Its list names what is new, not all there is; what it named before is asked for, too.',
  ],
  limited: ['  Ended by --limit; more is listed.'],
  interrupted: ['  Ended before all was listed.'],
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
  'page-furniture': 'that describe the page',
  outranked: 'outranked by one that is labelled as CDIF',
  'repeated-on-page': 'repeated on their page or list',
  template: 'that are a schema, context or frame',
  // Last, since the types are named behind it.
  'type-not-wanted': 'of types that are not wanted',
};

function leftAlone(texts: SkipTexts, { skipped }: Funnelled): string {
  const counts = reasonsOf(texts).map((reason) => [texts[reason], skipped[reason] ?? 0]);
  const said = losses(Object.fromEntries(counts) as Record<string, number>);
  return said === '' ? '' : `left alone: ${said}`;
}

/** Descriptions are not URLs, so they stand below the funnel. */
function descriptionLines(source: Funnelled): string[] {
  const { leftOut } = source;
  const types = leftOut === undefined ? '' : ` (${leftOutText(leftOut)})`;
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
  const said = losses({
    added,
    replaced,
    unchanged,
    'to load': records['would-load'],
    'not due': records['not-due'],
    kept,
    'kept where the look failed': records['failed-kept'],
    removed,
    failed: records['failed-new'],
  });
  return quads === 0 ? said : `${said} (${quads} quads)`;
}

/** Not a problem of anybody's resource: everything is in the catalogue, but may not be asked with SPARQL for long. */
function engineLines(full: FullEngine | undefined): string[] {
  if (full === undefined) return [];
  const share = full.neededBytes / full.capacityBytes;
  const what =
    share > 1
      ? 'no longer fits into the memory of the engine that answers queries: they are refused'
      : `fills ${Math.round(share * 100)} % of the memory of the engine that answers queries`;
  return [
    '',
    `Warning: the catalogue ${what}.`,
    ...describeFullEngine(full).map((sentence) => `  ${sentence}`),
  ];
}
