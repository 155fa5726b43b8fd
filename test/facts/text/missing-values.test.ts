import { describe, expect, it } from 'vitest';
import {
  endsAsFile,
  isNil,
  isRelativeAddress,
  looksLikePlainText,
} from '../../../src/facts/text/missing-values.ts';

describe('a missing value', () => {
  it.each([
    '',
    ' \t',
    'Missing',
    'UNKNOWN',
    'none',
    'Null',
    'NaN',
    'NA',
    'N/A',
    'n.a.',
    'tbd',
    'Not-Provided',
    'not  available.',
    '[unknown]',
    '"none"',
    '<nil>',
    '-',
    '—',
    '???',
    'nil:unknown',
    'http://www.opengis.net/def/nil/OGC/0/missing',
    'HTTPS://opengis.net/def/nil/ogc/0/inapplicable',
    'https://defs.example/def/nil/OGC/0/withheld',
    'urn:ogc:def:nil:OGC::unknown',
    '{kw4}',
    '{{license}}',
    '${title}',
  ])('is nil: %j', (text) => expect(isNil(text)).toBe(true));
});

describe('a text with a value', () => {
  it.each([
    'Na',
    '0',
    'nano',
    'none of these',
    'Unknown Pleasures',
    'withheld',
    '{hgloc}Scheldt',
    '{a} and {b}',
    '-5',
    'why?',
    'See http://www.opengis.net/def/nil/ for more',
    'nil: nothing was caught',
  ])('is not nil: %j', (text) => expect(isNil(text)).toBe(false));

  it('includes any long text', () => {
    expect(isNil('?'.repeat(1_000_000))).toBe(false);
    expect(isNil(`nil:${'x'.repeat(1_000_000)}`)).toBe(false);
  });
});

it.each([
  { text: 'data/tides.csv', written: false, address: true, file: true },
  { text: 'tides 2024.csv', written: true, address: true, file: true },
  { text: '10.1234/tides', written: true, address: true, file: false },
  { text: 'www.tides', written: true, address: true, file: true },
  { text: 'tides.org/7', written: true, address: true, file: false },
  { text: 'CC0', written: false, address: false, file: false },
  { text: 'CC BY 4.0', written: true, address: false, file: false },
  { text: 'tides.h5', written: false, address: false, file: true },
  { text: '', written: false, address: false, file: false },
])('tells whether "$text" was meant as text', ({ text, written, address, file }) => {
  expect(looksLikePlainText(text)).toBe(written);
  expect(isRelativeAddress(text)).toBe(address);
  expect(endsAsFile(text)).toBe(file);
});
