import type { SourceReport } from '../model/run.ts';
import { amount, grouped } from '../text/amounts.ts';
import { failuresOf } from './source-failures.ts';
import { figuresOf, type LastRuns, type SourceFigures } from './source-figures.ts';

/** So many sources are listed one by one; of more, those that call for attention. */
export const maxListed = 50;

/** Sources as a text tells them. */
export interface SourceChoice<Item> {
  /** Those that are listed, in their order. */
  readonly listed: readonly Item[];
  /** Those that call for attention, too, and are only counted. */
  readonly more: readonly Item[];
  /** The rest. */
  readonly quiet: readonly Item[];
}

/** How much a source calls for attention: first by its rank, 0 for not at all, then by its size. */
export interface Attention {
  readonly rank: number;
  readonly size: number;
}

/**
 * Chooses the sources that are listed: all where there are at most fifty or all are wanted, else up
 * to fifty that call for attention most.
 */
export function chooseSources<Item>(
  sources: readonly Item[],
  attentionOf: (source: Item) => Attention,
  all: boolean,
): SourceChoice<Item> {
  if (all || sources.length <= maxListed) return { listed: sources, more: [], quiet: [] };
  const judged = sources.map((source, order) => ({ source, order, ...attentionOf(source) }));
  const notable = judged
    .filter(({ rank }) => rank > 0)
    .toSorted(
      (one, other) => other.rank - one.rank || other.size - one.size || one.order - other.order,
    );
  const first = notable.slice(0, maxListed).toSorted((one, other) => one.order - other.order);
  return {
    listed: first.map(({ source }) => source),
    more: notable.slice(maxListed).map(({ source }) => source),
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
export function needsCare(source: SourceReport, lastRuns: LastRuns | undefined): boolean {
  return attentionOfReport(source, lastRuns).rank > changedRank;
}

const changedRank = 1;

function attentionOfReport(source: SourceReport, lastRuns: LastRuns | undefined): Attention {
  const { added, changed, removed, errors, warnings } = figuresOf(source);
  const last = lastRuns?.get(source.source);
  const before = last === undefined ? warnings : figuresOf(last.source).warnings;
  const isFailed = failuresOf(source).length > 0 || source.listing === 'incomplete';
  const size = added + changed + removed;
  if (isFailed) return { rank: 3, size: size + errors };
  if (errors > 0 || warnings > before) return { rank: 2, size: size + errors };
  return { rank: size > 0 ? changedRank : 0, size };
}

/**
 * Counts the sources of a run that are not listed, and all of them; nothing where all are listed.
 */
export function countLines({ listed, more, quiet }: SourceChoice<SourceReport>): string[] {
  if (more.length + quiet.length === 0) return [];
  const all = [...listed, ...more, ...quiet];
  const ended = quiet.filter(({ listing }) => listing !== 'interrupted');
  const unended = quiet.length - ended.length;
  const moreText = amount(
    more.length,
    'more source that calls for attention',
    'more sources that call for attention',
  );
  const unendedText = amount(
    unended,
    'source that was not listed to its end',
    'sources that were not listed to their end',
  );
  const isPartial = all.some(({ listing }) => listing === 'interrupted');
  const reach = isPartial ? ', as far as the run came' : '';
  return [
    ...(more.length === 0 ? [] : [`  ${moreText}: ${figureText(more)}`]),
    ...(ended.length === 0
      ? []
      : [`  ${amount(ended.length, 'source')} without changes: ${figureText(ended)}`]),
    ...(unended === 0 ? [] : [`  ${unendedText}`]),
    `  All ${amount(all.length, 'source')}${reach}: ${figureText(all)} (--all lists each)`,
  ];
}

function figureText(sources: readonly SourceReport[]): string {
  const figures = sources.map(figuresOf);
  const sum = (name: keyof SourceFigures): number =>
    figures.reduce((total, each) => total + each[name], 0);
  const counts = {
    added: sum('added'),
    changed: sum('changed'),
    removed: sum('removed'),
  };
  const said = Object.entries(counts).filter(([, count]) => count > 0);
  return [
    amount(sum('records'), 'record'),
    ...said.map(([text, count]) => `${grouped(count)} ${text}`),
    ...(sum('errors') > 0 ? [amount(sum('errors'), 'error')] : []),
    ...(sum('warnings') > 0 ? [amount(sum('warnings'), 'warning')] : []),
  ].join(', ');
}
