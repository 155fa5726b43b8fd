import type { SourceReport } from '../model/run.ts';
import { type LastRuns, type SourceFigures, sourceFigures } from '../pipeline/report/run-report.ts';
import { formatCount, groupDigits } from '../text/amounts.ts';

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
  /** Whether a dry run found records, of which none is added or changed. */
  readonly isDry: boolean;
}

function sentenceOf({ name, figures, last, isFirst, isDry }: FigureRow): string {
  const { records, added, changed, removed, errors, warnings } = figures;
  const texts = [
    `${formatCount(records, 'record')}${change(records, last?.records)}`,
    ...(isDry
      ? []
      : [
          `${groupDigits(added)} added`,
          `${groupDigits(changed)} changed`,
          `${groupDigits(removed)} removed`,
        ]),
    `${formatCount(errors, 'error')}${change(errors, last?.errors)}`,
    `${formatCount(warnings, 'warning')}${change(warnings, last?.warnings)}`,
  ];
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
