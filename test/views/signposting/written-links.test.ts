import { load } from 'cheerio';
import { describe, expect, it } from 'vitest';
import { parseLinkField } from '../../../src/links/link-field.ts';
import type { ParsedLinks } from '../../../src/links/typed-links.ts';
import { parseLinkset, readLinksetJson } from '../../../src/links/linkset.ts';
import type { TypedLink } from '../../../src/model/typed-link.ts';
import {
  asciiUri,
  linkElements,
  linkFieldValue,
  type LinkSet,
  linksetJson,
  linksetText,
} from '../../../src/views/signposting/link-sets.ts';
import { foreignLinks, typedLink } from './foreign-links.ts';

const page = 'https://data.example/tides';

const sets: readonly LinkSet[] = [
  {
    sender: 'landing page',
    anchor: page,
    links: [
      { rel: 'cite-as', target: 'https://doi.org/10.1002/%28SICI%291097', profiles: [] },
      { rel: 'type', target: 'https://schema.org/Dataset', profiles: [] },
      { rel: 'type', target: 'https://schema.org/AboutPage', profiles: [] },
      {
        rel: 'describedby',
        target: 'https://data.example/tides.jsonld?a=1,2;3&b="x"',
        type: 'application/ld+json',
        profiles: ['https://w3id.org/cdif/core/1.1', 'https://data.example/profile,1'],
      },
      {
        rel: 'item',
        target: 'https://data.example/Gezeiten-Büsum.csv',
        type: 'text/csv',
        profiles: [],
      },
    ],
  },
  {
    sender: 'content',
    anchor: 'https://data.example/Gezeiten-Büsum.csv',
    links: [{ rel: 'collection', target: page, profiles: [] }],
  },
];

/** As readers give them. */
function readable({ anchor = '', links }: LinkSet): readonly Partial<TypedLink>[] {
  return links.map((link) => typedLink(anchor, link));
}

const all = sets.flatMap(readable);

function linksOf(reading: ParsedLinks): readonly Partial<TypedLink>[] {
  expect(reading.faults).toEqual([]);
  return reading.links;
}

describe('serialised links', () => {
  it.each(sets)('are parsed from a Link header: $sender', (set) => {
    const value = linkFieldValue(set);
    expect(value).toMatch(/^[ -~]+$/u);
    expect(linksOf(parseLinkField(value, set.anchor ?? ''))).toEqual(readable(set));
  });

  it('are parsed from a Link header by another parser', () => {
    for (const set of sets) {
      const { anchor = '' } = set;
      expect(foreignLinks(linkFieldValue(set), anchor)).toEqual(readable(set));
    }
  });

  it('are parsed from an HTML head', () => {
    const $ = load(`<!doctype html><head>${sets.map(linkElements).join('')}</head>`);
    const read = $('link')
      .toArray()
      .map(({ attribs }) => attribs);
    expect(read).toEqual(
      sets.flatMap(({ links }) =>
        links.map(({ rel, target, type, profiles }) => ({
          rel,
          href: asciiUri(target),
          ...(type === undefined ? {} : { type }),
          ...(profiles.length === 0 ? {} : { profile: profiles.map(asciiUri).join(' ') }),
        })),
      ),
    );
  });

  it('are parsed from a linkset', () => {
    const reading = parseLinkset(linksetText(sets), 'https://elsewhere.example/');
    if (reading.kind !== 'linkset') throw new Error('no linkset');
    expect(linksOf(reading)).toEqual(all);
  });

  it('are parsed from a JSON linkset', () => {
    const json: unknown = JSON.parse(JSON.stringify(linksetJson(sets)));
    const reading = readLinksetJson(json, 'https://elsewhere.example/');
    if (reading.kind !== 'linkset') throw new Error('no linkset');
    expect(linksOf(reading)).toEqual(all);
    // Anchors and targets are URIs there (RFC 9264 §4.2.2).
    expect(JSON.stringify(json)).toMatch(/^[ -~]+$/u);
  });

  it('are omitted from a linkset if their anchor is unknown', () => {
    const [first] = sets;
    if (first === undefined) throw new Error('no set');
    const { anchor: _, ...unplaced } = first;
    expect(linksetText([unplaced])).toBe('');
    expect(linksetJson([unplaced])).toEqual({ linkset: [] });
  });

  it('have one object for each anchor in a JSON linkset (RFC 9264 §4.2)', () => {
    const [first] = sets;
    if (first === undefined) throw new Error('no set');
    const both = linksetJson([first, { ...first, sender: 'metadata' }]);
    expect(both).toMatchObject({ linkset: [{ anchor: page }] });
  });
});

describe('an IRI in ASCII', () => {
  it.each([
    ['https://data.example/a', 'https://data.example/a'],
    ['https://data.example', 'https://data.example'],
    ['https://bücher.example/ü?q=ß', 'https://xn--bcher-kva.example/%C3%BC?q=%C3%9F'],
    ['https://data.example/"a>b\\c', 'https://data.example/%22a%3Eb/c'],
    ['urn:example:ü"', 'urn:example:%C3%BC%22'],
    ['https://data.example/{a}^`|', 'https://data.example/%7Ba%7D%5E%60%7C'],
  ])('%s is %s', (iri, uri) => {
    expect(asciiUri(iri)).toBe(uri);
  });
});
