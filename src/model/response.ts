import type { Target } from './target.ts';

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
  /**
   * Identifies the file, so that a replacement is noticed: see `identityOf` in
   * `files/same-file.ts`.
   */
  readonly identity: string;
  /** Whether the file was made for this response, and is removed after processing. */
  readonly temporary: boolean;
}

/** The facts of one request or file read that are stored. */
export interface Retrieval {
  /** The URL that answered, after redirects. */
  readonly finalUrl: string;
  readonly redirects: readonly Redirect[];
  /** Absent for a file on this machine. */
  readonly status?: number;
  /** When the response began, as ISO 8601 in UTC. */
  readonly at: string;
  readonly etag?: string;
  readonly lastModified?: string;
  /**
   * Whether content negotiation was used, because the plain request offered no metadata; see
   * `Ask.negotiates`.
   */
  readonly negotiated?: true;
}

export interface Redirect {
  readonly from: string;
  readonly to: string;
  readonly status: number;
}
