import { beforeAll, describe, expect, it } from 'vitest';
import { createExpandStage } from '../../src/expand/expand-stage.ts';
import { expand, findingsOf, limits, statementsOf, type ExpandStage } from './expanding.ts';

const name = '<http://schema.org/name>';
const url = '<http://schema.org/url>';

describe("schema.org's context", () => {
  it.each([
    'http://schema.org',
    'http://schema.org/',
    'https://schema.org',
    'https://schema.org/',
    'https://www.schema.org/',
    'HTTPS://Schema.org',
    'https://schema.org:443/#',
    'https://schema.org/docs/jsonldcontext.json',
    'https://schema.org/docs/jsonldcontext.jsonld',
    'https://schema.org/docs/jsonldcontext.json.txt',
    'https://schema.org/version/latest/schema.jsonld',
    'https://schema.org/version/latest/schemaorg-current-https.jsonld',
    'https://schema.org/version/30.0/schemaorgcontext.jsonld',
    'schema.org',
    '//schema.org/',
    'www.schema.org',
  ])('is bundled, asked for as %s', async (context) => {
    const document = { '@context': context, '@id': 'http://example.org/1', url: 'a', name: 'b' };
    expect(await statementsOf(document)).toEqual([
      `<http://example.org/1> ${name} "b"`,
      `<http://example.org/1> ${url} <https://repository.example.org/records/a>`,
    ]);
  });

  it('gives dates their type, aliases their keyword and prefixes their namespace', async () => {
    const document = {
      '@context': 'https://schema.org/',
      id: 'http://example.org/1',
      type: 'Dataset',
      datePublished: '2026-11-20',
      'dct:title': 'x',
      additionalType: 'dcat:Dataset',
    };
    expect(await statementsOf(document)).toEqual([
      '<http://example.org/1> <http://schema.org/additionalType> "dcat:Dataset"',
      '<http://example.org/1> <http://schema.org/datePublished> "2026-11-20"^^<http://schema.org/Date>',
      '<http://example.org/1> <http://purl.org/dc/terms/title> "x"',
      '<http://example.org/1> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://schema.org/Dataset>',
    ]);
  });

  it.each([
    [['https://schema.org/', { '@vocab': 'http://o.example/' }], '<http://schema.org/name>'],
    [['https://schema.org/', { name: 'http://o.example/name' }], '<http://o.example/name>'],
    [[{ name: 'http://o.example/name' }, 'https://schema.org/'], '<http://schema.org/name>'],
    [['https://schema.org/', { '@vocab': null }], '<http://schema.org/name>'],
  ])('gives way to what stands behind it, and only to that: %j', async (context, property) => {
    expect(await statementsOf({ '@context': context, name: 'a' })).toEqual([`_:1 ${property} "a"`]);
  });

  it('does not let a protected term be replaced', async () => {
    const own = { name: { '@id': 'http://o.example/name', '@protected': true } };
    expect(await findingsOf({ '@context': [own, 'https://schema.org/'], name: 'a' })).toMatchObject(
      [{ kind: 'json-ld-invalid', code: 'protected term redefinition' }],
    );
  });
});

describe('other remote contexts', () => {
  it.each([
    ['https://example.org/context', 'https://example.org/context'],
    ['file:///etc/passwd', 'file:///etc/passwd'],
    ['file://context.jsonld', 'file://context.jsonld'],
    ['http://127.0.0.1/context.jsonld', 'http://127.0.0.1/context.jsonld'],
    ['context.jsonld', 'https://repository.example.org/records/context.jsonld'],
    ['https://schema.org.example.net/', 'https://schema.org.example.net/'],
    ['https://schema.org@example.net/', 'https://schema.org@example.net/'],
    ['http://schema.org/Dataset', 'http://schema.org/Dataset'],
    ['data:application/ld+json,{}', 'data:application/ld+json,{}'],
  ])('are not fetched: %s', async (context, asked) => {
    const problem = { kind: 'context-unavailable', context: asked };
    const scoped = { t: { '@id': 'http://example.org/t', '@context': context } };
    expect(await findingsOf({ '@context': context, name: 'x' })).toEqual([problem]);
    expect(await findingsOf({ '@context': { '@import': context }, name: 'x' })).toEqual([problem]);
    expect(await findingsOf({ '@context': scoped, t: { name: 'x' } })).toEqual([problem]);
    expect(await expand({ '@context': ['https://schema.org', context] })).toMatchObject({
      kind: 'failed',
      problem,
    });
  });
});

describe('a slash missing behind schema.org', () => {
  it('is put there in @vocab, in prefixes and in nested contexts, and reported once', async () => {
    const document = {
      '@context': {
        '@vocab': 'https://schema.org',
        so: 'http://schema.org',
        sdo: { '@id': 'https://www.schema.org', '@prefix': true },
        part: { '@id': 'so:hasPart', '@context': { '@vocab': 'https://schema.org' } },
      },
      '@id': 'http://example.org/1',
      name: 'a',
      'so:name': 'b',
      'sdo:name': 'c',
      part: { name: 'd', license: { '@context': [{ '@vocab': 'https://schema.org' }], name: 'e' } },
    };
    expect(await statementsOf(document)).toEqual([
      `<http://example.org/1> ${name} "a"`,
      '<http://example.org/1> <http://schema.org/hasPart> _:1',
      `<http://example.org/1> ${name} "c"`,
      `<http://example.org/1> ${name} "b"`,
      '_:1 <http://schema.org/license> _:2',
      `_:1 ${name} "d"`,
      `_:2 ${name} "e"`,
    ]);
    const values = ['https://schema.org', 'http://schema.org', 'https://www.schema.org'];
    expect(await findingsOf(document)).toEqual(
      values.map((value) => ({ kind: 'schema-org-slash-missing', value })),
    );
  });

  it('is left where it is no namespace', async () => {
    const document = {
      '@context': { '@vocab': 'http://schema.org/', '@base': 'http://schema.org' },
      '@id': '/x',
      url: 'https://schema.org',
    };
    expect(await statementsOf(document)).toEqual([
      `<http://schema.org/x> ${url} "https://schema.org"`,
    ]);
    expect(await findingsOf(document)).toEqual([]);
  });
});

describe('what the processor remembers', () => {
  let stage: ExpandStage;
  beforeAll(() => {
    stage = createExpandStage({ limits });
  });

  it('is not spoilt by @import, which jsonld.js would remember as the context itself', async () => {
    const plain = { '@context': 'https://schema.org/', name: 'x' };
    const own = { '@import': 'https://schema.org/', name: 'http://example.org/name' };
    expect(await statementsOf({ '@context': own, name: 'x', url: 'a' }, {}, stage)).toEqual([
      '_:1 <http://example.org/name> "x"',
      `_:1 ${url} <https://repository.example.org/records/a>`,
    ]);
    expect(await statementsOf(plain, {}, stage)).toEqual([`_:1 ${name} "x"`]);
  });

  it('does not carry the base of one document into another', async () => {
    const document = { '@context': { '@vocab': '#' }, a: 'b' };
    for (const baseIri of ['https://one.example/', 'https://two.example/']) {
      expect(await statementsOf(document, { baseIri }, stage)).toEqual([`_:1 <${baseIri}#a> "b"`]);
    }
  });

  it('does not depend on which documents came before', async () => {
    const documents = [
      { '@context': 'https://schema.org/', name: 'x' },
      {
        '@context': ['https://schema.org/', { '@vocab': 'http://other.example/' }],
        name: 'x',
        a: 1,
      },
      { '@context': ['https://schema.org/', { name: 'http://example.org/name' }], name: 'x' },
      { '@context': { '@vocab': 'https://schema.org/' }, name: 'x' },
      { '@context': { '@vocab': 'https://schema.org' }, name: 'x' },
    ];
    const alone = await Promise.all(documents.map((document) => statementsOf(document)));
    for (const order of [documents, documents.toReversed(), documents]) {
      for (const document of order) {
        const expected = alone[documents.indexOf(document)];
        expect(await statementsOf(document, {}, stage)).toEqual(expected);
      }
    }
  });
});
