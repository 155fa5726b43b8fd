/** Letters that are no other letter with a mark, and are written with others by whom does not have them on the keyboard. */
const expansions: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['þ', 'th'],
  ['ħ', 'h'],
  ['ŧ', 't'],
  ['ŋ', 'n'],
  ['ı', 'i'],
  ['ĸ', 'k'],
  ['ς', 'σ'],
  // Arabic draws words out with it.
  ['\u{640}', ''],
]);
const expandable = new RegExp(`[${[...expansions.keys()].join('')}]`, 'gu');

/**
 * Marks of the scripts whose letters are told apart without them: Latin, Greek and Cyrillic, Hebrew points, Arabic vowels.
 * The vowel signs of Indic scripts are Unicode marks too, and stay.
 */
const droppedMarks =
  /(?=\p{M})(?:[\u{300}-\u{36F}\u{483}-\u{489}\u{591}-\u{5C7}]|[\u{610}-\u{61A}\u{64B}-\u{670}]|[\u{6D6}-\u{6ED}]|[\u{1AB0}-\u{1AFF}\u{1DC0}-\u{1DFF}\u{20D0}-\u{20FF}\u{FE20}-\u{FE2F}])/gu;

/** Scripts that are written without blanks between words: Thai, Lao, Myanmar, Khmer, Kana and Han. */
const unspaced = String.raw`[\u{E00}-\u{EFF}\u{1000}-\u{109F}\u{1780}-\u{17FF}\u{2E80}-\u{2FDF}\u{3005}-\u{3007}\u{3021}-\u{3029}\u{3038}-\u{303B}\u{3041}-\u{30FF}\u{31F0}-\u{31FF}\u{3400}-\u{4DBF}\u{4E00}-\u{9FFF}\u{A9E0}-\u{A9FF}\u{AA60}-\u{AA7F}\u{F900}-\u{FAFF}\u{20000}-\u{3FFFD}]`;
const wordForm = new RegExp(
  String.raw`(?=${unspaced})\p{L}\p{M}*|(?!${unspaced})[\p{L}\p{N}](?:(?!${unspaced})[\p{L}\p{N}\p{M}])*|\p{N}+`,
  'gu',
);

const ascii = /^[\0-\u{7F}]*$/u;
/** No word and no apostrophe within one reaches across these. */
const blanks = /[\0- ]+/u;
const asciiWord = /[a-z\d]+/gu;

/** The apostrophe of typewriters and of printers, and what stands for it; among them the Hawaiian one, which is a letter. */
const apostrophe = /['`\u{B4}\u{2018}\u{2019}\u{2BB}\u{2BC}\u{FF07}]/u;
const allApostrophes = new RegExp(apostrophe, 'gu');
/** Latin letters without marks, digits, punctuation and apostrophes. */
const latin = /^[\0-\u{7F}\u{B4}\u{2018}-\u{201F}\u{2BB}\u{2BC}\u{FF07}]*$/u;
/** The `s` of English and German: `Earth's`. */
const possessive = /(?<=\p{L})'s(?![\p{L}\p{N}])/gu;
/** What stands before a vowel or `h` in French, Italian and Catalan: `l'eau`, `dell'acqua`, `qu'une`; not as in `N'Djamena`. */
const elided =
  /(?<![\p{L}\p{N}'])(?:[cdjlmnst]|qu|un|all|dall|dell|nell|sull)'(?=[aeiouyhàáâãäæèéêëìíîïòóôöœùúûü])/gu;
const innerApostrophe = /(?<=\p{L})'(?=\p{L})/gu;

/** Putting many in order takes time by their square; no letter has so many (UAX #15: Stream-Safe Text Format). */
const manyMarks = /(\p{M}{30})\p{M}+/gu;

/** Longer ones are no words, and nobody types them. */
const maxCharacters = 200;

/**
 * The words of a text, in its order, in the spelling in which they are compared: compatible forms as one (Unicode NFKD),
 * without marks, in lower case, `ß` as `ss` and the like. Apostrophes within words are left out, and so are the `'s` behind a word
 * and articles and the like that are joined to it by one (`l'`). A word is a run of letters and digits; in scripts without blanks between words each letter is one. Words are cut at 200 UTF-16 units. Neither locale nor
 * dictionary counts, so that the same text has the same words on all machines.
 */
export function words(text: string): readonly string[] {
  const found = ascii.test(text) ? asciiWords(text) : mixedWords(text);
  return found.some(({ length }) => length > maxCharacters) ? found.map(cut) : found;
}

/** Reads what is ASCII between blanks, mostly all, in a tenth of the time that the rest takes. */
function mixedWords(text: string): readonly string[] {
  const found: string[] = [];
  let run = '';
  for (const part of text.split(blanks)) {
    if (ascii.test(part)) {
      run += ` ${part}`;
      continue;
    }
    for (const word of asciiWords(run)) found.push(word);
    for (const word of otherWords(part)) found.push(word);
    run = '';
  }
  for (const word of asciiWords(run)) found.push(word);
  return found;
}

function asciiWords(text: string): readonly string[] {
  return withoutApostrophes(text.toLowerCase()).match(asciiWord) ?? [];
}

function otherWords(text: string): readonly string[] {
  return unified(text).match(wordForm) ?? [];
}

/** The words of a text with one blank between; where there are none (`%`), the text without blanks around in lower case. */
export function folded(text: string): string {
  const joined = words(text).join(' ');
  return joined === '' ? text.trim().toLowerCase() : joined;
}

/**
 * A test whether a text may have one of some words, or one that begins so: it denies that only
 * where the text has none, in a tenth of the time that it takes to find the words of the text.
 * @param asked words as `words` gives them
 */
export function testForWords(asked: readonly string[]): (text: string) => boolean {
  // Apostrophes within words are left out.
  const patterns = asked.map((word) => Array.from(word).join(`${apostrophe.source}*`));
  const anyOf = new RegExp(patterns.join('|'), 'iu');
  return (text) => !latin.test(text) || (asked.length > 0 && anyOf.test(text));
}

function unified(text: string): string {
  return (
    withoutApostrophes(text.toLowerCase())
      .replaceAll(manyMarks, '$1')
      .normalize('NFKD')
      // Once more, for letters that were only forms of others.
      .toLowerCase()
      .replaceAll(droppedMarks, '')
      .replaceAll(expandable, (letter) => expansions.get(letter) ?? letter)
      // Korean syllables and voiced kana were taken apart.
      .normalize('NFC')
  );
}

/** A text in lower case with its words as they are without apostrophes. */
function withoutApostrophes(text: string): string {
  if (!apostrophe.test(text)) return text;
  const plain = text.replaceAll(allApostrophes, "'");
  return plain.replaceAll(possessive, '').replaceAll(elided, ' ').replaceAll(innerApostrophe, '');
}

function cut(text: string): string {
  if (text.length <= maxCharacters) return text;
  const start = text.slice(0, maxCharacters);
  return start.isWellFormed() ? start : start.slice(0, -1);
}
