// A host that begins to fail: the harvest gives it up, does not try the remaining URLs, and the
// next run harvests them all.
import { newCatalogue } from './catalogue.mjs';
import { countsOf, SideBySide } from './side-by-side.mjs';
import { good, startSites } from './sites.mjs';

const bad = { fault: /** @type {const} */ ('server-error') };

/**
 * @param {{ pages: number, dir: string }} options
 * @returns {Promise<SideBySide>}
 */
export async function givenUp({ pages: wanted, dir }) {
  const pages = Math.min(wanted, 400);
  const paths = Array.from({ length: pages }, (_, page) => `/page/${page}`);
  const failing = new Set(paths.slice(pages / 2));
  const sites = await startSites(['127.0.0.1', '127.0.0.2']);
  const catalogue = await newCatalogue(dir);
  const found = new SideBySide();
  try {
    await sites.lay(
      0,
      paths.map((path) => (failing.has(path) ? { path, ...bad } : good(path))),
    );
    await sites.lay(1, paths.map(good));
    for (const site of [0, 1]) await sites.list(site, paths);
    await catalogue.configure({
      http: { allowPrivateAddresses: true, retries: 0, perHost: { delayMs: 0 } },
      sources: sites.origins.map((origin, site) => ({
        name: `site-${site}`,
        sitemap: `${origin}/sitemap.xml`,
      })),
    });
    const { report, ms } = await catalogue.ingest();
    const asked = (await sites.requests()).filter(
      ({ path, site }) => site === 0 && path.startsWith('/page/'),
    );
    const [ill, well] = report.sources;
    const failed = asked.filter(({ path }) => failing.has(path)).length;
    found.rows(
      'ill host: urls',
      { loaded: pages / 2, 'fetch-failed': failed, 'not-tried': pages / 2 - failed },
      ill?.urls ?? {},
    );
    found.rows(
      'ill host: problems',
      { 'http-status': failed, 'host-given-up': pages / 2 - failed },
      ill?.problems ?? {},
    );
    // Five failures in a row (the default), the requests in flight at the fifth, and the last try
    // after a pause.
    found.atMost('ill host: failures until it is given up', 5 + 1 + 1, failed);
    found.rows('well host: urls', { loaded: pages }, well?.urls ?? {});
    found.remark(`first run: ${(ms / 1000).toFixed(1)} s`);

    await sites.lay(0, paths.map(good));
    const second = await catalogue.ingest();
    const [healed] = second.report.sources;
    found.rows('healed: urls', { loaded: pages / 2, unchanged: pages / 2 }, healed?.urls ?? {});
    found.rows('healed: problems', {}, healed?.problems ?? {});
    const again = (await sites.requests()).filter(({ path }) => path.startsWith('/page/'));
    found.rows(
      'healed: statuses',
      { 200: pages / 2, 304: pages * 1.5 },
      countsOf(again.map(({ status }) => String(status))),
    );
    const { records } = await catalogue.status();
    found.row('catalogue: records', 2 * pages, records);
    return found;
  } finally {
    await Promise.all([sites.stop(), catalogue.remove()]);
  }
}
