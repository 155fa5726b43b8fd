import type { SourceReport } from '../model/run.ts';
import {
  type LastRuns,
  sourceFailures,
  sourceFigures,
  type SourceFigures,
} from '../pipeline/report/run-report.ts';
import { formatCount, formatCounts, groupDigits } from '../text/amounts.ts';
import { textParts } from './layout.ts';

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
  const unendedText = formatCount(
    unended,
    'source with an incomplete listing',
    'sources with an incomplete listing',
  );
  const isPartial = all.some(({ listing }) => listing === 'interrupted');
  const reach = isPartial ? ', until the run was interrupted' : '';
  return textParts(
    more.length > 0 && `  ${countMoreSources(more.length)}: ${figureText(more)}`,
    ended.length > 0 &&
      `  ${formatCount(ended.length, 'source')} without changes: ${figureText(ended)}`,
    unended > 0 && `  ${unendedText}`,
    `  All ${formatCount(all.length, 'source')}${reach}: ${figureText(all)} ` +
      '(--all lists every source)',
  );
}

/** `3 more sources need attention`. */
export function countMoreSources(count: number): string {
  return formatCount(count, 'more source needs attention', 'more sources need attention');
}

function figureText(sources: readonly SourceReport[]): string {
  const figures = sources.map(sourceFigures);
  const sum = (name: keyof SourceFigures): number =>
    figures.reduce((total, each) => total + each[name], 0);
  const counts = { added: sum('added'), changed: sum('changed'), removed: sum('removed') };
  return textParts(
    formatCount(sum('records'), 'record'),
    formatCounts(counts) || undefined,
    sum('errors') > 0 && formatCount(sum('errors'), 'error'),
    sum('warnings') > 0 && formatCount(sum('warnings'), 'warning'),
  ).join(', ');
}

/**
 * The figures of each source, compared with those of its last run: a sentence for one source, a
 * table for several. A source that was read in part (`--limit`) is not compared.
 * @param lastRuns undefined where no run before is known
 */
export function formatFigures(
  sources: readonly SourceReport[],
  lastRuns: LastRuns | undefined,
): string[] {
  const rows = sources.map((source): FigureRow => {
    const last = lastRuns?.get(source.source);
    return {
      name: source.source,
      figures: sourceFigures(source),
      last: last && source.listing !== 'limited' ? sourceFigures(last.source) : undefined,
      isFirst: lastRuns !== undefined && last === undefined,
      isDry: source.records['would-load'] > 0,
    };
  });
  const [only, ...more] = rows;
  if (only === undefined) return [];
  return more.length === 0 ? [sentenceOf(only)] : table(rows);
}

interface FigureRow {
  readonly name: string;
  readonly figures: SourceFigures;
  readonly last: SourceFigures | undefined;
  readonly isFirst: boolean;
  /** Whether a dry run found records; it adds and changes none. */
  readonly isDry: boolean;
}

function sentenceOf({ name, figures, last, isFirst, isDry }: FigureRow): string {
  const { records, added, changed, removed, errors, warnings } = figures;
  const texts = textParts(
    `${formatCount(records, 'record')}${change(records, last?.records)}`,
    !isDry && [
      `${groupDigits(added)} added`,
      `${groupDigits(changed)} changed`,
      `${groupDigits(removed)} removed`,
    ],
    `${formatCount(errors, 'error')}${change(errors, last?.errors)}`,
    `${formatCount(warnings, 'warning')}${change(warnings, last?.warnings)}`,
  );
  return `  ${name}  ${texts.join(', ')}${isFirst ? ' (first run)' : ''}`;
}

function table(rows: readonly FigureRow[]): string[] {
  const head = ['', 'records', '', 'added', 'changed', 'removed', 'errors', '', 'warnings', ''];
  const cells = rows.map(({ name, figures, last, isFirst }) => [
    `  ${name}`,
    groupDigits(figures.records),
    change(figures.records, last?.records),
    groupDigits(figures.added),
    groupDigits(figures.changed),
    groupDigits(figures.removed),
    groupDigits(figures.errors),
    change(figures.errors, last?.errors),
    groupDigits(figures.warnings),
    `${change(figures.warnings, last?.warnings)}${isFirst ? ' (first run)' : ''}`,
  ]);
  const widths = head.map((title, column) =>
    cells.reduce((width, row) => Math.max(width, row[column]?.length ?? 0), title.length),
  );
  // Columns without a title are left-aligned: names, and changes right behind their numbers.
  return [head, ...cells].map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return head[column] === '' ? cell.padEnd(width) : `  ${cell.padStart(width)}`;
      })
      .join('')
      .trimEnd(),
  );
}

/** ` (+3)`, ` (-2)`; empty where nothing changed, or nothing is known from before. */
function change(now: number, before: number | undefined): string {
  if (before === undefined || before === now) return '';
  return now > before ? ` (+${groupDigits(now - before)})` : ` (-${groupDigits(before - now)})`;
}
