import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { problemCatalogue } from '../../../src/model/problem-catalogue.ts';
import { searchConditions, searchQualifiers } from '../../../src/search/conditions.ts';
import { optionName } from '../../../src/search/condition-values.ts';
import type { CatalogueStatus } from '../../../src/catalogue/status.ts';
import { harvestPages, numberIn, type HarvestedPages } from './harvested-site.ts';

let pages: HarvestedPages;
let lastRun: string;

beforeAll(async () => {
  pages = await harvestPages();
  lastRun = (await status()).runs[0]?.run ?? '';
});
afterAll(async () => pages.close());

async function run(...args: readonly string[]): Promise<string> {
  return (await pages.workspace.run([...args, '--store', 'catalogue'])).stdout;
}

async function status(): Promise<CatalogueStatus> {
  return JSON.parse(await run('status', '--json')) as CatalogueStatus;
}

/** The counts by kind that a page tells. */
async function toldCounts(path: string): Promise<Record<string, number>> {
  const $ = await pages.page(path);
  const kinds = $('.kind-list > li')
    .toArray()
    .map((item) => [
      $(item).find('code').last().text(),
      numberIn($(item).find('h2 .count').text()),
    ]);
  return Object.fromEntries(kinds) as Record<string, number>;
}

describe('/problems', () => {
  it('counts as status does, the most severe first', async () => {
    const { problems } = await status();
    expect(await toldCounts('/problems')).toEqual(problems);
    expect(problems['iri-dropped']).toBe(260);
    const $ = await pages.page('/problems');
    const severities = $('.kind-list > li')
      .toArray()
      .map((item) => $(item).attr('class'));
    const ranks = severities.map((each) => ['error', 'warning', 'info'].indexOf(each ?? ''));
    expect(ranks).toEqual(ranks.toSorted((one, other) => one - other));
  });

  it.each([
    [],
    ['source=bad'],
    ['source=bad', 'source=good', 'severity=error'],
    ['severity=warning', 'severity=info'],
    ['kind=http-status', 'kind=iri-dropped'],
    ['since=LAST'],
    ['since=2999-01-01'],
    ['url=ORIGIN/bad/4'],
    ['url=https://lakes.example/4', 'kind=time-unusable'],
  ])('filters as the command does, as a page and as CSV: %s %s %s', async (...given) => {
    const parts = given.map((each) =>
      each.replace('LAST', lastRun).replace('ORIGIN', pages.origin),
    );
    const options = parts.map((part) => `--${part}`);
    const query = new URLSearchParams(parts.map((part) => part.split('=') as [string, string]));
    const rows = (await run('problems', '--format', 'jsonl', ...options)).trim().split('\n');
    const counts: Record<string, number> = {};
    for (const row of rows.filter((each) => each !== '')) {
      const { kind, count } = JSON.parse(row) as { kind: string; count: number };
      counts[kind] = (counts[kind] ?? 0) + count;
    }
    expect(await toldCounts(`/problems?${query.toString()}`)).toEqual(counts);
    expect(await pages.text(`/problems.csv?${query.toString()}`)).toBe(
      await run('problems', '--format', 'csv', ...options),
    );
  });

  it('has fields for all conditions, so that another one is added to them', async () => {
    const query = 'source=bad&source=good&severity=error&severity=warning&kind=http-status';
    const $ = await pages.page(`/problems?${query}`);
    const fields = $('form.filter').serializeArray();
    const given = fields.filter(({ value }) => value !== '');
    expect(given.map(({ name, value }) => `${name}=${value}`).join('&')).toBe(query);
  });

  it.each(['kind=nonsense', 'severity=grave', 'since=yesterday', 'url=https://nowhere.example/'])(
    'says what is wrong with a condition: %s',
    async (query) => {
      const $ = await pages.page(`/problems?${query}`, 400);
      expect($('[role=alert]')).toHaveLength(1);
      await pages.text(`/problems.csv?${query}`, 400);
    },
  );
});

describe('/problems/KIND', () => {
  it('lists each record and URL with a problem, on several pages', async () => {
    for (const [kind, count] of Object.entries((await status()).problems)) {
      const $ = await pages.page(`/problems/${kind}`);
      expect([kind, numberIn($('h1 .count').text())]).toEqual([kind, count]);
      const places = numberIn($('h2 .count').last().text());
      expect($('.rows > li')).toHaveLength(Math.min(places, 50));
    }
    const $ = await pages.page('/problems/iri-dropped');
    expect($('.rows > li')).toHaveLength(2);
    expect($('.rows .said li')).toHaveLength(10);
    expect($('.rows').text()).toContain('and 125 more here');
    expect($('.rows a').first().text()).toBe('<script>Lake 4');
    expect($('script:not([src])')).toHaveLength(0);
  });

  it('takes the kind from the path alone', async () => {
    const path = '/problems/http-status';
    expect(await pages.text(`${path}?kind=iri-dropped`)).toBe(await pages.text(path));
  });

  it('reports an unknown kind', async () => {
    const $ = await pages.page('/problems/toString', 404);
    expect($('h1').text()).toBe('There is no such kind of problem');
  });
});

describe('/help', () => {
  it('documents every condition of a search and every kind of problem', async () => {
    const $ = await pages.page('/help');
    const names = $('table tbody th')
      .toArray()
      .map((each) => $(each).text());
    const all = [...Object.keys(searchConditions), ...Object.keys(searchQualifiers)];
    expect(names).toEqual(all.map(optionName));
    const kinds = $('section[aria-labelledby=problems] a')
      .toArray()
      .map((each) => $(each).attr('href'));
    expect(new Set(kinds)).toEqual(
      new Set(Object.keys(problemCatalogue).map((kind) => `/problems/${kind}`)),
    );
  });
});
