import type { Position } from '../model/problem.ts';

/** A parsed robots.txt. Plain data; all lines count from 1. */
export interface RobotsFile {
  /** In file order; `rulesFor` merges the groups of one agent. */
  readonly groups: readonly RobotsGroup[];
  readonly sitemaps: readonly SitemapLine[];
  readonly crawlDelays: readonly CrawlDelayLine[];
  /** The file is an HTML page; nothing of it was used. */
  readonly isPage: boolean;
  /** The file is longer than `maxRobotsBytes`; the rest was not read. */
  readonly truncated: boolean;
}

/** User-agent lines and their rules (RFC 9309 §2.1). */
export interface RobotsGroup {
  readonly agents: readonly AgentLine[];
  /** Empty where the file ends before any. */
  readonly rules: readonly RuleLine[];
}

interface RobotsLine {
  readonly line: number;
  /** Name and value as written, without comment and without blanks around them. */
  readonly text: string;
}

export interface AgentLine extends RobotsLine {
  /** As written: `CDIF1.0`. */
  readonly value: string;
  /** The product token in it, in lower case, or `*`. */
  readonly token: string;
  /**
   * Which run of user-agent lines of the file it stands in, from 0. Records such as `Sitemap` end a run, though not the
   * group, so that a group may have several.
   */
  readonly run: number;
}

export interface RuleLine extends RobotsLine {
  readonly kind: 'allow' | 'disallow';
  /** The path as it is compared (`normalisedPattern`). The empty one is a rule that matches nothing. */
  readonly pattern: string;
}

export interface SitemapLine extends RobotsLine, Position {
  /** As written, never empty. The column is where it begins. */
  readonly value: string;
  /** The values of the run of user-agent lines that it stands under, as written; none before the first. */
  readonly agents: readonly string[];
  /** One of these is CDIF's: its locations may be metadata documents or resources in place of landing pages. */
  readonly isForCdif: boolean;
}

/** Of several under the same user-agent lines, the longest. */
export interface CrawlDelayLine extends RobotsLine {
  readonly seconds: number;
  /** As with a sitemap. */
  readonly agents: readonly string[];
}
