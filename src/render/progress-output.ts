import type { Filling } from '../engine/graph-thread.ts';
import { formatCount, groupDigits } from '../text/amounts.ts';

/** Where progress is written: the part of a stream that is needed. */
export interface ProgressOutput {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** How often a terminal is redrawn, in milliseconds. */
export const redrawMs = 200;
/** How often a line is added where the output is no terminal, in milliseconds. */
export const logMs = 10_000;

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
      if (this.#isShown) this.#output.write('\r\u001B[2K');
      this.#since = undefined;
      this.#isShown = false;
      return;
    }
    if (this.#output.isTTY !== true) return;
    this.#since ??= this.#now();
    if (this.#now() - this.#since < quietMs) return;
    const width = (this.#output.columns || 80) - 1;
    this.#output.write(`\r\u001B[2K${fillingText(filling).slice(0, width)}`);
    this.#isShown = true;
  }
}

/** How far the engine is filled, in one line. */
export function fillingText(filling: Filling): string {
  if (filling.graphs === 'records') {
    const { records, of } = filling;
    return `reading the catalogue for the query: ${groupDigits(records)} of ${formatCount(of, 'record')}`;
  }
  return `deriving the ${filling.graphs} graph for the query: ${formatCount(filling.statements, 'statement')}`;
}
