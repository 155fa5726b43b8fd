/** Letters that Unicode does not decompose, with their usual transcription. */
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
  // Arabic tatweel, which only stretches words.
  ['\u{640}', ''],
]);
const expandable = new RegExp(`[${[...expansions.keys()].join('')}]`, 'gu');

/**
 * Marks that do not distinguish letters in Latin, Greek, Cyrillic, Hebrew and Arabic. Vowel signs
 * of Indic scripts are kept.
 */
const droppedMarks =
  /(?=\p{M})(?:[\u{300}-\u{36F}\u{483}-\u{489}\u{591}-\u{5C7}]|[\u{610}-\u{61A}\u{64B}-\u{670}]|[\u{6D6}-\u{6ED}]|[\u{1AB0}-\u{1AFF}\u{1DC0}-\u{1DFF}\u{20D0}-\u{20FF}\u{FE20}-\u{FE2F}])/gu;

/** Scripts without blanks between words: Thai, Lao, Myanmar, Khmer, Kana and Han. */
const unspaced = String.raw`[\u{E00}-\u{EFF}\u{1000}-\u{109F}\u{1780}-\u{17FF}\u{2E80}-\u{2FDF}\u{3005}-\u{3007}\u{3021}-\u{3029}\u{3038}-\u{303B}\u{3041}-\u{30FF}\u{31F0}-\u{31FF}\u{3400}-\u{4DBF}\u{4E00}-\u{9FFF}\u{A9E0}-\u{A9FF}\u{AA60}-\u{AA7F}\u{F900}-\u{FAFF}\u{20000}-\u{3FFFD}]`;
const wordForm = new RegExp(
  String.raw`(?=${unspaced})\p{L}\p{M}*|(?!${unspaced})[\p{L}\p{N}](?:(?!${unspaced})[\p{L}\p{N}\p{M}])*|\p{N}+`,
  'gu',
);

const ascii = /^[\0-\u{7F}]*$/u;
/** Words and their apostrophes never cross these. */
const blanks = /[\0- ]+/u;
const asciiWord = /[a-z\d]+/gu;

/** Apostrophes and their substitutes, including the Hawaiian ʻokina, which is a letter. */
const apostrophe = /['`\u{B4}\u{2018}\u{2019}\u{2BB}\u{2BC}\u{FF07}]/u;
const allApostrophes = new RegExp(apostrophe, 'gu');
/** Latin letters without marks, digits, punctuation and apostrophes. */
const latinOnly = /^[\0-\u{7F}\u{B4}\u{2018}-\u{201F}\u{2BB}\u{2BC}\u{FF07}]*$/u;
/** The possessive `s` of English and German: `Earth's`. */
const possessive = /(?<=\p{L})'s(?![\p{L}\p{N}])/gu;
/**
 * Elided articles and the like in French, Italian and Catalan: `l'eau`, `dell'acqua`, `qu'une`; not
 * as in `N'Djamena`.
 */
const elidedArticle =
  /(?<![\p{L}\p{N}'])(?:[cdjlmnst]|qu|un|all|dall|dell|nell|sull)'(?=[aeiouyhàáâãäæèéêëìíîïòóôöœùúûü])/gu;
const innerApostrophe = /(?<=\p{L})'(?=\p{L})/gu;

/**
 * Normalising many marks takes quadratic time; no letter has so many (UAX #15: Stream-Safe Text
 * Format).
 */
const manyMarks = /(\p{M}{30})\p{M}+/gu;

/** Longer strings are no words. */
const maxCharacters = 200;

/**
 * The words of a text in order, in the folded spelling for comparison: NFKD, without marks, in
 * lower case, `ß` as `ss` etc. Apostrophes are removed, with possessive `'s` and elided articles
 * (`l'`). A word is a run of letters and digits; in scripts without blanks each letter is one.
 * Words are cut at 200 UTF-16 units. Independent of locale and dictionaries.
 */
export function foldedWords(text: string): readonly string[] {
  const found = ascii.test(text) ? wordsOfAscii(text) : wordsOfMixedText(text);
  return found.some(({ length }) => length > maxCharacters) ? found.map(cutWord) : found;
}

/** Handles the ASCII parts, usually everything, ten times as fast. */
function wordsOfMixedText(text: string): readonly string[] {
  const found: string[] = [];
  let run = '';
  for (const part of text.split(blanks)) {
    if (ascii.test(part)) {
      run += ` ${part}`;
      continue;
    }
    for (const word of wordsOfAscii(run)) found.push(word);
    for (const word of foldCharacters(part).match(wordForm) ?? []) found.push(word);
    run = '';
  }
  for (const word of wordsOfAscii(run)) found.push(word);
  return found;
}

function wordsOfAscii(text: string): readonly string[] {
  return withoutApostrophes(text.toLowerCase()).match(asciiWord) ?? [];
}

/**
 * The folded words joined by blanks; for a text without words (`%`) the trimmed lower-case text.
 */
export function foldText(text: string): string {
  const joined = foldedWords(text).join(' ');
  return joined === '' ? text.trim().toLowerCase() : joined;
}

/**
 * A quick test, ten times as fast as finding the words, whether a text may contain a word, or a
 * word with this prefix. It has false positives, but no false negatives.
 * @param words output of `foldedWords`
 */
export function testForWords(words: readonly string[]): (text: string) => boolean {
  // Apostrophes in words are ignored.
  const patterns = words.map((word) => Array.from(word).join(`${apostrophe.source}*`));
  const anyOf = new RegExp(patterns.join('|'), 'iu');
  return (text) => !latinOnly.test(text) || (words.length > 0 && anyOf.test(text));
}

function foldCharacters(text: string): string {
  return (
    withoutApostrophes(text.toLowerCase())
      .replaceAll(manyMarks, '$1')
      .normalize('NFKD')
      // Again, for compatibility forms of capitals.
      .toLowerCase()
      .replaceAll(droppedMarks, '')
      .replaceAll(expandable, (letter) => expansions.get(letter) ?? letter)
      // Recomposes Korean syllables and voiced kana.
      .normalize('NFC')
  );
}

/** A lower-case text without apostrophes. */
function withoutApostrophes(text: string): string {
  if (!apostrophe.test(text)) return text;
  const plain = text.replaceAll(allApostrophes, "'");
  return plain
    .replaceAll(possessive, '')
    .replaceAll(elidedArticle, ' ')
    .replaceAll(innerApostrophe, '');
}

function cutWord(text: string): string {
  if (text.length <= maxCharacters) return text;
  const start = text.slice(0, maxCharacters);
  return start.isWellFormed() ? start : start.slice(0, -1);
}

/**
 * Frequent words without meaning for a search. A word is only listed if it is no word of another
 * language, symbol or abbreviation in any case. Not listed therefore: `as`, `al`, `la`, `y`
 * (arsenic, aluminium, lanthanum, yttrium), `par` (photosynthetically active radiation), `em`
 * (electron microscopy), `les` (large-eddy simulation), `et` (evapotranspiration), `do` (dissolved
 * oxygen), `le` (latent heat), `dem` (elevation model), `das` (acoustic sensing), `der` (energy
 * resources), `des` (dark energy survey), `los` (line of sight), `mit`, `dans`, `und`, `un`
 * (institutions), `die`, `fur`, `den`, `pour`, `van` (English), `or`, `sur`. `in` and `at` are
 * listed although they are symbols of elements: a title search for them would match nearly
 * everything.
 */
const functionWords: ReadonlySet<string> = new Set(
  ['a an and at by for from in of on the to with', 'de del een eine una une von zum zur'].flatMap(
    (languages) => languages.split(' '),
  ),
);

/**
 * Whether a word has no meaning by itself: `of`, `the`.
 * @param word output of `foldedWords`
 */
export function isFunctionWord(word: string): boolean {
  return functionWords.has(word);
}

/** The words of a text without function words, in order; all words if there are no others. */
export function significantWords(text: string): readonly string[] {
  const all = foldedWords(text);
  const telling = all.filter((word) => !functionWords.has(word));
  return telling.length === 0 ? all : telling;
}
