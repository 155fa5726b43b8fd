import { describe, expect, it } from 'vitest';
import { graphIri } from '../../src/model/graph-iri.ts';
import { extract, kindsOf, pageUrl, recordsOf, script } from './extraction.ts';

const dataset = { '@type': 'Dataset', name: 'Tides' };
const organization = {
  '@type': 'Organization',
  url: 'https://repository.example.org',
  logo: 'https://repository.example.org/logo.png',
};

/** The keys of the records on a page of these JSON-LD documents. */
const keysOf = async (...documents: unknown[]) =>
  recordsOf(await extract(documents.map((document) => script(document)).join(''))).map(
    (record) => record.key,
  );

const graphOf = (...nodes: unknown[]) => ({ '@context': 'x', '@graph': nodes });

const link = (href: string, type = 'application/ld+json', rel = 'describedby') =>
  `<link rel="${rel}" type="${type}" href="${href}">`;

describe('the scripts of a page', () => {
  it('give one outcome each in document order, and a broken one costs only itself', async () => {
    const html = [
      '<html><head>',
      script(organization),
      script('{"@type": "Dataset", "name": "Ti\tdes"}'),
      '</head><body>',
      script({ '@id': 'https://example.org/1', ...dataset }),
      script(''),
      script({ '@id': 'https://example.org/2', ...dataset }),
      script('null'),
    ].join('\n');
    const outcomes = await extract(html);
    expect(kindsOf(outcomes)).toEqual([
      'page-furniture',
      'json-malformed',
      'record',
      'json-not-metadata',
      'record',
      'json-not-metadata',
    ]);
    expect(outcomes[1]).toMatchObject({
      problem: {
        url: pageUrl,
        line: 3,
        column: '<script type="application/ld+json">{"@type": "Dataset", "name": "Ti'.length + 1,
        detail: 'U+0009 in a string, where it must be escaped',
        excerpt: '{"@type": "Dataset", "name": "Ti\uFFFDdes"}',
      },
    });
    expect(outcomes[3]).toMatchObject({ problem: { found: 'nothing' } });
    expect(outcomes[5]).toMatchObject({ problem: { found: 'null' } });
  });

  it('are read with a byte order mark and blanks before the JSON', async () => {
    const json = JSON.stringify(dataset);
    expect(recordsOf(await extract(script(`\n \uFEFF${json}\n`)))[0]?.json).toBe(json);
  });

  it('resolve what is relative against the base of the page, else the URL that answered', async () => {
    const finalUrl = 'https://mirror.example.org/d/1';
    const baseOf = async (head: string) =>
      recordsOf(await extract(`${head}${script(dataset)}`, { finalUrl }))[0]?.baseIri;
    expect(await baseOf('')).toBe(finalUrl);
    expect(await baseOf('<base target="_top"><base href="../x/"><base href="/y">')).toBe(
      'https://mirror.example.org/x/',
    );
    expect(await baseOf('<base href="https://[">')).toBe(finalUrl);
    expect(await baseOf('<base href="data:text/plain,x">')).toBe(finalUrl);
  });

  it('with no metadata say so, even when there is page furniture', async () => {
    const noMetadata = { kind: 'failed', problem: { kind: 'no-metadata', url: pageUrl } };
    expect(await extract('<p>Hello</p>')).toEqual([noMetadata]);
    expect(await extract(script(organization))).toEqual([
      { kind: 'skipped', url: pageUrl, reason: 'page-furniture' },
      noMetadata,
    ]);
  });
});

describe('several records on one page', () => {
  it('are told apart by what they call themselves', async () => {
    const propertyValue = { '@type': 'PropertyValue', value: 'doi:10.1234/ab' };
    expect(
      await keysOf(
        { '@id': 'https://example.org/1', identifier: 'not this', ...dataset },
        { id: 'https://example.org/2', ...dataset },
        { identifier: ['', propertyValue], url: 'not this', ...dataset },
        { 'schema:identifier': { '@id': 'ark:/1/2' }, ...dataset },
        { 'http://schema.org/identifier': [{ '@value': 7 }], ...dataset },
        { '@id': '_:b0', url: { '@id': 'https://example.org/6' }, ...dataset },
      ),
    ).toEqual([
      'https://example.org/1',
      'https://example.org/2',
      'doi:10.1234/ab',
      'ark:/1/2',
      '7',
      'https://example.org/6',
    ]);
  });

  it('that have no name are told apart by their content, wherever they stand', async () => {
    const one = { ...dataset, keywords: ['a', 'b'] };
    const other = { ...dataset, keywords: ['b', 'a'] };
    const keys = await keysOf(one, other);
    expect(keys).toEqual([
      expect.stringMatching(/^sha256-[\da-f]{64}$/u),
      expect.stringMatching(/^sha256-[\da-f]{64}$/u),
    ]);
    expect(keys[0]).not.toBe(keys[1]);
    expect(await keysOf(other, one)).toEqual(keys.toReversed());
  });

  it('with the same name get their content into the key', async () => {
    const documents = ['de', 'en', 'fr'].map((inLanguage) => ({ '@id': 'nan', inLanguage }));
    const keys = await keysOf(...documents, { '@id': 'x', ...dataset });
    expect(keys.join(' ')).toMatch(/^(?:nan~[\da-f]{64} ){3}x$/u);
    expect(new Set(keys.map((key) => graphIri(pageUrl, key))).size).toBe(4);
  });

  it('of which two say the same count once, however they are written', async () => {
    const html = `${script('{"@type":"Dataset","name":"Tides"}')}
      ${script('{ "name": "Tides",\n "@type": "Dataset" }')}`;
    const outcomes = await extract(html);
    expect(kindsOf(outcomes)).toEqual(['record', 'repeated-on-page']);
    expect(recordsOf(outcomes)[0]).not.toHaveProperty('key');
  });

  it('of several nodes are called by the one that describes something', async () => {
    const keys = await keysOf(
      graphOf({ '@type': 'BreadcrumbList', '@id': '#crumbs' }, { '@id': '#a', ...dataset }),
      [
        { '@type': 'Person', '@id': '#me' },
        { '@id': '#b', ...dataset },
      ],
      graphOf({ '@id': '#c', ...dataset }, { '@id': '#d', ...dataset }),
      { '@id': '#graph', '@graph': [{ '@id': '#e', ...dataset }] },
    );
    expect(keys).toEqual(['#a', '#b', expect.stringMatching(/^sha256-/u), '#graph']);
  });
});

describe('links to metadata', () => {
  it('are followed where the page has no record of its own', async () => {
    const html = [
      '<base href="/meta/">',
      link('1.jsonld?a=1&amp;b=2#dataset'),
      link('https://other.example.org/1', 'application/json; charset=utf-8'),
      link('1.jsonld?a=1&amp;b=2'),
      link('/iso.xml', 'application/xml'),
      link('mailto:someone@example.org'),
      link('https://['),
      link(pageUrl),
      link('alternate.jsonld', 'application/ld+json', 'alternate'),
      script(organization),
    ].join('\n');
    const outcomes = await extract(html);
    expect(kindsOf(outcomes)).toEqual(['page-furniture', 'link', 'link']);
    expect(outcomes.slice(1)).toEqual(
      ['https://repository.example.org/meta/1.jsonld?a=1&b=2', 'https://other.example.org/1'].map(
        (url) => ({
          kind: 'produced',
          value: { kind: 'link', link: { url, in: pageUrl } },
        }),
      ),
    );
  });

  it('are left alone where it has one', async () => {
    expect(kindsOf(await extract(`${link('1.jsonld')}${script(dataset)}`))).toEqual(['record']);
  });

  it('are followed beside a broken script', async () => {
    expect(kindsOf(await extract(`${link('1.jsonld')}${script('{')}`))).toEqual([
      'json-malformed',
      'link',
    ]);
  });

  it('end at the limit, which is said', async () => {
    const html = ['a', 'b', 'c'].map((href) => link(href)).join('');
    expect(kindsOf(await extract(html, { limits: { linksPerPage: 3 } }))).toEqual([
      'link',
      'link',
      'link',
    ]);
    const outcomes = await extract(html, { limits: { linksPerPage: 1 } });
    expect(kindsOf(outcomes)).toEqual(['link', 'too-many-links']);
    expect(outcomes[1]).toMatchObject({ problem: { maxLinks: 1 } });
    expect(kindsOf(await extract(html, { limits: { linksPerPage: 0 } }))).toEqual([
      'too-many-links',
    ]);
  });
});
