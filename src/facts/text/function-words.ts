import { words } from './fold.ts';

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
 * @param word output of `words`
 */
export function isFunctionWord(word: string): boolean {
  return functionWords.has(word);
}

/** The words of a text without function words, in order; all words if there are no others. */
export function tellingWords(text: string): readonly string[] {
  const all = words(text);
  const telling = all.filter((word) => !functionWords.has(word));
  return telling.length === 0 ? all : telling;
}
