import { funnelOf } from '../pipeline/report/run-report.ts';
import type { SourceLedger } from '../pipeline/report/source-ledger.ts';
import { formatCount } from '../text/amounts.ts';
import { logMs, type ProgressOutput, redrawMs } from './progress-output.ts';

/** More sources than this do not fit a screen. */
const maxLines = 20;

/**
 * Shows the progress of a run, one line per source. Of many sources it shows a line for all and, on
 * a terminal, some of those in progress. It polls the ledgers, so the run does not depend on it.
 * @returns a function that ends the display and leaves the last state on it
 */
export function showHarvestProgress(
  ledgers: readonly SourceLedger[],
  output: ProgressOutput,
  now: () => Date,
): () => void {
  const startedAt = now().getTime();
  const isTerminal = output.isTTY === true;
  const lines = (): string[] => {
    const seconds = (now().getTime() - startedAt) / 1000;
    if (ledgers.length <= maxLines) {
      return ledgers.map((ledger) => progressLine(ledger.source, [ledger], seconds));
    }
    const all = progressLine(formatCount(ledgers.length, 'source'), ledgers, seconds);
    return [all, ...(isTerminal ? underWay(ledgers, seconds) : [])];
  };
  return isTerminal ? redraw(lines, output) : log(lines, output);
}

/** Lines for some of the sources that have URLs in progress, and a count of the others. */
function underWay(ledgers: readonly SourceLedger[], seconds: number): string[] {
  const active = ledgers.filter(({ openUrls }) => openUrls > 0);
  const shown = active.slice(0, maxLines - 2);
  const more = active.length - shown.length;
  return [
    ...shown.map((ledger) => progressLine(ledger.source, [ledger], seconds)),
    ...(more > 0 ? [`and ${formatCount(more, 'more source')} in progress`] : []),
  ];
}

/** @param seconds since the run began */
function progressLine(name: string, ledgers: readonly SourceLedger[], seconds: number): string {
  const count = { discovered: 0, answered: 0, harvested: 0, tried: 0, problems: 0 };
  for (const ledger of ledgers) {
    const { discovered, answered, harvested, tried } = funnelOf(ledger);
    count.discovered += discovered;
    count.answered += answered;
    count.harvested += harvested;
    count.tried += tried;
    count.problems += ledger.problemCount;
  }
  const rate = seconds > 0 ? count.tried / seconds : 0;
  return [
    name,
    `${count.discovered} discovered`,
    `${count.answered} fetched`,
    `${count.harvested} harvested`,
    `${count.problems} ${count.problems === 1 ? 'problem' : 'problems'}`,
    `${rate.toFixed(1)} URLs/s`,
  ].join('  ');
}

function redraw(lines: () => string[], output: ProgressOutput): () => void {
  let drawn = 0;
  const draw = (): void => {
    const width = (output.columns ?? 80) - 1;
    const shown = lines();
    const text = shown.map((line) => `\u001B[2K${line.slice(0, width)}\n`).join('');
    // Erases lines of the previous state that are not overwritten.
    const rest = shown.length < drawn ? '\u001B[J' : '';
    output.write(`${drawn === 0 ? '' : `\u001B[${drawn}A`}${text}${rest}`);
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
