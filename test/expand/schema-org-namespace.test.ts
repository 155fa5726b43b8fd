import { describe, expect, it } from 'vitest';
import { statementsOf } from './expanding.ts';

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
