import type { Position } from '../../model/problem.ts';

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

/** A user-agent line. */
export interface AgentLine extends RobotsLine {
  /** As written: `CDIF1.0`. */
  readonly value: string;
  /** The product token in it, in lower case, or `*`. */
  readonly token: string;
  /**
   * The number, from 0, of its run of user-agent lines in the file. Records such as `Sitemap` end a
   * run, but not the group.
   */
  readonly run: number;
}

/** A rule. */
export interface RuleLine extends RobotsLine {
  readonly kind: 'allow' | 'disallow';
  /** The path in the spelling of `normalizeRobotsPattern`; an empty one matches nothing. */
  readonly pattern: string;
}

/** A `Sitemap` record. */
export interface SitemapLine extends RobotsLine, Position {
  /** As written, never empty. The column is that of its first character. */
  readonly value: string;
  /** The values, as written, of the run of user-agent lines above it; empty where there is none. */
  readonly agents: readonly string[];
  /** One of these is CDIF's: the sitemap may list metadata documents or resources, not pages. */
  readonly isForCdif: boolean;
}

/** A `Crawl-delay`: the longest of those under the same user-agent lines. */
export interface CrawlDelayLine extends RobotsLine {
  readonly seconds: number;
  /** As with a sitemap. */
  readonly agents: readonly string[];
}

/**
 * The names by which a program selects its rules: the first step with a group that has rules
 * counts; names within a step are alternatives. Names are product tokens (RFC 9309 §2.2.1) in lower
 * case, or `*`.
 */
export type AgentPreference = readonly (readonly string[])[];

/**
 * Ours: `cdif-graph`; then `CDIF`, the product token of `CDIF1.0`, which CDIF gives to all
 * harvesters of its metadata; then `*`.
 */
export const harvesterAgents: AgentPreference = [['cdif-graph'], ['cdif'], ['*']];

const tokenPattern = /^[A-Za-z_-]*/u;
/** Google reads `*` followed by words as `*`. */
const everybodyPattern = /^\*(?:$|[\t ])/u;

/**
 * The product token at the start of a user-agent value, in lower case, or `*`: letters, `-` and `_`
 * (RFC 9309 §2.2.1). The rest, mostly a version, is dropped as Google does. Empty where there is
 * none.
 */
export function productToken(value: string): string {
  if (everybodyPattern.test(value)) return '*';
  return tokenPattern.exec(value)?.[0].toLowerCase() ?? '';
}

/**
 * Whether a user-agent line addresses harvesters of CDIF metadata: `CDIF1.0`, `CDIF`, `cdif/1.1`.
 */
export function isCdifAgent(value: string): boolean {
  return productToken(value) === 'cdif';
}
