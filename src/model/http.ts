import type { Problem, ProblemKind } from './problem.ts';
import type { Target } from './target.ts';

/** HTTP access for the stages, with politeness, redirects, retries and limits. */
export interface HttpReader {
  /**
   * Requests a resource and follows redirects. Resolves when the headers of a 2xx response arrive;
   * the body must be read to its end or closed (`return()`), since it holds a connection. A body
   * that breaks off is not requested again. With validators it also resolves for a 304. Without
   * validators, a 304 is an `http-status` problem.
   * @throws {ResourceError} when there is no such response; the signal's reason when it is aborted
   */
  open(
    url: string,
    options: ConditionalOptions,
  ): Promise<OpenedResponse<ResponseBody> | NotModified>;
  open(url: string, options: OpenOptions): Promise<OpenedResponse<ResponseBody>>;

  /**
   * As `open`, but `take` consumes the body. If the body breaks off, the request is retried like a
   * failed one, and the result of `take` is dropped. `take` is not called for a 304.
   * @throws whatever `take` throws, too
   */
  read<Taken>(
    url: string,
    options: ConditionalOptions,
    take: BodyConsumer<Taken>,
  ): Promise<OpenedResponse<Taken> | NotModified>;
  read<Taken>(
    url: string,
    options: OpenOptions,
    take: BodyConsumer<Taken>,
  ): Promise<OpenedResponse<Taken>>;
}

/** How to request a resource. */
export interface OpenOptions {
  readonly signal: AbortSignal;
  /** The value of the `Accept` field. */
  readonly accept: string;
  /**
   * The source whose credentials are sent to the origins that they are for, also after a redirect.
   * By default none are sent.
   */
  readonly credentialsOf?: string | undefined;
  /**
   * By default GET. HEAD requests the headers alone (RFC 9110 §9.3.2): the body is empty, and
   * failures are not retried, since GET is still possible.
   */
  readonly method?: HttpMethod;
  /** A limit in place of `http.maxBytes`, which may depend on the response headers. */
  readonly maxBytes?: number | ((headers: HttpHeaders) => number | undefined) | undefined;
  /**
   * Called before each hop, so that a redirect never leads to a forbidden URL.
   * @throws {ResourceError} where the URL must not be requested
   */
  readonly permit?: ((url: string) => Promise<void>) | undefined;
  /** Called with a fault of the body that loses nothing of it, when it was read to its end. */
  readonly onProblem?: ((problem: Problem) => void) | undefined;
  /** Called for each request, also a failed one, but before a body is read after `open`. */
  readonly onStep?: ((step: HttpStep, cost: RequestCost) => void) | undefined;
}

/** Options of a conditional request (RFC 9110 §13.1). */
export interface ConditionalOptions extends OpenOptions {
  /** Sent to each hop of a redirect; without them the request is unconditional. */
  readonly validators: Validators | undefined;
}

/** The cache validators of a response (RFC 9110 §8.8): `ETag` and `Last-Modified`, as sent. */
export interface Validators {
  readonly etag?: string | undefined;
  readonly lastModified?: string | undefined;
}

/** The request methods that a harvest uses. */
export type HttpMethod = 'GET' | 'HEAD';

/** Field names in lower case, repeated fields joined by `, `. */
export type HttpHeaders = Readonly<Record<string, string>>;

/** One request on the way to a response, and its result. */
export interface HttpStep {
  readonly method: HttpMethod;
  readonly url: string;
  /** Absent where no response came. */
  readonly status?: number | undefined;
  /** `Content-Type` and `Location` as sent. */
  readonly contentType?: string | undefined;
  readonly location?: string | undefined;
  /** Why there is no body. */
  readonly problem?: ProblemKind;
}

/** The cost of one request. */
export interface RequestCost {
  /** From the start of the request to its response headers or its failure. */
  readonly waitingMs: number;
  /** From the headers to the end of the body, decompression included. */
  readonly downloadingMs: number;
  /** The length of the body as sent. */
  readonly bytesReceived: number;
  /** The length of the body after decompression. */
  readonly bytesDecoded: number;
}

/**
 * A body after content decoding. Throws `ResourceError` when it breaks off, is too large or too
 * slow.
 */
export type ResponseBody = AsyncIterableIterator<Uint8Array>;

/**
 * Consumes a body to its end, or closes it (`return()`), and returns a result. It is called again
 * for each retry: when the body throws, it must clean up and pass the error on.
 */
export type BodyConsumer<Taken> = (body: ResponseBody, headers: HttpHeaders) => Promise<Taken>;

/** An HTTP answer: the resource, or the response that refused it. */
export interface HttpAnswer {
  readonly retrieval: Retrieval;
  readonly headers: HttpHeaders;
  /** The `Link` fields of each response on the way, redirects included. */
  readonly linkFields: readonly LinkField[];
}

/** A 2xx response with its body. */
export interface OpenedResponse<Content> extends HttpAnswer {
  readonly notModified?: undefined;
  /** A stream, or the result of consuming it. */
  readonly body: Content;
}

/**
 * A 304 response. Its retrieval has the validators for the next request: those of this response, or
 * those that were sent where it names none (RFC 9111 §4.3.4).
 */
export interface NotModified extends HttpAnswer {
  readonly notModified: true;
}

/** Carries a problem out of a promise or a stream. */
export class ResourceError extends Error {
  override readonly name = 'ResourceError' as const;
  readonly problem: Problem;
  /** The last response on the way, where the problem is its status or its body. */
  readonly answered: HttpAnswer | undefined;

  constructor(problem: Problem, options: ErrorOptions & { readonly answered?: HttpAnswer } = {}) {
    super(`${problem.kind}: ${problem.url}`, options);
    this.problem = problem;
    this.answered = options.answered;
  }
}

/** Identifies an earlier response, so that an unchanged one is recognised. */
export interface ResponseSignature extends Validators, LinkFieldHashes {
  /** The URL that answered, after redirects. */
  readonly finalUrl: string;
  /** SHA-256, in hexadecimal, of the relevant parts: media type, header links, content. */
  readonly fingerprint: string;
  /** Whether HEAD was enough, so that the validators are not those of a response to GET. */
  readonly byHead?: true | undefined;
}

/** Hashes of `Link` fields, so that a response without content can show that they have changed. */
export interface LinkFieldHashes {
  /** Of the response itself; absent where it had none. */
  readonly links?: string | undefined;
  /** Of all redirects on the way; absent where none had any. */
  readonly redirectLinks?: string | undefined;
}

/**
 * The response for a target: a 2xx response or a file, with its body decoded and within the limits;
 * or, without a body, a response whose `Link` fields lead to metadata although its content is not
 * available.
 */
export interface Response {
  readonly target: Target;
  readonly retrieval: Retrieval;
  /** `Content-Type` as sent, or the empty string. */
  readonly contentType: string;
  /** Of the response, and of redirects on the way. */
  readonly linkFields: readonly LinkField[];
  /**
   * After content decoding, before character decoding. Absent where the headers rule out metadata,
   * and where it is not available.
   */
  readonly body?: Body;
}

/** The `Link` fields of one response. */
export interface LinkField {
  /** Of the response. */
  readonly url: string;
  /** As sent, joined by commas (RFC 9110 §5.3). */
  readonly text: string;
}

/** Small bodies are in memory, large ones in a file. */
export type Body = Uint8Array | BodyFile;

/** A body in a file, for bodies of any size. */
export interface BodyFile {
  /** Absolute. */
  readonly path: string;
  readonly bytes: number;
  /** Identifies the file, to notice a replacement: see `identityOf` in `files/same-file.ts`. */
  readonly identity: string;
  /** Whether the file was made for this response, and is removed after processing. */
  readonly temporary: boolean;
}

/** The facts of one request or file read that are stored. */
export interface Retrieval {
  /** The URL that answered, after redirects. */
  readonly finalUrl: string;
  readonly redirects: readonly Redirect[];
  /** Absent for a file on this machine, and for what a listing delivered. */
  readonly status?: number;
  /** When the response began, as ISO 8601 in UTC. */
  readonly at: string;
  readonly etag?: string | undefined;
  readonly lastModified?: string | undefined;
  /** Whether it is the response to content negotiation: see `FetchRequest.negotiates`. */
  readonly negotiated?: true;
}

/** One redirect on the way to a response. */
export interface Redirect {
  readonly from: string;
  readonly to: string;
  readonly status: number;
}

/** Why robots.txt allows a URL; a prohibition is a problem. */
export type RobotsDecision =
  /** An allow rule: its text as written, its line and its user agent. */
  | { readonly by: 'rule'; readonly text: string; readonly line: number; readonly agent: string }
  /** No rule matches. */
  | { readonly by: 'no-rule' }
  /** The server has no robots.txt. */
  | { readonly by: 'no-file' }
  /** The source ignores robots.txt, which was not fetched. */
  | { readonly by: 'ignored' };

/** The input of the fetch stage: a target, and how to request it. */
export interface FetchRequest {
  readonly target: Target;
  /** See `OpenOptions`: the source whose credentials apply. */
  readonly credentialsOf?: string | undefined;
  /**
   * Present when an earlier request for the target offered no metadata: now only metadata is
   * accepted (content negotiation, RFC 9110 §12.1).
   */
  readonly negotiates?: true;
  /** The earlier response: if it comes again, or a 304, it need not be processed again. */
  readonly known?: ResponseSignature | undefined;
  /** Called with the signature of the response before the response, also for a 304. */
  readonly onAnswer?: (answer: ResponseSignature) => void;
  /** Called when a 304, or the response to HEAD, says that the resource is not modified. */
  readonly onNotModified?: () => void;
  /** Called for each request, including failed ones. */
  readonly onStep?: (step: HttpStep, cost: RequestCost) => void;
  /** Called with the robots.txt rule that allows the target. */
  readonly onAllowed?: (decision: RobotsDecision) => void;
}
