import { describe, expect, it } from 'vitest';
import { LabelTable, TextTable } from '../../src/search/text-tables.ts';
import { parseWordQuery } from '../../src/search/word-query.ts';

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
