import { describe, expect, it } from 'vitest';
import {
  type BrokenSignpost,
  checkSignposting,
  isPageVisit,
  violatesSignpostingProfile,
} from '../../../src/conformance/site/signposting-check.ts';
import { parseLinkField } from '../../../src/links/link-field.ts';
import { selectSignposts } from '../../../src/links/followable-links.ts';
import { placedLinks } from '../../../src/links/typed-links.ts';
import type { LinkPlace, Signpost, SignpostingRelation } from '../../../src/model/typed-link.ts';
import { graphsOf } from '../../expand/expanding.ts';

const url = 'https://soil.example/7';
const complete = [
  '<https://doi.org/10.5072/7>; rel="cite-as"',
  '</7.jsonld>; rel="describedby"; type="application/ld+json"',
  '<https://schema.org/Dataset>; rel="type"',
  '<https://schema.org/AboutPage>; rel="type"',
];
const linkset = '</7.json>; rel="linkset"; type="application/linkset+json"';

const record = {
  '@context': 'https://schema.org/',
  '@type': 'Dataset',
  '@id': 'https://doi.org/10.5072/7',
  name: 'Soil',
};

function signposts(fields: readonly string[], place: LinkPlace = 'header'): readonly Signpost[] {
  return selectSignposts(placedLinks(parseLinkField(fields.join(', '), url).links, place));
}

/** The verdict on a page with links and a record. */
async function check(fields: readonly string[], said: object = {}, more: readonly Signpost[] = []) {
  const records = await graphsOf([{ ...record, ...said }], { documentUrl: url, baseIri: url });
  return checkSignposting({ url, links: [...signposts(fields), ...more], records });
}

const without = (part: string): readonly string[] =>
  complete.filter((field) => !field.includes(part));

/** For each problem of a page, whether it violates the profile. */
async function violating(fields: readonly string[]) {
  const { level, problems } = await check(fields);
  return problems.map((problem) => violatesSignpostingProfile(problem, level));
}

async function differences(fields: readonly string[], said: object) {
  const { problems } = await check([...complete, ...fields], said);
  return problems.filter(({ kind }) => kind === 'signposting-differs');
}

const gone = (rel: SignpostingRelation, link: string) => ({ rel, link, status: 404 });
async function checkBroken(fields: readonly string[], ...broken: BrokenSignpost[]) {
  const records = await graphsOf([record], { documentUrl: url, baseIri: url });
  const { level, problems } = checkSignposting({
    url,
    links: signposts(fields),
    records,
    broken,
  });
  return [level, ...problems.map((each) => [each, violatesSignpostingProfile(each, level)])];
}
const told = (facts: BrokenSignpost) => ({ kind: 'signposting-broken', url, ...facts });

describe('the level of a page', () => {
  it('is 1 with the links that the profile asks for, and 2 with a linkset besides', async () => {
    expect(await check(complete)).toEqual({ level: 1, problems: [] });
    expect(await check([...complete, linkset])).toEqual({ level: 2, problems: [] });
  });

  it.each([
    ['cite-as-missing', without('cite-as')],
    ['cite-as-several', [...complete, '<https://doi.org/10.5072/8>; rel="cite-as"']],
    ['describedby-missing', without('describedby')],
    ['describedby-untyped', [...without('describedby'), '</7.jsonld>; rel="describedby"']],
    [
      'license-several',
      [...complete, '</terms>; rel="license"', '<https://spdx.org/licenses/MIT>; rel="license"'],
    ],
    ['type-missing', without('Dataset')],
    ['type-several', [...complete, '<https://schema.org/Thing>; rel="type"']],
  ])('is 0 for the fault %s', async (fault, fields) => {
    expect(await check(fields)).toEqual({
      level: 0,
      problems: [{ kind: 'signposting-incomplete', url, level: 0, faults: [fault] }],
    });
  });

  it('is 0 where types have the form of schema.org with http only', async () => {
    const fields = [...without('rel="type"'), '<http://schema.org/Dataset>; rel="type"'];
    const { level, problems } = await check(fields);
    expect(level).toBe(0);
    expect(problems).toMatchObject([{ faults: ['type-not-schema-org'] }]);
  });

  it.each([
    ['item-untyped', '</7.csv>; rel="item"'],
    ['linkset-untyped', '</7.json>; rel="linkset"; type="application/json"'],
  ])('stays for the fault %s, which is reported', async (fault, field) => {
    expect(await check([...complete, field])).toEqual({
      level: 1,
      problems: [{ kind: 'signposting-incomplete', url, level: 1, faults: [fault] }],
    });
  });

  it('is 2 for a linkset alone that was not read, and else what that linkset gives', async () => {
    expect(await check([linkset])).toEqual({ level: 2, problems: [] });
    const read = (fields: readonly string[]) =>
      check(
        [linkset],
        {},
        signposts(
          fields.map((field) => `${field}; anchor="${url}"`),
          'linkset',
        ),
      );
    expect(await read(complete)).toEqual({ level: 2, problems: [] });
    expect(await read(without('cite-as'))).toMatchObject({
      level: 0,
      problems: [{ faults: ['cite-as-missing'] }],
    });
  });

  it('counts spellings of one identifier once', async () => {
    const fields = [...complete, '<http://dx.doi.org/10.5072/7>; rel="cite-as"'];
    expect(await check(fields)).toEqual({ level: 1, problems: [] });
  });

  it('counts links with the identifier as anchor, but none of other resources', async () => {
    const described = '</7.jsonld>; rel="describedby"; type="application/ld+json"';
    const by = (anchor: string) =>
      check([...without('describedby'), `${described}; anchor="${anchor}"`]);
    expect(await by('https://doi.org/10.5072/7')).toEqual({ level: 1, problems: [] });
    expect((await by('https://soil.example/8')).level).toBe(0);
  });

  it('is 0 without any link, where links of a sitemap do not count', async () => {
    const absent = { level: 0, problems: [{ kind: 'signposting-absent', url }] };
    expect(await check([])).toEqual(absent);
    expect(await check([], {}, signposts(complete, 'sitemap'))).toEqual(absent);
  });

  it('violates the profile where it is 0', async () => {
    expect(await violating([])).toEqual([true]);
    expect(await violating(without('cite-as'))).toEqual([true]);
    expect(await violating([...complete, '</7.csv>; rel="item"'])).toEqual([false]);
  });

  describe('without the links that lead to nothing', () => {
    const item = '</7.csv>; rel="item"; type="text/csv"';
    it('is 0 where the page has a linkset only, which is why the rest is missing', async () => {
      const facts = gone('linkset', 'https://soil.example/7.json');
      const faults = ['cite-as-missing', 'describedby-missing', 'type-missing'];
      const incomplete = { kind: 'signposting-incomplete', url, level: 0, faults };
      expect(await checkBroken([linkset], facts)).toEqual([
        0,
        [incomplete, true],
        [told(facts), true],
      ]);
      expect(await checkBroken([...complete, linkset], facts)).toEqual([1, [told(facts), false]]);
    });

    it('is 0 where none leads to metadata, but stays without content', async () => {
      const metadata = gone('describedby', 'https://soil.example/7.jsonld');
      expect(await checkBroken(complete, metadata)).toEqual([0, [told(metadata), true]]);
      const other = '</7.ttl>; rel="describedby"; type="text/turtle"';
      expect(await checkBroken([...complete, other], metadata)).toEqual([
        1,
        [told(metadata), false],
      ]);
      const content = gone('item', 'https://soil.example/7.csv');
      expect(await checkBroken([...complete, item], content)).toEqual([1, [told(content), false]]);
    });
  });

  it('is 1 where the linkset was read and has no link of the page', async () => {
    const records = await graphsOf([record], { documentUrl: url, baseIri: url });
    const page = { url, links: signposts([...complete, linkset]), records };
    expect(checkSignposting({ ...page, isLinksetRead: true })).toEqual({
      level: 1,
      problems: [{ kind: 'signposting-incomplete', url, level: 1, faults: ['linkset-of-others'] }],
    });
  });
});

describe('types that do not differ from the record', () => {
  it.each([
    ['one of several', 'https://schema.org/Movie', { '@type': ['Dataset', 'Movie'] }],
    ['a general one', 'https://schema.org/CreativeWork', {}],
    ['another page', 'https://schema.org/ItemPage', {}],
    ['of another vocabulary', 'http://purl.org/dc/dcmitype/Software', {}],
  ])('are %s', async (_what, type, said) => {
    const fields = [...without('rel="type"'), `<${type}>; rel="type"`];
    const { problems } = await check(fields, said);
    expect(problems.filter(({ kind }) => kind === 'signposting-differs')).toEqual([]);
  });
});

describe('links that differ from the record', () => {
  const by4 = 'https://creativecommons.org/licenses/by/4.0/';
  const cc0 = 'https://spdx.org/licenses/CC0-1.0';

  it.each([
    ['license', cc0, by4, { license: by4 }],
    ['license', cc0, 'https://spdx.org/licenses/CC-BY-4.0', { license: 'CC BY 4.0' }],
    [
      'author',
      'https://orcid.org/0000-0002-1825-0097',
      'https://orcid.org/0000-0001-5109-3700',
      { creator: { '@id': 'https://orcid.org/0000-0001-5109-3700', name: 'Ann' } },
    ],
    ['type', 'https://schema.org/Movie', 'https://schema.org/Dataset', {}],
    [
      'item',
      'https://soil.example/8.csv',
      'https://soil.example/7.csv',
      { distribution: { '@type': 'DataDownload', contentUrl: 'https://soil.example/7.csv' } },
    ],
  ])('are reported for %s', async (rel, link, stated, said) => {
    const field = `<${link}>; rel="${rel}"; type="text/csv"`;
    const others = complete.filter((each) => !each.includes('"type"') || rel !== 'type');
    const { problems } = await check([...others, field], said);
    expect(problems.filter(({ kind }) => kind === 'signposting-differs')).toEqual([
      { kind: 'signposting-differs', url, rel, link, stated },
    ]);
  });

  it.each([
    ['another spelling of a licence', 'license', cc0, { license: 'CC0' }],
    [
      'another page of a licence',
      'license',
      'http://creativecommons.org/licenses/by/4.0/legalcode',
      { license: by4 },
    ],
    ['one of two licences', 'license', cc0, { license: [by4, `${cc0}.html`] }],
    ['a licence where the record has none', 'license', cc0, {}],
    [
      'one of two creators',
      'author',
      'http://orcid.org/0000-0002-1825-0097',
      {
        creator: [
          { '@id': 'https://orcid.org/0000-0001-5109-3700', name: 'Ann' },
          { '@id': 'https://orcid.org/0000-0002-1825-0097', name: 'Bea' },
        ],
      },
    ],
    [
      'an ORCID where the record has a page of the person',
      'author',
      'https://orcid.org/0000-0002-1825-0097',
      { creator: { '@id': 'https://soil.example/ann', name: 'Ann' } },
    ],
    ['content where the record has none', 'item', 'https://soil.example/8.csv', {}],
    [
      'one of two files, with another spelling',
      'item',
      'http://soil.example/f%C3%BC%C3%9Fe.csv',
      {
        distribution: ['https://soil.example/füße.csv', 'https://soil.example/b.csv'].map(
          (contentUrl) => ({ '@type': 'DataDownload', contentUrl }),
        ),
      },
    ],
    [
      'one of the files that the record names in its short list',
      'item',
      'https://soil.example/8.csv>; rel="item", <https://soil.example/7.csv',
      { distribution: { '@type': 'DataDownload', contentUrl: 'https://soil.example/7.csv' } },
    ],
    [
      'a service that the record names elsewhere',
      'item',
      'https://soil.example/wms',
      {
        distribution: { '@type': 'DataDownload', contentUrl: 'https://soil.example/7.csv' },
        relatedLink: 'https://soil.example/wms',
      },
    ],
  ])('are not: %s', async (_what, rel, link, said) => {
    expect(await differences([`<${link}>; rel="${rel}"; type="text/csv"`], said)).toEqual([]);
  });

  it('are not sought where the page has several resources', async () => {
    const other = { ...record, '@id': 'https://doi.org/10.5072/8', license: by4 };
    const links = signposts([...complete, `<${cc0}>; rel="license"`]);
    const records = await graphsOf([{ ...record, license: by4 }, other], { documentUrl: url });
    expect(checkSignposting({ url, links, records })).toEqual({ level: 1, problems: [] });
    const [one = []] = records.map((each) => [each]);
    expect(checkSignposting({ url, links, records: one }).problems).toMatchObject([
      { kind: 'signposting-differs', rel: 'license' },
    ]);
  });
});

it('a visit is one of a page where a successful answer was HTML', () => {
  const step = {
    method: 'GET',
    url,
    status: 200,
    contentType: 'text/html; charset=utf-8',
  } as const;
  expect(isPageVisit({ steps: [step] })).toBe(true);
  expect(isPageVisit({ steps: [{ ...step, contentType: 'application/ld+json' }] })).toBe(false);
  expect(isPageVisit({ steps: [{ ...step, status: 404 }] })).toBe(false);
  expect(isPageVisit({})).toBe(false);
});
