import { Store } from 'oxigraph';
import { describe, expect, it } from 'vitest';
import { canonical, withoutGraph } from '../support/canonical.ts';
import { documents } from './documents.ts';
import { documentUrl, wholeOf } from './expanding.ts';
import { byJsonld, byOxigraph } from './reference.ts';

async function byUs(document: unknown): Promise<string[]> {
  const written = await wholeOf(document);
  if (written.kind === 'refused') throw new Error(JSON.stringify(written));
  const { nquads, quads } = written;
  const store = new Store();
  store.load(nquads, { format: 'application/n-quads' });
  expect(store.size).toBe(quads);
  return canonical(withoutGraph(nquads, documentUrl));
}

describe.each(Object.entries(documents))('%s', (_, document) => {
  it('gives the graph of jsonld.toRDF', async () => {
    expect(await byUs(document)).toEqual(await byJsonld(document, documentUrl));
  });

  it('gives the graph of Oxigraph', async () => {
    expect(await byUs(document)).toEqual(await byOxigraph(document, documentUrl));
  });
});

describe("schema.org's remote context", () => {
  it.each([
    {
      '@context': 'https://schema.org/',
      '@type': 'Dataset',
      name: 'x',
      url: 'a',
      dateModified: '2026',
    },
    { '@context': ['http://schema.org', { '@vocab': 'http://example.org/' }], name: 'x', own: 'y' },
    {
      '@context': 'http://schema.org/',
      itemListElement: { '@context': { '@vocab': 'https://schema.org/' }, url: 'x', license: 'y' },
    },
  ])('gives the graph of jsonld.toRDF: %j', async (document) => {
    expect(await byUs(document)).toEqual(await byJsonld(document, documentUrl));
  });
});

describe('a repaired document', () => {
  const vocab = { '@vocab': 'http://schema.org/' };
  it.each([
    [
      'with blanks in IRIs',
      { '@context': vocab, '@id': ' doi:10.1234/5', sameAs: { '@id': 'http://example.org/a b' } },
      { '@context': vocab, '@id': 'doi:10.1234/5', sameAs: { '@id': 'http://example.org/a%20b' } },
    ],
    [
      'without the slash',
      { '@context': { '@vocab': 'https://schema.org' }, '@type': 'Dataset', name: 'x' },
      { '@context': { '@vocab': 'https://schema.org/' }, '@type': 'Dataset', name: 'x' },
    ],
    [
      'with a bad name for a node',
      {
        '@context': vocab,
        '@graph': [
          { name: 'x', about: { '@id': 'http://h:p/' } },
          { '@id': 'http://h:p/', name: 'y' },
        ],
      },
      {
        '@context': vocab,
        '@graph': [
          { name: 'x', about: { '@id': '_:n' } },
          { '@id': '_:n', name: 'y' },
        ],
      },
    ],
    [
      'with a language that is none',
      {
        '@context': vocab,
        name: [
          { '@value': 'x', '@language': 'en_GB' },
          { '@value': 'y', '@language': '?' },
        ],
      },
      { '@context': vocab, name: [{ '@value': 'x', '@language': 'en-GB' }, 'y'] },
    ],
  ])('gives the graph of the valid document: %s', async (_, published, meant) => {
    expect(await byUs(published)).toEqual(await byJsonld(meant, documentUrl));
  });
});
