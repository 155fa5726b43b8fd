import type { Validators } from './http.ts';

/** By what an answer is known when it comes again. */
export interface AnswerKey extends Validators, LinkMarks {
  /** The URL that answered, after redirects. */
  readonly finalUrl: string;
  /** SHA-256, in hexadecimal, of all that matters of it: type, links in its headers, content. */
  readonly fingerprint: string;
  /** Whether HEAD gave all that was wanted, so that its validators are not those of an answer to GET. */
  readonly byHead?: true | undefined;
}

/** Tell `Link` fields from others, so that an answer without content can show that they have changed. */
export interface LinkMarks {
  /** Of the answer itself; absent where it had none. */
  readonly links?: string | undefined;
  /** Of all redirects on the way; absent where none had any. */
  readonly redirectLinks?: string | undefined;
}
