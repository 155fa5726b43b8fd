/** A text whose character references were resolved. */
export interface UnescapedText {
  readonly text: string;
  /** Where in the text as it was stands what has this offset in `text`. */
  readonly originalOffset: (offset: number) => number;
}

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
 * Resolves the character references of a text that went through a function that escapes HTML before it was written into a
 * script, where nothing is unescaped: one that has `&quot;` and no quotation mark, without which nothing is JSON-LD.
 * Those that are in its strings beside them were escaped once more (`&amp;amp;`) and stay.
 * @returns undefined where it is no such text
 */
export function unescapeHtml(text: string): UnescapedText | undefined {
  if (text.includes('"') || !/&(?:quot|#0*34|#x0*22);/iu.test(text)) return undefined;
  return {
    text: text.replaceAll(reference, (...match) => resolved(match)),
    originalOffset: createOffsetFinder(text),
  };
}

/** Asked in ascending order it reads the text only once. */
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
      removed += next.value[0].length - resolved(next.value).length;
      next = matches.next();
    }
    return offset + removed;
  };
}

/** What a reference stands for; itself where that is no character. */
function resolved(match: readonly unknown[]): string {
  const [whole, name, decimal, hex] = match
    .slice(0, 4)
    .map((part) => (typeof part === 'string' ? part : undefined));
  if (name !== undefined) return characters.get(name.toLowerCase()) ?? '';
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
  return code > 0 && code <= lastCodePoint ? String.fromCodePoint(code) : (whole ?? '');
}
