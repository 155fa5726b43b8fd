import { expect, it } from 'vitest';
import { dateWords } from '../../src/text/date-words.ts';

it.each([
  ['2015-12-08', '8 December 2015'],
  ['2015-12-08T03:04:05Z', '8 December 2015'],
  ['2015-12', 'December 2015'],
  ['2015', '2015'],
  ['2015-13', '2015-13'],
  [' spring 2015 ', 'spring 2015'],
])('says %s as %s', (date, words) => {
  expect(dateWords(date)).toBe(words);
});
