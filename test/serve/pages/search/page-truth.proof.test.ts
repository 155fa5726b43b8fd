import { load } from 'cheerio';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp } from '../../../../src/serve/app.ts';
import { searchHref } from '../../../../src/serve/pages/search/search-address.ts';
import { pageKey } from '../../../../src/serve/page-keys.ts';
import { ServedCatalogue } from '../../../../src/serve/served-catalogue.ts';
import { conditionNames, qualifierNames } from '../../../../src/search/conditions.ts';
import { facetNames } from '../../../../src/search/facets.ts';
import { searchOnce } from '../../../../src/search/search-index.ts';
import type { SearchRequest } from '../../../../src/search/search-request.ts';
import { createRandom } from '../../../expand/random.ts';
import { writeRandomRecords, type KnownEntry } from '../../../search/random-catalogue.ts';
import { randomRequest } from '../../../search/random-requests.ts';
import { truthOf } from '../../../search/request-truth.ts';
import { newPath, openStore } from '../../../catalogue/updates.ts';
import { proofSeed, proofSize } from '../../../support/proof.ts';

const requests = proofSize(30, 1000);
/** The number of links followed per page. */
const links = 4;
const random = createRandom(proofSeed(381));
const path = newPath(afterAll);
const store = openStore(path, 'write', afterAll);
const site = { title: 'Ice', base: 'http://127.0.0.1/' };
let entries: readonly KnownEntry[];
let served: ServedCatalogue;
let app: ReturnType<typeof createApp>;

beforeAll(async () => {
  entries = await writeRandomRecords(store, random, { count: 120 });
  served = await ServedCatalogue.open({ path, onTrouble: fail });
  app = createApp({ catalogue: served, site, onError: fail });
});

afterAll(async () => served.close());

function fail(error: unknown): never {
  throw error;
}

function addressOf(request: SearchRequest): string {
  const conditions = conditionNames.map((name) => [name, request[name] ?? []] as const);
  const qualifiers = qualifierNames.flatMap((name) => {
    const value = request[name];
    return value === undefined ? [] : [[name, value === true ? 'yes' : value] as const];
  });
  return searchHref(site, {
    conditions: Object.fromEntries(conditions.filter(([, texts]) => texts.length > 0)),
    qualifiers: Object.fromEntries(qualifiers),
    sort: request.sort ?? 'relevance',
    open: facetNames,
  });
}

async function pageAt(address: string) {
  const answer = await app.request(`http://localhost${address}`);
  const $ = load(await answer.text());
  const heading = $('h1').first().text();
  return { $, total: Number(/^[\d,]+/u.exec(heading)?.[0].replaceAll(',', '') ?? 0) };
}

it('shows the same results as a scan of every entry', async () => {
  const wrong: unknown[] = [];
  let followed = 0;
  for (let round = 0; round < requests; round += 1) {
    const request = randomRequest(random);
    const address = addressOf(request);
    const { $, total } = await pageAt(address);
    const answer = await searchOnce(store, { ...request, limit: 20 });
    const truth = truthOf(entries, request);
    const shown = $('a[href^="/dataset/"]').toArray();
    const keys = new Set(shown.map((each) => $(each).attr('href')));
    const expected = new Set(answer.results.map(({ key }) => `/dataset/${pageKey(key)}`));
    const isRight = total === truth.found.size && total === answer.total;
    if (!isRight || !isSame(keys, expected)) wrong.push({ address, total, keys, expected });
    // Harvested labels of controlled terms are keywords as well, those of these records are not.
    const values = $('details.facet:not(#facet-keywords) a:not(.chosen):has(.count)').toArray();
    for (const link of random.list(links, () => random.pick(values.length > 0 ? values : [null]))) {
      if (link === null) continue;
      const facet = $(link).closest('details.facet');
      // With a value that is chosen, the numbers are without it.
      if (facet.find('.note').length > 0 || facet.find('.chosen').length > 0) continue;
      const href = $(link).attr('href') ?? '';
      const count = Number($(link).find('.count').text().replaceAll(',', ''));
      const there = await pageAt(href);
      followed += 1;
      if (there.total !== count) wrong.push({ address, href, count, there: there.total });
    }
  }
  expect(wrong).toEqual([]);
  expect(followed).toBeGreaterThan(requests / 2);
});

function isSame(one: ReadonlySet<unknown>, other: ReadonlySet<unknown>): boolean {
  return one.size === other.size && [...one].every((each) => other.has(each));
}
