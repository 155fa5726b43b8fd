import { expect, it } from 'vitest';
import { joinTexts } from '../../../src/facts/text/join-texts.ts';

it('too many texts are joined with all their words, in a common language', () => {
  const texts = ['Fen', 'Marsh', 'Moor', 'Bog'].map((text) => ({ text, language: 'en' }));
  expect(joinTexts([...texts, { text: 'Sumpf', language: 'de' }, { text: 'x' }], 3)).toEqual([
    { text: 'Fen; Marsh', language: 'en' },
    { text: 'Moor; Bog', language: 'en' },
    { text: 'Sumpf; x' },
  ]);
  expect(joinTexts(texts, 4)).toEqual(texts);
});
