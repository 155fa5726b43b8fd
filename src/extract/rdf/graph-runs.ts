/** Consecutive lines of one graph in a file. */
export interface GraphRun {
  /** In bytes. */
  readonly start: number;
  readonly end: number;
  /** The number of its first line, from 1. */
  readonly line: number;
}

/** The runs of one graph in a file: one if the file is sorted by graph, else any number. */
export class GraphRuns implements Iterable<GraphRun> {
  /** Three numbers per run; there may be as many runs as lines. */
  readonly #numbers: number[] = [];
  #bytes = 0;

  /** The total bytes of its lines. */
  get bytes(): number {
    return this.#bytes;
  }

  *[Symbol.iterator](): Iterator<GraphRun> {
    for (let at = 0; at < this.#numbers.length; at += 3) {
      const [start = 0, end = 0, line = 0] = this.#numbers.slice(at, at + 3);
      yield { start, end, line };
    }
  }

  /** Begins a run with a line after one of another graph. */
  begin({ start, end, line }: GraphRun): void {
    this.#numbers.push(start, end, line);
    this.#bytes += end - start;
  }

  /** Adds a line to the last run. */
  extend(end: number): void {
    const at = this.#numbers.length - 2;
    this.#bytes += end - (this.#numbers[at] ?? end);
    this.#numbers[at] = end;
  }
}
