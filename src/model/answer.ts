import type { Validators } from './http.ts';

/** By what an answer is known when it comes again. */
export interface AnswerKey extends Validators {
  /** The URL that answered, after redirects. */
  readonly finalUrl: string;
  /** SHA-256, in hexadecimal, of all that matters of it: type, links in its headers, content. */
  readonly fingerprint: string;
}
