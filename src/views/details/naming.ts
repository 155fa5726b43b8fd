import { namesFor } from '../../facts/text/reader-texts.ts';
import type { Text } from '../../model/search-facts.ts';
import type { Named } from './resource-details.ts';

/**
 * Of the texts of one thing those that are shown: in the language of a reader; where none is known
 * all, each once, without their languages.
 */
export type TextChoice = (texts: readonly Text[]) => readonly Text[];

/** @param languages of the reader in lower case, the preferred one first */
export function textChoice(languages: readonly string[] | undefined): TextChoice {
  if (languages !== undefined) return (texts) => namesFor(texts, languages);
  return (texts) => Array.from(new Set(texts.map(({ text }) => text)), (text) => ({ text }));
}

/** What something is called by all of some texts, which are of one language. */
export function namedBy(texts: readonly Text[]): Named {
  const [first] = texts;
  if (first === undefined) return {};
  const { language } = first;
  const name = texts.map(({ text }) => text).join(' / ');
  return { name, ...(language === undefined ? {} : { language }) };
}
