import { describe, expect, it } from 'vitest';
import { LabelTable, parseWordQuery, TextTable } from '../../src/search/text-tables.ts';

const texts = [
  'Sea ice and sea level',
  'Ice of the sea',
  'Level ice',
  'Oberfläche, Sea-Ice',
  '北海道の海氷データ',
  'ข้อมูลน้ำแข็งทะเล',
  'Sea surface',
  '',
];

function found(query: string): readonly number[] {
  const table = new TextTable();
  for (const text of texts) table.add(text);
  const [clause = { alternatives: [], isExcluded: false }] = parseWordQuery(query);
  return [...table.textsWith(clause).toArray()];
}

describe('a table of texts', () => {
  it.each([
    ['ice', [0, 1, 2, 3]],
    ['"sea ice"', [0, 3]],
    ['"ice sea"', []],
    ['"sea level"', [0]],
    ['"sea ice and sea level"', [0]],
    ['"the sea"', [1]],
    ['oberflache', [3]],
    ['OBERFL*', [3]],
    ['s*', [0, 1, 3, 6]],
    ['"sea l"*', [0]],
    ['"sea ic"*', [0, 3]],
    ['海氷', [4]],
    ['氷海', []],
    ['海', [4]],
    ['น้ำแข็ง', [5]],
    ['snow', []],
    ['snow OR surface', [6]],
    ['"snow ice"', []],
    ['snow*', []],
  ])('finds by %j the texts %j', (query, expected) => {
    expect(found(query)).toEqual(expected);
  });
});

describe('a table of labels', () => {
  it('has a label once, whatever its case and accents', () => {
    const table = new LabelTable();
    const number = table.add('sea ice');
    expect(table.add('Sea-Ice')).toBe(number);
    expect(table.add('ßea')).not.toBe(number);
    expect(table.numberOf('SEA  ICE')).toBe(number);
    expect(table.numberOf('ice sea')).toBeUndefined();
  });

  it('distinguishes labels without letters and digits', () => {
    const table = new LabelTable();
    expect(table.add('%')).not.toBe(table.add('‰'));
    expect(table.numberOf(' % ')).toBe(table.add('%'));
  });
});

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
