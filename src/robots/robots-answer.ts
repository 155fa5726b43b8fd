import type { Problem } from '../model/problem.ts';
import type { RobotsFile } from './robots-file.ts';
import type { AgentRules } from './rules.ts';

/** What came of asking a server for its robots.txt. */
export type RobotsAnswer = { readonly url: string } & (
  | {
      readonly kind: 'file';
      readonly file: RobotsFile;
      /** Those for us. */
      readonly rules: AgentRules;
      /** The URL that answered, after redirects. */
      readonly finalUrl: string;
      /** The delay between requests that is kept to, where it asks for one. */
      readonly keptDelayMs?: number;
    }
  /** The server says that there is none, so that all is allowed (RFC 9309 §2.3.1.3). */
  | { readonly kind: 'none' }
  /** Nobody knows what it says, so that nothing is allowed (RFC 9309 §2.3.1.4). */
  | { readonly kind: 'unavailable'; readonly problem: Problem }
);
