import type { ProblemTexts } from '../problem-text.ts';
import type { ProblemOf } from '../problem.ts';
import { counted, cut, quote } from './wording.ts';

/** What robots.txt says, and whether it can be had. */
export const robotsProblems = {
  'crawl-delay-capped': {
    severity: 'info',
    title: 'Crawl-delay not kept in full',
    meaning:
      'Robots.txt asks for a longer pause between two requests than is kept to. The longest that is kept to was used.',
    remedy:
      'Raise `http.perHost.maxCrawlDelayMs` to keep it in full, or ask the publisher for a shorter one for `cdif-graph` or `CDIF1.0`.',
    facts: (p) => `${p.seconds} s asked for, ${p.maxMs / 1000} s kept`,
  },
  'robots-disallowed': {
    severity: 'warning',
    title: 'Disallowed by robots.txt',
    meaning: 'The publisher asks that programs leave this URL alone, so it was not asked for.',
    remedy:
      'If it is meant to be harvested, allow it: a group for `cdif-graph` or `CDIF1.0` with `Allow: /` holds in place of the one for all.',
    facts: (p) => `${quote(p.rule)} on line ${p.line}, for ${quote(p.agent)}`,
  },
  'robots-group-shared': {
    severity: 'warning',
    title: 'Shared group in robots.txt',
    meaning:
      'A `Sitemap` line does not end a group, nor does anything but a rule. So the user-agent line above it shares the rules below the next one, and what these disallow was left alone.',
    remedy:
      'Put `Allow: /` directly below the user-agent line; or, if the rules for all are meant for it as well, move the group to the end of the file.',
    facts: (p) =>
      `${quote(p.agent)} on line ${p.line} shares ${quote(p.rule)} on line ${p.ruleLine}`,
  },
  'robots-not-text': {
    severity: 'info',
    title: 'Page in place of robots.txt',
    meaning:
      'The server answered with a page of HTML, which has no rules and names no sitemap, so it was taken as if there were no robots.txt.',
    remedy: 'Serve a robots.txt as plain text, or answer 404 where there is none.',
    facts: () => '',
  },
  'robots-too-large': {
    severity: 'warning',
    title: 'Robots.txt too large',
    meaning: 'Only the lines within the limit were read. Rules and sitemaps behind it are unknown.',
    remedy: 'Merge rules with wildcards, and put sitemaps into an index.',
    facts: (p) => `more than ${counted(p.maxBytes, 'byte')}`,
  },
  'robots-unavailable': {
    severity: 'error',
    title: 'Robots.txt not available',
    meaning:
      'The server did not say what programs may ask for, so nothing of it may be asked for, and this was not.',
    remedy:
      'Have the server answer for robots.txt: with 200 and the rules, or with 404 if there are none. The next harvest tries again.',
    facts: (p) => unavailability(p),
  },
} satisfies Partial<ProblemTexts>;

function unavailability({ robots, status, code }: ProblemOf<'robots-unavailable'>): string {
  if (status !== undefined) return `HTTP status ${status} for ${cut(robots)}`;
  return `${code === undefined ? 'no answer' : cut(code)} for ${cut(robots)}`;
}
