/**
 * In lower case, without marks, one blank between words, which are runs of letters and digits. In
 * scripts without blanks, each character is a word.
 */
export const folded = (text: string): string => wordsOf(text).join(' ');

const wordForm =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}])+/gu;

export function wordsOf(text: string): string[] {
  const plain = text.toLowerCase().normalize('NFKD').replaceAll(/\p{M}/gu, '');
  return plain.match(wordForm) ?? [];
}

/** Whether a word is significant; searches may ignore other words. */
export const isTelling = (word: string): boolean =>
  word.length > 4 &&
  !/^(?:about|after|before|being|below|between|could|during|there|their|these|those|through|under|until|where|which|while|would)$/u.test(
    word,
  );

/** Units that are published and asked for in several spellings. */
export const unitSpellings: readonly (readonly string[])[] = [
  ['°C', 'degC', 'degree Celsius', 'degrees Celsius', 'deg_C'],
  ['C'],
  ['mol/kg', 'mol kg-1', 'mol·kg⁻¹'],
  ['m/s', 'm s-1', 'm s^-1'],
  ['µmol/L', 'umol/l', 'μmol L-1'],
  ['mS'],
  ['MS'],
  ['Bq'],
  ['%', 'percent'],
  ['m', 'metre', 'meters'],
];

/** One key for all spellings; of all others the words, where they are more than a symbol. */
export function unitKey(text: string): string {
  const [known] = unitSpellings.find((spellings) => spellings.includes(text)) ?? [];
  return known ?? (text.length > 2 ? folded(text) : text);
}

/** The code at the end of an IRI of QUDT. */
export const unitCode = (iri: string): string | undefined =>
  /^https?:\/\/qudt\.org\/vocab\/unit\/([\w-]+)$/u.exec(iri)?.[1];
