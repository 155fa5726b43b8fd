import type { Target } from './target.ts';

/** What came back for a target: always a 2xx answer, its body decoded and within the limits. */
export interface Response {
  readonly target: Target;
  readonly retrieval: Retrieval;
  /** `Content-Type` as sent, or the empty string. */
  readonly contentType: string;
  /** `Link` fields as sent, joined by commas (RFC 9110 §5.3), or the empty string. */
  readonly link: string;
  /** After content decoding, before character decoding. */
  readonly body: Uint8Array;
}

/** The facts of one request that are worth keeping. */
export interface Retrieval {
  /** The URL that answered, after redirects. */
  readonly finalUrl: string;
  readonly redirects: readonly Redirect[];
  readonly status: number;
  /** When the answer began, as ISO 8601 in UTC. */
  readonly at: string;
  readonly etag?: string;
  readonly lastModified?: string;
}

export interface Redirect {
  readonly from: string;
  readonly to: string;
  readonly status: number;
}
