import type { Text } from '../../model/search-facts.ts';

/**
 * Chooses the text to display: English or without language first, then the smallest. The bundled
 * queries choose titles in the same way.
 */
export function shownText(texts: readonly Text[]): Text | undefined {
  const english = texts.filter(({ language = '' }) => /^(?:$|en\b)/iu.test(language));
  const [first, ...others] = english.length > 0 ? english : texts;
  return others.reduce((least, text) => (least && least.text <= text.text ? least : text), first);
}
