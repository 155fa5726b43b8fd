import { describe, expect, it } from 'vitest';
import { dcat, rdf, typeIri, typeName, xsd } from '../../src/rdf/vocabularies.ts';

it('the terms of a vocabulary are IRIs, and have these as types', () => {
  const iri: 'http://www.w3.org/ns/dcat#Catalog' = dcat.Catalog;
  expect(iri).toBe('http://www.w3.org/ns/dcat#Catalog');
});

it('the terms of RDF and XML Schema are declared', () => {
  expect(rdf.type).toBe('http://www.w3.org/1999/02/22-rdf-syntax-ns#type');
  expect(xsd.double).toBe('http://www.w3.org/2001/XMLSchema#double');
});

describe('the IRI of a type name', () => {
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

  it.each(['', 'two words', 'http://e.example/a b'])('is undefined for %j', (name) => {
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
