import type { Target } from './target.ts';

/**
 * What came back for a target: a 2xx answer or a file, its body decoded and within the limits; or, without a body, an
 * answer whose `Link` fields lead to metadata although its content could not be had.
 */
export interface Response {
  readonly target: Target;
  readonly retrieval: Retrieval;
  /** `Content-Type` as sent, or the empty string. */
  readonly contentType: string;
  /** Those of the answer, and those of redirects on the way. */
  readonly linkFields: readonly LinkField[];
  /** After content decoding, before character decoding. Absent where the headers said that it is no metadata, and where it could not be had. */
  readonly body?: Body;
}

/** The `Link` fields of one answer. */
export interface LinkField {
  /** Of the answer. */
  readonly url: string;
  /** As sent, joined by commas (RFC 9110 §5.3). */
  readonly text: string;
}

/** Small bodies are in memory, large ones in a file. */
export type Body = Uint8Array | BodyFile;

/** A body in a file, so that its size is no matter. */
export interface BodyFile {
  /** Absolute. */
  readonly path: string;
  readonly bytes: number;
  /** Tells it from another file in its place: see `identityOf` in `files/same-file.ts`. */
  readonly identity: string;
  /** Whether the file was made for this response, and is removed when it has been dealt with. */
  readonly temporary: boolean;
}

/** The facts of one request, or of reading one file, that are worth keeping. */
export interface Retrieval {
  /** The URL that answered, after redirects. */
  readonly finalUrl: string;
  readonly redirects: readonly Redirect[];
  /** Absent for a file on this machine. */
  readonly status?: number;
  /** When the answer began, as ISO 8601 in UTC. */
  readonly at: string;
  readonly etag?: string;
  readonly lastModified?: string;
  /** Whether metadata alone was asked for, as what came without that offered none; see `Ask.negotiates`. */
  readonly negotiated?: true;
}

export interface Redirect {
  readonly from: string;
  readonly to: string;
  readonly status: number;
}
