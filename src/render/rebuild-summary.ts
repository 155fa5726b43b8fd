import { describeProblem } from '../model/problem-catalogue.ts';
import type { RebuildReport } from '../pipeline/rebuild.ts';
import {
  formatCount,
  formatCounts,
  formatDuration,
  groupDigits,
  secondsBetween,
} from '../text/amounts.ts';
import { inColumns } from './columns.ts';
import { kindCounts } from './problem-report.ts';
import { logMs, type ProgressOutput, redrawMs } from './progress-output.ts';
import { formatUnwantedTypes } from './type-counts.ts';

/** Writes what a rebuild did, for people. */
export function formatRebuild(report: RebuildReport): string {
  const { startedAt, endedAt, interrupted, urls, left, records, quads, skipped } = report;
  const ending = interrupted ? 'was interrupted' : 'finished';
  const unwanted = skipped['type-not-wanted'] ?? 0;
  return [
    `Rebuild ${ending} after ${formatDuration(startedAt, endedAt)}: ${formatCount(urls, 'URL')}, ${formatCount(quads, 'statement')}`,
    `  records  ${formatCounts(records) || 'none'}`,
    ...(unwanted === 0
      ? []
      : [
          `  left out ${formatCount(unwanted, 'record')} of types that no source wants${inBrackets(report)}`,
        ]),
    ...(left === 0
      ? []
      : [
          `  ${formatCount(left, 'URL')} left unchanged: the kept documents are of several visits, the last`,
          '  of which was incomplete. The next harvest replaces them.',
        ]),
    ...(interrupted
      ? ['  The graphs made so far are stored; run rebuild again for the rest.']
      : []),
    '',
    ...problemLines(report),
    '',
  ].join('\n');
}

function inBrackets({ leftOut }: RebuildReport): string {
  return leftOut === undefined ? '' : ` (${formatUnwantedTypes(leftOut)})`;
}

function problemLines({ problems, examples }: RebuildReport): string[] {
  const counts = kindCounts(problems);
  if (counts.length === 0) return ['No problems.'];
  const rows = counts.map(({ severity, count, kind }) => [severity, groupDigits(count), kind]);
  const lines = inColumns(rows, 'lrl').flatMap((line, index) => {
    const example = examples.find(({ kind }) => kind === counts[index]?.kind);
    return example === undefined ? [`  ${line}`] : [`  ${line}`, `    ${describeProblem(example)}`];
  });
  return ['Problems, with an example of each kind', ...lines];
}

/**
 * Shows how far a rebuild is until it is ended.
 * @param total how many records there were before
 * @returns a function that ends the display
 */
export function showRebuildProgress(
  report: () => RebuildReport,
  total: number,
  output: ProgressOutput,
): () => void {
  if (output.isTTY !== true) {
    const timer = setInterval(
      () => output.write(`${formatRebuildProgress(report(), total)}\n`),
      logMs,
    );
    return () => clearInterval(timer);
  }
  const width = (output.columns ?? 80) - 1;
  const draw = (): void => {
    output.write(`\r\u001B[2K${formatRebuildProgress(report(), total).slice(0, width)}`);
  };
  const timer = setInterval(draw, redrawMs);
  return () => {
    clearInterval(timer);
    output.write('\r\u001B[2K');
  };
}

/** How far a rebuild is, in one line. */
export function formatRebuildProgress(report: RebuildReport, total: number): string {
  const { added, replaced, unchanged, failed } = report.records;
  const done = added + replaced + unchanged;
  const seconds = secondsBetween(report.startedAt, report.endedAt);
  const rate = seconds > 0 ? done / seconds : 0;
  return [
    `${groupDigits(done)} of ${formatCount(total, 'record')}`,
    `${groupDigits(added + replaced)} changed`,
    `${groupDigits(failed)} failed`,
    `${rate.toFixed(1)} records/s`,
  ].join('  ');
}
