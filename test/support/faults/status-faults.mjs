import { inPage } from './fault.mjs';
import { answerUnlessKnown, datasetPage } from './good-page.mjs';

/** Longer than any harvest waits. */
const absurdSeconds = 10 ** 9;

/**
 * An error page with a status.
 * @param {number} status
 * @param {(ask: import('./fault.mjs').Ask) => Record<string, string>} [headersOf]
 */
const refusal = (status, headersOf = () => ({})) =>
  inPage((ask) => {
    const headers = { 'content-type': 'text/html; charset=utf-8', ...headersOf(ask) };
    ask.response.writeHead(status, headers).end(`<!doctype html><title>${status}</title>`);
  });

/** @type {(ask: import('./fault.mjs').Ask) => Record<string, string>} */
const forSeconds = ({ options: { seconds = 1 } }) => ({ 'retry-after': String(seconds) });
/** @type {typeof forSeconds} */
const untilDate = ({ options: { seconds = 1 } }) => ({
  'retry-after': new Date(Date.now() + seconds * 1000).toUTCString(),
});
/** @type {typeof forSeconds} */
const absurdly = () => ({ 'retry-after': String(absurdSeconds) });
/** @type {typeof forSeconds} */
const unreadably = () => ({ 'retry-after': 'when the tide is out' });

/**
 * A partial response to a request without a range.
 * @param {(sent: number, whole: number) => Record<string, string>} headersOf
 */
const partial = (headersOf) =>
  inPage(({ response, url, version }) => {
    const page = datasetPage(url, version);
    const half = page.slice(0, Math.ceil(page.length / 2));
    const headers = { 'content-type': 'text/html; charset=utf-8' };
    response.writeHead(206, { ...headers, ...headersOf(half.length, page.length) }).end(half);
  });

/**
 * A good page with a wrong status.
 * @param {number} status
 */
const successOf = (status) =>
  inPage(({ response, url, version }) => {
    response.writeHead(status, { 'content-type': 'text/html' }).end(datasetPage(url, version));
  });

/** Statuses of all kinds, with contradicting header fields. */
export const statusFaults = /** @satisfies {Record<string, import('./fault.mjs').Fault>} */ ({
  /** Not a fault: a page with cache validators, answered with 304 where the client has it. */
  'not-modified': inPage((ask) => answerUnlessKnown(ask, datasetPage(ask.url, ask.version))),
  /** 304 to an unconditional request. */
  'not-modified-unasked': inPage(({ response }) => void response.writeHead(304).end()),
  'partial-unasked': partial((sent, whole) => ({
    'content-range': `bytes 0-${sent - 1}/${whole}`,
  })),
  'partial-of-unknown-length': partial((sent) => ({ 'content-range': `bytes 0-${sent - 1}/*` })),
  'partial-unsaid': partial(() => ({})),
  'partial-of-several': partial(() => ({ 'content-type': 'multipart/byteranges; boundary=fen' })),
  /** It says that it is the whole. */
  'partial-lying': partial((_sent, whole) => ({
    'content-range': `bytes 0-${whole - 1}/${whole}`,
  })),
  'partial-whole': inPage(({ response, url, version }) => {
    const page = Buffer.from(datasetPage(url, version));
    const range = { 'content-range': `bytes 0-${page.length - 1}/${page.length}` };
    response.writeHead(206, { 'content-type': 'text/html', ...range }).end(page);
  }),
  'no-content': inPage(({ response }) => void response.writeHead(204).end()),
  accepted: successOf(202),
  'multi-status': successOf(207),
  'status-of-success-unknown': successOf(299),
  'not-found': refusal(404),
  gone: refusal(410),
  unauthorized: refusal(401, () => ({ 'www-authenticate': 'Basic realm="fen"' })),
  forbidden: refusal(403),
  'legal-reasons': refusal(451),
  'rate-limited': refusal(429),
  'rate-limited-for-seconds': refusal(429, forSeconds),
  'rate-limited-until-date': refusal(429, untilDate),
  'rate-limited-absurdly': refusal(429, absurdly),
  'rate-limited-unreadably': refusal(429, unreadably),
  unavailable: refusal(503),
  'unavailable-for-seconds': refusal(503, forSeconds),
  'unavailable-until-date': refusal(503, untilDate),
  'unavailable-absurdly': refusal(503, absurdly),
  'server-error': refusal(500),
  /** 500 for the first `times` requests, then fine. */
  'server-error-at-first': inPage((ask) => {
    const { count, options, response } = ask;
    if (count <= (options.times ?? 1)) response.writeHead(500).end();
    else answerUnlessKnown(ask, datasetPage(ask.url, ask.version));
  }),
  /** A status of an undefined class (RFC 9110 §15). */
  'status-unknown': refusal(799),
  /** HEAD answers 404 and an image type; GET gives the page. */
  'head-lies': inPage((ask) => {
    if (ask.request.method !== 'HEAD') answerUnlessKnown(ask, datasetPage(ask.url, ask.version));
    else ask.response.writeHead(404, { 'content-type': 'image/png' }).end();
  }),
  /** HEAD gets no answer at all. */
  'head-unanswered': inPage((ask) => {
    if (ask.request.method === 'HEAD') ask.request.socket.destroy();
    else answerUnlessKnown(ask, datasetPage(ask.url, ask.version));
  }),
  /** Other content for each request, whatever the version of the site. */
  changing: inPage((ask) => {
    answerUnlessKnown({ ...ask, version: ask.count }, datasetPage(ask.url, ask.count));
  }),
  /** Other content for each request, with a constant cache validator. */
  'changing-unsaid': inPage((ask) => {
    answerUnlessKnown(ask, datasetPage(ask.url, ask.count), { etag: '"always"' });
  }),
  /** A good page after `ms` milliseconds. */
  slow: inPage((ask) => {
    const timer = setTimeout(() => {
      answerUnlessKnown(ask, datasetPage(ask.url, ask.version));
    }, ask.options.ms ?? 20);
    ask.request.socket.once('close', () => clearTimeout(timer));
  }),
});
