import { describe, expect, it } from 'vitest';
import { metadataRelations } from '../../src/extract/page-scan.ts';
import {
  documentsOf,
  extract,
  kindsOf,
  linksOf,
  pageUrl,
  script,
  signpostsOf,
} from './extraction.ts';

const dataset = { '@type': 'Dataset', name: 'Tides' };
const organization = {
  '@type': 'Organization',
  url: 'https://repository.example.org',
  logo: 'https://repository.example.org/logo.png',
};

const link = (href: string, type = 'application/ld+json', rel = 'describedby') =>
  `<link rel="${rel}" type="${type}" href="${href}">`;

describe('the scripts of a page', () => {
  it('give one outcome each in document order, and a broken one costs only itself', async () => {
    const html = [
      '<html><head>',
      script(organization),
      script('{"@type": "Dataset", "name": "Ti"des"}'),
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
      'document',
      'json-not-metadata',
      'document',
      'json-not-metadata',
    ]);
    expect(outcomes[1]).toMatchObject({
      problem: {
        url: pageUrl,
        line: 3,
        column: '<script type="application/ld+json">{"@type": "Dataset", "name": "Ti"'.length + 1,
        detail: 'expected "," or "}", found "d"',
        excerpt: '{"@type": "Dataset", "name": "Ti"des"}',
      },
    });
    expect(outcomes[3]).toMatchObject({ problem: { found: 'nothing' } });
    expect(outcomes[5]).toMatchObject({ problem: { found: 'null' } });
  });

  it('are read with a byte order mark and blanks before the JSON', async () => {
    const json = JSON.stringify(dataset);
    expect(documentsOf(await extract(script(`\n \uFEFF${json}\n`)))[0]?.json).toBe(json);
  });

  it('resolve relative IRIs against the base of the page, else the final URL', async () => {
    const finalUrl = 'https://mirror.example.org/d/1';
    const baseOf = async (head: string) =>
      documentsOf(await extract(`${head}${script(dataset)}`, { finalUrl }))[0]?.baseIri;
    expect(await baseOf('')).toBe(finalUrl);
    expect(await baseOf('<base target="_top"><base href="../x/"><base href="/y">')).toBe(
      'https://mirror.example.org/x/',
    );
    expect(await baseOf('<base href="https://[">')).toBe(finalUrl);
    expect(await baseOf('<base href="data:text/plain,x">')).toBe(finalUrl);
  });

  it('are found where an apparent end tag is none', async () => {
    const json = JSON.stringify(dataset);
    const html = `<script type="application/ld+json" data-ends="</script>">${json}</script>é`;
    expect(documentsOf(await extract(html)).map((document) => document.json)).toEqual([json]);
  });

  it('with only boilerplate have no metadata', async () => {
    const noMetadata = { kind: 'failed', problem: { kind: 'no-metadata', url: pageUrl } };
    expect(await extract('<p>Hello</p>')).toEqual([noMetadata]);
    expect(await extract(script(organization))).toMatchObject([
      { kind: 'skipped', url: pageUrl, reason: 'page-furniture' },
      { kind: 'failed', problem: { kind: 'site-metadata-only', url: pageUrl } },
    ]);
  });
});

describe('several documents on one page', () => {
  it('are each yielded as written, equal or not', async () => {
    const one = '{ "@type": "Dataset",\n "name": "Tides" }';
    const outcomes = await extract(script(one) + script(dataset) + script(one));
    expect(documentsOf(outcomes).map(({ json }) => json)).toEqual([
      one,
      JSON.stringify(dataset),
      one,
    ]);
  });

  it('ignore a JSON Schema among them', async () => {
    const schema = { $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object' };
    expect(kindsOf(await extract(script(schema) + script(dataset)))).toEqual([
      'template',
      'document',
    ]);
    expect(kindsOf(await extract(script(schema)))).toEqual(['template', 'no-metadata']);
  });
});

describe('links to metadata', () => {
  it('are followed where the page has no record of its own', async () => {
    const html = [
      '<base href="/meta/">',
      link('1.jsonld?a=1&amp;b=2#dataset'),
      link('https://other.example.org/1', 'application/ld+json; charset=utf-8'),
      link('1.jsonld?a=1&amp;b=2'),
      link('/iso.xml', 'application/xml'),
      link('mailto:someone@example.org'),
      link('https://['),
      link(pageUrl),
      script(organization),
    ].join('\n');
    const outcomes = await extract(html);
    expect(kindsOf(outcomes)).toEqual(['page-furniture', 'link', 'link']);
    const found = { in: pageUrl, by: 'link', place: 'html', rel: 'describedby' } as const;
    const label = { type: 'application/ld+json', profiles: [] };
    expect(linksOf(outcomes)).toEqual([
      {
        url: 'https://repository.example.org/meta/1.jsonld?a=1&b=2',
        ...found,
        labels: [{ ...label, scriptId: 'dataset' }, label],
      },
      { url: 'https://other.example.org/1', ...found, labels: [label] },
    ]);
  });

  it.each(metadataRelations)('are found after the last script, as %s', async (rel) => {
    const html = `${script(dataset)}<p>text</p><link rel="${rel}" href="/behind">`;
    const facts = { target: { isList: true } } as const;
    const outcomes = await extract(html, facts);
    const { links } = await signpostsOf(html, facts);
    const urls = [...links.map(({ target }) => target), ...linksOf(outcomes).map(({ url }) => url)];
    expect(urls).toContain('https://repository.example.org/behind');
  });

  it('are ignored where it has one', async () => {
    expect(kindsOf(await extract(`${link('1.jsonld')}${script(dataset)}`))).toEqual(['document']);
  });

  it('are followed beside a broken script', async () => {
    expect(kindsOf(await extract(`${link('1.jsonld')}${script('{')}`))).toEqual([
      'json-malformed',
      'link',
    ]);
  });

  it('end at the limit, which is reported', async () => {
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
