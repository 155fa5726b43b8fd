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
  /** The most specific first: the first match decides. Rules that match nothing are left out. */
  readonly rules: readonly AgentRule[];
  /** The requested pause between two requests, where there is one. */
  readonly crawlDelaySeconds?: number;
}

/** A rule and the user-agent line that makes it apply. */
interface AgentRule extends Pick<RuleLine, 'kind' | 'line'> {
  /** As written: `Disallow: /private`; at most `maxRuleCharacters` of it. */
  readonly text: string;
  /** The value, as written, of the first user-agent line that makes it apply: `CDIF1.0`. */
  readonly agent: string;
  readonly patterns: readonly PathPattern[];
}

/** Whether a URL may be fetched. */
interface RobotsVerdict {
  readonly allowed: boolean;
  /** The deciding rule; absent where none matches. */
  readonly rule?: AgentRule;
}

/** A group and those of its user-agent lines that name the program. */
export interface NamingGroup extends RobotsGroup {
  readonly naming: readonly AgentLine[];
}

/**
 * The groups whose rules apply: those of the first step with any group that has a rule, an empty
 * `Disallow` included (RFC 9309 §2.2.1 merges the groups of one agent).
 */
export function decidingGroups(file: RobotsFile, steps: AgentPreference): readonly NamingGroup[] {
  const step = decidingStep(file, steps);
  return step === undefined ? [] : groupsNaming(file, step);
}

/**
 * The rules that apply to the program with the names `steps`. The crawl delay is the longest of the
 * first step that has one, down to the step whose rules apply.
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
  const path = pathAndQuery(url);
  if (path === '/robots.txt') return { allowed: true };
  const paths = pathSpellings(normalizeRobotsPath(path));
  const rule = rules.find(({ patterns }) =>
    patterns.some((pattern) => paths.some((spelling) => matchesPattern(pattern, spelling))),
  );
  return rule === undefined ? { allowed: true } : { allowed: rule.kind === 'allow', rule };
}

/** Path and query of a URL, with the question mark of an empty query; `/` for an invalid URL. */
function pathAndQuery(url: string): string {
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

interface RankedRule {
  readonly rule: AgentRule;
  /** In octets; all characters of a normalised pattern are ASCII. */
  readonly length: number;
}

function rulesOfGroup({ naming, rules }: NamingGroup): RankedRule[] {
  const agent = (naming[0]?.value ?? '').slice(0, maxRuleCharacters);
  return rules.flatMap(({ kind, line, text: written, pattern }) => {
    if (pattern === '') return [];
    const text = written.slice(0, maxRuleCharacters);
    const patterns = pathSpellings(pattern).map(compilePattern);
    return [{ rule: { kind, line, text, agent, patterns }, length: pattern.length }];
  });
}

/** Longer patterns first; `Allow` before `Disallow`. */
function bySpecificity(one: RankedRule, other: RankedRule): number {
  const [allows, otherAllows] = [one, other].map(({ rule }) => Number(rule.kind === 'allow'));
  return other.length - one.length || (otherAllows ?? 0) - (allows ?? 0);
}

function crawlDelayOf(file: RobotsFile, steps: AgentPreference): number | undefined {
  const last = decidingStep(file, steps);
  for (const tokens of steps) {
    const delays = file.crawlDelays.filter(({ agents }) =>
      agents.some((agent) => tokens.includes(productToken(agent))),
    );
    if (delays.length > 0) return delays.reduce((most, each) => Math.max(most, each.seconds), 0);
    if (tokens === last) return undefined;
  }
  return undefined;
}
