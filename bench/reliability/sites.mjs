// The sites of a scenario, in a separate process.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** @typedef {import('./site-process.mjs').Laid} Laid */
/** @typedef {import('./site-process.mjs').SiteRequest} SeenRequest */

/**
 * @typedef {object} Sites
 * @property {readonly string[]} origins in the order of the hosts
 * @property {(site: number, answers: readonly Laid[]) => Promise<void>} lay has paths of a site answer
 * @property {(site: number, paths: readonly string[]) => Promise<void>} list
 *   has `/sitemap.xml` name these paths of the site
 * @property {() => Promise<readonly SeenRequest[]>} requests all that came since this was asked last
 * @property {() => Promise<number>} sent bytes so far
 * @property {() => Promise<void>} stop
 */

const program = fileURLToPath(new URL('site-process.mjs', import.meta.url));

/**
 * @param {readonly string[]} hosts addresses of this machine; each gets a free port
 * @returns {Promise<Sites>}
 */
export async function startSites(hosts) {
  const child = fork(program);
  const ended = once(child, 'exit');
  /**
   * @param {import('./site-process.mjs').Order} order
   * @returns {Promise<unknown>}
   */
  const tell = async (order) => {
    child.send(order);
    const heard = await Promise.race([
      once(child, 'message'),
      ended.then(() => {
        throw new Error('The sites have ended.');
      }),
    ]);
    const [message] = /** @type {unknown[]} */ (heard);
    return /** @type {{ answer: unknown }} */ (message).answer; // what site-process.mjs sends
  };
  // What each order gives is written there.
  const origins = /** @type {readonly string[]} */ (await tell({ kind: 'open', hosts }));
  /** @type {Sites['lay']} */
  const lay = async (site, answers) => void (await tell({ kind: 'lay', site, answers }));
  return {
    origins,
    lay,
    list: (site, paths) => lay(site, listingOf(origins[site] ?? '', paths)),
    requests: async () => /** @type {readonly SeenRequest[]} */ (await tell({ kind: 'requests' })),
    sent: async () => /** @type {number} */ (await tell({ kind: 'sent' })),
    stop: async () => {
      child.kill();
      await ended;
    },
  };
}

/**
 * @param {string} origin
 * @param {readonly string[]} paths
 * @returns {readonly Laid[]}
 */
function listingOf(origin, paths) {
  const entries = paths.map((path) => `<url><loc>${origin}${path}</loc></url>`);
  const text = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('\n')}</urlset>`;
  return [{ path: '/sitemap.xml', body: { type: 'application/xml', text } }];
}

/**
 * A path that answers with a page about a dataset.
 * @param {string} path
 * @returns {Laid}
 */
export function good(path) {
  return { path, version: 1 };
}

/** A rule that keeps a harvester out of `/private/`. */
export const robots = {
  path: '/robots.txt',
  body: { type: 'text/plain', text: 'User-agent: *\nDisallow: /private/\n' },
};
