import { words } from './fold.ts';

/**
 * Words that stand in every other title and tell none from another, in some languages. None is a word for something in
 * another of them, such as `as`, `is` or `am`, which are arsenic, a wave and americium to somebody.
 */
const functionWords: ReadonlySet<string> = new Set(
  [
    'a an and at by for from in of on or the to with',
    'aus das dem den der des die ein eine fur im mit und von zu zum zur',
    'aux dans de des du et la le les par pour sur un une',
    'al con del el las los una y',
    'da das di do dos em',
    'een het van',
  ].flatMap((language) => language.split(' ')),
);

/**
 * The words of a text by which it is looked up, in their order: all but those that tell nothing by themselves, and these too
 * where there are no others.
 */
export function tellingWords(text: string): readonly string[] {
  const all = words(text);
  const telling = all.filter((word) => !functionWords.has(word));
  return telling.length === 0 ? all : telling;
}
