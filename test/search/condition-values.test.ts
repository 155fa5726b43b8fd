import { expect, it } from 'vitest';
import { parseTimeCondition } from '../../src/search/condition-values.ts';

it.each([
  ['2001/2004-06', '2001', '2004-06'],
  ['2017', '2017', '2017'],
  [' ../1950 ', '..', '1950'],
  ['/1950', '..', '1950'],
  ['2010/', '2010', '..'],
  ['2001-2004', '2001', '2004'],
  ['2001 to 2004', '2001', '2004'],
  ['2004/P1Y', '2004', '2004'],
  ['2010/present', '2010', '..'],
  ['2005/2001', '2005', '2001'],
  ['2001-6-9/2004-12', '2001-06-09', '2004-12'],
  ['1/2001', '2001-01', '2001-01'],
])('reads %s', (text, begin, end) => {
  expect(parseTimeCondition(text)).toEqual({ begin, end });
});

it.each([
  ['', 'no-time'],
  ['/', 'no-time'],
  ['soon', 'no-time'],
  ['2007/null', 'no-time'],
  ['null/null', 'no-time'],
  ['ca. 1850', 'no-time'],
  ['2004-2001', 'no-time'],
  ['300 Ma', 'no-time'],
  ['Cisuralian', 'no-time'],
  ['1/2/3', 'no-time'],
  ['03/04/2017', 'ambiguous'],
  ['2001-13', 'ambiguous'],
  ['1998/99', 'ambiguous'],
  ['2001-02-30', 'impossible'],
  ['2001-06-31/2002', 'impossible'],
])('does not guess what %j means: %s', (text, fault) => {
  expect(parseTimeCondition(text)).toEqual({ fault });
});
