import { problemCatalogue } from '../model/problem-catalogue.ts';
import type { ProblemKind, Severity } from '../model/problem.ts';
import type { SourceReport } from '../model/run.ts';
import type { LastRun } from '../store/last-runs.ts';
import { amount, grouped } from '../text/amounts.ts';
import { sum } from './ledger.ts';

/**
 * What is told first of a source: what is in the catalogue of it after a run, and what the run
 * changed.
 */
export interface SourceFigures {
  readonly records: number;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly errors: number;
  readonly warnings: number;
}

/**
 * By the name of the source, its latest run that read it to its end; absent where there is none.
 */
export type LastRuns = ReadonlyMap<string, LastRun>;

export function figuresOf(source: SourceReport): SourceFigures {
  const { records } = source;
  return {
    records: keptRecords(records),
    added: records.added,
    changed: records.replaced,
    removed: records.removed,
    errors: problemCount('error', source),
    warnings: problemCount('warning', source),
  };
}

/** How many records of a source are in the catalogue after a run or, after a dry run, would be. */
export function keptRecords(records: SourceReport['records']): number {
  return sum(records) - records.removed - records['failed-new'];
}

/** How many problems of a severity a source has. */
function problemCount(wanted: Severity, { problems }: Pick<SourceReport, 'problems'>): number {
  const kinds = Object.keys(problems) as ProblemKind[]; // The keys of a record by kind are kinds.
  return kinds
    .filter((kind) => problemCatalogue[kind].severity === wanted)
    .reduce((total, kind) => total + (problems[kind] ?? 0), 0);
}

/**
 * A line for each source with its figures, compared with those of its last run: a sentence for
 * one source, a table for several. A source that was read in part (`--limit`) is not compared.
 * @param lastRuns undefined where nothing is known of runs before
 */
export function figureLines(
  sources: readonly SourceReport[],
  lastRuns: LastRuns | undefined,
): string[] {
  const rows = sources.map((source): FigureRow => {
    const last = lastRuns?.get(source.source);
    return {
      name: source.source,
      figures: figuresOf(source),
      last: last && source.listing !== 'limited' ? figuresOf(last.source) : undefined,
      isFirst: lastRuns !== undefined && last === undefined,
    };
  });
  const [only] = rows;
  return rows.length === 1 && only !== undefined ? [sentenceOf(only)] : table(rows);
}

interface FigureRow {
  readonly name: string;
  readonly figures: SourceFigures;
  readonly last: SourceFigures | undefined;
  readonly isFirst: boolean;
}

function sentenceOf({ name, figures, last, isFirst }: FigureRow): string {
  const { records, added, changed, removed, errors, warnings } = figures;
  const said = [
    `${amount(records, 'record')}${change(records, last?.records)}`,
    `${grouped(added)} added`,
    `${grouped(changed)} changed`,
    `${grouped(removed)} removed`,
    `${amount(errors, 'error')}${change(errors, last?.errors)}`,
    `${amount(warnings, 'warning')}${change(warnings, last?.warnings)}`,
  ];
  return `  ${name}  ${said.join(', ')}${isFirst ? ' (first run)' : ''}`;
}

function table(rows: readonly FigureRow[]): string[] {
  if (rows.length === 0) return [];
  const head = ['', 'records', '', 'added', 'changed', 'removed', 'errors', '', 'warnings', ''];
  const cells = rows.map(({ name, figures, last, isFirst }) => [
    `  ${name}`,
    grouped(figures.records),
    change(figures.records, last?.records),
    grouped(figures.added),
    grouped(figures.changed),
    grouped(figures.removed),
    grouped(figures.errors),
    change(figures.errors, last?.errors),
    grouped(figures.warnings),
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

/** ` (+3)`, ` (-2)`; nothing where it is as before or nothing is known of before. */
function change(now: number, before: number | undefined): string {
  if (before === undefined || before === now) return '';
  return now > before ? ` (+${grouped(now - before)})` : ` (-${grouped(before - now)})`;
}
