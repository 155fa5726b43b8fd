import type { CheerioAPI } from 'cheerio';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { harvestPages, numberIn, type HarvestedPages } from './harvested-site.ts';

let pages: HarvestedPages;
/** How many each list has, by its address. */
const lengths = new Map<string, Promise<number>>();

beforeAll(async () => {
  pages = await harvestPages();
});
afterAll(async () => pages.close());

/** Pages that list what a number counts; those of runs and of one source are none. */
const isList = /^\/(?:sources\/[^/]+\/(?:urls|records|removals)|problems)(?:[/?]|$)/u;

async function lengthOf(href: string): Promise<number> {
  const known = lengths.get(href) ?? pages.page(href).then(($) => numberIn($('h1 .count').text()));
  lengths.set(href, known);
  return known;
}

interface LinkedNumber {
  readonly text: string;
  readonly href: string;
  readonly told: number;
  readonly listed: number;
}

/**
 * The texts of a page that lead to a list and begin with a number, or have one in or behind the
 * link as kinds of problems do; and how long the list is.
 */
async function linkedNumbers($: CheerioAPI): Promise<LinkedNumber[]> {
  // A number of a run that stands behind a link is one that is not listed.
  const behind = $('h1').text().startsWith('Run ') ? 'none' : '.count';
  const links = $('main a')
    .toArray()
    .map((link) => {
      const count = $(link).find('.count').add($(link).next(behind)).first().text();
      // No number is shown for a URL with one problem of a kind.
      const isOfUrl = $(link).closest('.rows.urls .kinds').length > 0;
      const text = count === '' ? `${isOfUrl ? '1 ' : ''}${$(link).text()}` : count;
      return { text: text.trim(), href: $(link).attr('href') ?? '' };
    })
    .filter(({ text, href }) => /^−?\d/u.test(text) && isList.test(href));
  return Promise.all(
    links.map(async ({ text, href }) => ({
      text,
      href,
      told: numberIn(text),
      listed: await lengthOf(href),
    })),
  );
}

/** The numbers of the latest run that lead nowhere, with the head of their row. */
function unlinkedNumbers($: CheerioAPI): string[] {
  const rows = $('.funnel > li, details tbody tr:first-child, section > .scroll tbody tr');
  return rows.toArray().flatMap((row) => {
    const head = $(row)
      .find('th a')
      .text()
      .replaceAll(/[\d-]+ [\d:]+ UTC/gu, 'latest');
    return $(row)
      .find('.step, .losses li, td.number')
      .toArray()
      .map((each, column) => ({ each, column, text: $(each).text().trim() }))
      .filter(({ text }) => /^−?[1-9]/u.test(text) && !/ (?:ms|s|min)$/u.test(text))
      .filter(({ each }) => $(each).find('a').length === 0)
      .map(({ text, column }) => (head === '' ? text : `${head}, column ${column + 1}: ${text}`));
  });
}

async function runsOf(): Promise<string[]> {
  const $ = await pages.page('/runs');
  return $('.rows > li > a')
    .toArray()
    .map((link) => $(link).attr('href') ?? '');
}

it('links every number of URLs, records and problems to a list of that length', async () => {
  const paths = [
    '/sources',
    ...['good', 'bad', 'dead', 'former', 'twin'].map((name) => `/sources/${name}`),
    '/sources/bad/urls',
    ...(await runsOf()),
    '/problems',
    '/problems?source=bad',
    '/problems/http-status',
  ];
  const seen = new Set<string>();
  for (const path of paths) {
    const $ = await pages.page(path);
    for (const { text, href, told, listed } of await linkedNumbers($)) {
      expect([path, text, href, listed]).toEqual([path, text, href, told]);
      seen.add(/(?:urls|records|removals).*/u.exec(href)?.[0] ?? 'problems');
    }
  }
  const groups = [...seen].map((each) => each.replace(/\d.*/u, '…'));
  expect([...new Set(groups)].toSorted()).toMatchInlineSnapshot(`
    [
      "problems",
      "records",
      "records?state=added",
      "records?state=all",
      "records?state=failed-kept",
      "records?state=not-due",
      "records?state=replaced",
      "records?state=unchanged",
      "removals?run=…",
      "removals?state=removed",
      "urls?due=next-run",
      "urls?due=…",
      "urls?state=all",
      "urls?state=disallowed",
      "urls?state=failing",
      "urls?state=failing-with-records",
      "urls?state=fetch-failed",
      "urls?state=gone",
      "urls?state=harvested",
      "urls?state=metadata-failed",
      "urls?state=no-metadata",
      "urls?state=run-allowed",
      "urls?state=run-answered",
      "urls?state=run-disallowed",
      "urls?state=run-due",
      "urls?state=run-fetch-failed",
      "urls?state=run-gone",
      "urls?state=run-harvested",
      "urls?state=run-listed",
      "urls?state=run-loaded",
      "urls?state=run-metadata-failed",
      "urls?state=run-no-metadata",
      "urls?state=run-not-due",
      "urls?state=run-tried",
      "urls?state=run-unchanged",
      "urls?state=run-with-metadata",
    ]
  `);
});

it('leaves numbers without a link only where nothing can be listed', async () => {
  const [latest = '', former = ''] = await runsOf();
  const told: Record<string, string[]> = {};
  for (const path of ['/sources/good', '/sources/bad', '/sources/twin', latest]) {
    told[path === latest ? 'latest run' : path] = unlinkedNumbers(await pages.page(path));
  }
  expect(told).toMatchInlineSnapshot(`
    {
      "/sources/bad": [],
      "/sources/good": [
        "1 no longer listed",
      ],
      "/sources/twin": [
        "1 record in the catalogue",
        "latest, column 1: 1",
      ],
      "latest run": [
        "twin, column 4: 1",
      ],
    }
  `);
  const $ = await pages.page(former);
  expect($('.kinds a .count')).toHaveLength(0);
  expect($('table a[href*="/urls"]:not([href^="/sources/former/"])')).toHaveLength(0);
  expect($('table + p, .scroll + p').text()).toContain('only the numbers are kept');
});
