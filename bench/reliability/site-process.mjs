// A process with sites whose paths can answer or fail. It executes orders that arrive as messages,
// one after another, confirms each, and ends when its parent does.
import { serveFaults } from '../../test/support/fault-server.mjs';
import { datasetPage } from '../../test/support/faults/good-page.mjs';

/**
 * How a path answers: as a dataset of a version, with a text of its own, with a fault, or not at
 * all (404).
 * @typedef {object} Laid
 * @property {string} path
 * @property {number} [version] of the page of a dataset
 * @property {{ type: string, text: string }} [body]
 * @property {import('../../test/support/faults/register.mjs').FaultName} [fault]
 *
 * A request; `status` is 0 where no whole answer was sent.
 * @typedef {{ site: number, method: string, path: string, isConditional: boolean, atMs: number, status: number }} SiteRequest
 *
 * @typedef {(
 *   | { kind: 'open', hosts: readonly string[] }
 *   | { kind: 'lay', site: number, answers: readonly Laid[] }
 *   | { kind: 'requests' }
 *   | { kind: 'sent' }
 * )} Order `requests` gives those since it was given last, `sent` the bytes since the beginning
 */

/** @type {import('../../test/support/fault-server.mjs').FaultSite[]} */
const sites = [];
/** @type {number[]} */
const given = [];

process.on('message', (message) => {
  const order = /** @type {Order} */ (message); // Only `startSites` sends any.
  void carryOut(order).then((answer) => process.send?.({ answer }));
});
process.on('disconnect', () => process.exit());

/**
 * @param {Order} order
 * @returns {Promise<unknown>}
 */
async function carryOut(order) {
  switch (order.kind) {
    case 'open':
      for (const host of order.hosts) sites.push(await serveFaults({ host }));
      return sites.map(({ origin }) => origin);
    case 'lay':
      for (const laid of order.answers) lay(sites[order.site], laid);
      return undefined;
    case 'requests':
      return sites.flatMap(requestsSince);
    case 'sent':
      return sites.reduce((sum, site) => sum + site.sentBytes(), 0);
  }
}

/**
 * @param {(typeof sites)[number] | undefined} site
 * @param {Laid} laid
 */
function lay(site, { path, version, body, fault }) {
  if (site === undefined) throw new TypeError('There is no such site.');
  if (fault !== undefined) site.fault(path, fault);
  else if (body !== undefined) {
    site.page(path, { body: body.text, headers: { 'content-type': body.type } });
  } else if (version === undefined) site.remove(path);
  else site.page(path, { body: (url) => datasetPage(url, version) });
}

/**
 * @param {(typeof sites)[number]} site
 * @param {number} index
 * @returns {SiteRequest[]}
 */
function requestsSince({ requests }, index) {
  const since = requests.slice(given[index] ?? 0);
  given[index] = requests.length;
  return since.map(({ method, path, headers, atMs, status = 0 }) => {
    const isConditional =
      headers['if-none-match'] !== undefined || headers['if-modified-since'] !== undefined;
    return { site: index, method, path, isConditional, atMs, status };
  });
}
