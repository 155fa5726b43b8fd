import type { RebuildReport } from '../pipeline/rebuild.ts';
import { amount, grouped } from './amounts.ts';

/** Where progress is written: the part of a stream that is needed. */
export interface ProgressOutput {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** On a terminal one line is drawn anew, elsewhere a line is added: so often, in milliseconds. */
const redrawMs = 200;
const logMs = 10_000;

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
  const seconds = (Date.parse(report.endedAt) - Date.parse(report.startedAt)) / 1000;
  const rate = seconds > 0 ? done / seconds : 0;
  return [
    `${grouped(done)} of ${amount(total, 'record')}`,
    `${grouped(added + replaced)} changed`,
    `${grouped(failed)} failed`,
    `${rate.toFixed(1)} records/s`,
  ].join('  ');
}
