import { createServer } from 'node:http';
import { answerUnlessKnown, datasetPage } from './faults/good-page.mjs';
import { faults } from './faults/register.mjs';

/**
 * @typedef {import('./faults/register.mjs').FaultName} FaultName
 * @typedef {import('./faults/fault.mjs').FaultOptions} FaultOptions
 * @typedef {import('./faults/fault.mjs').Ask} Ask
 */

/**
 * The response for a path without a fault.
 * @typedef {object} Content
 * @property {string | ((url: string, version: number) => string)} [body] a text, or a function of the URL
 *   and the version of the site; by default the page of a dataset
 * @property {Record<string, string>} [headers] added to those of a page, or replacing them
 * @property {readonly import('./faults/good-page.mjs').Validator[]} [validators] cache
 *   validators of the page; by default both
 */

/**
 * @typedef {object} SeenRequest
 * @property {string} method
 * @property {string} path
 * @property {import('node:http').IncomingHttpHeaders} headers
 * @property {number} atMs
 * @property {number} [status] of the complete response; absent if it is not complete HTTP
 */

/**
 * @typedef {object} FaultSite
 * @property {string} origin such as `http://127.0.0.1:49152`
 * @property {readonly SeenRequest[]} requests in order; `path` includes the
 *   query, `atMs` is of `performance.now()`
 * @property {(path: string, name: FaultName, options?: FaultOptions) => string} fault
 *   makes a path respond with a fault; returns its URL
 * @property {(path: string, content?: Content) => string} page
 *   makes a path respond correctly; returns its URL
 * @property {(path: string) => void} remove makes a path 404 again
 * @property {() => void} list
 *   names all paths so far in `/sitemap.xml`, and that in `/robots.txt`
 * @property {() => void} change creates a new version of all pages that have versions
 * @property {() => number} sentBytes over all connections so far
 * @property {(path: string, method?: string) => number} countOf requests for a path, with any query
 * @property {() => Promise<void>} close ends all connections, also slow ones
 */

/** A port of loopback addresses on which nothing listens: it is reserved for the system. */
const closedPort = 1;
/** Listings are not pages. */
const listings = new Set(['/robots.txt', '/sitemap.xml']);

/**
 * A local site whose paths respond correctly or with a fault each. A path is looked up with its
 * query first, then without it; all others are 404.
 * @param {{ host?: string, port?: number }} [options] by default a free port of 127.0.0.1
 * @returns {Promise<FaultSite>}
 */
export async function serveFaults({ host = '127.0.0.1', port = 0 } = {}) {
  /** @type {Map<string, (ask: Omit<Ask, 'options'>) => void>} */
  const answers = new Map();
  /** @type {SeenRequest[]} */
  const requests = [];
  /** @type {Map<string, number>} */
  const counts = new Map();
  let version = 0;
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    const { method = '', url: path = '/', headers } = request;
    /** @type {SeenRequest} */
    const seen = { method, path, headers, atMs: performance.now() };
    requests.push(seen);
    response.once('finish', () => {
      seen.status = response.statusCode;
    });
    const url = new URL(path, origin);
    const count = (counts.get(url.pathname) ?? 0) + 1;
    counts.set(url.pathname, count);
    const answer = answers.get(path) ?? answers.get(url.pathname);
    const ask = { request, response, url: url.href, query: url.searchParams, count, version };
    if (answer === undefined) response.writeHead(404).end();
    else answer(ask);
  });
  /** @type {Set<import('node:net').Socket>} */
  const sockets = new Set();
  let sentBefore = 0;
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => {
      sockets.delete(socket);
      sentBefore += socket.bytesWritten;
    });
    // Tests include clients that disconnect during a response.
    socket.on('error', () => undefined);
  });
  const origin = `http://${host}:${await listen(server, host, port)}`;

  /** @type {FaultSite['page']} */
  const page = (path, { body = datasetPage, headers, validators } = {}) => {
    answers.set(path, (ask) => {
      const text = typeof body === 'string' ? body : body(ask.url, ask.version);
      answerUnlessKnown(ask, text, headers, validators);
    });
    return origin + path;
  };

  return {
    origin,
    requests,
    page,
    fault: (path, name, options = {}) => {
      const { place, answer } = faults[name];
      answers.set(path, (ask) => answer({ ...ask, options }));
      if (place === 'refused') return `http://${host}:${closedPort}${path}`;
      return (place === 'without-tls' ? origin.replace('http', 'https') : origin) + path;
    },
    remove: (path) => void answers.delete(path),
    list: () => {
      const paths = [...answers.keys()].filter((path) => !listings.has(path));
      page('/sitemap.xml', { body: sitemapOf(origin, paths), headers: xml });
      page('/robots.txt', { body: `Sitemap: ${origin}/sitemap.xml\n`, headers: plain });
    },
    change: () => {
      version += 1;
    },
    sentBytes: () => [...sockets].reduce((sum, { bytesWritten }) => sum + bytesWritten, sentBefore),
    countOf: (path, method) =>
      requests.filter(
        (seen) => seen.path.split('?')[0] === path && seen.method === (method ?? seen.method),
      ).length,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

const xml = { 'content-type': 'application/xml' };
const plain = { 'content-type': 'text/plain; charset=utf-8' };

/**
 * @param {import('node:http').Server} server
 * @param {string} host
 * @param {number} port
 * @returns {Promise<number>} the port on which it listens
 */
async function listen(server, host, port) {
  await new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, host, () => resolve(undefined));
  });
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

/**
 * @param {string} origin
 * @param {readonly string[]} paths
 */
function sitemapOf(origin, paths) {
  const entries = paths.map((path) => `<url><loc>${origin}${path}</loc></url>`);
  return `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('\n')}</urlset>`;
}
