import { describe, expect, it } from 'vitest';
import { parseWordQuery } from '../../src/search/word-query.ts';

/** A query as its clauses: `-` excludes, `|` stands between alternatives, `*` may go on. */
function read(text: string): string {
  return parseWordQuery(text)
    .map(({ alternatives, isExcluded }) => {
      const patterns = alternatives.map(
        ({ words, isPrefix }) => words.join('+') + (isPrefix ? '*' : ''),
      );
      return (isExcluded ? '-' : '') + patterns.join('|');
    })
    .join(' ');
}

describe('a word query', () => {
  it.each([
    ['sea ice', 'sea ice'],
    ['  Sea\tICE ', 'sea ice'],
    ['"sea ice" drift', 'sea+ice drift'],
    ['“sea ice”', 'sea+ice'],
    ['«sea ice»', 'sea+ice'],
    ['"sea ice', 'sea+ice'],
    ['sea"ice drift"', 'sea ice+drift'],
    ['temper*', 'temper*'],
    ['"sea temper"*', 'sea+temper*'],
    ['sea-temper*', 'sea+temper*'],
    ['ice -snow', 'ice -snow'],
    ['ice -"old snow" -flo*', 'ice -old+snow -flo*'],
    ['-snow', '-snow'],
    ['ice OR snow', 'ice|snow'],
    ['ice OR snow OR "old floes" sea', 'ice|snow|old+floes sea'],
    ['ice or snow', 'ice or snow'],
    ['"OR" ice', 'or ice'],
    ['OR ice OR', 'ice'],
    ['-ice OR snow', '-ice snow'],
    ['ice OR -snow', 'ice -snow'],
    ['sea-ice', 'sea+ice'],
    ['10.1234/ab', '10+1234+ab'],
    ['Übermaß naïve', 'ubermass naive'],
    ['ｓｅａ', 'sea'],
    ['海氷 データ', '海+氷 デ+ー+タ'],
    ['history of ice', 'history ice'],
    ['"history of ice"', 'history+of+ice'],
    ['of', 'of'],
    ['of -the', 'of -the'],
    ['of OR ice', 'of|ice'],
    ['', ''],
  ])('%j are %j', (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});
