/** Openings of the parts of an XML document in which an ampersand is literal, with their ends. */
const literals: ReadonlyMap<string, string> = new Map([
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
]);

const doctype = '<!DOCTYPE';
const openings: readonly string[] = [...literals.keys(), doctype];

/** The opening of such a part, or an ampersand that starts no reference known to XML. */
const stops =
  /&(?!(?:amp|lt|gt|quot|apos|#\d{1,10}|#x[\dA-Fa-f]{1,8});)|<(?:!--|!\[CDATA\[|\?|!DOCTYPE)/gu;

/** The same in a document that declares entities, any of which may be referenced. */
const stopsBesideEntities =
  /&(?!(?:[A-Za-z_:][\w:.-]{0,30}|#\d{1,10}|#x[\dA-Fa-f]{1,8});)|<(?:!--|!\[CDATA\[|\?|!DOCTYPE)/gu;

/** How much of the word around an ampersand is kept on each side; no reference is longer. */
export const maxWord = 60;

/**
 * Finds the ampersands in an XML text, given in chunks, that should be written `&amp;`: those that
 * begin no reference to a character or to an entity of XML or of the document.
 */
export class LoneAmpersands {
  /** The end of the last chunk that may begin a reference or an opening. */
  #held = '';
  /** The end of the open part; `>` for the document type declaration, up to its declarations. */
  #closing: string | undefined;
  #stops = stops;

  /**
   * The next part of the text, split at each lone ampersand, without the ampersands. The word
   * after the last one is there up to `maxWord` characters.
   */
  split(piece: string): readonly string[] {
    if (this.#held === '' && this.#closing === undefined && isPlain(piece)) return [piece];
    const text = this.#held + piece;
    return this.#cut(text, completeTo(text), false);
  }

  /** The rest. */
  end(): readonly string[] {
    return this.#cut(this.#held, this.#held.length, true);
  }

  #cut(text: string, complete: number, isLast: boolean): readonly string[] {
    const cuts: string[] = [];
    let start = 0;
    let at = 0;
    for (;;) {
      if (this.#closing !== undefined) {
        const closed = this.#close(text, at);
        if (closed === -1) {
          const cutOff = isLast ? 0 : this.#closing.length - 1;
          at = Math.max(at, text.length - cutOff);
          break;
        }
        at = closed;
        continue;
      }
      this.#stops.lastIndex = at;
      const stop = this.#stops.exec(text);
      if (stop === null || stop.index >= complete) {
        at = Math.max(at, complete);
        break;
      }
      at = stop.index + stop[0].length;
      if (stop[0] === '&') {
        cuts.push(text.slice(start, stop.index));
        start = at;
      } else {
        this.#closing = literals.get(stop[0]) ?? '>';
      }
    }
    this.#held = text.slice(at);
    return [...cuts, text.slice(start, at)];
  }

  /** Ends the open part, or the head of its declarations. @returns the offset after it, or -1 */
  #close(text: string, at: number): number {
    const closing = this.#closing ?? '';
    let found = text.indexOf(closing, at);
    this.#closing = undefined;
    if (closing === '>') {
      const declarations = text.indexOf('[', at);
      if (declarations !== -1 && (found === -1 || declarations < found)) {
        this.#stops = stopsBesideEntities;
        this.#closing = ']';
        found = declarations;
      }
    }
    if (found === -1) this.#closing = closing;
    return found === -1 ? -1 : found + closing.length;
  }
}

/** Whether a chunk has no ampersand and no opening. */
function isPlain(piece: string): boolean {
  return (
    !piece.includes('&') && !piece.includes('<!') && !piece.includes('<?') && !piece.endsWith('<')
  );
}

/** The offset up to which further chunks cannot change the result. */
function completeTo(text: string): number {
  return Math.min(openingAtEnd(text), wordAtEnd(text));
}

/** The offset of an incomplete opening at the end of the text; else its length. */
function openingAtEnd(text: string): number {
  const at = text.lastIndexOf('<');
  if (at === -1 || text.length - at >= doctype.length) return text.length;
  const tail = text.slice(at);
  return openings.some((each) => each !== tail && each.startsWith(tail)) ? at : text.length;
}

/** The offset of the first ampersand in the last word, which is kept until the word is complete. */
function wordAtEnd(text: string): number {
  const word = lastWordIn(text.slice(-maxWord - 1));
  const at = word.indexOf('&');
  return at === -1 ? text.length : text.length - word.length + at;
}

/** The last word of a text, which may be incomplete; empty where the text begins within it. */
export function lastWordIn(text: string): string {
  return /(?<![^\s<>"'])[^\s<>"']*$/u.exec(text)?.[0] ?? '';
}
