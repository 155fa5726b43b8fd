import type { Text } from '../../model/search-facts.ts';

/**
 * The one of several texts that is shown: one in English or without a language before others, then
 * the least. The bundled queries choose titles in the same way.
 */
export function shownText(texts: readonly Text[]): Text | undefined {
  const english = texts.filter(({ language = '' }) => /^(?:$|en\b)/iu.test(language));
  const [first, ...others] = english.length > 0 ? english : texts;
  return others.reduce((least, text) => (least && least.text <= text.text ? least : text), first);
}
