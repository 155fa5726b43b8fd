import { describe, expect, it } from 'vitest';
import { findingsOf, statementsOf } from './expanding.ts';

const spellings = [
  'http://schema.org/',
  'https://schema.org/',
  'http://www.schema.org/',
  'https://www.schema.org/',
  'HTTPS://Schema.Org/',
];

describe.each(spellings)('the namespace %s', (spelling) => {
  it('is http://schema.org/ in properties, classes and datatypes', async () => {
    const document = {
      '@context': { s: spelling },
      '@type': 's:Dataset',
      's:anything': { '@value': '2026', '@type': 's:Date' },
    };
    expect(await statementsOf(document)).toEqual([
      '_:1 <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://schema.org/Dataset>',
      '_:1 <http://schema.org/anything> "2026"^^<http://schema.org/Date>',
    ]);
  });

  it('is http://schema.org/ in subjects and objects that are terms of the vocabulary', async () => {
    const document = {
      '@context': { p: 'http://example.org/p', s: spelling },
      '@id': 's:InStock',
      p: [{ '@id': 's:Dataset' }, { '@id': 's:variableMeasured' }],
    };
    expect(await statementsOf(document)).toEqual([
      '<http://schema.org/InStock> <http://example.org/p> <http://schema.org/Dataset>',
      '<http://schema.org/InStock> <http://example.org/p> <http://schema.org/variableMeasured>',
    ]);
  });
});

it.each([
  'https://schema.org/',
  'https://schema.org/docs/schemas.html',
  'https://schema.org/NoSuchTerm',
  'https://schema.org/Dataset#',
  'https://schema.org/constructor',
  'https://pending.schema.org/Dataset',
  'https://schema.org.example.net/Dataset',
])('leaves %s alone as a subject or object, where it may be a document', async (iri) => {
  const document = { '@context': { p: 'http://example.org/p' }, '@id': iri, p: { '@id': iri } };
  expect(await statementsOf(document)).toEqual([`<${iri}> <http://example.org/p> <${iri}>`]);
});

it('does not touch texts', async () => {
  const document = {
    '@context': { '@vocab': 'https://schema.org/' },
    url: 'https://schema.org/Dataset',
  };
  expect(await statementsOf(document)).toEqual([
    '_:1 <http://schema.org/url> "https://schema.org/Dataset"',
  ]);
});

const context = { p: 'http://example.org/p' };

describe.each([
  'https://schema.org',
  'http://schema.org',
  'https://www.schema.org',
  'https://schema.org#',
  'http://schema.org/#',
])('a term behind %s', (spelling) => {
  const missing = (name: string): object => ({
    kind: 'schema-org-slash-missing',
    value: spelling + name,
  });

  it.each([
    [
      'a class',
      'Dataset',
      { '@type': `${spelling}Dataset` },
      '_:1 <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://schema.org/Dataset>',
    ],
    ['a property', 'name', { [`${spelling}name`]: 'x' }, '_:1 <http://schema.org/name> "x"'],
    [
      'a datatype',
      'Date',
      { p: { '@value': 'x', '@type': `${spelling}Date` } },
      '_:1 <http://example.org/p> "x"^^<http://schema.org/Date>',
    ],
    [
      'a member of an enumeration',
      'InStock',
      { p: { '@id': `${spelling}InStock` } },
      '_:1 <http://example.org/p> <http://schema.org/InStock>',
    ],
  ])('gets its slash as %s, and is reported', async (_, name, members, statement) => {
    expect(await statementsOf({ '@context': context, ...members })).toEqual([statement]);
    expect(await findingsOf({ '@context': context, ...members })).toEqual([missing(name)]);
  });

  it('is reported once', async () => {
    const type = `${spelling}Dataset`;
    const twice = { '@context': context, '@type': type, p: [{ '@type': type }, { '@id': type }] };
    expect(await findingsOf(twice)).toEqual([missing('Dataset')]);
  });

  it('stays as it is in a text, and so do other names', async () => {
    const others = ['NoSuchTerm', 'constructor', '.example.net/Dataset', ':80/Dataset'];
    const iris = others.map((name) => spelling + name);
    const members = { p: [`${spelling}Dataset`, ...iris.map((iri) => ({ '@id': iri }))] };
    expect(await statementsOf({ '@context': context, ...members })).toEqual([
      `_:1 <http://example.org/p> "${spelling}Dataset"`,
      ...iris.map((iri) => `_:1 <http://example.org/p> <${iri}>`),
    ]);
    expect(await findingsOf({ '@context': context, ...members })).toEqual([]);
  });
});
