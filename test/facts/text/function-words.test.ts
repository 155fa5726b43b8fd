import { describe, expect, it } from 'vitest';
import { tellingWords } from '../../../src/facts/text/function-words.ts';

describe('the words that a text is looked up by', () => {
  it('are those that tell it from others', () => {
    expect(tellingWords('Ice in the Sea of Okhotsk')).toEqual(['ice', 'sea', 'okhotsk']);
    expect(tellingWords('Eine Karte von Mooren')).toEqual(['karte', 'mooren']);
  });

  it.each(['PAR', 'EM', 'MIT', 'LES', 'DES', 'DER', 'SUR', 'UND', 'OR', 'ET', 'DO', 'Al', 'La'])(
    'are also such as are words without meaning in one language only: %s',
    (word) => {
      expect(tellingWords(`${word} at sea`)).toEqual([word.toLowerCase(), 'sea']);
    },
  );

  it('are all where none tells anything', () => {
    expect(tellingWords('In the')).toEqual(['in', 'the']);
    expect(tellingWords('%')).toEqual([]);
  });
});
