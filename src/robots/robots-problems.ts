import type { Problem, ProblemOf } from '../model/problem.ts';
import { ourAgents } from './agent.ts';
import { maxRobotsBytes } from './parse-robots.ts';
import type { RobotsFile } from './robots-file.ts';
import { decidingGroups, maxShown, type AgentRules, type NamingGroup } from './rules.ts';

/** A robots.txt with its URL, its rules for us, and the `Crawl-delay` in effect. */
export interface AppliedRobots {
  readonly file: RobotsFile;
  readonly url: string;
  readonly rules: AgentRules;
  readonly keptDelayMs?: number | undefined;
}

/** Lists the problems of a robots.txt. The URLs of its sitemap lines are not checked. */
export function problemsOfRobots({ file, url, rules, keptDelayMs }: AppliedRobots): Problem[] {
  const problems: Problem[] = [];
  if (file.isPage) problems.push({ kind: 'robots-not-text', url });
  if (file.truncated) problems.push({ kind: 'robots-too-large', url, maxBytes: maxRobotsBytes });
  const { crawlDelaySeconds: seconds = 0 } = rules;
  if (keptDelayMs !== undefined && keptDelayMs < seconds * 1000) {
    problems.push({ kind: 'crawl-delay-capped', url, seconds, maxMs: keptDelayMs });
  }
  for (const group of decidingGroups(file, ourAgents)) {
    const shared = sharedDisallow(group);
    if (shared === undefined) continue;
    problems.push({ kind: 'robots-group-shared', url, ...shared });
    // One example is enough; a file could have thousands.
    break;
  }
  return problems;
}

type SharedDisallow = Omit<ProblemOf<'robots-group-shared'>, 'kind' | 'url'>;

/**
 * The first `Disallow` that a user-agent line of ours has from a later one, since a record such as `Sitemap` between the two
 * does not end a group (RFC 9309 §2.2.4). Also where it would hold for us anyway, as one for `*` mostly does: who set the
 * two apart meant them apart, and which of the two readings was meant only the publisher knows.
 */
function sharedDisallow({ agents, naming, rules }: NamingGroup): SharedDisallow | undefined {
  const [first] = naming;
  const run = agents.at(-1)?.run;
  if (first === undefined || naming.some((agent) => agent.run === run)) return undefined;
  const rule = rules.find(({ kind, pattern }) => kind === 'disallow' && pattern !== '');
  if (rule === undefined) return undefined;
  return {
    agent: first.value.slice(0, maxShown),
    line: first.line,
    rule: rule.text.slice(0, maxShown),
    ruleLine: rule.line,
  };
}
