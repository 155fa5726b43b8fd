import type { Filling } from '../engine/graph-thread.ts';
import type { RebuildReport } from '../pipeline/rebuild.ts';
import { funnelOf } from '../pipeline/report/run-report.ts';
import type { SourceLedger } from '../pipeline/report/source-ledger.ts';
import { formatCount, groupDigits, secondsBetween } from '../text/amounts.ts';

/** Where progress is written: the part of a stream that is needed. */
export interface ProgressOutput {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** How often a terminal is redrawn, in milliseconds. */
const redrawMs = 200;
/** How often a line is added where the output is no terminal, in milliseconds. */
const logMs = 10_000;

const clearLine = '\u001B[2K';

/** The longest text of a line, so that a terminal does not wrap it. */
function widthOf({ columns }: ProgressOutput): number {
  return (columns || 80) - 1;
}

/** Draws over the line that the cursor is on; without a text, clears it. */
function drawLine(output: ProgressOutput, text = ''): void {
  output.write(`\r${clearLine}${text.slice(0, widthOf(output))}`);
}

/** @returns stops it */
function repeat(act: () => void, ms: number): () => void {
  const timer = setInterval(act, ms);
  return () => clearInterval(timer);
}

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
    const shown = lines();
    const text = shown.map((line) => `${clearLine}${line.slice(0, widthOf(output))}\n`).join('');
    // Erases lines of the previous state that are not overwritten.
    const rest = shown.length < drawn ? '\u001B[J' : '';
    output.write(`${drawn === 0 ? '' : `\u001B[${drawn}A`}${text}${rest}`);
    drawn = shown.length;
  };
  draw();
  const stop = repeat(draw, redrawMs);
  return () => {
    stop();
    draw();
  };
}

function log(lines: () => string[], output: ProgressOutput): () => void {
  const write = (): void => void output.write(`${lines().join('\n')}\n`);
  const stop = repeat(write, logMs);
  return () => {
    stop();
    write();
  };
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
  return showLine(() => formatRebuildProgress(report(), total), output);
}

/**
 * Shows one line until it is ended, drawn over on a terminal, else added now and then.
 * @returns a function that ends the display
 */
export function showLine(text: () => string, output: ProgressOutput): () => void {
  if (output.isTTY !== true) return repeat(() => output.write(`${text()}\n`), logMs);
  const stop = repeat(() => drawLine(output, text()), redrawMs);
  return () => {
    stop();
    drawLine(output);
  };
}

/** How far a rebuild is, in one line. */
function formatRebuildProgress(report: RebuildReport, total: number): string {
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

/** No line is shown for what takes less. */
const quietMs = 2000;

/** Shows on a terminal how far the engine is filled for a query, from two seconds on. */
export class FillingProgress {
  readonly #output: ProgressOutput;
  readonly #now: () => number;
  #since: number | undefined;
  #isShown = false;

  /** @param now milliseconds that only grow */
  constructor(output: ProgressOutput, now = () => performance.now()) {
    this.#output = output;
    this.#now = now;
  }

  /** Shows the latest state; without an argument, removes the line. */
  show(filling?: Filling): void {
    if (filling === undefined) {
      if (this.#isShown) drawLine(this.#output);
      this.#since = undefined;
      this.#isShown = false;
      return;
    }
    if (this.#output.isTTY !== true) return;
    this.#since ??= this.#now();
    if (this.#now() - this.#since < quietMs) return;
    drawLine(this.#output, fillingText(filling));
    this.#isShown = true;
  }
}

/** How far the engine is filled, in one line. */
function fillingText(filling: Filling): string {
  if (filling.graphs === 'records') {
    const { records, of } = filling;
    return (
      `reading the catalogue for the query: ${groupDigits(records)} of ` + formatCount(of, 'record')
    );
  }
  return (
    `deriving the ${filling.graphs} graph for the query: ` +
    formatCount(filling.statements, 'statement')
  );
}
