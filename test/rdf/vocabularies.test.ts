import { expect, it } from 'vitest';
import { rdf, vocabulary, xsd } from '../../src/rdf/vocabularies.ts';
import { replaceLoneSurrogates } from '../../src/text/clean-text.ts';

it('gives the terms of a vocabulary as IRIs, which are their types too', () => {
  const { Dataset } = vocabulary('http://www.w3.org/ns/dcat#', 'Dataset');
  const iri: 'http://www.w3.org/ns/dcat#Dataset' = Dataset;
  expect(iri).toBe('http://www.w3.org/ns/dcat#Dataset');
});

it('has the terms of RDF and XML Schema', () => {
  expect(rdf.type).toBe('http://www.w3.org/1999/02/22-rdf-syntax-ns#type');
  expect(xsd.double).toBe('http://www.w3.org/2001/XMLSchema#double');
});

it('replaces halves of characters and leaves whole ones', () => {
  expect(replaceLoneSurrogates('a\u{D83D}b\u{DE00}c\u{1F600}')).toBe(
    'a\u{FFFD}b\u{FFFD}c\u{1F600}',
  );
});
