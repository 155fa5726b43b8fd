import { parseUrl } from '../../text/parsed-url.ts';
import {
  compilePattern,
  matchesPattern,
  normalizeRobotsPath,
  type PathPattern,
  pathSpellings,
} from './path-pattern.ts';
import {
  type AgentLine,
  type AgentPreference,
  harvesterAgents,
  productToken,
  type RobotsFile,
  type RobotsGroup,
  type RuleLine,
} from './robots-file.ts';

/** The longest rule text that is shown, in UTF-16 code units. */
export const maxRuleCharacters = 200;

/** The rules of a robots.txt for one program. Plain data, built once a file. */
export interface AgentRules {
  /** The most specific first, so that the first that matches decides. Those that match nothing are left out. */
  readonly rules: readonly AgentRule[];
  /** The requested pause between two requests, where there is one. */
  readonly crawlDelaySeconds?: number;
}

/** A rule and the user-agent line that makes it apply. */
export interface AgentRule extends Pick<RuleLine, 'kind' | 'line'> {
  /** As written: `Disallow: /private`; at most `maxRuleCharacters` of it. */
  readonly text: string;
  /** The value, as written, of the first user-agent line that makes it hold: `CDIF1.0`. */
  readonly agent: string;
  readonly patterns: readonly PathPattern[];
}

/** Whether a URL may be fetched. */
export interface RobotsVerdict {
  readonly allowed: boolean;
  /** The deciding rule; absent where none matches. */
  readonly rule?: AgentRule;
}

/** A group and those of its user-agent lines that name the program. */
export interface NamingGroup extends RobotsGroup {
  readonly naming: readonly AgentLine[];
}

/**
 * The groups of which the rules hold: all that the first step names of which any group has a rule (RFC 9309 §2.2.1 merges
 * them); an empty `Disallow` is one. A step that only groups without rules name is passed over. None where no step is
 * left.
 */
export function decidingGroups(file: RobotsFile, steps: AgentPreference): readonly NamingGroup[] {
  const step = decidingStep(file, steps);
  return step === undefined ? [] : groupsNaming(file, step);
}

/**
 * The rules that hold for the program that looks for them by `steps`. A crawl delay is that of the first step that has
 * one, down to the step whose rules hold; the longest where it has several.
 */
export function rulesFor(file: RobotsFile, steps: AgentPreference = harvesterAgents): AgentRules {
  const rules = decidingGroups(file, steps).flatMap(rulesOfGroup).toSorted(bySpecificity);
  const delay = crawlDelayOf(file, steps);
  return {
    rules: rules.map(({ rule }) => rule),
    ...(delay === undefined ? {} : { crawlDelaySeconds: delay }),
  };
}

/**
 * Whether a URL is allowed (RFC 9309 §2.2.2): the most specific rule that matches path and query
 * decides, `Allow` on a tie; without a match it is allowed, and `/robots.txt` always is.
 */
export function robotsVerdict({ rules }: AgentRules, url: string): RobotsVerdict {
  if (rules.length === 0) return { allowed: true };
  const path = pathOf(url);
  if (path === '/robots.txt') return { allowed: true };
  const paths = pathSpellings(normalizeRobotsPath(path));
  const rule = rules.find(({ patterns }) =>
    patterns.some((pattern) => paths.some((spelling) => matchesPattern(pattern, spelling))),
  );
  return rule === undefined ? { allowed: true } : { allowed: rule.kind === 'allow', rule };
}

/** Path and query, also an empty one, which has its question mark. What is no URL has the root as its path. */
function pathOf(url: string): string {
  const href = parseUrl(url)?.href ?? '';
  const start = href.indexOf('/', href.indexOf('//') + '//'.length);
  const hash = href.indexOf('#');
  return start === -1 ? '/' : href.slice(start, hash === -1 ? href.length : hash);
}

function decidingStep(file: RobotsFile, steps: AgentPreference): readonly string[] | undefined {
  return steps.find((tokens) => groupsNaming(file, tokens).some(({ rules }) => rules.length > 0));
}

function groupsNaming(file: RobotsFile, tokens: readonly string[]): NamingGroup[] {
  return file.groups.flatMap((group) => {
    const naming = group.agents.filter(({ token }) => tokens.includes(token));
    return naming.length === 0 ? [] : [{ ...group, naming }];
  });
}

interface Ranked {
  readonly rule: AgentRule;
  /** In octets; all characters of a normalised pattern are ASCII. */
  readonly length: number;
}

function rulesOfGroup({ naming, rules }: NamingGroup): Ranked[] {
  const agent = (naming[0]?.value ?? '').slice(0, maxRuleCharacters);
  return rules.flatMap(({ kind, line, text: written, pattern }) => {
    if (pattern === '') return [];
    const text = written.slice(0, maxRuleCharacters);
    const patterns = pathSpellings(pattern).map(compilePattern);
    return [{ rule: { kind, line, text, agent, patterns }, length: pattern.length }];
  });
}

function bySpecificity(one: Ranked, other: Ranked): number {
  if (one.length !== other.length) return other.length - one.length;
  if (one.rule.kind === other.rule.kind) return 0;
  return one.rule.kind === 'allow' ? -1 : 1;
}

function crawlDelayOf(file: RobotsFile, steps: AgentPreference): number | undefined {
  const last = decidingStep(file, steps);
  for (const tokens of steps) {
    const delays = file.crawlDelays.filter(({ agents }) =>
      agents.some((agent) => tokens.includes(productToken(agent))),
    );
    const [first, ...others] = delays.map(({ seconds }) => seconds);
    if (first !== undefined) return others.reduce((one, other) => Math.max(one, other), first);
    if (tokens === last) return undefined;
  }
  return undefined;
}
