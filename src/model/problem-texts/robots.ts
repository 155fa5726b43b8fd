import type { ProblemTexts } from '../problem-text.ts';
import type { ProblemOf } from '../problem.ts';
import { formatCount } from '../../text/amounts.ts';
import { cut, quote } from './wording.ts';

/** What robots.txt says, and whether it can be had. */
export const robotsProblems = {
  'crawl-delay-capped': {
    severity: 'info',
    title: 'Crawl-delay shortened',
    meaning:
      'Robots.txt asks for a longer delay between requests than the configuration allows. The longest allowed delay was used.',
    remedy:
      'Raise `http.perHost.maxCrawlDelayMs` to obey the whole delay, or ask the publisher for a shorter one for `cdif-graph` or `CDIF1.0`.',
    facts: (p) => `robots.txt asks for ${p.seconds} s, used ${p.maxMs / 1000} s`,
  },
  'robots-disallowed': {
    severity: 'warning',
    title: 'Disallowed by robots.txt',
    meaning: 'The robots.txt of the publisher disallows this URL, so it was not requested.',
    remedy:
      'If it should be harvested, allow it: a group for `cdif-graph` or `CDIF1.0` with `Allow: /` replaces the group for all programs.',
    facts: (p) => `${quote(p.rule)} on line ${p.line}, for ${quote(p.agent)}`,
  },
  'robots-group-shared': {
    severity: 'warning',
    title: 'Shared group in robots.txt',
    meaning:
      'Only a rule ends a list of user-agent lines; a `Sitemap` line does not. So this user-agent line shares the rules of the next one, and URLs that these disallow were not requested.',
    remedy:
      'Put `Allow: /` directly below the user-agent line. If the shared rules should apply to it, move the group to the end of the file.',
    facts: (p) =>
      `${quote(p.agent)} on line ${p.line} shares ${quote(p.rule)} on line ${p.ruleLine}`,
  },
  'robots-not-text': {
    severity: 'info',
    title: 'HTML page instead of robots.txt',
    meaning:
      'The server answered with an HTML page, which has no rules and names no sitemap. It was treated as if there were no robots.txt.',
    remedy: 'Serve robots.txt as plain text, or answer 404 if there is none.',
    facts: () => '',
  },
  'robots-too-large': {
    severity: 'warning',
    title: 'Robots.txt too large',
    meaning: 'Only the lines within the limit were read. Rules and sitemaps after it are unknown.',
    remedy: 'Merge rules with wildcards, and put sitemaps into a sitemap index.',
    facts: (p) => `more than ${formatCount(p.maxBytes, 'byte')}`,
  },
  'robots-unavailable': {
    severity: 'error',
    title: 'Robots.txt not available',
    meaning:
      'Robots.txt could not be fetched, so the whole host counts as disallowed (RFC 9309, 2.3.1.4), and the URL was not requested.',
    remedy:
      'Have the server answer requests for robots.txt with 200 and the rules, or with 404 if there are none. The next harvest tries again.',
    facts: (p) => unavailability(p),
  },
} satisfies Partial<ProblemTexts>;

function unavailability({ robots, status, code }: ProblemOf<'robots-unavailable'>): string {
  if (status !== undefined) return `HTTP status ${status} for ${cut(robots)}`;
  return `${code === undefined ? 'no answer' : cut(code)} for ${cut(robots)}`;
}
