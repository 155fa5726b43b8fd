import { words } from './fold.ts';

/**
 * Words that stand in every other title of a language and tell none from another. None of them means anything by which people
 * look for data: no word of another language, no symbol and no abbreviation, in whichever case it is written. So these are none:
 * `as`, `al`, `la`, `y` (arsenic, aluminium, lanthanum, yttrium), `par` (photosynthetically active radiation), `em` (electron
 * microscopy), `les` (large-eddy simulation), `et` (evapotranspiration), `do` (dissolved oxygen), `le` (latent heat), `dem`
 * (elevation model), `das` (acoustic sensing), `der` (energy resources), `des` (dark energy survey), `los` (line of sight),
 * `mit`, `dans`, `und`, `un` (institutions), `die`, `fur`, `den`, `pour`, `van` (English), `or`, `sur`.
 * `in` and `at` are symbols of elements and stay: whoever asks for them among titles would find nearly all.
 */
const functionWords: ReadonlySet<string> = new Set(
  ['a an and at by for from in of on the to with', 'de del een eine una une von zum zur'].flatMap(
    (languages) => languages.split(' '),
  ),
);

/** Whether a word tells nothing by itself: `of`, `the`. @param word as `words` gives it */
export function isFunctionWord(word: string): boolean {
  return functionWords.has(word);
}

/**
 * The words of a text by which it is looked up, in their order: all but those that tell nothing by themselves, and these too
 * where there are no others.
 */
export function tellingWords(text: string): readonly string[] {
  const all = words(text);
  const telling = all.filter((word) => !functionWords.has(word));
  return telling.length === 0 ? all : telling;
}
