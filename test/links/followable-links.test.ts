import { describe, expect, it } from 'vitest';
import { followableLinks, selectSignposts } from '../../src/links/followable-links.ts';
import type { TypedLink } from '../../src/model/typed-link.ts';
import { link } from './links.ts';

interface Offer {
  readonly target?: string;
  readonly rel?: string;
  readonly type?: string;
  readonly profiles?: readonly string[];
}

const cdif = ['CDIF1.0'];

/** Links to `#0`, `#1` and so on, in this order. */
function offered(offers: readonly Offer[]): readonly TypedLink[] {
  return offers.map((offer, index) => ({
    context: 'https://soil.example/7',
    rel: 'describedby',
    target: `https://soil.example/about#${index}`,
    profiles: [],
    ...offer,
  }));
}

/** The numbers of the offers that are followed, the best first. */
function followed(...offers: readonly Offer[]): readonly number[] {
  return followableLinks(offered(offers)).map(({ target }) => Number(target.split('#')[1]));
}

describe('the links that are followed to metadata', () => {
  it('are those labelled as CDIF first, whatever their type and relation', () => {
    expect(
      followed(
        { type: 'application/ld+json' },
        { rel: 'alternate', profiles: cdif },
        { type: 'text/html', profiles: cdif },
        { type: 'application/json', profiles: ['https://w3id.org/cdif/core/1.0'] },
        { type: 'application/ld+json', profiles: ['http://schema.example/other'] },
      ),
    ).toEqual([3, 2, 1, 0, 4]);
  });

  it('prefer a labelled record to a labelled list', () => {
    expect(
      followed(
        { type: 'application/ld+json', profiles: ['CDIF-list-1.0'] },
        { rel: 'alternate', type: 'text/turtle', profiles: cdif },
      ),
    ).toEqual([1, 0]);
  });

  it('are ordered: JSON-LD, other RDF, plain JSON, links without type', () => {
    expect(
      followed(
        {},
        { type: 'application/json' },
        { type: 'text/turtle' },
        { type: 'text/plain' },
        { type: 'application/ld+json' },
        { type: 'application/rdf+xml' },
        { type: 'application/vnd.schemaorg.ld+json' },
        { type: 'application/json-ld' },
      ),
    ).toEqual([4, 6, 7, 2, 5, 1, 0, 3]);
  });

  it('are alternates of RDF only if there is no describedby link', () => {
    expect(
      followed(
        { rel: 'alternate', type: 'application/ld+json' },
        { rel: 'alternate', type: 'application/n-triples' },
        {},
        { rel: 'alternate' },
        { rel: 'alternate', type: 'application/json' },
        { rel: 'alternate', type: 'text/html' },
      ),
    ).toEqual([2, 0, 1]);
  });

  it.each([
    'application/rss+xml',
    'application/pdf',
    'application/geo+json',
    'application/vnd.datacite.datacite+json',
    'application/linkset+json',
  ])('are never of type %s, label or not', (type) => {
    expect(followed({ type }, { type, profiles: cdif })).toEqual([]);
  });

  it('are of type XML only if they are labelled, since XML may be RDF', () => {
    const type = 'application/xml';
    expect(followed({ type }, { type, profiles: cdif })).toEqual([1]);
  });

  it.each(['item', 'describes', 'type', 'linkset', 'https://soil.example/rel/describedby'])(
    'are never of relation %s',
    (rel) => {
      expect(followed({ rel, type: 'application/ld+json', profiles: cdif })).toEqual([]);
    },
  );

  it('are not pages without a label', () => {
    expect(followed({ type: 'text/html' }, { type: 'application/xhtml+xml' })).toEqual([]);
  });

  it('name each target once, by its best offer', () => {
    const target = 'https://soil.example/7.jsonld';
    const links = offered([
      { target, type: 'application/ld+json' },
      { target, rel: 'alternate', profiles: cdif },
    ]);
    expect(followableLinks(links)).toEqual([links[1]]);
  });
});

const a = 'https://a.example/1';

it('keeps the links of Signposting, each once and in order', () => {
  const [license, turtle, jsonLd, labelled, elsewhere] = [
    link('license', a),
    link('describedby', a, { type: 'text/turtle' }),
    link('describedby', a, { type: 'application/ld+json' }),
    link('describedby', a, { type: 'application/ld+json', profiles: ['CDIF1.0'] }),
    link('license', a, { context: a }),
  ];
  const again = { ...license, title: 'CC0' };
  const other = ['alternate', 'preload', 'https://a.example/item'].map((rel) => link(rel, a));
  const links = [license, ...other, turtle, again, jsonLd, turtle, labelled, elsewhere];
  expect(selectSignposts(links)).toEqual([license, turtle, jsonLd, labelled, elsewhere]);
});
