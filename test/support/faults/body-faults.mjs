import { brotliCompressSync, constants, deflateRawSync, gzipSync } from 'node:zlib';
import { inPage } from './fault.mjs';
import { datasetPage } from './good-page.mjs';

/** More than the limit of any test. */
const bombBytes = 8_388_608;
/** Bytes that are not text in any encoding. */
const binary = Buffer.from(Array.from({ length: 4096 }, (_, at) => (at * 167) % 256));

/**
 * A body with a content coding.
 * @param {string} coding
 * @param {(ask: import('./fault.mjs').Ask) => string | Uint8Array} bodyOf
 */
const coded = (coding, bodyOf) =>
  inPage((ask) => {
    const headers = { 'content-type': 'text/html; charset=utf-8', 'content-encoding': coding };
    ask.response.writeHead(200, headers).end(bodyOf(ask));
  });

/**
 * A body with a media type.
 * @param {string | undefined} type
 * @param {(ask: import('./fault.mjs').Ask) => string | Uint8Array} bodyOf
 */
const typed = (type, bodyOf) =>
  inPage((ask) => {
    ask.response.writeHead(200, type === undefined ? {} : { 'content-type': type });
    ask.response.end(bodyOf(ask));
  });

/** @param {import('./fault.mjs').Ask} ask */
const zeros = ({ options: { bytes = bombBytes } }) => Buffer.alloc(bytes);
/** @param {import('./fault.mjs').Ask} ask */
const page = ({ url, version }) => datasetPage(url, version);
/** @param {import('./fault.mjs').Ask} ask */
const gzipped = (ask) => gzipSync(page(ask));

const quickly = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

/** Bodies whose coding, type, character set or content contradicts the header. */
export const bodyFaults = /** @satisfies {Record<string, import('./fault.mjs').Fault>} */ ({
  'gzip-bomb': coded('gzip', (ask) => gzipSync(zeros(ask))),
  'deflate-bomb': coded('deflate', (ask) => deflateRawSync(zeros(ask))),
  'brotli-bomb': coded('br', (ask) => brotliCompressSync(zeros(ask), quickly)),
  /** A compression bomb inside another one. */
  'nested-bomb': coded('gzip, gzip', (ask) => gzipSync(gzipSync(zeros(ask)))),
  /** Not a fault: two nested codings. */
  'codings-nested': coded('br, gzip', (ask) => gzipSync(brotliCompressSync(page(ask)))),
  'codings-too-many': coded(Array.from({ length: 50 }, () => 'gzip').join(', '), gzipped),
  'gzip-truncated': coded('gzip', (ask) => gzipped(ask).subarray(0, -40)),
  'gzip-corrupt': coded('gzip', (ask) => gzipped(ask).fill(0xff, 40, 60)),
  /** Declared as gzip, but plain. */
  'gzip-claimed': coded('gzip', page),
  /** Gzip without a declaration. */
  'gzip-unsaid': typed('text/html; charset=utf-8', gzipped),
  /** A coding that requests do not accept; the header alone decides. */
  zstd: coded('zstd', page),
  'coding-unknown': coded('fen', page),
  'type-wrong': typed('image/png', page),
  'type-malformed': typed(';;/fen', page),
  'type-missing': typed(undefined, page),
  'binary-as-html': typed('text/html', () => binary),
  /** Declared as UTF-8, but Latin-1. */
  'charset-wrong': typed('text/html; charset=utf-8', (ask) =>
    Buffer.from(page(ask).replace('Water', 'Wässer'), 'latin1'),
  ),
  'charset-unknown': typed('text/html; charset=fen-8', (ask) =>
    page(ask).replace('<meta charset="utf-8">', ''),
  ),
  'body-empty': typed('text/html; charset=utf-8', () => ''),
  'json-empty': typed('application/ld+json', () => ''),
  /** An error page with status 200, as many applications send it. */
  'error-page': typed('text/html', () => '<!doctype html><title>404</title><h1>Not found</h1>'),
  'error-page-as-json': typed('application/ld+json', () => '<!doctype html><h1>Not found</h1>'),
  /** Deeper nesting than any parser accepts. */
  'json-deep': typed('application/ld+json', () => '[{"a":'.repeat(50_000)),
});
