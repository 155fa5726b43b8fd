import { describe, expect, it } from 'vitest';
import { tellingWords } from '../../../src/facts/text/function-words.ts';

describe('the words that a text is looked up by', () => {
  it('are those that tell it from others', () => {
    expect(tellingWords('Ice in the Sea of Okhotsk')).toEqual(['ice', 'sea', 'okhotsk']);
    expect(tellingWords('Die Moore für den Rückhalt des Wassers')).toEqual([
      'moore',
      'ruckhalt',
      'wassers',
    ]);
  });

  it('are all where none tells anything', () => {
    expect(tellingWords('In the')).toEqual(['in', 'the']);
    expect(tellingWords('%')).toEqual([]);
  });
});
