import { describe, expect, it } from 'vitest';
import type { TimeRepair } from '../../../src/model/search-facts.ts';
import { readAge } from '../../../src/facts/time/age.ts';

describe('readAge', () => {
  it.each<[string, number, number, ...TimeRepair[]]>([
    ['250 Ma', 250, 250],
    ['250-300 Ma', 300, 250, 'reversed'],
    ['300..250Ma', 300, 250],
    ['345/298 Ma', 345, 298],
    ['250 to 300 million years ago', 300, 250, 'reversed'],
    ['250 and 300 Ma', 300, 250, 'reversed'],
    ['0.5–1.2 Ga', 1200, 500, 'reversed'],
    ['100 ka - 2 Ma', 2, 0.1, 'reversed'],
    ['250 ± 3 Ma', 250, 250, 'about'],
    ['~66 Mya', 66, 66, 'about'],
    ['66 m.y.', 66, 66],
    ['4.404 billion years', 4404, 4404],
    ['11,700 yr BP', 0.0117, 0.0117],
    ['12000 cal yr BP', 0.012, 0.012],
    ['2460 BP-CAL', 0.00246, 0.00246],
    ['10 ka BP', 0.01, 0.01],
    ['250 Ma before present', 250, 250],
    ['5000 years ago', 0.005, 0.005],
    ['~250 ± 3 - 300 ± 3 Ma', 300, 250, 'about', 'reversed'],
    ['8200 uncal yr BP', 0.0082, 0.0082, 'age-scale'],
    ['8300-8200 BP radiocarbon', 0.0083, 0.0082, 'age-scale'],
  ])('reads %s', (text, older, younger, ...repairs) => {
    expect(readAge(text)).toEqual({ age: { older, younger }, repairs });
  });

  it.each([
    '',
    '250',
    '1999-2001',
    '12 May 2017',
    '5000 years',
    '5 a',
    '30 Matches',
    'Ma',
    '30303 GA',
    '12 months ago',
    `${'9'.repeat(150)} Ga`.repeat(2),
    `1${' a'.repeat(99)}`,
    '1'.repeat(1e6),
  ])('reads no age in %s', (text) => {
    expect(readAge(text)).toBeUndefined();
  });
});
