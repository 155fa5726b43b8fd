import { describe, expect, it } from 'vitest';
import { tellingWords } from '../../../src/facts/text/function-words.ts';

describe('the significant words of a text', () => {
  it('are all but function words', () => {
    expect(tellingWords('Ice in the Sea of Okhotsk')).toEqual(['ice', 'sea', 'okhotsk']);
    expect(tellingWords('Eine Karte von Mooren')).toEqual(['karte', 'mooren']);
  });

  it.each(['PAR', 'EM', 'MIT', 'LES', 'DES', 'DER', 'SUR', 'UND', 'OR', 'ET', 'DO', 'Al', 'La'])(
    'include function words of one language that mean something in another: %s',
    (word) => {
      expect(tellingWords(`${word} at sea`)).toEqual([word.toLowerCase(), 'sea']);
    },
  );

  it('are all words if there are only function words', () => {
    expect(tellingWords('In the')).toEqual(['in', 'the']);
    expect(tellingWords('%')).toEqual([]);
  });
});
