import type { Writable } from 'node:stream';

/** A request that was answered. */
export interface AccessEntry {
  readonly method: string;
  /** The path and the query, as they were sent. */
  readonly target: string;
  readonly status: number;
  /** Whether the client took all of the answer. */
  readonly isWhole: boolean;
  /** From the request being parsed to the last byte handed over. */
  readonly ms: number;
}

export interface AccessLogOptions {
  readonly output: Writable;
  /** Whether to write what was searched for: the query of each request. */
  readonly withQueries: boolean;
  readonly now: () => Date;
  /** Told in words that the output takes nothing any more, since it is closed or its disk is full. */
  readonly onFailure: (trouble: string) => void;
}

/** So much waits for an output that takes nothing; lines beyond are dropped, and counted. */
const maxWaitingBytes = 1 << 20;

/**
 * Writes a line of JSON for each request, as long as the output takes them. Says nothing of who
 * asked.
 */
export class AccessLog {
  readonly #options: AccessLogOptions;
  #dropped = 0;
  #hasFailed = false;

  constructor(options: AccessLogOptions) {
    this.#options = options;
    options.output.on('error', ({ message }) => {
      if (!this.#hasFailed) options.onFailure(`the log of requests ends: ${message}`);
      this.#hasFailed = true;
    });
  }

  write({ method, target, status, isWhole, ms }: AccessEntry): void {
    if (this.#hasFailed) return;
    const { output, withQueries, now } = this.#options;
    const [path, query] = splitOnce(target, '?');
    if (output.writableLength > maxWaitingBytes) {
      this.#dropped += 1;
      return;
    }
    const line = {
      time: now().toISOString(),
      method,
      path,
      ...(withQueries && query !== undefined && { query }),
      status,
      ...(!isWhole && { cutOff: true }),
      ms: Math.round(ms * 10) / 10,
      ...(this.#dropped > 0 && { linesDroppedBefore: this.#dropped }),
    };
    this.#dropped = 0;
    output.write(`${JSON.stringify(line)}\n`);
  }
}

function splitOnce(text: string, separator: string): readonly [string, string?] {
  const at = text.indexOf(separator);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
