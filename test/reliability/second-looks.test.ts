import { describe, expect, it } from 'vitest';
import { sum } from '../../src/report/ledger.ts';
import type { FaultSite } from '../support/fault-server.mjs';
import { faultSite } from './faulty-sites.ts';
import { harvestAgain, type Again, type Gave } from './later-harvests.ts';

const json = { 'content-type': 'application/ld+json' };
/** Pages of a list take so many requests one after the other, in which time a page that the first names is long done with. */
const pagesOfList = 8;

const script = (name: string): string =>
  `<script type="application/ld+json" id="${name}">${JSON.stringify({
    '@context': 'https://schema.org/',
    '@id': `https://fen.example/${name}`,
    '@type': 'Dataset',
    name: `Levels of ${name}`,
  })}</script>`;

const both = script('one') + script('two');

/**
 * A list whose first page names a page of two scripts, and whose last one leads to a label of one of these: so that page is
 * asked for twice in a harvest. Of those between each names a page of its own.
 * @returns the URL of the list
 */
function labelLate(site: FaultSite): string {
  const name = (at: number, page: string, headers: Record<string, string>): void => {
    const items = [{ '@type': 'ListItem', url: `${site.origin}${page}` }];
    const list = { '@context': 'https://schema.org/', '@type': 'ItemList', itemListElement: items };
    site.page(`/list/${at}`, { body: JSON.stringify(list), headers: { ...json, ...headers } });
  };
  for (let at = 0; at < pagesOfList; at += 1) {
    const next = { link: `</list/${at + 1}>; rel="next"` };
    name(at, at === 0 ? '/page' : `/${at}`, next);
    if (at > 0) site.page(`/${at}`);
  }
  name(pagesOfList, '/label', {});
  const label = '<link rel="describedby" type="application/ld+json" href="/page#two">';
  site.page('/label', { body: label });
  return `${site.origin}/list/0`;
}

/** What other pages than the one that is asked for twice give. */
const others = pagesOfList - 1;

const count = async (again: Again): Promise<number> =>
  again.read(async (store) => (await store.status()).records);

/** Whether each record that was there before a harvest, or that it added, has one state. */
function addsUp({ records }: Pick<Gave, 'records'>, before: number): boolean {
  return sum(records) === before + (records.added ?? 0);
}

const seconds: [string, (site: FaultSite) => unknown][] = [
  ['is an error of the server', (site) => site.fault('/page', 'server-error')],
  ['says that there is nothing', (site) => site.remove('/page')],
  ['offers nothing', (site) => site.page('/page', { body: '<p>Back soon</p>' })],
  [
    'is broken in part',
    (site) => site.page('/page', { body: `${script('two').replace('{', '{{')}${script('one')}` }),
  ],
  ['breaks off', (site) => site.fault('/page', 'reset-in-body')],
];

describe('a page that is asked for once more in a harvest', () => {
  it.each(seconds)('counts as what it gave where the second answer %s', async (_name, answer) => {
    const site = await faultSite('127.0.0.1');
    const again = harvestAgain({ list: labelLate(site), negotiate: false });
    const body = (): string => {
      answer(site);
      return both;
    };
    site.page('/page', { body });
    const first = await again.harvest();
    expect(site.countOf('/page')).toBe(2);
    expect(first.records).toMatchObject({ added: others + 2 });
    expect(first.urls['fetch-failed']).toBeUndefined();
    expect(await count(again)).toBe(others + 2);
    // Now there are some from before, whether or not they are called as they were.
    site.page('/page', { body: both });
    expect(addsUp(await again.harvest(), others + 2)).toBe(true);
    site.page('/page', { body, validators: [] });
    expect(addsUp(await again.harvest(), others + 2)).toBe(true);
    expect(await count(again)).toBe(others + 2);
  });

  it('has lost what only the first answer gave', async () => {
    const site = await faultSite('127.0.0.1');
    const again = harvestAgain({ list: labelLate(site) });
    const body = (): string => {
      site.page('/page', { body: `${script('two')}${script('three')}` });
      return both;
    };
    site.page('/page', { body });
    const { records, problems } = await again.harvest();
    expect(records).toEqual({ added: others + 2 });
    expect(problems).toEqual({});
    const names = await again.read(async (store) => {
      const found = await Promise.all(
        ['one', 'two', 'three'].map((name) => store.find(`https://fen.example/${name}`)),
      );
      return found.map(({ length }) => length);
    });
    expect(names).toEqual([0, 1, 1]);
  });
});
