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
