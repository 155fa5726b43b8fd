import { load, type CheerioAPI } from 'cheerio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../../../src/serve/app.ts';
import { ServedCatalogue } from '../../../../src/serve/served-catalogue.ts';
import { urlUpdate, newPath, openStore } from '../../../catalogue/updates.ts';
import { keptSearch, type SaidFacts } from '../../../support/search-facts.ts';

const datasets: readonly SaidFacts[] = [
  {
    places: { boxes: [{ west: 10, south: 53.5, east: 10, north: 53.5 }] },
    times: { periods: [{ start: '2001', end: '2004-06' }] },
  },
  {
    places: {
      boxes: [
        { west: -180, south: -20, east: -170, north: -10 },
        { west: 170, south: -20, east: 180, north: -10 },
      ],
    },
    times: { periods: [{ start: '1990', end: '1990' }] },
  },
  { places: { boxes: [{ west: -100, south: -10, east: 0, north: 10 }] } },
  { times: { ages: [{ older: 201.4, younger: 143.1 }] } },
];

let served: ServedCatalogue;
let app: ReturnType<typeof createApp>;

beforeAll(async () => {
  const path = newPath(afterAll);
  const store = openStore(path, 'write', afterAll);
  for (const [at, { texts, ...said }] of datasets.entries()) {
    const titles = [{ text: `Dataset ${at + 1}` }];
    await store.write(
      urlUpdate(at + 1, { search: keptSearch({ ...said, texts: { ...texts, titles } }) }),
    );
  }
  served = await ServedCatalogue.open({ path, onTrouble: fail });
  const site = { title: 'Tides', base: 'https://catalogue.example/', now };
  app = createApp({ catalogue: served, site, onError: fail });
});

afterAll(async () => served.close());

function now(): Date {
  return new Date('2026-11-25T03:00:00Z');
}

function fail(error: unknown): never {
  throw error;
}

async function page(query: Record<string, string> = {}): Promise<CheerioAPI> {
  const answer = await app.request(`http://localhost/?${new URLSearchParams(query).toString()}`);
  expect(answer.status).toBe(200);
  return load(await answer.text());
}

/** Where the link with a text leads to. */
function leadsTo($: CheerioAPI, text: string): Record<string, string> {
  const link = $('.where a').filter((_, each) => $(each).text().trim() === text);
  expect([text, link.length]).toEqual([text, 1]);
  return Object.fromEntries(
    new URL(link.attr('href') ?? '', 'https://catalogue.example/').searchParams,
  );
}

describe('the map', () => {
  it('draws the places of the results of the page, but no large ones', async () => {
    const $ = await page();
    const drawn = $('.place').map((_, each) => $(each).attr('data-result'));
    expect(drawn.get()).toEqual(['1', '2']);
    expect($('[data-result=1] .dot').attr('d')).toBe('M380 73h0');
    expect($('[data-result=2] .outline').attr('d')).toContain('M700 200H740V220H700z');
    expect($('#result-1').text()).toContain('Dataset 1');
  });

  it('shows the number of results by place, in steps and as text', async () => {
    const $ = await page();
    expect($('.map .density path').length).toBe(1);
    expect($('.legend').text()).toMatch(/Results in 5° by 5°\s+1/u);
    expect($('svg.map').attr('aria-label')).toMatch(
      /^Map of the world with Greenwich in the middle: places of the results; most of them, 1, about /u,
    );
  });

  it('counts large places and missing ones, with links to just these', async () => {
    const $ = await page({ bbox: '0,50,20,60', time: '2001' });
    expect($('.legend').text()).not.toContain('larger');
    const all = await page({ bbox: '0,50,20,60' });
    expect(leadsTo(all, '1 wider or higher than 30°')).toEqual({ extent: 'wide' });
    expect(leadsTo(all, 'show it')).toEqual({ lacking: 'place' });
    expect((await page({ extent: 'wide' }))('.result').text()).toContain('Dataset 3');
    expect((await page({ lacking: 'place' }))('.result').text()).toContain('Dataset 4');
  });

  it('shows the box of the search, across the antimeridian as one with the Pacific in the middle', async () => {
    const $ = await page({ bbox: '120,-60,-70,60' });
    expect($('.asked .outline').attr('d')).toBe('M240 60H580V300H240z');
    expect($('svg.map image').attr('href')).toContain('land-180');
    expect($('svg.map').attr('aria-label')).toContain('selected: 60°S to 60°N, 120°E to 70°W');
    const fields = ['south', 'west', 'north', 'east'].map((name) => $(`input[name=${name}]`).val());
    expect(fields).toEqual(['-60', '120', '60', '-70']);
  });

  it('is moved, and searched in, by links that keep the search', async () => {
    const $ = await page({ q: 'dataset', time: '1990/2010' });
    expect(leadsTo($, 'Pacific in the middle')).toEqual({
      q: 'dataset',
      time: '1990/2010',
      map: '180,0,0',
    });
    const near = await page({ q: 'dataset', map: '10,45,2' });
    expect(leadsTo(near, 'Search what I see')).toEqual({
      q: 'dataset',
      bbox: '-35,22.5,55,67.5',
      map: '10,45,2',
    });
    expect(leadsTo(near, 'Wider')).toMatchObject({ map: '10,45,1' });
    expect(near('.arrows a').length).toBe(4);
    expect(near('svg.map').attr('viewBox')).toBe('290 45 180 90');
  });

  it('has a form that keeps the other conditions', async () => {
    const $ = await page({ q: 'dataset', bbox: '0,50,20,60', page: '1' });
    const hidden = $('form[data-box] input[type=hidden]');
    expect(hidden.map((_, each) => $(each).attr('name')).get()).toEqual(['q']);
  });
});

describe('the time line', () => {
  it('has a bar per year, and marks the years of the search', async () => {
    const $ = await page({ time: '2001/2002' });
    const [inside = '', outside = ''] = ['in', 'out'].map((kind) => $(`.time .${kind}`).attr('d'));
    expect(inside.match(/M/gu)).toHaveLength(2);
    expect(outside.match(/M/gu)).toHaveLength(3);
    expect($('.time .window').attr('width')).toBe('133.3');
    expect($('svg.time').attr('aria-label')).toBe(
      'Time line: results from 1990 to 2004; most of them, 1, in 1990',
    );
    expect($('input[name=from]').val()).toBe('2001');
    expect($('input[name=to]').val()).toBe('2002');
  });

  it('counts results without a period, and tells whether they are left out', async () => {
    const $ = await page({ time: '2001/2002' });
    expect($('.time-line').text()).toContain('2 without a period are left out: show these');
    expect(leadsTo($, 'show these')).toEqual({ lacking: 'time' });
    expect((await page())('.time-line').text()).toContain('2 without a period: show these');
  });

  it('shows ages with the units of the chart, each a link', async () => {
    const $ = await page({ axis: 'Ma', age: 'Jurassic' });
    expect($('.time .in').length).toBe(1);
    expect($('.time .band').length).toBeGreaterThan(2);
    expect($('input[name=older]').val()).toBe('201.4');
    expect($('input[name=younger]').val()).toBe('143.1');
    expect(leadsTo($, 'Cretaceous')).toEqual({ axis: 'Ma', age: 'Cretaceous' });
    expect(leadsTo($, 'Calendar')).toEqual({ age: 'Jurassic' });
  });

  it('is a sentence where no result has a time', async () => {
    const $ = await page({ q: '"dataset 4"' });
    expect($('.no-bars').text()).toBe('No result states its years.');
  });
});
