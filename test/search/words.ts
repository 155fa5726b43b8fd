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
