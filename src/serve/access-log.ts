import type { Writable } from 'node:stream';

/** An answered request, for the access log. */
export interface AccessEntry {
  readonly method: string;
  /** The path and the query as sent. */
  readonly target: string;
  readonly status: number;
  /** Whether the client received the whole response. */
  readonly isWhole: boolean;
  /** From the parsed request to the last byte sent, in milliseconds. */
  readonly ms: number;
}

/** Where an access log is written, and what it contains. */
export interface AccessLogOptions {
  readonly output: Writable;
  /** Whether to log the query of each request, which contains the search. */
  readonly withQueries: boolean;
  readonly now: () => Date;
  /** Called with a message when the output fails: it is closed or its disk is full. */
  readonly onFailure: (trouble: string) => void;
}

/** Limit of the buffer for a slow output; further lines are dropped and counted. */
const maxWaitingBytes = 1 << 20;

/** Writes a line of JSON for each request until the output fails. The log identifies no client. */
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
