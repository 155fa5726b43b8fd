import type { Problem } from '../model/problem.ts';
import type { RobotsFile } from './robots-file.ts';
import type { AgentRules } from './rules.ts';

/** The result of a robots.txt request. */
export type RobotsAnswer = { readonly url: string } & (
  | {
      readonly kind: 'file';
      readonly file: RobotsFile;
      /** The rules for this harvester. */
      readonly rules: AgentRules;
      /** The final URL after redirects. */
      readonly finalUrl: string;
      /** The `Crawl-delay` in effect, where the file has one. */
      readonly keptDelayMs?: number;
    }
  /** No robots.txt: all is allowed (RFC 9309 §2.3.1.3). */
  | { readonly kind: 'none' }
  /** robots.txt unreachable: treated as "disallow all" (RFC 9309 §2.3.1.4). */
  | { readonly kind: 'unavailable'; readonly problem: Problem }
);
