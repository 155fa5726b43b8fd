// Many hosts, among them a dead, a very slow and a refusing one: the others finish as if alone.
import { newCatalogue } from './catalogue.mjs';
import { SideBySide } from './side-by-side.mjs';
import { startSites } from './sites.mjs';

const pagesPerHost = 10;
/** The minimum time of a good host, long enough to show a delay by others. */
const delayMs = 1000;
/** How many times longer than alone the slowest good host may take. */
const mostTimesAlone = 2;

const paths = Array.from({ length: pagesPerHost }, (_, page) => `/page/${page}`);
const http = {
  allowPrivateAddresses: true,
  retries: 1,
  perHost: { delayMs },
  timeouts: { connectMs: 2000, totalMs: 6000 },
};

/**
 * @param {{ hostCount: number, dir: string }} options
 * @returns {Promise<SideBySide>}
 */
export async function hosts({ hostCount, dir }) {
  const good = hostCount - 3;
  const addresses = Array.from({ length: hostCount - 1 }, (_, index) => `127.0.0.${index + 2}`);
  const [dripping, refusing] = [good, good + 1];
  const sites = await startSites(addresses);
  try {
    for (const [site] of addresses.entries()) {
      await sites.lay(
        site,
        paths.map((path) => ({ path, ...answerOf(site, { dripping, refusing }) })),
      );
      await sites.list(site, paths);
    }
    // Nothing listens on the port of the dead host.
    const dead = (sites.origins[0] ?? '').replace('//127.0.0.2', `//127.0.0.${hostCount + 2}`);
    const [firstOrigin = ''] = sites.origins;
    const alone = await runAll(dir, sites, [
      { name: 'good-0', sitemap: `${firstOrigin}/sitemap.xml` },
    ]);
    const sources = sites.origins.map((origin, site) => ({
      name: `site-${site}`,
      sitemap: `${origin}/sitemap.xml`,
    }));
    const deadSource = { name: 'dead', urls: paths.map((path) => dead + path) };
    const all = await runAll(dir, sites, [...sources, deadSource]);

    return compare(alone, all, good);
  } finally {
    await sites.stop();
  }
}

/** @typedef {Awaited<ReturnType<typeof runAll>>} Run */

/**
 * @param {Run} alone of one good host
 * @param {Run} all
 * @param {number} good how many of the hosts are; they come first
 */
function compare(alone, all, good) {
  const found = new SideBySide();
  const finished = all.sources.slice(0, good);
  const whole = finished.filter(({ urls }) => urls.loaded === pagesPerHost);
  found.row('good hosts of which all is loaded', good, whole.length);
  for (const { source, urls } of all.sources.slice(good)) {
    const lost = urls['fetch-failed'] + urls['not-tried'];
    found.row(`${source}: urls that failed or were not tried`, pagesPerHost, lost);
  }
  const slowest = Math.max(...finished.map(({ seconds }) => seconds));
  const quickest = Math.max(...alone.sources.map(({ seconds }) => seconds));
  found.atMost('slowest good host / one alone', mostTimesAlone, slowest / quickest);
  const [allSeen, aloneSeen] = [all, alone].map((run) => secondsSeen(run, good));
  const seen = (allSeen ?? 0) / (aloneSeen ?? 1);
  found.atMost('the same as the servers saw it', mostTimesAlone, seen);
  found.remark(
    `one good host alone: ${quickest.toFixed(1)} s; the slowest of ${good}: ${slowest.toFixed(1)} s`,
  );
  found.remark(`the whole run with the bad ones: ${(all.ms / 1000).toFixed(1)} s`);
  return found;
}

/**
 * From the first to the last request to good hosts, in seconds.
 * @param {Run} run
 * @param {number} good
 */
function secondsSeen({ requests }, good) {
  const times = requests.filter(({ site }) => site < good).map(({ atMs }) => atMs);
  return (Math.max(...times) - Math.min(...times)) / 1000;
}

/**
 * @param {number} site
 * @param {{ dripping: number, refusing: number }} bad
 * @returns {Omit<import('./sites.mjs').Laid, 'path'>}
 */
function answerOf(site, { dripping, refusing }) {
  if (site === dripping) return { fault: 'body-dripping' };
  return site === refusing ? { fault: 'rate-limited' } : { version: 1 };
}

/**
 * Harvests sources into a catalogue of their own.
 * @param {string} dir
 * @param {import('./sites.mjs').Sites} sites
 * @param {readonly object[]} sources
 */
async function runAll(dir, sites, sources) {
  const catalogue = await newCatalogue(dir);
  try {
    await catalogue.configure({ http, sources });
    await sites.requests();
    const { report, ms } = await catalogue.ingest();
    return { sources: report.sources, requests: await sites.requests(), ms };
  } finally {
    await catalogue.remove();
  }
}
