import { describe, expect, it } from 'vitest';
import { selectDisplayRecords, type ResourceClaim } from '../../src/catalogue/shown-resource.ts';

/** A record that calls a resource by the name of its first URL's host, or by another. */
function claim(urls: string | readonly string[], title?: string, source?: string): ResourceClaim {
  const all = typeof urls === 'string' ? [urls] : urls;
  const [graph = ''] = all;
  const host = new URL(graph).host;
  const says = { title: title ?? host };
  return { graph, urls: all, sources: [source ?? host], says };
}

/** The title that is shown, whatever the order in which the records come. */
function shown(resource: string, claims: readonly ResourceClaim[]): string | undefined {
  const orders = [
    claims,
    claims.toReversed(),
    claims.toSorted(() => -1),
    [...claims.slice(1), ...claims.slice(0, 1)],
  ];
  const titles = new Set(
    orders.map((each) => selectDisplayRecords(resource, each).title?.says.title),
  );
  expect(titles.size).toBe(1);
  return [...titles][0];
}

/** How often the first of two records is shown, of forty resources. */
function timesShown([first, second]: readonly [string, string]): number {
  const titles = Array.from({ length: 40 }, (_, at) =>
    shown(`doi:10.1234/${at}`, [
      claim(`https://${first}/`, 'first'),
      claim(`https://${second}/`, 'second'),
    ]),
  );
  return titles.filter((title) => title === 'first').length;
}

const doi = 'doi:10.1234/5';
const page = 'http://victim.example/dataset/5';
const honest = ['https://one.example/5', 'https://two.example/5', 'https://three.example/5'];
/** Before and after all others in the alphabet. */
const attackers = ['https://a.attacker.example/5', 'https://zz.attacker.test/5'];

describe.each(attackers)('beside a record of an attacker at %s', (attacker) => {
  it.each<[string, string, readonly string[]]>([
    ['its page', page, ['https://victim.example/dataset/5']],
    ['its page with www. and a slash', page, ['http://www.victim.example/dataset/5/']],
    [
      'a page to which its page redirects',
      page,
      ['https://victim.example/dataset/5', 'https://cdn.test/x'],
    ],
    ['a part of its page', `${page}#dataset`, ['https://victim.example/dataset/5']],
    ['its origin', page, ['https://victim.example/metadata/5.jsonld']],
    ['its DOI', doi, ['https://doi.org/10.1234/5', 'https://victim.example/5']],
    [
      'its DOI at an older resolver',
      doi,
      ['https://dx.doi.org/10.1234/5', 'https://victim.example/5'],
    ],
    ['its Handle', 'hdl:2381/5', ['https://hdl.handle.net/2381/5', 'https://victim.example/5']],
    ['its ARK', 'ark:12345/x5', ['https://n2t.net/ark:/12345/x5', 'https://victim.example/5']],
    [
      'a page that leads to its DOI',
      doi,
      ['https://three.example/5', 'https://doi.org/10.1234/5', 'https://victim.example/5'],
    ],
  ])('a resource is shown as by a record from %s', (_, resource, urls) => {
    const others = [attacker, `${attacker}/2`, `${attacker}/3`].map((url) => claim(url, 'Attack'));
    expect(shown(resource, [claim(urls, 'Own'), ...others])).toBe('Own');
  });

  it('a record at the target of the DOI is as near as one from its origin', () => {
    const resolved = {
      ...claim(['https://doi.org/10.1234/5', 'https://victim.example/5']),
      says: {},
    };
    const own = claim('https://victim.example/5.jsonld', 'Own');
    const others = honest.map((url) => claim(url, 'Other'));
    expect(shown(doi, [resolved, own, claim(attacker, 'Attack'), ...others])).toBe('Own');
  });

  it.each<[string, readonly string[]]>([
    [
      'a redirect at the origin of the resource to elsewhere',
      ['https://victim.example/out?to=', attacker],
    ],
    ['a path like the identifier', [`${attacker}/https://doi.org/10.1234/5`]],
    ['an ARK in its own URL', ['https://attacker.test/ark:/12345/x5']],
    ['another port of the host', ['https://victim.example:8443/dataset/5']],
    ['a host whose name ends alike', ['https://notvictim.example/dataset/5']],
    ['a user before the host', ['https://victim.example@attacker.test/dataset/5']],
  ])('%s is no claim to a resource', (_, urls) => {
    const others = honest.map((url) => claim(url, 'Honest'));
    for (const resource of [page, doi, 'ark:12345/x5']) {
      expect(shown(resource, [claim(urls, 'Attack'), ...others])).toBe('Honest');
    }
  });

  it('the value of three aggregators is shown, of one source each or of one together', () => {
    const attack = claim(attacker, 'Attack');
    expect(shown(doi, [attack, ...honest.map((url) => claim(url, 'Honest'))])).toBe('Honest');
    const together = honest.map((url) => claim(url, 'Honest', 'aggregator'));
    expect(shown(doi, [attack, ...together])).toBe('Honest');
  });

  it.each([
    ['pages of a host', (at: number) => `${attacker}/${at}`],
    ['hosts of a domain', (at: number) => attacker.replace('//', `//${at}.`)],
    ['ports of a host', (at: number) => attacker.replace(/(?<=[a-z])\/5$/u, `:${8000 + at}/5`)],
    [
      'hosts with a dot at the end',
      (at: number) => attacker.replace(/\/\/(.*)\/5/u, `//${at}.$1./5`),
    ],
  ])('ten %s of one source count as one', (_, urlOf) => {
    const attacks = Array.from({ length: 10 }, (__, at) => claim(urlOf(at), 'Attack', 'one'));
    const two = honest.slice(0, 2).map((url) => claim(url, 'Honest', 'one'));
    expect(shown(doi, [...attacks, ...two])).toBe('Honest');
    const sources = honest.slice(0, 2).map((url) => claim(url, 'Honest'));
    expect(shown(doi, [...attacks, ...sources])).toBe('Honest');
  });
});

describe('the record that is shown for a resource', () => {
  it('is selected for each value, since the nearest may lack some', () => {
    const own = { ...claim('https://victim.example/dataset/5'), says: { title: 'own' } };
    const other = {
      ...claim('https://one.example/5'),
      says: { title: 'other', types: 'a', description: 'b' },
    };
    expect(selectDisplayRecords(page, [other, own])).toEqual({
      title: own,
      types: other,
      description: other,
    });
  });

  it('is the only record, wherever it comes from', () => {
    const only = claim('https://attacker.test/5');
    expect(selectDisplayRecords(page, [only])).toEqual({ title: only });
    expect(selectDisplayRecords(page, [])).toEqual({});
  });

  it('does not depend on names that its publisher chooses if all else is equal', () => {
    const half = timesShown(['a.test', 'z.example']);
    expect([half > 8, half < 32]).toEqual([true, true]);
    const subdomains = new Set(
      Array.from({ length: 20 }, (_, at) =>
        shown(doi, [
          claim(`https://${at}.a.test/${at}`, 'first', 'one'),
          claim('https://z.example/', 'second', 'one'),
        ]),
      ),
    );
    expect(subdomains.size).toBe(1);
  });

  it('counts universities below a country domain as several sites', () => {
    const two = ['https://a.one.ac.uk/5', 'https://two.ac.uk/5'].map((url) =>
      claim(url, 'Two', 's'),
    );
    expect(shown(doi, [...two, claim('https://b.attacker.com/', 'Attack', 's')])).toBe('Two');
  });
});
