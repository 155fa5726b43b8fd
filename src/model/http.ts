import type { Problem } from './problem.ts';
import type { Retrieval } from './response.ts';

/** What stages may ask of the Web. Politeness, redirects, retries and limits are behind it. */
export interface HttpReader {
  /**
   * Asks for a resource with GET and follows redirects. Resolves when the headers of a 2xx answer are there; the body
   * must be read to its end or closed (`return()`), since it holds a connection. Of a body that breaks off nothing is
   * asked for again.
   * @throws {ResourceError} when there is no such answer; the signal's reason when it is aborted
   */
  open(url: string, options: OpenOptions): Promise<Opened<ResponseBody>>;

  /**
   * As `open`, but has the body taken to its end. One that breaks off is asked for again, as a request that fails is,
   * and what `take` made of it is lost.
   * @throws what `take` throws, too
   */
  read<Taken>(url: string, options: OpenOptions, take: TakeBody<Taken>): Promise<Opened<Taken>>;
}

export interface OpenOptions {
  readonly signal: AbortSignal;
  /** The `Accept` field to send. */
  readonly accept: string;
  /** A tighter or wider limit than `http.maxBytes`. */
  readonly maxBytes?: number | undefined;
}

/** A body after content decoding. Throws `ResourceError` when it breaks off, is too large or too slow. */
export type ResponseBody = AsyncIterable<Uint8Array>;

/**
 * Reads a body to its end and makes something of it. It is called anew for each try: when the body throws, it leaves
 * nothing behind and lets the error pass.
 */
export type TakeBody<Taken> = (body: ResponseBody) => Promise<Taken>;

export interface Opened<Body> {
  readonly retrieval: Retrieval;
  /** Field names in lower case, repeated fields joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** As a stream, or what was made of it. */
  readonly body: Body;
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
