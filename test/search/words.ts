/**
 * In lower case, without marks, one blank between words, which are runs of letters and digits. Where a script has no blanks between
 * words, each character is one.
 */
export const folded = (text: string): string => wordsOf(text).join(' ');

const wordForm =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}])+/gu;

export function wordsOf(text: string): string[] {
  const plain = text.toLowerCase().normalize('NFKD').replaceAll(/\p{M}/gu, '');
  return plain.match(wordForm) ?? [];
}

/** Words that say something by themselves; whether others are looked for is left open. */
export const isTelling = (word: string): boolean =>
  word.length > 4 &&
  !/^(?:about|after|before|being|below|between|could|during|there|their|these|those|through|under|until|where|which|while|would)$/u.test(
    word,
  );
