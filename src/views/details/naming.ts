import { namesFor } from '../../facts/text/reader-texts.ts';
import type { Text } from '../../model/search-facts.ts';
import type { Named } from './resource-details.ts';

/**
 * Chooses the texts to display: those in the reader's language, or without reader all, without
 * duplicates and languages.
 */
export type TextChoice = (texts: readonly Text[]) => readonly Text[];

/**
 * Creates a text choice.
 * @param languages of the reader in lower case, in order of preference
 */
export function textChoice(languages: readonly string[] | undefined): TextChoice {
  if (languages !== undefined) return (texts) => namesFor(texts, languages);
  return (texts) => Array.from(new Set(texts.map(({ text }) => text)), (text) => ({ text }));
}

/** Joins texts of one language into a name. */
export function namedBy(texts: readonly Text[]): Named {
  const [first] = texts;
  if (first === undefined) return {};
  const { language } = first;
  const name = texts.map(({ text }) => text).join(' / ');
  return { name, ...(language === undefined ? {} : { language }) };
}
