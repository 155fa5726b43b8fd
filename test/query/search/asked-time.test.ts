import { expect, it } from 'vitest';
import { readAskedTime } from '../../../src/query/search/asked-time.ts';

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
])('reads %s', (text, begin, end) => {
  expect(readAskedTime(text)).toEqual({ begin, end });
});

it.each(['', '/', 'soon', '1/2/3', '2007/null', 'ca. 1850', '300 Ma', 'Cisuralian', '03/04/2017'])(
  'does not guess what %j asks for',
  (text) => {
    expect(readAskedTime(text)).toBeUndefined();
  },
);
