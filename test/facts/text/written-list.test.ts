import { describe, expect, it } from 'vitest';
import { readWrittenList } from '../../../src/facts/text/written-list.ts';

describe('a list that a program wrote as text', () => {
  it.each([
    ["['peat', 'bog']", ['peat', 'bog']],
    [' ["peat","bog"]\n', ['peat', 'bog']],
    ["['peat']", ['peat']],
    ["('peat', 'bog')", ['peat', 'bog']],
    ["('peat',)", ['peat']],
    ["{'peat', 'bog'}", ['peat', 'bog']],
    ['c("peat", "bog")', ['peat', 'bog']],
    ["['peat' 'bog'\n 'moss']", ['peat', 'bog', 'moss']],
    ["[u'peat', u'bog']", ['peat', 'bog']],
    [`["bog's", 'peat']`, ["bog's", 'peat']],
    [
      "['Hawai'i', 'the bogs' moss', 'rock 'n' roll']",
      ["Hawai'i", "the bogs' moss", "rock 'n' roll"],
    ],
    [String.raw`["a \"b\"", "c\\", "\u00e9\x41", 'it\'s']`, ['a "b"', 'c\\', 'éA', "it's"]],
    ["['C', 'T']", ['C', 'T']],
    [String.raw`['a\nb\tc']`, ['a\nb\tc']],
    ["['peat', None, '', nan, 3.5]", ['peat', '3.5']],
    ['["peat", null,]', ['peat']],
    ['[&quot;peat&quot;, &#39;bog&#39;]', ['peat', 'bog']],
    ["['fens, bogs', 'EARTH > SOIL']", ['fens, bogs', 'EARTH > SOIL']],
    ['[]', []],
    ['[ ]', []],
    ["['', None]", []],
  ])('has its items: %j', (text, items) => {
    expect(readWrittenList(text)).toEqual(items);
  });

  it.each([
    ['', 'nothing'],
    ['peat, bog', 'no brackets'],
    ['[peat, bog]', 'no quotes'],
    ["['peat', bog]", 'words'],
    ["['peat'", 'cut off'],
    ["['peat]", 'an open text'],
    ["['peat') and more", 'other text behind'],
    ["['peat') ('bog']", 'other brackets'],
    ['("On the Origin")', 'a title in parentheses'],
    ['(peat, bog)', 'an aside'],
    ['{"en": "peat"}', 'an object'],
    ["{'en': 'peat', 'de': 'Torf'}", 'a dictionary'],
    ["[{'name': 'peat'}]", 'a list of objects'],
    ['[[1, 2], [3, 4]]', 'coordinates'],
    ['[1.5, 2.5]', 'numbers'],
    ["['10 20', '30 40']", 'numbers as texts'],
    ["['2001-01-01', '2002-12-31T00:00:00Z']", 'a period'],
    ['{kw4}', 'a placeholder'],
  ])('is not recognised in %j: %s', (text) => {
    expect(readWrittenList(text)).toBeUndefined();
  });

  it.each([
    ['brackets', '['],
    ['quotes', "'"],
    ['blanks', ' '],
    ['quotes and blanks', "' "],
    ['escapes', '\\'],
    ['commas', ','],
    ['numbers', '1'],
  ])('takes linear time: %s', (_, part) => {
    const start = performance.now();
    readWrittenList(`['${part.repeat(50_000)}]`);
    readWrittenList(`[${part.repeat(50_000)}x]`);
    expect(performance.now() - start).toBeLessThan(2000);
  });
});
