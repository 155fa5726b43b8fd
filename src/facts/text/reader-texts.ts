import type { Text } from '../../model/search-facts.ts';
import { shownText } from './shown-text.ts';

/** Something that may be in a language. */
type InLanguage = Pick<Text, 'language'>;

/**
 * Of the languages of some texts the one that a reader understands best, as the texts have it;
 * undefined where the reader is known to understand none.
 * @param languages of the reader in lower case, the preferred one first
 */
function bestLanguage(
  texts: readonly InLanguage[],
  languages: readonly string[],
): string | undefined {
  const own = texts.flatMap(({ language }) => language ?? []);
  for (const wanted of languages) {
    const found =
      own.find((language) => language.toLowerCase() === wanted) ??
      own.find((language) => isLanguage(language, wanted));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** `pt-BR` is Portuguese, and meant by `pt`; and `pt` is better than nothing for `pt-BR`. */
function isLanguage(language: string, wanted: string): boolean {
  const [primary = ''] = wanted.split('-');
  return language.split('-')[0]?.toLowerCase() === primary;
}

/**
 * The one of several texts that a reader understands best: in a preferred language, else `usual`.
 * @param languages as `bestLanguage`
 */
export function textFor(
  texts: readonly Text[],
  languages: readonly string[],
  usual = shownText(texts),
): Text | undefined {
  const best = bestLanguage(texts, languages);
  if (best === undefined) return usual;
  return texts.find(({ language }) => language === best);
}

/**
 * Of the names of one thing those in the language of the one that `textFor` gives.
 * @param languages as `bestLanguage`
 */
export function namesFor(texts: readonly Text[], languages: readonly string[]): readonly Text[] {
  if (texts.length < 2) return texts;
  const best = textFor(texts, languages)?.language;
  return texts.filter(({ language }) => language === best);
}

/**
 * Of many things those in the language that a reader understands best, and those in no language;
 * all where the reader is known to understand none.
 * @param languages as `bestLanguage`
 */
export function understoodAmong<Thing extends InLanguage>(
  things: readonly Thing[],
  languages: readonly string[],
): readonly Thing[] {
  const best = bestLanguage(things, languages);
  if (best === undefined) return things;
  return things.filter(({ language = best }) => language === best);
}
