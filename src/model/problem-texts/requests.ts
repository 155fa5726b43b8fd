import type { ProblemTexts } from '../problem-text.ts';
import type { ProblemOf, RequestPhase } from '../problem.ts';
import { counted, cut, quote } from './wording.ts';

/** Asking for a resource. */
export const requestProblems = {
  'address-refused': {
    severity: 'error',
    title: 'Address refused',
    meaning:
      'The host is at an address that is not public (private, loopback, link-local, reserved), so it was not asked.',
    remedy:
      'If it is your own network, set `http.allowPrivateAddresses: true`; otherwise have the publisher list public URLs.',
    facts: (p) => `address ${cut(p.address)}`,
  },
  'body-bomb': {
    severity: 'error',
    title: 'Compression bomb',
    meaning:
      'The answer grew by decompression as no page does, which is how a few bytes fill a memory. Reading ended there; nothing of it was used, but the entries of a sitemap up to there.',
    remedy:
      'Ask the publisher what it is. If it is wanted, raise `http.maxRatio`, or have it sent without compression.',
    facts: (p) => `grew more than ${p.maxRatio} times`,
  },
  'body-too-large': {
    severity: 'error',
    title: 'Answer too large',
    meaning:
      'The answer was longer than the limit after decompression. Nothing of it was used, but the entries of a sitemap up to there.',
    remedy:
      'Raise `http.maxBytes`, `limits.listBytes` for a list or file, `limits.sitemapBytes` for a sitemap, or have the publisher split the document.',
    facts: (p) => `more than ${counted(p.maxBytes, 'byte')}`,
  },
  'body-undecodable': {
    severity: 'error',
    title: 'Answer cannot be decompressed',
    meaning:
      'The answer is compressed in a way that is unknown, or the compressed data are broken. Nothing of it was used, but the entries of a sitemap up to the fault.',
    remedy:
      'Have the server send gzip, deflate or br (zstd is not supported), and check that a proxy does not label plain data as compressed.',
    facts: (p) => `compressed as ${quote(p.encoding)}`,
  },
  'connection-failed': {
    severity: 'error',
    title: 'No connection',
    meaning:
      'The server could not be reached, or the connection broke before the answer was complete. What may pass was tried again.',
    remedy:
      'Look up the code on its page: it tells a wrong name from a certificate and from a server that is down. The next harvest tries again.',
    facts: (p) => cut(p.code),
  },
  'content-unavailable': {
    severity: 'info',
    title: 'Metadata of unavailable content',
    meaning:
      'The content of a resource is not for everybody, too large, or broke off. The `Link` fields of its answer lead to metadata, and were followed.',
    remedy: 'Nothing has to be done.',
    facts: (p) => (p.status === undefined ? cut(p.reason) : `HTTP status ${p.status}`),
  },
  'headers-too-large': {
    severity: 'error',
    title: 'Header too large',
    meaning:
      'The header fields of the answer were longer than is taken, or interim answers (1xx) came in place of it without end.',
    remedy:
      'Have the server send fewer fields: long lists of links belong into a linkset, and cookies are not needed.',
    facts: (p) =>
      `more than ${p.limit === 'bytes' ? counted(p.max, 'byte') : counted(p.max, 'interim answer')}`,
  },
  'host-given-up': {
    severity: 'warning',
    title: 'Host given up',
    meaning:
      'Too many URLs of the host failed in a row, and a last try after a rest did, too; or too many of its documents took too much time or memory. It was not asked for the rest of its URLs.',
    remedy:
      'Nothing, if the server was only down: the next harvest tries again. If it stays like this, remove its URLs or tell the publisher.',
    facts: (p) =>
      `${cut(p.host)}, ${counted(p.failures, 'URL')} in a row, the last: ${lastFailure(p)}`,
  },
  'http-status': {
    severity: 'error',
    title: 'Not served',
    meaning: 'The server answered with a status other than success, so there is no document.',
    remedy:
      'Take dead URLs out of the sitemap, robots.txt or page that names them, if one still does, or mend the server. 401 and 403: ask the publisher for access.',
    facts: (p) => `HTTP status ${p.status}`,
  },
  'out-of-time': {
    severity: 'warning',
    title: 'Out of time',
    meaning:
      'The time was over that a run may ask the Web, or this host. The URL waits for the next harvest.',
    remedy:
      'Raise `limits.runMs` or `http.perHost.runMs`, or harvest more often; a host that allows for it can be asked faster (`http.perHost`).',
    facts: (p) => `${p.of === 'run' ? 'run' : cut(p.host)}, ${p.maxMs} ms`,
  },
  'partial-content': {
    severity: 'error',
    title: 'Part of an answer',
    meaning:
      'The whole was asked for, and the server or a cache sent a part of it (status 206). Nothing of it was used; what was stored before stays.',
    remedy:
      'Have the server answer a request without `Range` with 200 and the whole; look at caches in front of it.',
    facts: (p) => {
      const range = p.range === undefined ? 'a range that is not named' : cut(p.range);
      const came = p.bytes === undefined ? '' : `, of which ${counted(p.bytes, 'byte')} came`;
      return `asked for the whole, got ${range}${came}`;
    },
  },
  'redirect-invalid': {
    severity: 'error',
    title: 'Redirect that leads nowhere',
    meaning:
      'The server redirected without saying where to, or to something that is no plain http or https URL.',
    remedy: 'Mend the `Location` field.',
    facts: (p) => (p.location === '' ? 'no Location' : `Location ${quote(p.location)}`),
  },
  'timed-out': {
    severity: 'error',
    title: 'Timed out',
    meaning:
      'The server took too long. Pages and documents were tried again; a sitemap that stops half-way is not.',
    remedy:
      'Raise `http.timeouts`, or lower `http.perHost.connections` if the server is overloaded.',
    facts: (p) => `no ${phaseNames[p.phase]} within ${p.timeoutMs} ms`,
  },
  'too-many-redirects': {
    severity: 'error',
    title: 'Too many redirects',
    meaning: 'The redirects form a loop or a chain longer than the limit.',
    remedy: 'List the final URL in the sitemap, mend the loop, or raise `http.maxRedirects`.',
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
  total: 'complete answer',
};
