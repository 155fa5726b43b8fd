// A site that is harvested a second time: unchanged, and after known changes.
import { newCatalogue } from './catalogue.mjs';
import { countsOf, SideBySide } from './side-by-side.mjs';
import { good, startSites } from './sites.mjs';

/** How many pages change, are removed by 404, are no longer listed, and are new. */
const changes = { changed: 50, gone: 10, unlisted: 10, added: 20 };

/**
 * @param {{ secondPages: number, dir: string }} options
 * @returns {Promise<SideBySide>}
 */
export async function second({ secondPages: pages, dir }) {
  const sites = await startSites(['127.0.0.1']);
  const catalogue = await newCatalogue(dir);
  const found = new SideBySide();
  try {
    const paths = Array.from({ length: pages }, (_, page) => `/page/${page}`);
    await sites.lay(0, paths.map(good));
    await sites.list(0, paths);
    await catalogue.configure({
      http: { allowPrivateAddresses: true, retries: 0, perHost: { delayMs: 0, connections: 8 } },
      sources: [{ name: 'site', sitemap: `${sites.origins[0]}/sitemap.xml` }],
    });
    const first = await runOnce(sites, catalogue);
    found.rows('first: urls', { loaded: pages }, first.source.urls);
    found.rows('first: records', { added: pages }, first.source.records);
    found.rows('first: answers', { 'anew 200': pages + 1 }, first.answers);

    const again = await runOnce(sites, catalogue);
    found.rows('second: urls', { unchanged: pages }, again.source.urls);
    found.rows('second: records', { unchanged: pages }, again.source.records);
    found.rows('second: problems', {}, again.source.problems);
    found.rows('second: answers', { 'conditional 304': pages + 1 }, again.answers);
    // Only the run is written, and no records.
    found.row('second: changes of the catalogue', 2, again.change - first.change);
    found.row(
      'second: bytes of the export that differ',
      0,
      again.exported === first.exported ? 0 : 1,
    );
    found.remark(ratioOf('seconds', first.ms, again.ms));
    found.remark(ratioOf('kB sent by the site', first.sent, again.sent));

    await changeAndCompare({ sites, catalogue, paths, found });
    const { code } = await catalogue.run(['verify']);
    found.row('verify: exit code', 0, code ?? -1);
    return found;
  } finally {
    await Promise.all([sites.stop(), catalogue.remove()]);
  }
}

/**
 * Changes the site, harvests it again and compares the report.
 * @param {{ sites: import('./sites.mjs').Sites, catalogue: import('./catalogue.mjs').Catalogue, paths: readonly string[], found: SideBySide }} what
 */
async function changeAndCompare({ sites, catalogue, paths, found }) {
  const pages = paths.length;
  const { gone, unlisted, changed, added } = changes;
  const left = paths.slice(unlisted);
  const newPaths = Array.from({ length: added }, (_, page) => `/page/new-${page}`);
  await sites.lay(0, [
    ...left.slice(0, gone).map((path) => ({ path })),
    ...left.slice(gone, gone + changed).map((path) => ({ path, version: 2 })),
    ...newPaths.map(good),
  ]);
  await sites.list(0, [...left, ...newPaths]);
  const third = await runOnce(sites, catalogue);
  const unchanged = pages - gone - unlisted - changed;
  const states = { loaded: changed + added, unchanged, gone, unlisted };
  found.rows('third: urls', states, third.source.urls);
  const records = { added, replaced: changed, unchanged, removed: gone + unlisted };
  found.rows('third: records', records, third.source.records);
  found.rows('third: problems', { 'http-status': gone }, third.source.problems);
  const answers = {
    'conditional 304': unchanged,
    // With the sitemap.
    'conditional 200': changed + 1,
    'conditional 404': gone,
    'anew 200': added,
  };
  found.rows('third: answers', answers, third.answers);
  found.row('third: records of the catalogue', pages + added - gone - unlisted, third.records);
  await compareSince(catalogue, { changed, added, removed: gone + unlisted }, found);
}

/**
 * Runs an ingest. `answers` counts the responses of the site by status, and by whether the request
 * was conditional.
 * @param {import('./sites.mjs').Sites} sites
 * @param {import('./catalogue.mjs').Catalogue} catalogue
 */
async function runOnce(sites, catalogue) {
  await sites.requests();
  const sentBefore = await sites.sent();
  const { report, ms } = await catalogue.ingest();
  const [source] = report.sources;
  if (source === undefined) throw new Error('There is one source.');
  const requests = (await sites.requests()).filter(({ path }) => path !== '/robots.txt');
  const answers = countsOf(
    requests.map(
      ({ isConditional, status }) => `${isConditional ? 'conditional' : 'anew'} ${status}`,
    ),
  );
  const { change, records } = await catalogue.status();
  // Statements about runs are left out, because there is one more run now.
  const { stdout: exported } = await catalogue.run([
    'export',
    '--without',
    'provenance',
    '--without',
    'index',
  ]);
  return {
    source,
    answers,
    ms,
    sent: (await sites.sent()) - sentBefore,
    change,
    records,
    exported,
  };
}

/**
 * Compares the changes for another store: the graphs that were added or changed, and those that
 * were changed or removed.
 * @param {import('./catalogue.mjs').Catalogue} catalogue
 * @param {{ changed: number, added: number, removed: number }} expected
 * @param {SideBySide} found
 */
async function compareSince(catalogue, { changed, added, removed }, found) {
  const without = ['provenance', 'index', 'problems'].flatMap((name) => ['--without', name]);
  await catalogue.run(['export', '--since', 'last', '--out', 'since.nq', ...without]);
  const [after, before] = await Promise.all(
    ['since.added.nq', 'since.removed.nq'].map((name) => graphsIn(catalogue, name)),
  );
  found.row('export --since: graphs with what was added', changed + added, after?.size ?? 0);
  found.row('export --since: graphs with what was removed', changed + removed, before?.size ?? 0);
}

/**
 * @param {import('./catalogue.mjs').Catalogue} catalogue
 * @param {string} name of a file of N-Quads
 * @returns {Promise<ReadonlySet<string>>}
 */
async function graphsIn(catalogue, name) {
  const lines = (await catalogue.read(name)).split('\n');
  return new Set(lines.flatMap((line) => /<([^>]*)> \.$/u.exec(line)?.[1] ?? []));
}

/**
 * @param {string} what
 * @param {number} first
 * @param {number} again
 */
function ratioOf(what, first, again) {
  const [one, other] = [first, again].map((value) => (value / 1000).toFixed(1));
  return `${what}: ${one}, then ${other}: ${((100 * again) / first).toFixed(0)} %`;
}
