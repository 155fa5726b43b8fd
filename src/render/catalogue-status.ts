import { engineUse } from '../engine/engine-memory.ts';
import type { KeptRecords } from '../model/kept-records.ts';
import { formatNotDueCounts } from '../model/revisit.ts';
import type { EngineUse, VisitState, RecordState, RunReport } from '../model/run.ts';
import { sumCounts } from '../pipeline/report/source-ledger.ts';
import type { RunMoment } from '../catalogue/rows.ts';
import type { PushedStore } from '../catalogue/push-ledger.ts';
import type { CatalogueStatus, SourceStatus } from '../catalogue/status.ts';
import { escapeControls } from '../text/printable.ts';
import {
  formatCount,
  formatCounts,
  formatBytes,
  formatDuration,
  groupDigits,
  formatMoment,
} from '../text/amounts.ts';
import {
  type Attention,
  chooseSources,
  countMoreSources,
  type SourceChoice,
} from './source-choice.ts';
import { conformanceLines, type DescribedConformance } from './conformance-lines.ts';
import { inColumns, inLines, textParts, wrapWords } from './layout.ts';
import { addCounts, countsByText } from './source-funnel.ts';
import { keptSentence } from './visit-texts.ts';
import { kindCounts, formatProblemCounts, formatSeverities } from './problem-report.ts';

/** Names are cut to this, so that the numbers beside them stay on a screen of 80 columns. */
const maxNameWidth = 20;
/** In columns, with the indentation of a source. */
const sentenceWidth = 78;

/** Share of the engine's memory from which its use is worth a line. */
const worthSaying = 0.5;

/** What is in a catalogue, and how the records of its sources meet their profiles. */
export interface DescribedStatus extends Omit<CatalogueStatus, 'sources'> {
  readonly sources: readonly DescribedSource[];
}

interface DescribedSource extends SourceStatus {
  readonly conformance?: DescribedConformance;
}

/**
 * Writes what is in a catalogue, for people: totals, sizes, sources, runs, problems by kind, in 80
 * columns. Of more than fifty sources only those that need attention are listed.
 * @param problemPages the folder with a page for each kind of problem
 * @param all whether each source is listed, however many there are
 */
export function formatCatalogueStatus(
  status: DescribedStatus,
  problemPages: string,
  now: Date,
  all = false,
): string {
  return textParts(
    totalLines(status),
    '',
    sourceLines(status.sources, now, all),
    '',
    runLines(status.runs),
    '',
    problemLines(status, problemPages),
    '',
  ).join('\n');
}

function totalLines(status: DescribedStatus): string[] {
  const { records, unsearchedRecords, quads, change, formatVersion, sizes } = status;
  const { total, free, graphs, documents, other, formerImages } = sizes;
  return textParts(
    records === 0
      ? 'The catalogue has no records.'
      : `${formatCount(records, 'record')}, ${formatCount(quads, 'statement')}`,
    `  changes  ${groupDigits(change)} (catalogue format ${formatVersion})`,
    `  on disk  ${formatBytes(total)}, of which ${formatBytes(free)} is free`,
    `           graphs ${formatBytes(graphs)}, documents ${formatBytes(documents)}, ` +
      `other ${formatBytes(other)}`,
    formerImages > 0 &&
      `  images   ${formatBytes(formerImages)} from an earlier version; ` +
        'cdif-graph compact removes them',
    engineLines(engineUse(status)),
    status.stores.map((store) => `  pushed   ${pushedText(store, change)}`),
    unsearchedRecords > 0 &&
      `  search   lacks ${formatCount(unsearchedRecords, 'record')}; cdif-graph rebuild adds them`,
  );
}

/** How far a store is behind. @param latest the change of the catalogue */
function pushedText({ store, change, at }: PushedStore, latest: number): string {
  const state =
    change === undefined || at === undefined
      ? 'not completely'
      : `${change === latest ? 'this state' : `change ${groupDigits(change)}`}, ${formatMoment(at)}`;
  return `to ${escapeControls(store)}: ${state}`;
}

function engineLines({ neededBytes, bothLayersBytes, capacityBytes }: EngineUse): string[] {
  if (bothLayersBytes / capacityBytes < worthSaying) return [];
  const [once, twice] = [neededBytes, bothLayersBytes].map(
    (bytes) => `${Math.round((bytes / capacityBytes) * 100)} %`,
  );
  return textParts(
    `  queries  need ${once} of the ${formatBytes(capacityBytes)} of the query engine`,
    `           or ${twice} if they read records with and without GRAPH`,
    bothLayersBytes > capacityBytes &&
      '           Beyond 100 % they are refused: see docs/stores.md',
  );
}

/** Counts URLs by the result of their latest visit: `12 without metadata`. */
export const stateCountTexts: Readonly<Record<VisitState, string>> = {
  harvested: 'harvested',
  linked: 'with only links to metadata',
  'no-metadata': 'without metadata',
  'metadata-failed': 'with unusable metadata',
  nonconforming: 'with records that do not conform',
  'fetch-failed': 'not fetched',
  gone: 'gone',
  disallowed: 'disallowed by robots.txt',
  'not-tried': 'not tried',
};

function sourceLines(sources: readonly DescribedSource[], now: Date, all: boolean): string[] {
  const choice = chooseSources(sources, attentionOf, all);
  return textParts(
    listedLines(choice.listed, now),
    restLines(choice),
    sources.length === 0 && 'No sources yet: harvest some with cdif-graph ingest.',
  );
}

/**
 * Sources that are not harvested, fail, lose records or are empty come before those with errors.
 */
function attentionOf({ failing, leaving, notConfigured, ...source }: SourceStatus): Attention {
  const errors = kindCounts(source.problems)
    .filter(({ severity }) => severity === 'error')
    .reduce((total, { count }) => total + count, 0);
  const size = (failing?.urls ?? 0) + leaving + errors;
  const isEmpty = source.records === 0;
  if (notConfigured !== undefined || leaving > 0 || isEmpty) return { rank: 3, size };
  if (failing !== undefined) return { rank: 2, size };
  return { rank: errors > 0 ? 1 : 0, size };
}

/** Counts the sources that are not listed, and all sources; no lines where all are listed. */
function restLines({ listed, more, quiet }: SourceChoice<SourceStatus>): string[] {
  if (more.length + quiet.length === 0) return [];
  const all = [...listed, ...more, ...quiet];
  return textParts(
    more.length > 0 && `${countMoreSources(more.length)}: ${sizeText(more)}`,
    quiet.length > 0 && `${formatCount(quiet.length, 'source')} without errors: ${sizeText(quiet)}`,
    `All ${formatCount(all.length, 'source')}: ${sizeText(all)} (--all lists every source)`,
  );
}

function sizeText(sources: readonly SourceStatus[]): string {
  const sum = (sizeOf: (source: SourceStatus) => number): number =>
    sources.reduce((total, source) => total + sizeOf(source), 0);
  return [
    formatCount(
      sum(({ urls }) => sumCounts(urls)),
      'URL',
    ),
    formatCount(
      sum(({ records }) => records),
      'record',
    ),
    formatCount(
      sum(({ quads }) => quads),
      'statement',
    ),
  ].join(', ');
}

function listedLines(sources: readonly DescribedSource[], now: Date): string[] {
  if (sources.length === 0) return [];
  const head = ['Sources', 'URLs', 'records', 'statements', 'last visit'];
  const rows = sources.map(({ source, urls, records, quads, lastLook }) => [
    escapeControls(source),
    groupDigits(sumCounts(urls)),
    groupDigits(records),
    groupDigits(quads),
    lastLook === undefined ? 'never' : formatMoment(lastLook),
  ]);
  const [headLine = '', ...lines] = inColumns([head, ...rows], 'lrrrl', maxNameWidth);
  const blocks = sources.flatMap((source, index) =>
    textParts(
      lines[index],
      inLines(formatCounts(countsByText(source.urls, stateCountTexts)) || 'no URLs', 2),
      `  ${formatSeverities(source.problems)}`,
      orderLine(source),
      conformanceLines(source.conformance),
      failureLines(source.failing),
      source.kept && keptLines(source.kept, now),
      removalLine(source),
      source.notDue &&
        inLines(`URLs of the latest run: ${formatCounts(formatNotDueCounts(source.notDue))}`, 2),
      notConfiguredLines(source),
    ),
  );
  return [headLine, ...blocks];
}

function failureLines(failing: SourceStatus['failing']): string[] {
  if (failing === undefined) return [];
  const { urls, since, longestStreak } = failing;
  const streak =
    longestStreak === 1 ? 'one visit' : `up to ${groupDigits(longestStreak)} visits in a row`;
  return [`  ${formatCount(urls, 'URL')} failing since ${formatMoment(since)} (${streak})`];
}

function keptLines(kept: KeptRecords, now: Date): readonly string[] {
  return wrapWords(keptSentence(kept, { now }), sentenceWidth).map((line) => `  ${line}`);
}

/** Suggests the option of the source that says in which order it gives coordinates. */
function orderLine({ order, records: all }: SourceStatus): string[] {
  if (order === undefined) return [];
  const { axisOrder, records, sure } = order;
  const which = sure === records ? 'which' : `${groupDigits(sure)} of which`;
  const share = `${groupDigits(records)} of ${formatCount(all, 'record')}`;
  const sentence = `axisOrder: ${axisOrder} is suggested: it fits ${share}, ${which} fit no other.`;
  return wrapWords(sentence, sentenceWidth).map((line) => `  ${line}`);
}

function removalLine({ leaving, removed }: SourceStatus): string | undefined {
  const texts = textParts(
    leaving > 0 && `${formatCount(leaving, 'record waits', 'records wait')} to be removed`,
    removed > 0 && `${formatCount(removed, 'record was', 'records were')} removed`,
  );
  return texts.length === 0 ? undefined : `  ${texts.join(', ')}`;
}

function notConfiguredLines({ notConfigured }: SourceStatus): string[] {
  if (notConfigured === undefined) return [];
  const { lastRun } = notConfigured;
  return textParts(
    '  not in the configuration of the latest run',
    lastRun !== undefined && `    last harvested by run ${lastRun}`,
  );
}

/** The states of records after a run, as words that follow a number. */
const recordTexts: Readonly<Record<RecordState, string>> = {
  added: 'added',
  replaced: 'replaced',
  unchanged: 'unchanged',
  removed: 'removed',
  'not-due': 'not due',
  kept: 'kept',
  'failed-kept': 'kept because the visit failed',
  'failed-new': 'failed',
  'nonconforming-kept': 'kept because the new version does not conform',
  'nonconforming-new': 'kept out',
  'would-load': 'would be stored',
};

function runLines(runs: CatalogueStatus['runs']): string[] {
  if (runs.length === 0) return ['No runs yet.'];
  return [
    'Runs, the latest first',
    ...runs.flatMap(({ run, startedAt, report, behind }, index) =>
      textParts(
        `  ${run}  ${report === undefined ? unfinished(startedAt, index === 0) : ended(report)}`,
        behind && inLines(behindText(startedAt, behind), 4),
        report && inLines(recordsOf(report), 4),
      ),
    ),
  ];
}

/** Explains why the times of the listed runs are not in order. */
function behindText(startedAt: string, { run, at }: RunMoment): string {
  return (
    `clock set back: this run began ${formatMoment(startedAt)}, ` +
    `the run ${run} before it was running at ${formatMoment(at)}`
  );
}

/** There is one writer at a time, so only the latest run can still be running. */
function unfinished(startedAt: string, isLatest: boolean): string {
  const state = isLatest ? 'still running, or killed' : 'killed';
  return `${state} (began ${formatMoment(startedAt)})`;
}

function ended({ startedAt, endedAt, interrupted }: RunReport): string {
  return `${interrupted ? 'interrupted' : 'finished'} after ${formatDuration(startedAt, endedAt)}`;
}

function recordsOf({ sources }: RunReport): string {
  if (sources.length === 0) return 'its sources were removed from the catalogue';
  const all: Partial<Record<RecordState, number>> = {};
  for (const { records } of sources) addCounts(all, records);
  const counts = formatCounts(countsByText(all, recordTexts));
  return counts === '' ? 'no records' : `records: ${counts}`;
}

function problemLines({ problems }: CatalogueStatus, problemPages: string): string[] {
  const lines = formatProblemCounts(problems);
  if (lines.length === 0) return ['No problems at the latest visits.'];
  return [
    'Problems of the latest visits',
    ...lines.map((line) => `  ${line}`),
    `What they mean and how to fix them: ${problemPages}`,
  ];
}
