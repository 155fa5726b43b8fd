import { characterReference, decodeReference } from '../../text/character-references.ts';

/**
 * Resolves the character references of a script that was HTML-escaped by mistake: it has `&quot;`
 * and no quotation mark, without which nothing is JSON-LD. References inside its strings were
 * escaped twice (`&amp;amp;`) and stay.
 * @returns the text, and a function that maps its offsets to the original; undefined where it is no
 * such text
 */
export function unescapeHtml(
  text: string,
): { readonly text: string; readonly originalOffset: (offset: number) => number } | undefined {
  if (text.includes('"') || !/&(?:quot|#0*34|#x0*22);/iu.test(text)) return undefined;
  return {
    text: text.replaceAll(characterReference, decodeReference),
    originalOffset: createOffsetFinder(text),
  };
}

/** Ascending offsets read the text only once. */
function createOffsetFinder(text: string): (offset: number) => number {
  let last = 0;
  let removed = 0;
  let matches = text.matchAll(characterReference);
  let next = matches.next();
  return (offset) => {
    if (offset < last) {
      removed = 0;
      matches = text.matchAll(characterReference);
      next = matches.next();
    }
    last = offset;
    while (next.done !== true && next.value.index - removed < offset) {
      const [whole, ...groups] = next.value;
      removed += whole.length - decodeReference(whole, ...groups).length;
      next = matches.next();
    }
    return offset + removed;
  };
}
