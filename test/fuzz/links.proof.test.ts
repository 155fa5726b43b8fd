import { describe, expect, it } from 'vitest';
import { followableLinks } from '../../src/links/followable-links.ts';
import { parseLinkField } from '../../src/links/link-field.ts';
import type { ParsedLinks } from '../../src/links/typed-links.ts';
import { parseLinkset, readLinksetJson } from '../../src/links/linkset.ts';
import { isIri } from '../../src/rdf/iri.ts';
import { counterexample, mutated, mutatedJson } from './fuzzing.ts';

const base = 'https://fen.example/dataset/1';
const fields = [
  '<https://fen.example/1.jsonld>; rel="describedby"; type="application/ld+json"; profile="https://w3id.org/cdif/1.0"',
  `<1.ttl>;rel=describedby;type=text/turtle, </set>; rel="linkset item"; anchor="#part"; title*=UTF-8''f%C3%A9n`,
  '<>; rel="cite-as", <urn:fen:1>; rel=author ; rev=x,, <http://[::1]/> ; rel="license"; hreflang=en; hreflang=de',
];
const tokens = [
  '<',
  '>',
  '; rel="',
  '; rel=item',
  'anchor="',
  "title*=UTF-8''%",
  '\\"',
  '",',
  ', <',
  ';;',
  '<javascript:alert(1)>; rel=item',
  '<https://user:fen@fen.example/>; rel=item',
  '<//>',
  '<http://[>',
  '='.repeat(50),
  '"'.repeat(51),
];
const linkset = {
  linkset: [
    {
      anchor: 'https://fen.example/1',
      describedby: [
        { href: '1.jsonld', type: 'application/ld+json', profile: 'https://w3id.org/x' },
      ],
      item: [{ href: 'data.csv', 'title*': [{ value: 'Fen', language: 'en' }] }, { href: 'x' }],
    },
    { 'https://fen.example/rel': [{ href: '' }], author: { href: 'urn:fen' } },
  ],
};
const jsonValues = [
  'null',
  '[]',
  '{}',
  '1e999',
  '0',
  'true',
  '[null]',
  '[[]]',
  '{"href":1}',
].concat(
  ...[
    '',
    'href',
    'anchor',
    'linkset',
    'item',
    '__proto__',
    'http://[',
    'javascript:1',
    '\uD800',
    'a b',
  ].map((text) => JSON.stringify(text)),
);

/** What of a reading is not as everybody behind it expects. */
function faultsOf({ links, faults }: ParsedLinks, length: number): readonly unknown[] {
  const broken = links.filter(({ context, target }) => !isIri(context) || !isIri(target));
  const followed = followableLinks(links).map(({ target }) => target);
  const unaskable = followed.filter((url) => /^https?:/u.test(url) && !URL.canParse(url));
  const outside = faults.filter(({ offset = 0 }) => offset < 0 || offset > length);
  return [broken, unaskable, outside].flat();
}

describe('links', () => {
  it('of any Link field are between IRIs, and its faults at places that are in it', async () => {
    const found = counterexample(mutated(fields, tokens), 1000, (field) =>
      faultsOf(parseLinkField(field, base), field.length),
    );
    expect(await found).toBeUndefined();
  });

  it('of any linkset are such, too', async () => {
    const found = counterexample(mutated(fields, tokens), 400, (text) => {
      const reading = parseLinkset(text, base);
      return reading.kind === 'linkset' ? faultsOf(reading, text.length) : [];
    });
    expect(await found).toBeUndefined();
  });

  it('of any JSON are such, too', async () => {
    let read = 0;
    const found = counterexample(mutatedJson([linkset], jsonValues), 1000, (text) => {
      const reading = readLinksetJson(JSON.parse(text), base);
      if (reading.kind === 'malformed') return [];
      read += reading.links.length;
      return faultsOf(reading, text.length);
    });
    expect(await found).toBeUndefined();
    expect(read).toBeGreaterThan(1000);
  });
});
