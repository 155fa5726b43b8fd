import type { ProblemTexts } from '../problem-text.ts';
import type { RequestPhase } from '../problem.ts';

/** Asking for a resource. */
export const requestProblems = {
  'address-refused': {
    severity: 'error',
    title: 'Address refused',
    meaning: 'The URL leads to a private, loopback or link-local address, so it was not asked.',
    remedy:
      'If it is your own network, set `http.allowPrivateAddresses: true`; otherwise have the publisher list public URLs.',
    facts: (p) => `address ${p.address}`,
  },
  'body-too-large': {
    severity: 'error',
    title: 'Answer too large',
    meaning: 'The answer was longer than the limit after decompression; nothing of it was used.',
    remedy: 'Raise `http.maxBytes`, or have the publisher split the document.',
    facts: (p) => `more than ${p.maxBytes} bytes`,
  },
  'body-undecodable': {
    severity: 'error',
    title: 'Answer cannot be decompressed',
    meaning: 'The answer is compressed in a way that is unknown or broken; nothing of it was used.',
    remedy:
      'Have the server send gzip, deflate or br, and check that a proxy does not label plain data as compressed.',
    facts: (p) => `Content-Encoding ${p.encoding}`,
  },
  'connection-failed': {
    severity: 'error',
    title: 'No connection',
    meaning: 'The server could not be reached, or broke the connection, also when tried again.',
    remedy: 'Check the host name and that the server runs; the next harvest tries again.',
    facts: (p) => p.code,
  },
  'http-status': {
    severity: 'error',
    title: 'Not served',
    meaning: 'The server answered with a status other than success, so there is no document.',
    remedy:
      'Remove dead URLs from the sitemap, or mend the server. 401 and 403: ask the publisher for access.',
    facts: (p) => `HTTP status ${p.status}`,
  },
  'redirect-invalid': {
    severity: 'error',
    title: 'Redirect that leads nowhere',
    meaning: 'The server redirected without a usable http or https location.',
    remedy: 'Mend the `Location` field.',
    facts: (p) => `Location: ${p.location || '(none)'}`,
  },
  'timed-out': {
    severity: 'error',
    title: 'Timed out',
    meaning: 'The server took too long, also when tried again.',
    remedy:
      'Raise `http.timeouts`, or lower `http.perHost.connections` if the server is overloaded.',
    facts: (p) => `no ${phaseNames[p.phase]} within ${p.timeoutMs} ms`,
  },
  'too-many-redirects': {
    severity: 'error',
    title: 'Too many redirects',
    meaning: 'The redirects form a loop or a chain longer than the limit.',
    remedy: 'List the final URL in the sitemap, or mend the loop.',
    facts: (p) => `more than ${p.maxRedirects}`,
  },
} satisfies Partial<ProblemTexts>;

const phaseNames: Record<RequestPhase, string> = {
  connect: 'connection',
  headers: 'headers',
  body: 'more of the body',
  total: 'complete answer',
};
