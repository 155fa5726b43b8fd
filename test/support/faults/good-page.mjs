import { createHash } from 'node:crypto';

/** The time of version 0 of all pages. */
const epoch = Date.UTC(2026, 0, 1);

/**
 * A page that describes one dataset, whose IRI is the URL of the page.
 * @param {string} url
 * @param {number} version of what is described
 */
export function datasetPage(url, version = 0) {
  const json = {
    '@context': 'https://schema.org/',
    '@id': `${url}#dataset`,
    '@type': 'Dataset',
    name: `Water levels of the fen at ${url}`,
    version: String(version),
  };
  const text = JSON.stringify(json, undefined, 1);
  return (
    '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Fen</title>\n' +
    `<script type="application/ld+json">\n${text}\n</script>\n` +
    '</head><body><p>Water levels, by the hour.</p></body></html>\n'
  );
}

/**
 * The cache validators of a body (RFC 9110 §8.8).
 * @param {string} body
 * @param {number} version
 */
export function validatorsOf(body, version) {
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 16);
  return { etag: `"${hash}"`, 'last-modified': new Date(epoch + version * 60_000).toUTCString() };
}

/** @typedef {'etag' | 'last-modified'} Validator */

/**
 * Answers with a body, or with 304 if the client has it (RFC 9110 §13.2.2).
 * @param {Pick<import('./fault.mjs').Ask, 'request' | 'response' | 'version'>} ask
 * @param {string} body
 * @param {Record<string, string>} [headers] in place of those it would have
 * @param {readonly Validator[]} [validators] those it has
 */
export function answerUnlessKnown(ask, body, headers = {}, validators = ['etag', 'last-modified']) {
  const { request, response, version } = ask;
  const all = { ...validatorsOf(body, version), ...headers };
  const own = Object.fromEntries(validators.map((name) => [name, all[name]]));
  if (isKnown(request.headers, own)) {
    response.writeHead(304, own).end();
    return;
  }
  const type = { 'content-type': 'text/html; charset=utf-8' };
  response.writeHead(200, { ...type, ...headers, ...own }).end(body);
}

/**
 * Whether the client has the current version. An ETag takes precedence over a date.
 * @param {import('node:http').IncomingHttpHeaders} asked
 * @param {{ readonly [name in Validator]?: string }} own
 */
function isKnown({ 'if-none-match': tags, 'if-modified-since': since }, own) {
  const { etag, 'last-modified': modified } = own;
  if (tags !== undefined) {
    return tags.split(',').some((tag) => tag.trim().replace(/^W\//u, '') === etag);
  }
  if (since === undefined || modified === undefined) return false;
  return Date.parse(since) >= Date.parse(modified);
}
