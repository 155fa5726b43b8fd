import { drip, inPage, pour, sendRaw, sendRawAndEnd, sendRawAndReset } from './fault.mjs';
import { answerUnlessKnown, datasetPage } from './good-page.mjs';

const okay = 'HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n';

/** @param {string} body */
const half = (body) => body.slice(0, body.length / 2);

/** @type {import('./fault.mjs').Fault['answer']} */
const nothing = () => undefined;

/**
 * A page with a wrong content length.
 * @param {(length: number) => string} lengthOf
 */
const ofLength = (lengthOf) =>
  inPage((ask) => {
    const body = datasetPage(ask.url);
    sendRawAndEnd(ask, `${okay}Content-Length: ${lengthOf(body.length)}\r\n\r\n${body}`);
  });

/** Connections that fail, messages that are not HTTP, and slow servers. */
export const transportFaults = /** @satisfies {Record<string, import('./fault.mjs').Fault>} */ ({
  /** Nothing listens on the port. */
  'connection-refused': { place: 'refused', answer: nothing },
  /** The server does not speak TLS, and the URL is https. */
  'tls-absent': { place: 'without-tls', answer: nothing },
  'continue-unasked': inPage((ask) => {
    ask.response.writeContinue();
    answerUnlessKnown(ask, datasetPage(ask.url));
  }),
  'interim-of-all-kinds': inPage((ask) => {
    ask.response.writeProcessing();
    ask.response.writeEarlyHints({ link: '</style.css>; rel=preload' });
    ask.response.writeContinue();
    answerUnlessKnown(ask, datasetPage(ask.url));
  }),
  'reset-before-headers': inPage(({ request }) => void request.socket.resetAndDestroy()),
  'closed-before-headers': inPage(({ request }) => void request.socket.end()),
  'reset-in-headers': inPage((ask) => sendRawAndReset(ask, okay)),
  'reset-in-body': inPage((ask) => {
    const body = datasetPage(ask.url);
    sendRawAndReset(ask, `${okay}Content-Length: ${body.length}\r\n\r\n${half(body)}`);
  }),
  'closed-in-body': inPage((ask) => {
    const body = datasetPage(ask.url);
    sendRawAndEnd(ask, `${okay}Content-Length: ${body.length}\r\n\r\n${half(body)}`);
  }),
  'length-too-large': ofLength((length) => String(length + 10)),
  'length-too-small': ofLength((length) => String(length - 10)),
  'length-no-number': ofLength(() => 'twelve'),
  'length-negative': ofLength((length) => String(-length)),
  'lengths-differ': ofLength((length) => `${length}\r\nContent-Length: ${length - 10}`),
  /** A content length together with chunked coding, which confuses proxies (RFC 9112 §6.3). */
  'length-beside-chunks': ofLength((length) => `${length}\r\nTransfer-Encoding: chunked`),
  'chunk-malformed': inPage((ask) => {
    const chunk = half(datasetPage(ask.url));
    const size = chunk.length.toString(16);
    sendRaw(ask, `${okay}Transfer-Encoding: chunked\r\n\r\n${size}\r\n${chunk}\r\nfen\r\n`);
  }),
  'chunk-cut-off': inPage((ask) => {
    sendRawAndEnd(
      ask,
      `${okay}Transfer-Encoding: chunked\r\n\r\nfff\r\n${half(datasetPage(ask.url))}`,
    );
  }),
  'no-http': inPage((ask) => sendRawAndEnd(ask, 'SSH-2.0-fen\r\n')),
  /** A field without a colon, and one with a control character. */
  'header-malformed': inPage((ask) => sendRawAndEnd(ask, `${okay}Fen\r\nX: \u0001\r\n\r\nfen`)),
  /** Endless header fields, as fast as the client reads them. */
  'headers-endless': inPage((ask) => {
    sendRaw(ask, okay);
    pour(ask.request.socket, (at) => `X-Fen-${at}: ${'fen '.repeat(100)}\r\n`);
  }),
  /** One endless header field. */
  'header-endless': inPage((ask) => {
    sendRaw(ask, `${okay}X-Fen: `);
    pour(ask.request.socket, () => 'fen '.repeat(1000));
  }),
  /** More header fields than allowed, followed by a page. */
  'header-flood': inPage((ask) => {
    const fields = Array.from({ length: 20_000 }, (_, at) => `X-Fen-${at}: ${at}\r\n`);
    sendRawAndEnd(ask, `${okay}${fields.join('')}\r\n${datasetPage(ask.url)}`);
  }),
  /** One byte at a time. */
  'headers-dripping': inPage((ask) => drip(ask, `${okay}X-Fen: fen`)),
  'body-dripping': inPage((ask) => {
    sendRaw(ask, `${okay}\r\n`);
    drip(ask, datasetPage(ask.url));
  }),
  /** The connection is open and nothing is sent. */
  silence: inPage(nothing),
  /** The same after half a page. */
  'body-stalling': inPage((ask) => {
    const body = datasetPage(ask.url);
    sendRaw(ask, `${okay}Content-Length: ${body.length}\r\n\r\n${half(body)}`);
  }),
  'body-endless': inPage((ask) => {
    sendRaw(ask, `${okay}\r\n${datasetPage(ask.url)}`);
    pour(ask.request.socket, () => '<p>fen</p>'.repeat(1000));
  }),
});
