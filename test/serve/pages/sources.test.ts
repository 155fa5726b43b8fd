import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CatalogueStatus } from '../../../src/catalogue/status.ts';
import { harvestPages, numberIn, type HarvestedPages } from './harvested-site.ts';

let pages: HarvestedPages;
let status: CatalogueStatus;

beforeAll(async () => {
  pages = await harvestPages();
  status = JSON.parse(
    (await pages.workspace.run(['status', '--store', 'catalogue', '--json'])).stdout,
  ) as CatalogueStatus;
});
afterAll(async () => pages.close());

describe('/sources', () => {
  it('lists sources that need care before those that are fine', async () => {
    const $ = await pages.page('/sources');
    const rows = $('.source-table tbody tr').toArray();
    const told = rows.map((row) => [
      $(row).find('th').text(),
      $(row).find('.care-mark').text(),
      $(row).find('.care-cell li').first().text(),
    ]);
    expect(told).toEqual([
      ['dead', 'Failing', 'Source without URLs'],
      ['bad', 'Failing', 'Source gave too few records'],
      [
        'former',
        'Not configured',
        expect.stringMatching(/^The configuration of the latest run does not name it; last/u),
      ],
      ['good', 'Fine', ''],
      ['twin', 'Fine', ''],
    ]);
    expect($('.lead').text()).toMatch(
      /^As of the newest run, \d.+: 2 are failing, 1 is not configured; 2 are fine\.$/u,
    );
  });

  it('counts as status does', async () => {
    const $ = await pages.page('/sources');
    for (const { source, records, urls } of status.sources) {
      const row = $('.source-table tbody tr').filter(
        (_, each) => $(each).find('th').text() === source,
      );
      expect(numberIn(row.find('td.number b').text())).toBe(records);
      const counts = row
        .find('.url-states li')
        .toArray()
        .map((each) => numberIn($(each).text()));
      expect(counts).toEqual(Object.values(urls).filter((count) => count > 0));
    }
    expect(numberIn($('.figures dd').first().text())).toBe(status.records);
  });

  it('leads from each number of resources to as many results', async () => {
    const $ = await pages.page('/sources');
    const links = $('td.number .of a, .figures a[href="/"]').toArray();
    expect(links).toHaveLength(status.sources.filter(({ records }) => records > 0).length + 1);
    for (const link of links) {
      const list = await pages.page($(link).attr('href') ?? '');
      const found = list('h1').text().startsWith('No ') ? 0 : numberIn(list('h1').text());
      expect([$(link).text(), found]).toEqual([$(link).text(), numberIn($(link).text())]);
    }
  });
});

describe('/sources/NAME', () => {
  it.each(['good', 'bad'])('has a funnel of %s that adds up', async (name) => {
    const $ = await pages.page(`/sources/${name}`);
    const steps = $('.funnel > li').toArray().slice(0, -1);
    const counts = steps.map((step) => numberIn($(step).find('.step b').text()));
    const losses = steps.map((step) =>
      $(step)
        .find('.losses li')
        .toArray()
        .filter((loss) => $(loss).text().startsWith('−'))
        .reduce((sum, loss) => sum + numberIn($(loss).text()), 0),
    );
    expect(counts.slice(1)).toEqual(
      counts.slice(0, -1).map((count, at) => count - (losses[at + 1] ?? 0)),
    );
    expect(Math.min(...counts)).toBeGreaterThan(0);
  });

  it('shows problems with remedies, the history of runs and the next visits', async () => {
    const $ = await pages.page('/sources/bad');
    expect($('.problems li').first().find('a').text()).toMatch(/^URL not served/u);
    expect($('.problems li').first().find('.soft').text()).toContain(
      'For 404 and 410, correct the URL',
    );
    expect($('.plots figure')).toHaveLength(3);
    expect($('.plots circle')).toHaveLength(6);
    expect($('details tbody tr')).toHaveLength(2);
    const good = await pages.page('/sources/good');
    const due = good('table.narrow tbody tr')
      .toArray()
      .map((row) => numberIn(good(row).find('td').text()));
    const urls = Object.values(status.sources.find(({ source }) => source === 'good')?.urls ?? {});
    expect(due.reduce((sum, count) => sum + count, 0)).toBe(
      urls.reduce((sum, count) => sum + count, 0),
    );
  });

  it('lists the records that were removed, with the reason', async () => {
    const $ = await pages.page('/sources/good/removals');
    expect($('.rows li')).toHaveLength(1);
    expect($('.rows li').text()).toContain('its sources no longer list its URL');
    expect($('.rows a').first().attr('href')).toMatch(/^\/record\/[\da-f]{20}$/u);
  });

  it('goes through a long list of URLs page by page, each URL once', async () => {
    const seen: string[] = [];
    let next: string | undefined = '/sources/bad/urls';
    while (next !== undefined) {
      const $ = await pages.page(next);
      seen.push(
        ...$('.rows.urls li > div > a')
          .toArray()
          .map((link) => $(link).text()),
      );
      next = $('a[rel=next]').attr('href');
    }
    expect(seen).toHaveLength(60);
    expect(new Set(seen).size).toBe(60);
  });

  it.each(['/sources/dead/urls', '/sources/dead/records', '/sources/dead/removals'])(
    'lists nothing for a source without results: %s',
    async (path) => {
      const $ = await pages.page(path);
      expect(numberIn($('h1 .count').text())).toBe(0);
    },
  );

  it.each([
    '/sources/none',
    '/sources/none/urls',
    '/sources/none/records',
    '/sources/none/removals',
  ])('says that there is no such source: %s', async (path) => {
    const $ = await pages.page(path, 404);
    expect($('h1').text()).toBe('There is no such source');
  });
});

describe('/explain', () => {
  it('explains why a URL failed, and which of its records are kept', async () => {
    const $ = await pages.page(`/explain?url=${encodeURIComponent(`${pages.origin}/bad/0`)}`);
    expect($('.look').text()).toBe('It could not be fetched.');
    expect($('.explanation').text()).toMatch(
      /1 time in a row, since .*1 record is only kept: since .*\(URL not served\)\. The copy is of/su,
    );
    expect($('.problems li').first().text()).toContain('HTTP status 500');
    const record = $('.explanation a[href^="/record/"]').first();
    expect(record.text()).toBe('<script>Lake 0');
    const shown = await pages.page(record.attr('href') ?? '');
    expect(shown('#provenance').text()).toMatch(
      /This record is only kept: since .*URL not served/su,
    );
    expect($('.explanation a[href="/sources/bad"]')).toHaveLength(1);
    expect($('.explanation ol.rows').first().text()).toContain('500');
  });

  it('names the rule that disallows a URL', async () => {
    const $ = await pages.page(`/explain?url=${encodeURIComponent(`${pages.origin}/good/3`)}`);
    expect($('.look').text()).toBe('Robots.txt disallows it.');
    expect($('.explanation').text()).toContain('by "Disallow: /good/3" on line 2');
  });

  it.each([
    'https://nowhere.example/<script>alert(1)</script>',
    'javascript:alert(1)',
    '%',
    'urn:cdif-graph:entry:0',
  ])('says that a URL is not known, and nothing in it acts: %s', async (url) => {
    const text = await pages.text(`/explain?url=${encodeURIComponent(url)}`, 404);
    expect(text).toContain('Not known');
    expect(text).not.toContain('<script>alert');
    expect(text).not.toContain('href="javascript');
  });
});

describe('/runs', () => {
  it('lists the runs with their results', async () => {
    const list = await pages.page('/runs');
    expect(list('.rows li')).toHaveLength(2);
    const $ = await pages.page(list('.rows a').first().attr('href') ?? '');
    expect(
      $('tbody th a')
        .toArray()
        .map((each) => $(each).text()),
    ).toEqual(['bad', 'dead', 'good', 'twin']);
    expect($('.failed').first().text()).toBe('Source gave too few records');
    expect($('.lead').text()).toMatch(/^finished after/u);
  });

  it('reports an unknown run', async () => {
    const $ = await pages.page('/runs/19990101T000000Z', 404);
    expect($('h1').text()).toBe('There is no such run');
  });
});
