import type { Filling } from '../engine/filled-thread.ts';
import { formatCount, groupDigits } from '../text/amounts.ts';

/** Where progress is written: the part of a stream that is needed. */
export interface ProgressOutput {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** On a terminal the state is drawn anew, elsewhere lines are added: so often, in milliseconds. */
export const redrawMs = 200;
export const logMs = 10_000;

/** What takes less is not worth a line that comes and goes. */
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

  /** To be called again and again while the engine is filled, and without an argument at the end. */
  show(filling?: Filling): void {
    if (filling === undefined) return this.#end();
    if (this.#output.isTTY !== true) return;
    this.#since ??= this.#now();
    if (this.#now() - this.#since < quietMs) return;
    const width = (this.#output.columns || 80) - 1;
    this.#output.write(`\r\u001B[2K${fillingText(filling).slice(0, width)}`);
    this.#isShown = true;
  }

  /** Takes the line away. */
  #end(): void {
    if (this.#isShown) this.#output.write('\r\u001B[2K');
    this.#since = undefined;
    this.#isShown = false;
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
