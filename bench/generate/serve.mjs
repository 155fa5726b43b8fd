// Serves generated sites on free ports of this machine, one port per host. All content is generated
// before the first request.
import { createServer } from 'node:http';
import { end, listen } from './loopback.mjs';
import { createSites } from './site.mjs';

/**
 * @typedef {import('./site.mjs').SiteOptions} SiteOptions
 * @typedef {import('./site.mjs').Host} Host
 */

/**
 * @typedef {object} ServedSites
 * @property {readonly string[]} origins such as `http://127.0.0.1:49152`
 * @property {() => Promise<void>} close ends all connections
 */

/**
 * @param {SiteOptions} options
 * @param {number} hostCount
 * @returns {Promise<ServedSites>}
 */
export async function serveSites(options, hostCount) {
  /** @type {Host[]} */
  const hosts = [];
  const servers = Array.from({ length: hostCount }, (_, index) =>
    createServer((request, response) => answer(hosts[index], request, response)),
  );
  // The content contains the ports, so the servers listen first.
  const origins = await Promise.all(servers.map(listen));
  hosts.push(...createSites(options, origins));
  return {
    origins,
    close: async () => {
      await Promise.all(servers.map(end));
    },
  };
}

/**
 * @param {Host | undefined} host
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 */
function answer(host, request, response) {
  const content = host?.get(request.url ?? '/');
  if (content === undefined) {
    response.writeHead(404, { 'content-type': 'text/plain' }).end();
    return;
  }
  const { type, pieces } = content;
  const length = pieces.reduce((sum, { length: bytes }) => sum + bytes, 0);
  response.writeHead(200, { 'content-type': type, 'content-length': length });
  // Head and body of a corked response leave in one write.
  response.cork();
  for (const piece of pieces) response.write(piece);
  response.end();
  response.uncork();
}
