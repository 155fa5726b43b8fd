import type { SourceReport } from '../model/run.ts';
import {
  type LastRuns,
  sourceFailures,
  sourceFigures,
  type SourceFigures,
} from '../pipeline/report/run-report.ts';
import { formatCount, groupDigits } from '../text/amounts.ts';

/** The most sources that are listed one by one without `--all`. */
export const maxListedSources = 50;

/** The sources that a text lists, and those that it only counts. */
export interface SourceChoice<Item> {
  /** Listed, in the order of the configuration. */
  readonly listed: readonly Item[];
  /** Need attention, too, but are only counted. */
  readonly more: readonly Item[];
  /** Need no attention, and are only counted. */
  readonly quiet: readonly Item[];
}

/** How urgently a source needs attention: by rank (0 for not at all), then by size. */
export interface Attention {
  readonly rank: number;
  readonly size: number;
}

/**
 * Chooses the sources to list: all if `all` is set or there are at most fifty, else up to fifty
 * that need attention most.
 */
export function chooseSources<Item>(
  sources: readonly Item[],
  attentionOf: (source: Item) => Attention,
  all: boolean,
): SourceChoice<Item> {
  if (all || sources.length <= maxListedSources) return { listed: sources, more: [], quiet: [] };
  const judged = sources.map((source, order) => ({ source, order, ...attentionOf(source) }));
  const notable = judged
    .filter(({ rank }) => rank > 0)
    .toSorted(
      (one, other) => other.rank - one.rank || other.size - one.size || one.order - other.order,
    );
  const first = notable
    .slice(0, maxListedSources)
    .toSorted((one, other) => one.order - other.order);
  return {
    listed: first.map(({ source }) => source),
    more: notable.slice(maxListedSources).map(({ source }) => source),
    quiet: judged.filter(({ rank }) => rank === 0).map(({ source }) => source),
  };
}

/**
 * Chooses the sources of a run: those that failed come first, then those that have errors or more
 * warnings than in their last run, then those that changed.
 */
export function chooseReports(
  sources: readonly SourceReport[],
  lastRuns: LastRuns | undefined,
  all: boolean,
): SourceChoice<SourceReport> {
  return chooseSources(sources, (source) => attentionOfReport(source, lastRuns), all);
}

/** Whether a source failed, or has errors or more warnings than in its last run. */
export function needsAttention(source: SourceReport, lastRuns: LastRuns | undefined): boolean {
  return attentionOfReport(source, lastRuns).rank > changedRank;
}

const changedRank = 1;

function attentionOfReport(source: SourceReport, lastRuns: LastRuns | undefined): Attention {
  const { added, changed, removed, errors, warnings } = sourceFigures(source);
  const last = lastRuns?.get(source.source);
  const before = last === undefined ? warnings : sourceFigures(last.source).warnings;
  const isFailed = sourceFailures(source).length > 0 || source.listing === 'incomplete';
  const size = added + changed + removed;
  if (isFailed) return { rank: 3, size: size + errors };
  if (errors > 0 || warnings > before) return { rank: 2, size: size + errors };
  return { rank: size > 0 ? changedRank : 0, size };
}

/**
 * Counts the sources of a run that are not listed, and all sources; no lines where all are listed.
 */
export function formatUnlistedSources({
  listed,
  more,
  quiet,
}: SourceChoice<SourceReport>): string[] {
  if (more.length + quiet.length === 0) return [];
  const all = [...listed, ...more, ...quiet];
  const ended = quiet.filter(({ listing }) => listing !== 'interrupted');
  const unended = quiet.length - ended.length;
  const moreText = formatCount(
    more.length,
    'more source needs attention',
    'more sources need attention',
  );
  const unendedText = formatCount(
    unended,
    'source with an incomplete listing',
    'sources with an incomplete listing',
  );
  const isPartial = all.some(({ listing }) => listing === 'interrupted');
  const reach = isPartial ? ', until the run was interrupted' : '';
  return [
    ...(more.length === 0 ? [] : [`  ${moreText}: ${figureText(more)}`]),
    ...(ended.length === 0
      ? []
      : [`  ${formatCount(ended.length, 'source')} without changes: ${figureText(ended)}`]),
    ...(unended === 0 ? [] : [`  ${unendedText}`]),
    `  All ${formatCount(all.length, 'source')}${reach}: ${figureText(all)} (--all lists every source)`,
  ];
}

function figureText(sources: readonly SourceReport[]): string {
  const figures = sources.map(sourceFigures);
  const sum = (name: keyof SourceFigures): number =>
    figures.reduce((total, each) => total + each[name], 0);
  const counts = {
    added: sum('added'),
    changed: sum('changed'),
    removed: sum('removed'),
  };
  const said = Object.entries(counts).filter(([, count]) => count > 0);
  return [
    formatCount(sum('records'), 'record'),
    ...said.map(([text, count]) => `${groupDigits(count)} ${text}`),
    ...(sum('errors') > 0 ? [formatCount(sum('errors'), 'error')] : []),
    ...(sum('warnings') > 0 ? [formatCount(sum('warnings'), 'warning')] : []),
  ].join(', ');
}
