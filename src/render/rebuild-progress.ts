import type { RebuildReport } from '../pipeline/rebuild.ts';
import { logMs, redrawMs, type ProgressOutput } from '../report/progress-output.ts';
import { amount, grouped, secondsBetween } from '../text/amounts.ts';

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
    const timer = setInterval(() => output.write(`${progressLine(report(), total)}\n`), logMs);
    return () => clearInterval(timer);
  }
  const width = (output.columns ?? 80) - 1;
  const draw = (): void => {
    output.write(`\r\u001B[2K${progressLine(report(), total).slice(0, width)}`);
  };
  const timer = setInterval(draw, redrawMs);
  return () => {
    clearInterval(timer);
    output.write('\r\u001B[2K');
  };
}

/** How far a rebuild is, in one line. */
export function progressLine(report: RebuildReport, total: number): string {
  const { added, replaced, unchanged, failed } = report.records;
  const done = added + replaced + unchanged;
  const seconds = secondsBetween(report.startedAt, report.endedAt);
  const rate = seconds > 0 ? done / seconds : 0;
  return [
    `${grouped(done)} of ${amount(total, 'record')}`,
    `${grouped(added + replaced)} changed`,
    `${grouped(failed)} failed`,
    `${rate.toFixed(1)} records/s`,
  ].join('  ');
}
