import { describe, expect, it } from 'vitest';
import { typeIri, typeName } from '../../src/rdf/prefixes.ts';

describe('the IRI of a type that is asked for', () => {
  it.each([
    ['Dataset', 'http://schema.org/Dataset'],
    [' schema:Dataset ', 'http://schema.org/Dataset'],
    ['https://schema.org/Dataset', 'http://schema.org/Dataset'],
    ['HTTP://WWW.schema.org/Dataset', 'http://schema.org/Dataset'],
    ['dcat:Dataset', 'http://www.w3.org/ns/dcat#Dataset'],
    ['DCAT:Dataset', 'http://www.w3.org/ns/dcat#Dataset'],
    ['urn:x:Type', 'urn:x:Type'],
  ])('of %j is %s', (name, iri) => {
    expect(typeIri(name)).toBe(iri);
  });

  it.each(['', 'two words', 'http://e.example/a b'])('is none of %j', (name) => {
    expect(typeIri(name)).toBeUndefined();
  });
});

describe('the name of a type', () => {
  it.each(['Dataset', 'dcat:Dataset', 'https://e.example/types/1'])(
    '%s leads back to it',
    (name) => {
      expect(typeName(typeIri(name) ?? '')).toBe(name);
    },
  );
});
