import type { Text } from '../../model/search-facts.ts';

/**
 * At most so many texts with all words of some: neighbours stand in one, with `; ` between them, in their language where all of
 * them have the same.
 * @param texts sorted
 * @returns the texts themselves where they are no more
 */
export function joinTexts(texts: readonly Text[], max: number): readonly Text[] {
  if (texts.length <= max) return texts;
  return Array.from({ length: max }, (_, group) => {
    const [from, to] = [group, group + 1].map((at) => Math.round((at * texts.length) / max));
    return joined(texts.slice(from, to));
  });
}

function joined(texts: readonly Text[]): Text {
  const text = texts.map((each) => each.text).join('; ');
  const [language, ...others] = new Set(texts.map((each) => each.language));
  return language === undefined || others.length > 0 ? { text } : { text, language };
}
