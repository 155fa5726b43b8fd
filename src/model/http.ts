import type { Problem } from './problem.ts';
import type { Retrieval } from './response.ts';

/** What stages may ask of the Web. Politeness, redirects, retries and limits are behind it. */
export interface HttpReader {
  /**
   * Asks for a resource with GET and follows redirects. Resolves when the headers of a 2xx answer are there.
   * @throws {ResourceError} when there is no such answer; the signal's reason when it is aborted
   */
  open(url: string, options: OpenOptions): Promise<OpenedResource>;
}

export interface OpenOptions {
  readonly signal: AbortSignal;
  /** The `Accept` field to send. */
  readonly accept: string;
  /** A tighter or wider limit than `http.maxBytes`. */
  readonly maxBytes?: number;
  /**
   * Whether to read the body to its end first: a body that breaks off is then asked for again, as a request that
   * fails is, and `body` gives it in one piece. Otherwise the pieces come as they arrive, and nothing is repeated.
   */
  readonly whole?: boolean;
}

export interface OpenedResource {
  readonly retrieval: Retrieval;
  /** Field names in lower case, repeated fields joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * The body after content decoding. Must be read to its end or closed (`return()`), since it holds a connection.
   * Throws `ResourceError` when it breaks off, is too large or too slow.
   */
  readonly body: AsyncIterable<Uint8Array>;
}

/** Carries a problem out of a promise or a stream, where it cannot be returned. */
export class ResourceError extends Error {
  override readonly name = 'ResourceError' as const;
  readonly problem: Problem;

  constructor(problem: Problem, options?: ErrorOptions) {
    super(`${problem.kind}: ${problem.url}`, options);
    this.problem = problem;
  }
}
