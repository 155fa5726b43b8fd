// The time of random searches in an index in memory, and the size of the index: `node --expose-gc
// warm.mjs CATALOGUE QUESTIONS SEED`, which prints JSON.
import { createRandom } from '../generate/random.mjs';
import { built } from '../measure/built.mjs';

/** @typedef {import('../../src/search/search-request.ts').SearchRequest} SearchRequest */
/** @typedef {import('../generate/random.mjs').Random} Random */

const { openEmbeddedStore } = /** @type {typeof import('../../src/catalogue/store.ts')} */ (
  await import(built('catalogue/store.js'))
);
const { SearchIndex } = /** @type {typeof import('../../src/search/search-index.ts')} */ (
  await import(built('search/search-index.js'))
);

/** @type {readonly import('../../src/search/facets.ts').FacetName[]} */
const facets = [
  'types',
  'sources',
  'keywords',
  'variables',
  'publishers',
  'licences',
  'formats',
  'years',
];

const words = [
  'survey',
  'dune migration',
  '"snow cover"',
  'tempera*',
  'water -snow',
  'bedload OR lichens',
];
const names = ['wind speed', 'temperature', 'concentration'];

/**
 * Conditions that can be combined freely. @type {readonly ((random: Random) => SearchRequest)[]}
 */
const conditions = [
  (random) => ({ keyword: [random.pick(words)] }),
  (random) => {
    const [west, south] = [random.whole(-180, 120), random.whole(-80, 40)];
    return { bbox: [`${west},${south},${west + 60},${south + 40}`] };
  },
  (random) => {
    const year = random.whole(1900, 2000);
    return { time: [`${year}/${year + 20}`] };
  },
  (random) => ({ variable: [random.pick(names)] }),
  () => ({ type: ['Dataset'] }),
  (random) => ({ mediaType: [random.pick(['text/csv', 'application/x-netcdf'])] }),
  (random) => ({ organization: [random.pick(['observatory', 'station', 'centre'])] }),
  (random) => ({ term: [random.pick(['snow cover', 'lichens'])] }),
  (random) => ({ modifiedSince: [String(random.whole(1990, 2020))] }),
];

/** The first questions are not counted: they build the sort orders. */
const warmUp = 50;

const [catalogue = '', count = '', seed = ''] = process.argv.slice(2);
const store = openEmbeddedStore({ path: catalogue, access: 'read' });
const index = new SearchIndex(store);
await index.prepare();
const random = createRandom(Number(seed), 'warm');
const times = [];
for (let asked = 0; asked < Number(count) + warmUp; asked += 1) {
  /** @type {SearchRequest} */
  const request = { limit: 20, facets, facetLimit: 20 };
  for (let more = random.whole(0, 4); more > 0; more -= 1) {
    Object.assign(request, random.pick(conditions)(random));
  }
  const sort = random.pick(/** @type {const} */ (['relevance', 'relevance', 'title', 'time']));
  const startedAt = performance.now();
  await index.search({ ...request, sort });
  if (asked >= warmUp) times.push(performance.now() - startedAt);
}
times.sort((one, other) => one - other);
globalThis.gc?.();
const { heapUsed, arrayBuffers } = process.memoryUsage();
// Values that are used later stay in memory until then.
await index.prepare();
console.log(
  JSON.stringify({
    p95: times[Math.floor(times.length * 0.95)],
    megabytes: (heapUsed + arrayBuffers) / 1e6,
  }),
);
await store.close();
