import jsonld from 'jsonld';
import type { JsonLdDocument } from 'jsonld';
import { parse, type Quad } from 'oxigraph';
import { completeSchemaOrgContext } from '../../src/expand/schema-org/context.ts';
import { canonical } from '../support/canonical.ts';

/**
 * What `jsonld.toRDF` says of a document, as canonical N-Quads in the terms in which our graphs are
 * written.
 */
export async function byJsonld(document: unknown, base: string): Promise<string[]> {
  // The typings lack a loader that returns a promise, and accept only some JSON as a document.
  const options = { base, documentLoader, format: 'application/n-quads' } as const;
  const nquads = (await jsonld.toRDF(document as JsonLdDocument, options as object)) as string;
  return comparable(parse(nquads, { format: 'application/n-quads', lenient: true }));
}

/** What Oxigraph's own JSON-LD parser says of a document without remote contexts. */
export async function byOxigraph(document: unknown, base: string): Promise<string[]> {
  const json = JSON.stringify(document);
  return comparable(parse(json, { format: 'application/ld+json', base_iri: base }));
}

async function documentLoader(url: string): Promise<object> {
  if (!url.includes('schema.org')) throw new Error(`not expected in this test: ${url}`);
  return { documentUrl: url, document: { '@context': completeSchemaOrgContext } };
}

/**
 * Named graphs folded into one, schema.org's namespace in its one spelling, and undeclared prefixes
 * as they are meant.
 */
async function comparable(quads: readonly Quad[]): Promise<string[]> {
  const statements = quads.map(({ subject, predicate, object }) => {
    return `${subject.toString()} ${predicate.toString()} ${object.toString()} .`
      .replaceAll('<dct:', '<http://purl.org/dc/terms/')
      .replaceAll('<schema:', '<http://schema.org/')
      .replaceAll(/<https?:\/\/(?:www\.)?schema\.org\//gu, '<http://schema.org/')
      .concat('\n');
  });
  return canonical([...new Set(statements)].join(''));
}
