import { describe, expect, it } from 'vitest';
import type { ParsedLinks } from '../../src/links/typed-links.ts';
import { parseLinkset, readLinksetJson } from '../../src/links/linkset.ts';
import { base, link } from './links.ts';

const core = 'https://soil.example/core/1';

describe('a linkset as text', () => {
  it('has links of many contexts, on lines of any kind', () => {
    const text = `<1.ttl>\r\n  ; rel=describedby\r\n  ; anchor="${core}",\n\n<2.ttl>; rel=describedby; anchor="/2"\n`;
    expect(parseLinkset(text, base)).toEqual({
      kind: 'linkset',
      links: [
        link('describedby', 'https://soil.example/dataset/1.ttl', { context: core }),
        link('describedby', 'https://soil.example/dataset/2.ttl', {
          context: 'https://soil.example/2',
        }),
      ],
      faults: [],
      isCut: false,
    });
  });

  it('is the context of links without anchor', () => {
    expect(parseLinkset(`\uFEFF<${core}>; rel=item`, base)).toMatchObject({
      links: [link('item', core)],
      faults: [],
    });
  });

  it('keeps its other links where one is broken', () => {
    expect(parseLinkset(`<${core}>; rel=item,\n<x; rel=item`, base)).toMatchObject({
      kind: 'linkset',
      links: [link('item', core)],
      faults: [{ offset: 41 }],
    });
  });

  it('may be empty', () => {
    expect(parseLinkset(' \n', base)).toMatchObject({ kind: 'linkset', links: [] });
  });

  it('has at most the requested number of links', () => {
    expect(parseLinkset('<1>; rel="a b"', base, 1)).toMatchObject({
      links: { length: 1 },
      isCut: true,
    });
  });

  it.each([
    ['<!DOCTYPE html>\n<p>a, b</p>', 16],
    ['{"linkset": []}', 0],
    ['Not found', 0],
  ])('is none where there is something else: %j', (text, offset) => {
    expect(parseLinkset(text, base)).toMatchObject({ kind: 'malformed', fault: { offset } });
  });
});

const record = 'https://soil.example/core/1.jsonld';

function read(linkset: unknown): ParsedLinks {
  const reading = readLinksetJson({ linkset }, base);
  if (reading.kind === 'malformed') throw new Error(reading.fault.detail);
  return reading;
}

describe('a linkset in JSON', () => {
  it('has links of many contexts and relations, with attributes', () => {
    const target = {
      href: record,
      type: 'application/ld+json',
      profile: ['CDIF1.0 urn:p:1', 'urn:p:2'],
      hreflang: ['de', 'en'],
      title: 'soil',
      'title*': [
        { value: 'Böden', language: 'de' },
        { value: 'soils', language: 'en' },
      ],
    };
    const contexts = [
      { anchor: core, describedby: [target], 'Cite-As': [{ href: 'doi:10.1234/1' }] },
      { anchor: record, describes: [{ href: core }], 'https://a.example/Rel': [{ href: core }] },
    ];
    expect(read(contexts)).toEqual({
      kind: 'linkset',
      links: [
        link('describedby', record, {
          context: core,
          type: 'application/ld+json',
          profiles: ['CDIF1.0', 'urn:p:1', 'urn:p:2'],
          title: 'Böden',
          hreflang: ['de', 'en'],
        }),
        link('cite-as', 'doi:10.1234/1', { context: core }),
        link('describes', core, { context: record }),
        link('https://a.example/rel', core, { context: record }),
      ],
      faults: [],
      isCut: false,
    });
  });

  const item = { ...link('item', record), profiles: ['CDIF1.0'], hreflang: ['de'] };
  it.each([
    ['relative references', [{ anchor: '7', item: [{ href: '/core/1.jsonld' }] }]],
    ['no anchor', [{ item: [{ href: record }] }]],
    ['a context and a target without array', { anchor: base, item: { href: record } }],
    ['bare URLs', [{ anchor: base, item: [record] }]],
  ])('is read with %s', (_, contexts) => {
    expect(read(contexts)).toMatchObject({ links: [link('item', record)], faults: [] });
  });

  it.each([
    { profile: 'CDIF1.0', hreflang: 'de' },
    { profile: [{ value: 'CDIF1.0' }], hreflang: [null, 'de', 7] },
    {
      type: 7,
      title: {},
      'title*': [{ language: 'de' }],
      profile: ["'CDIF1.0'"],
      hreflang: ['de'],
    },
  ])('is read with attributes as in %j', (attributes) => {
    const { links } = read([{ anchor: base, item: [{ href: record, ...attributes }] }]);
    expect(links).toEqual([item]);
  });

  it.each([
    [7, 'linkset[0] is no object'],
    [{ anchor: 7, item: [{ href: core }] }, 'an anchor that is no text in linkset[0]'],
    [{ anchor: 'http://[', item: core }, 'an anchor that is no IRI in linkset[0]'],
    [{ anchor: core, item: [{ url: core }] }, 'a link without "href" in linkset[0]'],
    [{ anchor: core, item: null }, 'a link without "href" in linkset[0]'],
    [{ anchor: core, item: ['http://a:b/'] }, 'a target that is no IRI in linkset[0]'],
    [{ anchor: core, $schema: core }, 'a relation that is neither a name nor an IRI in linkset[0]'],
  ])('leaves out what is no link: %j', (context, detail) => {
    expect(read([context, { item: record }])).toEqual({
      kind: 'linkset',
      links: [link('item', record)],
      faults: [{ detail }],
      isCut: false,
    });
  });

  it('has at most the requested number of links', () => {
    const root = { linkset: [{ item: ['1', '2'] }, { item: ['3'] }] };
    expect(readLinksetJson(root, base, 1)).toMatchObject({ links: { length: 1 }, isCut: true });
    expect(readLinksetJson(root, base, 3)).toMatchObject({ links: { length: 3 }, isCut: false });
  });

  const context = { anchor: core, item: [{ href: record }] };
  it.each([
    [{ data: { linkset: [context] } }, '"linkset" in "data"'],
    [{ meta: {}, data: { attributes: { linkset: context } } }, '"linkset" in "data.attributes"'],
    [[{ linkset: [context] }], '"linkset" in "0"'],
    [[context], 'an array of link contexts in place of an object with "linkset"'],
    [context, 'a link context in place of an object with "linkset"'],
    [{ item: { href: record } }, 'a link context in place of an object with "linkset"'],
  ])('is found where it is not at the root, which is told: %j', (root, foundIn) => {
    const reading = readLinksetJson(root, base);
    expect(reading).toMatchObject({
      links: [{ rel: 'item', target: record }],
      faults: [],
      foundIn,
    });
  });

  it.each([
    undefined,
    null,
    [],
    {},
    ['a'],
    { error: { code: 1 } },
    { linkset: null },
    { linkset: '<a>; rel=item' },
  ])('is none without contexts: %j', (root) => {
    expect(readLinksetJson(root, base)).toEqual({
      kind: 'malformed',
      fault: { detail: 'JSON without an array "linkset"' },
    });
  });
});
