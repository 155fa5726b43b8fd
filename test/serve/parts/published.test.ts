import { describe, expect, it } from 'vitest';
import { textFor } from '../../../src/serve/parts/published.tsx';

const texts = ['zh-Hans', 'zh-Hant', 'en', 'pt-BR'].map((language) => ({
  text: language,
  language,
}));

describe('the text for a reader', () => {
  it.each([
    [['zh-hant'], 'zh-Hant'],
    [['zh-tw'], 'zh-Hans'],
    [['zh'], 'zh-Hans'],
    [['pt', 'en'], 'pt-BR'],
    [['fr', 'en-gb'], 'en'],
    [['fr'], 'zh-Hans'],
  ])('who prefers %j is in %s', (languages, expected) => {
    expect(textFor(texts, languages)?.text).toBe(expected);
  });
});
