import type { Problem, ProblemKind } from './problem.ts';
import type { LinkField, Retrieval } from './response.ts';

/** What stages may ask of the Web. Politeness, redirects, retries and limits are behind it. */
export interface HttpReader {
  /**
   * Asks for a resource and follows redirects. Resolves when the headers of a 2xx answer are there; the body
   * must be read to its end or closed (`return()`), since it holds a connection. Of a body that breaks off nothing is
   * asked for again.
   * With validators it resolves also where the server says that the resource is what it was then (304). Who sends none is
   * never told so: a 304 that nobody asked for is `http-status`.
   * @throws {ResourceError} when there is no such answer; the signal's reason when it is aborted
   */
  open(url: string, options: ConditionalOptions): Promise<Opened<ResponseBody> | NotModified>;
  open(url: string, options: OpenOptions): Promise<Opened<ResponseBody>>;

  /**
   * As `open`, but has the body taken to its end. One that breaks off is asked for again, as a request that fails is,
   * and what `take` made of it is lost. Of what is not modified it is not called.
   * @throws what `take` throws, too
   */
  read<Taken>(
    url: string,
    options: ConditionalOptions,
    take: TakeBody<Taken>,
  ): Promise<Opened<Taken> | NotModified>;
  read<Taken>(url: string, options: OpenOptions, take: TakeBody<Taken>): Promise<Opened<Taken>>;
}

export interface OpenOptions {
  readonly signal: AbortSignal;
  /** The `Accept` field to send. */
  readonly accept: string;
  /**
   * The name of the source whose credentials are shown to the origins that they are for, also
   * behind a redirect. By default nobody's are.
   */
  readonly credentialsOf?: string | undefined;
  /**
   * By default GET. HEAD asks for the headers alone (RFC 9110 §9.3.2): the body is empty whatever they say, and what fails
   * is not tried again, since GET can still be asked.
   */
  readonly method?: HttpMethod;
  /** A tighter or wider limit than `http.maxBytes`, perhaps by what the headers of the answer say. */
  readonly maxBytes?: number | ((headers: HttpHeaders) => number | undefined) | undefined;
  /**
   * Called before each hop is asked for, so that a redirect leads to nothing that is forbidden.
   * @throws {ResourceError} where the URL must not be asked for
   */
  readonly permit?: ((url: string) => Promise<void>) | undefined;
  /**
   * Hears of each request, also of those that fail, and what it took; of a body that is read when `open` has resolved,
   * nothing counts.
   */
  readonly onStep?: ((step: HttpStep, cost: RequestCost) => void) | undefined;
}

/** Options by which a resource is had only where it is no longer what it was (RFC 9110 §13.1). */
export interface ConditionalOptions extends OpenOptions {
  /** Those of the earlier answer, as sent then; none asks as for the first time. Sent to each hop of a redirect. */
  readonly validators: Validators | undefined;
}

/** By what a server tells whether its resource has changed (RFC 9110 §8.8): `ETag` and `Last-Modified`, as sent. */
export interface Validators {
  readonly etag?: string | undefined;
  readonly lastModified?: string | undefined;
}

export type HttpMethod = 'GET' | 'HEAD';

/** Field names in lower case, repeated fields joined by `, `. */
export type HttpHeaders = Readonly<Record<string, string>>;

/** One request on the way to an answer, and what came of it. */
export interface HttpStep {
  readonly method: HttpMethod;
  readonly url: string;
  /** Absent where no answer came. */
  readonly status?: number;
  /** `Content-Type` and `Location` as sent. */
  readonly contentType?: string;
  readonly location?: string;
  /** Why no body was had. */
  readonly problem?: ProblemKind;
}

/** What one request cost. */
export interface RequestCost {
  /** From the start of the request to the headers of its answer, or to its failure. */
  readonly waitingMs: number;
  /** From there to the end of the body, decompression included. */
  readonly downloadingMs: number;
  /** The length of the body as it was sent. */
  readonly bytesReceived: number;
  /** The length of the body after decompression. */
  readonly bytesDecoded: number;
}

/** A body after content decoding. Throws `ResourceError` when it breaks off, is too large or too slow. */
export type ResponseBody = AsyncIterableIterator<Uint8Array>;

/**
 * Reads a body to its end, or closes it (`return()`), and makes something of it. It is called anew for each try: when the
 * body throws, it leaves nothing behind and lets the error pass.
 */
export type TakeBody<Taken> = (body: ResponseBody, headers: HttpHeaders) => Promise<Taken>;

/** An answer: what was asked for, or what refused it. */
export interface Answered {
  readonly retrieval: Retrieval;
  readonly headers: HttpHeaders;
  /** Of each answer on the way that has such fields, redirects included. */
  readonly linkFields: readonly LinkField[];
}

export interface Opened<Body> extends Answered {
  readonly notModified?: undefined;
  /** As a stream, or what was made of it. */
  readonly body: Body;
}

/**
 * The answer to a conditional request that the resource is what it was (304). Its retrieval has the validators that hold
 * from now on: those of this answer, and those that were sent where it names none (RFC 9111 §4.3.4).
 */
export interface NotModified extends Answered {
  readonly notModified: true;
}

/** Carries a problem out of a promise or a stream, where it cannot be returned. */
export class ResourceError extends Error {
  override readonly name = 'ResourceError' as const;
  readonly problem: Problem;
  /** The last answer on the way; the problem is its status or its body where it is about the same URL. */
  readonly answered: Answered | undefined;

  constructor(problem: Problem, options: ErrorOptions & { readonly answered?: Answered } = {}) {
    super(`${problem.kind}: ${problem.url}`, options);
    this.problem = problem;
    this.answered = options.answered;
  }
}
