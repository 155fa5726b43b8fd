import { Store } from 'oxigraph';
import { describe, expect, it } from 'vitest';
import { repairLanguageTag } from '../../src/rdf/language-tag.ts';
import { createRandom } from '../expand/random.ts';

function acceptedByOxigraph(tag: string): boolean {
  try {
    new Store().load(`<http://s> <http://p> "x"@${tag} .\n`, { format: 'application/n-quads' });
    return true;
  } catch {
    // It throws for what it does not take, which is what is asked.
    return false;
  }
}

describe('repairLanguageTag', () => {
  it.each([
    'en',
    'en-US',
    'zh-Hant-TW',
    'zh-cmn-Hans-CN',
    'es-419',
    'de-1996',
    'sl-rozaj-biske',
    'de-DE-u-co-phonebk',
    'en-x-private',
    'x-private',
    'i-klingon',
    'sgn-BE-FR',
    'art-lojban',
  ])('leaves %s as it is', (tag) => {
    expect(repairLanguageTag(tag)).toBe(tag);
  });

  it.each([
    ['en_US', 'en-US'],
    ['zh_Hans_CN', 'zh-Hans-CN'],
    [' en ', 'en'],
  ])('makes %j into %s', (text, tag) => {
    expect(repairLanguageTag(text)).toBe(tag);
  });

  it.each(['', 'e', 'english language', 'en--ltr', 'en-', 'en-x', 'abcdefghi', 'en-US-US', '12'])(
    'gives %j up',
    (text) => {
      expect(repairLanguageTag(text)).toBeUndefined();
    },
  );

  it('takes just what Oxigraph takes', () => {
    const random = createRandom(2);
    const subtags =
      'en de zh i x a b 1 12 419 1996 Latn US GB oed rozaj abcdefgh abcdefghi cmn min nan klingon default sgn u co gan 1abc abcd _'.split(
        ' ',
      );
    const tags = Array.from({ length: 5000 }, () => {
      return [random.pick(subtags), ...random.list(5, () => random.pick(subtags))].join('-');
    });
    const differing = tags.filter((tag) => {
      return (repairLanguageTag(tag) === tag) !== acceptedByOxigraph(tag);
    });
    expect(differing).toEqual([]);
  });
});
