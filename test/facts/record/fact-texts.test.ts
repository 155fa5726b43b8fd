import { describe, expect, it } from 'vitest';
import { mergeNeighbouringTexts, splitKeywords } from '../../../src/facts/record/fact-texts.ts';

it('too many texts are joined with all their words, in a common language', () => {
  const texts = ['Fen', 'Marsh', 'Moor', 'Bog'].map((text) => ({ text, language: 'en' }));
  expect(
    mergeNeighbouringTexts([...texts, { text: 'Sumpf', language: 'de' }, { text: 'x' }], 3),
  ).toEqual([
    { text: 'Fen; Marsh', language: 'en' },
    { text: 'Moor; Bog', language: 'en' },
    { text: 'Sumpf; x' },
  ]);
  expect(mergeNeighbouringTexts(texts, 4)).toEqual(texts);
});

describe('the keywords of a text', () => {
  it.each([
    ['peat', ['peat']],
    ['peat, bog;moor | fen', ['peat, bog;moor | fen', 'peat', 'bog', 'moor', 'fen']],
    ['peat\nbog', ['peat bog', 'peat', 'bog']],
    ['Moors, uplands and fens', ['Moors, uplands and fens', 'Moors', 'uplands and fens']],
    ['LAND &gt; WETLANDS &gt; PEAT', ['LAND > WETLANDS > PEAT', 'PEAT']],
    ['LAND>PEAT, bog', ['LAND>PEAT, bog', 'bog', 'LAND>PEAT', 'PEAT']],
    [' J.B.; Moorman', ['J.B.; Moorman', 'J.B.', 'Moorman']],
    ['De Veen', ['De Veen']],
    ['{place}Fen', ['{place}Fen', 'Fen']],
    ['<b>peat</b> &amp; bog', ['peat & bog']],
    ['R&amp;D; peat', ['R&D; peat', 'R&D', 'peat']],
    ['1,000 m', ['1,000 m']],
    ['2010,2011', ['2010,2011', '2010', '2011']],
    ['<b>peat</b>\r\n\r\n', ['peat']],
    ['>5 mm', ['>5 mm']],
    ['a -> b', ['a -> b']],
    ['泥炭、湿原', ['泥炭、湿原', '泥炭', '湿原']],
    ['peat,,peat, ', ['peat,,peat,', 'peat']],
  ])('are the whole text and its parts: %j', (text, keywords) => {
    expect(new Set(splitKeywords(text))).toEqual(new Set(keywords));
    expect(splitKeywords(text)).toHaveLength(keywords.length);
  });

  it.each(['', 'none', '{kw4}', ' , ; ', 'nil:missing'])('are absent in %j', (text) => {
    expect(splitKeywords(text)).toEqual([]);
  });

  it('are limited', () => {
    const many = Array.from({ length: 5000 }, (_, index) => `peat ${index}`).join(',');
    expect(splitKeywords(many)).toHaveLength(200);
    expect(splitKeywords('p'.repeat(501))).toEqual(['p'.repeat(500)]);
    expect(splitKeywords(`${'p'.repeat(499)}\u{1F30A}`)).toEqual(['p'.repeat(499)]);
    expect(splitKeywords(`peat, ${'p'.repeat(600)}`)).toEqual(['peat', 'p'.repeat(500)]);
    expect(splitKeywords('p'.repeat(2001))).toEqual([]);
    expect(splitKeywords('>'.repeat(1_000_000))).toEqual([]);
    expect(splitKeywords(';\n'.repeat(500_000))).toEqual([]);
  });
});
