import type { Text } from '../../model/search-facts.ts';

/** Anything with a language. */
interface InLanguage {
  readonly language?: string | undefined;
}

/**
 * The language among the texts that the reader prefers; undefined if there is none.
 * @param languages of the reader in lower case, in order of preference
 */
function bestLanguage(
  texts: readonly InLanguage[],
  languages: readonly string[],
): string | undefined {
  const own = texts.flatMap(({ language }) => language ?? []);
  for (const wanted of languages) {
    const found =
      own.find((language) => language.toLowerCase() === wanted) ??
      own.find((language) => matchesLanguage(language, wanted));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Matches by primary language: `pt` accepts `pt-BR`, and `pt-BR` accepts `pt`. */
function matchesLanguage(language: string, wanted: string): boolean {
  const [primary = ''] = wanted.split('-');
  return language.split('-')[0]?.toLowerCase() === primary;
}

/**
 * The text in the reader's preferred language, else `usual`.
 * @param languages as `bestLanguage`
 */
export function textForReader(
  texts: readonly Text[],
  languages: readonly string[],
  usual = preferredText(texts),
): Text | undefined {
  const best = bestLanguage(texts, languages);
  if (best === undefined) return usual;
  return texts.find(({ language }) => language === best);
}

/**
 * The names of a thing in the language chosen by `textForReader`.
 * @param languages as `bestLanguage`
 */
export function namesForReader(
  texts: readonly Text[],
  languages: readonly string[],
): readonly Text[] {
  if (texts.length < 2) return texts;
  const best = textForReader(texts, languages)?.language;
  return texts.filter(({ language }) => language === best);
}

/**
 * The things in the reader's preferred language, and those without language; all if there is no
 * preferred one.
 * @param languages as `bestLanguage`
 */
export function filterByReaderLanguage<Thing extends InLanguage>(
  things: readonly Thing[],
  languages: readonly string[],
): readonly Thing[] {
  const best = bestLanguage(things, languages);
  if (best === undefined) return things;
  return things.filter(({ language = best }) => language === best);
}

/**
 * Chooses the text to display: English or without language first, then the smallest. The bundled
 * queries choose titles in the same way.
 */
export function preferredText(texts: readonly Text[]): Text | undefined {
  const english = texts.filter(({ language = '' }) => /^(?:$|en\b)/iu.test(language));
  const [first, ...others] = english.length > 0 ? english : texts;
  return others.reduce((least, text) => (least && least.text <= text.text ? least : text), first);
}
