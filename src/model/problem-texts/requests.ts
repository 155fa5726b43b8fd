import { formatCount } from '../../text/amounts.ts';
import type { ProblemOf, RequestPhase } from '../problem.ts';
import { cut, type ProblemTexts, quote } from './problem-text.ts';

/** Problems of requests. */
export const requestProblems = {
  'address-refused': {
    severity: 'error',
    title: 'Address refused',
    meaning:
      'The address of the host is not public (private, loopback, link-local or reserved), so no ' +
      'request was sent.',
    remedy:
      'If it is in your own network, set `http.allowPrivateAddresses: true`; otherwise have the ' +
      'publisher list public URLs.',
    facts: (p) => `address ${cut(p.address)}`,
  },
  'body-bomb': {
    severity: 'error',
    title: 'Compression bomb',
    meaning:
      'Decompression enlarged the response more than it does any real page, as an attack on the ' +
      'memory does. Reading stopped; nothing of the response was used, except the entries of a ' +
      'sitemap read before.',
    remedy:
      'Ask the publisher what it is. If it is legitimate, raise `http.maxRatio`, or have it sent ' +
      'without compression.',
    facts: (p) => `grew more than ${p.maxRatio} times`,
  },
  'body-too-large': {
    severity: 'error',
    title: 'Response too large',
    meaning:
      'After decompression the response was larger than the limit. Nothing of it was used, ' +
      'except the entries of a sitemap read before.',
    remedy:
      'Raise `http.maxBytes`, `limits.listBytes` for a list or file, `limits.sitemapBytes` for a ' +
      'sitemap, or have the publisher split the document.',
    facts: (p) => `more than ${formatCount(p.maxBytes, 'byte')}`,
  },
  'body-undecodable': {
    severity: 'error',
    title: 'Response cannot be decompressed',
    meaning:
      'The response has an unknown compression, or its compressed data are broken. Nothing of it ' +
      'was used, except the entries of a sitemap read before the error.',
    remedy:
      'Have the server send gzip, deflate or br (zstd is not supported), and check that a proxy ' +
      'does not label plain data as compressed.',
    facts: (p) => `compressed as ${quote(p.encoding)}`,
  },
  'connection-failed': {
    severity: 'error',
    title: 'No connection',
    meaning:
      'The server could not be reached, or the connection broke before the response was ' +
      'complete. Temporary errors were retried.',
    remedy:
      'Look up the error code on the page of this problem: it distinguishes a wrong host name, a ' +
      'bad certificate and a server that is down. The next harvest tries again.',
    facts: (p) => cut(p.code),
  },
  'content-unavailable': {
    severity: 'info',
    title: 'Metadata of unavailable content',
    meaning:
      'The content of the resource is restricted, too large or incomplete. The `Link` fields of ' +
      'the response lead to metadata and were followed.',
    remedy: 'Nothing has to be done.',
    facts: (p) => (p.status === undefined ? cut(p.reason) : `HTTP status ${p.status}`),
  },
  'gzip-bytes-ignored': {
    severity: 'warning',
    title: 'Bytes after the end of gzip data',
    meaning: 'The data are whole and were read. What follows them is no gzip and was ignored.',
    remedy: 'Have the server or the job that writes the file end it with the compressed data.',
    facts: (p) => `${formatCount(p.bytes, 'byte')} ignored`,
  },
  'headers-too-large': {
    severity: 'error',
    title: 'Header too large',
    meaning:
      'The header fields of the response were larger than the limit, or the server sent interim ' +
      'responses (1xx) without end.',
    remedy:
      'Have the server send fewer header fields: put long lists of links into a linkset; cookies ' +
      'are not needed.',
    facts: (p) =>
      `more than ${formatCount(p.max, p.limit === 'bytes' ? 'byte' : 'interim response')}`,
  },
  'host-given-up': {
    severity: 'warning',
    title: 'Host given up',
    meaning:
      'Too many URLs of the host failed in a row, and so did a last request after a pause; or ' +
      'too many of its documents took too much time or memory. Its other URLs were not visited.',
    remedy:
      'If the server was only down, nothing has to be done: the next harvest tries again. If it ' +
      'fails again, remove its URLs or tell the publisher.',
    facts: (p) =>
      `${cut(p.host)}, ${formatCount(p.failures, 'URL')} in a row, the last: ${lastFailure(p)}`,
  },
  'http-status': {
    severity: 'error',
    title: 'URL not served',
    meaning: 'The server answered with an error status, so there is no document.',
    remedy:
      'For 404 and 410, correct the URL in the sitemap, robots.txt or page that names it, or ' +
      'remove it there. For 403, let harvesters read it, or ask the publisher for access. For ' +
      '5xx, repair the server.',
    remedyFor: ({ status }) =>
      status === 401
        ? 'Let everybody read landing pages and metadata without a login, also where the data ' +
          'are restricted; or give the source credentials that the publisher accepts.'
        : undefined,
    facts: (p) => `HTTP status ${p.status}`,
  },
  'out-of-requests': {
    severity: 'info',
    title: 'Not visited: limit of requests',
    meaning: 'All requests that this run may send were sent before the URL was visited.',
    remedy: 'Raise `--max-requests`, or visit fewer pages with `--sample`.',
    facts: (p) => `limit ${formatCount(p.maxRequests, 'request')}`,
  },
  'out-of-time': {
    severity: 'warning',
    title: 'Out of time',
    meaning:
      'The time limit of the run, or of this host, was reached before the URL was visited. The ' +
      'next harvest visits it.',
    remedy:
      'Raise `limits.runMs` or `http.perHost.runMs`, or harvest more often; if the host permits ' +
      'it, send requests faster (`http.perHost`).',
    facts: (p) =>
      `${p.of === 'run' ? 'limit of the run' : `limit of ${cut(p.host)}`}: ${p.maxMs} ms`,
  },
  'partial-content': {
    severity: 'error',
    title: 'Partial response',
    meaning:
      'The server or a cache sent only a part (status 206) although the whole was requested. ' +
      'Nothing of it was used; records stored before are kept.',
    remedy:
      'Have the server answer requests without `Range` with 200 and the whole document; check ' +
      'caches in front of it.',
    facts: (p) => {
      const range = p.range === undefined ? 'an unnamed range' : cut(p.range);
      const came =
        p.bytes === undefined ? '' : `, of which ${formatCount(p.bytes, 'byte')} arrived`;
      return `requested the whole, received ${range}${came}`;
    },
  },
  'redirect-invalid': {
    severity: 'error',
    title: 'Redirect that leads nowhere',
    meaning:
      'The server redirected without a target, or to a target that is not a plain http or https ' +
      'URL.',
    remedy: 'Correct the `Location` field.',
    facts: (p) => (p.location === '' ? 'no Location' : `Location ${quote(p.location)}`),
  },
  'timed-out': {
    severity: 'error',
    title: 'Timed out',
    meaning:
      'The server took too long. Requests for pages and documents were retried; a sitemap that ' +
      'stops half-way is not retried.',
    remedy:
      'Raise `http.timeouts` or `--timeout`, or lower `http.perHost.connections` if the server is overloaded.',
    facts: (p) => `no ${phaseNames[p.phase]} within ${p.timeoutMs} ms`,
  },
  'too-many-redirects': {
    severity: 'error',
    title: 'Too many redirects',
    meaning: 'The redirects form a loop or a chain longer than the limit.',
    remedy: 'List the final URL in the sitemap, remove the loop, or raise `http.maxRedirects`.',
    facts: (p) => `a loop, or more than ${p.maxRedirects}`,
  },
} satisfies Partial<ProblemTexts>;

function lastFailure({ reason, status, code }: ProblemOf<'host-given-up'>): string {
  if (status !== undefined) return `HTTP status ${status}`;
  return cut(code ?? reason);
}

const phaseNames: Record<RequestPhase, string> = {
  connect: 'connection',
  headers: 'headers',
  body: 'more of the body',
  total: 'complete response',
  visit: 'end of the visit with its links',
};

/** Problems of robots.txt. */
export const robotsProblems = {
  'crawl-delay-capped': {
    severity: 'info',
    title: 'Crawl-delay shortened',
    meaning:
      'Robots.txt asks for a longer delay between requests than the configuration allows. The ' +
      'longest allowed delay was used.',
    remedy:
      'Raise `http.perHost.maxCrawlDelayMs` to obey the whole delay, or ask the publisher for a ' +
      'shorter one for `cdif-graph` or `CDIF1.0`.',
    facts: (p) => `robots.txt asks for ${p.seconds} s, used ${p.maxMs / 1000} s`,
  },
  'robots-disallowed': {
    severity: 'warning',
    title: 'Disallowed by robots.txt',
    meaning: 'The robots.txt of the publisher disallows this URL, so it was not requested.',
    remedy:
      'If it should be harvested, allow it: a group for `cdif-graph` or `CDIF1.0` with `Allow: ' +
      '/` replaces the group for all programs.',
    facts: (p) => `${quote(p.rule)} on line ${p.line}, for ${quote(p.agent)}`,
  },
  'robots-group-shared': {
    severity: 'warning',
    title: 'Shared group in robots.txt',
    meaning:
      'Only a rule ends a list of user-agent lines; a `Sitemap` line does not. So this ' +
      'user-agent line shares the rules of the next one, and URLs that these disallow were not ' +
      'requested.',
    remedy:
      'Put `Allow: /` directly below the user-agent line. If the shared rules should apply to ' +
      'it, move the group to the end of the file.',
    facts: (p) =>
      `${quote(p.agent)} on line ${p.line} shares ${quote(p.rule)} on line ${p.ruleLine}`,
  },
  'robots-not-text': {
    severity: 'info',
    title: 'HTML page instead of robots.txt',
    meaning:
      'The server answered with something that begins as HTML does. Lines in it that are rules or ' +
      'name a sitemap were used (RFC 9309, 2.3.1.5). Without any it was treated as if there were ' +
      'no robots.txt.',
    remedy: 'Serve robots.txt as plain text, or answer 404 if there is none.',
    facts: ({ lines }) => (lines === undefined ? '' : `${formatCount(lines, 'line')} of it used`),
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
      'Robots.txt could not be fetched, so the whole host counts as disallowed (RFC 9309, ' +
      '2.3.1.4), and the URL was not requested.',
    remedy:
      'Have the server answer requests for robots.txt with 200 and the rules, or with 404 if ' +
      'there are none. The next harvest tries again.',
    facts: (p) => unavailability(p),
  },
} satisfies Partial<ProblemTexts>;

function unavailability({ robots, status, code }: ProblemOf<'robots-unavailable'>): string {
  if (status !== undefined) return `HTTP status ${status} for ${cut(robots)}`;
  return `${code === undefined ? 'no answer' : cut(code)} for ${cut(robots)}`;
}
