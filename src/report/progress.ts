import type { SourceReport } from '../model/run.ts';
import { sum, type SourceLedger } from './ledger.ts';
import { funnelOf } from './funnel.ts';
import { logMs, redrawMs, type ProgressOutput } from './progress-output.ts';

/** More sources than this do not fit a screen. */
const maxLines = 20;

/**
 * Shows how far a run has come, a line a source. It reads the ledgers now and then, so that the run need not know
 * of it.
 * @returns a function that ends the display and leaves the last state on it
 */
export function showProgress(
  ledgers: readonly SourceLedger[],
  output: ProgressOutput,
  now: () => Date,
): () => void {
  const startedAt = now().getTime();
  const lines = (): string[] => {
    const seconds = (now().getTime() - startedAt) / 1000;
    return ledgers.map((ledger) => progressLine(ledger.report(), seconds));
  };
  return output.isTTY === true ? redraw(lines, output) : log(lines, output);
}

/** How far one source has come. @param seconds since the run began */
function progressLine(report: SourceReport, seconds: number): string {
  const funnel = funnelOf(report);
  const problems = sum(report.problems);
  const settled = funnel.tried;
  const rate = seconds > 0 ? settled / seconds : 0;
  return [
    report.source,
    `${funnel.discovered} discovered`,
    `${funnel.answered} fetched`,
    `${funnel.harvested} harvested`,
    `${problems} ${problems === 1 ? 'problem' : 'problems'}`,
    `${rate.toFixed(1)} URLs/s`,
  ].join('  ');
}

function redraw(lines: () => string[], output: ProgressOutput): () => void {
  let drawn = 0;
  const draw = (): void => {
    const width = (output.columns ?? 80) - 1;
    const all = lines();
    const more = all.length - maxLines;
    const shown = more > 0 ? [...all.slice(0, maxLines), `and ${more} more sources`] : all;
    const text = shown.map((line) => `\u001B[2K${line.slice(0, width)}\n`).join('');
    output.write(`${drawn === 0 ? '' : `\u001B[${drawn}A`}${text}`);
    drawn = shown.length;
  };
  draw();
  const timer = setInterval(draw, redrawMs);
  return () => {
    clearInterval(timer);
    draw();
  };
}

function log(lines: () => string[], output: ProgressOutput): () => void {
  const write = (): void => {
    output.write(
      lines()
        .map((line) => `${line}\n`)
        .join(''),
    );
  };
  const timer = setInterval(write, logMs);
  return () => {
    clearInterval(timer);
    write();
  };
}
