const reference = /&(?:(quot|amp|lt|gt|apos)|#(\d{1,7})|#x([\da-f]{1,6}));/giu;
const characters: ReadonlyMap<string, string> = new Map([
  ['quot', '"'],
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['apos', "'"],
]);
const lastCodePoint = 0x10_ff_ff;

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
    text: text.replaceAll(reference, resolveReference),
    originalOffset: createOffsetFinder(text),
  };
}

/** Ascending offsets read the text only once. */
function createOffsetFinder(text: string): (offset: number) => number {
  let last = 0;
  let removed = 0;
  let matches = text.matchAll(reference);
  let next = matches.next();
  return (offset) => {
    if (offset < last) {
      removed = 0;
      matches = text.matchAll(reference);
      next = matches.next();
    }
    last = offset;
    while (next.done !== true && next.value.index - removed < offset) {
      const [whole, ...groups] = next.value;
      removed += whole.length - resolveReference(whole, ...groups).length;
      next = matches.next();
    }
    return offset + removed;
  };
}

/** The character of a reference; the reference itself where invalid. */
function resolveReference(whole: string, name?: string, decimal?: string, hex = ''): string {
  if (name !== undefined) return characters.get(name.toLowerCase()) ?? '';
  const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
  return code > 0 && code <= lastCodePoint ? String.fromCodePoint(code) : whole;
}
