// Many pages of which a share fails in known ways: the report must say exactly that.
import { createRandom } from '../generate/random.mjs';
import { newCatalogue } from './catalogue.mjs';
import { countsOf, SideBySide, sumOf } from './side-by-side.mjs';
import { robots, startSites } from './sites.mjs';

/**
 * A kind of page, and the result that a harvest must report for it.
 * @typedef {object} PageKind
 * @property {number} share of all pages
 * @property {string} [folder] in which it lies
 * @property {Omit<import('./sites.mjs').Laid, 'path'>} answer
 * @property {import('../../src/model/run.ts').UrlState} state
 * @property {import('../../src/model/run.ts').UrlState} [later] the state in the second run, where that is another
 * @property {import('../../src/model/problem.ts').ProblemKind} [problem]
 * @property {boolean} [hasFailed] whether a record was lost
 * @property {number} asks requests in a run
 */

const html = 'text/html; charset=utf-8';
const broken = '<script type="application/ld+json">{"@type": "Dataset", "name": </script>';

/** @satisfies {Record<string, PageKind>} */
const kinds = {
  good: { share: 0, answer: { version: 1 }, state: 'loaded', later: 'unchanged', asks: 1 },
  'not found': {
    share: 0.03,
    answer: { fault: 'not-found' },
    state: 'gone',
    problem: 'http-status',
    asks: 1,
  },
  gone: { share: 0.02, answer: { fault: 'gone' }, state: 'gone', problem: 'http-status', asks: 1 },
  forbidden: {
    share: 0.01,
    answer: { fault: 'forbidden' },
    state: 'fetch-failed',
    problem: 'http-status',
    asks: 1,
  },
  'server error': {
    share: 0.03,
    answer: { fault: 'server-error' },
    state: 'fetch-failed',
    problem: 'http-status',
    asks: 1,
  },
  'reset in the body': {
    share: 0.02,
    answer: { fault: 'reset-in-body' },
    state: 'fetch-failed',
    problem: 'connection-failed',
    asks: 1,
  },
  silent: {
    share: 0.002,
    answer: { fault: 'silence' },
    state: 'fetch-failed',
    problem: 'timed-out',
    asks: 1,
  },
  'damaged gzip': {
    share: 0.02,
    answer: { fault: 'gzip-corrupt' },
    state: 'fetch-failed',
    problem: 'body-undecodable',
    asks: 1,
  },
  // By the protocol, six requests: the first one and five redirects.
  'redirected without end': {
    share: 0.01,
    answer: { fault: 'redirect-endless' },
    state: 'fetch-failed',
    problem: 'too-many-redirects',
    asks: 6,
  },
  'broken JSON': {
    share: 0.03,
    answer: { body: { type: html, text: broken } },
    state: 'metadata-failed',
    problem: 'json-malformed',
    hasFailed: true,
    asks: 1,
  },
  // A page without metadata is requested once more, for metadata alone.
  'without metadata': {
    share: 0.03,
    answer: { body: { type: html, text: '<p>Nothing.' } },
    state: 'no-metadata',
    problem: 'no-metadata',
    asks: 2,
  },
  picture: {
    share: 0.02,
    answer: { fault: 'type-wrong' },
    state: 'no-metadata',
    problem: 'content-type-unsupported',
    asks: 2,
  },
  'kept from by robots.txt': {
    share: 0.03,
    folder: '/private',
    answer: { version: 1 },
    state: 'disallowed',
    problem: 'robots-disallowed',
    asks: 0,
  },
};

/** @typedef {keyof typeof kinds} KindName */
const names = /** @type {KindName[]} */ (Object.keys(kinds)); // the keys of a const object are its keys

/**
 * @param {{ pages: number, seed: number, dir: string }} options
 * @returns {Promise<SideBySide>}
 */
export async function faults({ pages, seed, dir }) {
  const hosts = Array.from({ length: 20 }, (_, index) => `127.0.0.${index + 2}`);
  const sites = await startSites(hosts);
  const catalogue = await newCatalogue(dir);
  try {
    const laid = Array.from({ length: pages }, (_, page) => pageOf(seed, page));
    for (const [site] of hosts.entries()) {
      const own = laid.filter((_, page) => page % hosts.length === site);
      await sites.lay(site, [
        robots,
        ...own.map(({ path, kind }) => ({ path, ...kinds[kind].answer })),
      ]);
      await sites.list(
        site,
        own.map(({ path }) => path),
      );
    }
    await catalogue.configure({
      http: {
        allowPrivateAddresses: true,
        retries: 0,
        // No host is given up here, so that the order of the pages does not matter.
        perHost: { delayMs: 0, connections: 4, maxFailures: 1000 },
        timeouts: { headersMs: 1500 },
      },
      sources: sites.origins.map((origin, site) => ({
        name: `site-${site}`,
        sitemap: `${origin}/sitemap.xml`,
      })),
    });
    const found = new SideBySide();
    for (const [run, isFirst] of /** @type {const} */ ([
      ['first', true],
      ['second', false],
    ])) {
      await sites.requests();
      const { report, ms } = await catalogue.ingest();
      compareRun({
        run,
        isFirst,
        laid: laid.map(({ kind }) => kind),
        report,
        requests: await sites.requests(),
        found,
      });
      found.remark(`${run} run: ${(ms / 1000).toFixed(1)} s`);
    }
    const { records } = await catalogue.status();
    found.row('catalogue: records', laid.filter(({ kind }) => kind === 'good').length, records);
    const { code } = await catalogue.run(['verify']);
    found.row('verify: exit code', 0, code ?? -1);
    return found;
  } finally {
    await Promise.all([sites.stop(), catalogue.remove()]);
  }
}

/** @typedef {{ path: string, kind: KindName }} Page */

/**
 * The page with a number: its kind depends only on the number and the seed.
 * @param {number} seed
 * @param {number} page
 * @returns {Page}
 */
function pageOf(seed, page) {
  let left = createRandom(seed, `page ${page}`).next();
  const kind = names.find((name) => {
    left -= kinds[name].share;
    return left < 0 && kinds[name].share > 0;
  });
  const { folder = '' } = /** @type {PageKind} */ (kinds[kind ?? 'good']);
  return { path: `${folder}/page/${page}`, kind: kind ?? 'good' };
}

/**
 * @typedef {object} Run
 * @property {string} run
 * @property {boolean} isFirst
 * @property {readonly KindName[]} laid
 * @property {import('./catalogue.mjs').RunReport} report
 * @property {readonly import('./sites.mjs').SeenRequest[]} requests
 * @property {SideBySide} found
 *
 * @param {Run} run
 */
function compareRun({ run, isFirst, laid, report, requests, found }) {
  /** @type {readonly PageKind[]} */
  const pages = laid.map((name) => kinds[name]);
  const { sources } = report;
  const stateOf = (/** @type {PageKind} */ { state, later }) =>
    isFirst ? state : (later ?? state);
  found.rows(`${run}: urls`, countsOf(pages.map(stateOf)), sumOf(sources.map(({ urls }) => urls)));
  const records = {
    [isFirst ? 'added' : 'unchanged']: laid.filter((name) => name === 'good').length,
    'failed-new': pages.filter(({ hasFailed }) => hasFailed === true).length,
  };
  found.rows(`${run}: records`, records, sumOf(sources.map((source) => source.records)));
  const problems = countsOf(pages.flatMap(({ problem }) => problem ?? []));
  found.rows(`${run}: problems`, problems, sumOf(sources.map((source) => source.problems)));
  const asked = requests.filter(({ path }) => path.includes('/page/'));
  found.row(
    `${run}: requests for pages`,
    pages.reduce((sum, { asks }) => sum + asks, 0),
    asked.length,
  );
  if (isFirst) return;
  // The pages with cache validators.
  const known = pages.filter(({ answer }) => answer.fault === undefined);
  const notModified = asked.filter(({ isConditional, status }) => isConditional && status === 304);
  found.row(
    `${run}: answers that nothing is new`,
    known.reduce((sum, { asks }) => sum + asks, 0),
    notModified.length,
  );
}
