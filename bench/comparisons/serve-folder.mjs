// Serves a folder on a free port of this machine as the sites from which its files were downloaded.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { end, listen } from '../generate/loopback.mjs';
import { filesBelow } from './corpora.mjs';
import { plainListing } from './plain-listing.mjs';

/**
 * @typedef {object} ServedFile
 * @property {string} path within the folder; the first part names its site
 * @property {Buffer} body in which locations of listings lead to the site of the listing on this machine
 * @property {import('./plain-listing.mjs').PlainListing | undefined} listing that of the body
 *
 * @typedef {object} ServedFolder
 * @property {string} origin
 * @property {readonly ServedFile[]} files
 * @property {(url: string) => ServedFile | undefined} fileAt
 * @property {() => Promise<void>} close
 */

const types = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.json', 'application/json'],
  ['.xml', 'application/xml'],
  ['.txt', 'text/plain'],
  ['.gz', 'application/gzip'],
]);

/** The origin of a location, which is an element's text or a whole line. */
const originOfLocation = /(?<=<(?:loc|link)>\s*|^)https?:\/\/[^/\s<]+/gmu;

/**
 * @param {string} folder
 * @returns {Promise<ServedFolder>}
 */
export async function serveFolder(folder) {
  /** @type {Map<string, ServedFile>} */
  const byPath = new Map();
  /** @type {(url: string) => ServedFile | undefined} */
  const fileAt = (url) => {
    const parts = new URL(url, 'http://127.0.0.1').pathname.split('/').filter(Boolean);
    const [site = '', last = ''] = [parts[0], parts.at(-1)];
    return [
      parts.join('/'),
      `${site}/${last}`,
      `${site}/${last}/landing_page.html`,
      `${site}/${last}/index.html`,
    ]
      .map((place) => byPath.get(place))
      .find((file) => file !== undefined);
  };
  const server = createServer((request, response) => {
    const file = fileAt(request.url ?? '/');
    const type = types.get(path.extname(file?.path ?? ''));
    response.writeHead(
      file === undefined ? 404 : 200,
      type === undefined ? {} : { 'content-type': type },
    );
    response.end(file?.body);
  });
  const origin = await listen(server);
  for (const file of await filesBelow(folder)) {
    byPath.set(file, served(file, await readFile(path.join(folder, file)), origin));
  }
  return { origin, files: [...byPath.values()], fileAt, close: () => end(server) };
}

/**
 * @param {string} file
 * @param {Buffer} body
 * @param {string} origin
 * @returns {ServedFile}
 */
function served(file, body, origin) {
  if (plainListing(body) === undefined) return { path: file, body, listing: undefined };
  const site = `${origin}/${file.split('/')[0]}`;
  const isGzipped = file.endsWith('.gz');
  const text = (isGzipped ? gunzipSync(body) : body).toString().replaceAll(originOfLocation, site);
  const moved = isGzipped ? gzipSync(text) : Buffer.from(text);
  return { path: file, body: moved, listing: plainListing(moved) };
}
