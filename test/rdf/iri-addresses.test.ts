import { describe, expect, it } from 'vitest';
import { mendAddress, mendPublishedIri } from '../../src/rdf/iri.ts';

const works = 'https://ows.example/ows?S=WMS&R=Get';

describe('an address that a program left traces in', () => {
  it.each([
    'https://ows.example/ows?S=WMS&amp;R=Get',
    'https://ows.example/ows?S=WMS&AMP;R=Get',
    'https://ows.example/ows?S=WMS&#38;R=Get',
    'https://ows.example/ows?S=WMS&#038;R=Get',
    'https://ows.example/ows?S=WMS&#x26;R=Get',
    'https://ows.example/ows?S=WMS&amp;amp;R=Get',
    'https://ows.example/ows?S=WMS&amp;#38;R=Get',
    'https:&#x2F;&#x2F;ows.example&#x2F;ows?S&#x3D;WMS&amp;R&#61;Get',
    ` \t${works}\r\n`,
    `\u{A0}${works}\u{202F}`,
    `\u{FEFF}\u{200B}${works}\u{200E}\u{2060}`,
    `&nbsp;${works}&#160;`,
  ])('is the one that works: %j', (published) => {
    expect(mendPublishedIri(published)).toBe(works);
    expect(mendAddress(published)).toBe(works);
  });

  it('is encoded as an IRI only', () => {
    const sici = 'https://doi.example/10.1/(1998)1:2&lt;3::4&gt;5.0';
    expect(mendPublishedIri(sici)).toBe('https://doi.example/10.1/(1998)1:2%3C3::4%3E5.0');
    expect(mendAddress(sici)).toBe('https://doi.example/10.1/(1998)1:2<3::4>5.0');
  });
});

it.each([
  works,
  'https://x.example/?a&amp',
  'https://x.example/?lang;part&lang;b',
  'https://x.example/?a&copy;b',
  'https://x.example/?a&#0;b',
  'https://x.example/?a&#x110000;b',
])('an address stays as it is without such traces: %j', (address) => {
  expect(mendPublishedIri(address)).toBe(address);
  expect(mendAddress(address)).toBe(address);
});

it.each([
  ' ',
  ' doi:10.5/1 ',
  'Peat &amp; bog',
  ' see https://bog.example/ ',
  'https://bog.example/?a&amp;b and others',
  '"https://bog.example/?a&amp;b"',
])('a text that is more or less than an address stays as it is: %j', (text) => {
  expect(mendAddress(text)).toBe(text);
});

it.each([
  ['references', '&amp;'],
  ['encoded references', 'amp;'],
  ['blanks', '\u{A0}'],
  ['ampersands', '&'],
])('takes linear time: %s', (_, part) => {
  const text = `https://x.example/?&${part.repeat(50_000)}`;
  const start = performance.now();
  mendAddress(text);
  mendAddress(`${part.repeat(50_000)}x`);
  expect(performance.now() - start).toBeLessThan(2000);
});
