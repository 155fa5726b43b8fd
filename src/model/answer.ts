import type { Validators } from './http.ts';

/** Identifies an earlier response, so that an unchanged one is recognised. */
export interface AnswerKey extends Validators, LinkMarks {
  /** The URL that answered, after redirects. */
  readonly finalUrl: string;
  /** SHA-256, in hexadecimal, of the relevant parts: media type, header links, content. */
  readonly fingerprint: string;
  /**
   * Whether a HEAD request was enough, so that the validators do not belong to a response to GET.
   */
  readonly byHead?: true | undefined;
}

/** Hashes of `Link` fields, so that a response without content can show that they have changed. */
export interface LinkMarks {
  /** Of the response itself; absent where it had none. */
  readonly links?: string | undefined;
  /** Of all redirects on the way; absent where none had any. */
  readonly redirectLinks?: string | undefined;
}
