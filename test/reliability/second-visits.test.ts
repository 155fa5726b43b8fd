import { describe, expect, it } from 'vitest';
import type { FaultSite } from '../support/fault-server.mjs';
import { faultSite } from './faulty-sites.ts';
import { harvestAgain, type Again } from './later-harvests.ts';

const json = { 'content-type': 'application/ld+json' };
/**
 * The pages of a list are requested one after another: a page on an early list is visited long
 * before one on a late list.
 */
const pagesOfList = 8;

const script = (name: string, type: string): string =>
  `<script type="application/ld+json" id="${name}">${JSON.stringify({
    '@context': 'https://schema.org/',
    '@id': `https://fen.example/${name}`,
    '@type': type,
    name: `Levels of ${name}`,
  })}</script>`;

const one = script('one', 'Dataset');
const two = script('two', 'Map');

/**
 * Two sources of a page. The first wants one of its records and lists it at once; the second wants
 * both, and lists it on the last page of a long list. So the page is visited twice in a harvest.
 */
function sourcesOf(site: FaultSite): [object, object] {
  for (let at = 0; at <= pagesOfList; at += 1) {
    const item = at === pagesOfList ? '/page' : site.page(`/${at}`).slice(site.origin.length);
    const items = [{ '@type': 'ListItem', url: `${site.origin}${item}` }];
    const list = { '@context': 'https://schema.org/', '@type': 'ItemList', itemListElement: items };
    const next = at === pagesOfList ? {} : { link: `</list/${at + 1}>; rel="next"` };
    site.page(`/list/${at}`, { body: JSON.stringify(list), headers: { ...json, ...next } });
  }
  return [
    { urls: [`${site.origin}/page`], types: ['Dataset'], negotiate: false },
    { name: 'late', list: `${site.origin}/list/0`, negotiate: false },
  ];
}

/** The pages of the list name this many other pages. */
const others = pagesOfList;

const count = async (again: Again): Promise<number> =>
  again.read(async (store) => (await store.status()).records);

const seconds: [string, (site: FaultSite) => unknown][] = [
  ['is an error of the server', (site) => site.fault('/page', 'server-error')],
  ['says that there is nothing', (site) => site.remove('/page')],
  ['offers nothing', (site) => site.page('/page', { body: '<p>Back soon</p>' })],
  ['is broken in part', (site) => site.page('/page', { body: `${two.replace('{', '{{')}${one}` })],
  ['breaks off', (site) => site.fault('/page', 'reset-in-body')],
];

describe('a page that is visited once more in a harvest', () => {
  it.each(seconds)('keeps what it gave where the second answer %s', async (_name, answer) => {
    const site = await faultSite('127.0.0.1');
    const again = harvestAgain(...sourcesOf(site));
    const body = (): string => {
      answer(site);
      return one + two;
    };
    site.page('/page', { body });
    const first = await again.harvest();
    expect(site.countOf('/page')).toBe(2);
    expect(first.records).toEqual({ added: 1 });
    expect(await count(again)).toBe(others + 1);
    site.page('/page', { body: one + two });
    await again.harvest();
    expect(await count(again)).toBe(others + 2);
  });

  it('has what both sources want where the second answer is good', async () => {
    const site = await faultSite('127.0.0.1');
    const again = harvestAgain(...sourcesOf(site));
    site.page('/page', { body: one + two });
    await again.harvest();
    expect([site.countOf('/page'), await count(again)]).toEqual([2, others + 2]);
  });
});
