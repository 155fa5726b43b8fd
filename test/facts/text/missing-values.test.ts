import { describe, expect, it } from 'vitest';
import { isNil } from '../../../src/facts/text/missing-values.ts';

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
