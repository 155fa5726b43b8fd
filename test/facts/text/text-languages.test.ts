import { describe, expect, it } from 'vitest';
import {
  namesForReader,
  textForReader,
  filterByReaderLanguage,
} from '../../../src/facts/text/text-languages.ts';

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
    [['fr'], 'en'],
  ])('who prefers %j is in %s', (languages, expected) => {
    expect(textForReader(texts, languages)?.text).toBe(expected);
  });
});

describe('the names for a reader', () => {
  const names = [
    { text: 'Hafen', language: 'de' },
    { text: 'harbor', language: 'en' },
    { text: 'harbour', language: 'en' },
    { text: 'PORT' },
  ];

  it.each([
    [['de'], ['Hafen']],
    [['en-gb'], ['harbor', 'harbour']],
    [[], ['PORT']],
    [['fr'], ['PORT']],
  ])('who prefers %j are %j', (languages, expected) => {
    expect(namesForReader(names, languages).map(({ text }) => text)).toEqual(expected);
  });

  it.each([
    [['de'], ['Hafen', 'PORT']],
    [
      ['fr', 'en'],
      ['harbor', 'harbour', 'PORT'],
    ],
    [['fr'], ['Hafen', 'harbor', 'harbour', 'PORT']],
  ])('who prefers %j are, of many things, %j', (languages, expected) => {
    expect(filterByReaderLanguage(names, languages).map(({ text }) => text)).toEqual(expected);
  });
});
