import type { Text } from '../../model/search-facts.ts';

/**
 * Joins neighbouring texts with `; ` until at most `max` are left, keeping a common language.
 * @param texts sorted
 * @returns the input if it is not too long
 */
export function joinTexts(texts: readonly Text[], max: number): readonly Text[] {
  if (texts.length <= max) return texts;
  return Array.from({ length: max }, (_, group) => {
    const [from, to] = [group, group + 1].map((at) => Math.round((at * texts.length) / max));
    return joinGroup(texts.slice(from, to));
  });
}

function joinGroup(texts: readonly Text[]): Text {
  const text = texts.map((each) => each.text).join('; ');
  const [language, ...others] = new Set(texts.map((each) => each.language));
  return language === undefined || others.length > 0 ? { text } : { text, language };
}
