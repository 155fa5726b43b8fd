/** Parts of an XML document in which an ampersand means itself, and how each ends. */
const literals: ReadonlyMap<string, string> = new Map([
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
]);

const doctype = '<!DOCTYPE';
const openings: readonly string[] = [...literals.keys(), doctype];

/**
 * Where such a part begins, or an ampersand stands that refers to none of XML's entities and to no
 * character.
 */
const stops =
  /&(?!(?:amp|lt|gt|quot|apos|#\d{1,10}|#x[\dA-Fa-f]{1,8});)|<(?:!--|!\[CDATA\[|\?|!DOCTYPE)/gu;

/** The same in a document that declares entities: a reference to one is let pass. */
const stopsBesideEntities =
  /&(?!(?:[A-Za-z_:][\w:.-]{0,30}|#\d{1,10}|#x[\dA-Fa-f]{1,8});)|<(?:!--|!\[CDATA\[|\?|!DOCTYPE)/gu;

/**
 * Of the word an ampersand is in, this much on each side tells which it is. No reference is longer.
 */
export const maxWord = 60;

/**
 * Finds the ampersands in an XML text, which comes in pieces, that begin no reference and would
 * have to be written `&amp;`. Entities that neither XML knows nor the document declares make no
 * reference.
 */
export class LoneAmpersands {
  /** The end of the last piece, where it may be the beginning of something. */
  #held = '';
  /**
   * What ends the part that is open; `>` for the document type declaration, up to its declarations.
   */
  #closing: string | undefined;
  #stops = stops;

  /**
   * The next part of the text, cut at each of these ampersands, which are left out. Of the word
   * behind the last one, so much is there as `maxWord` says.
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

  /**
   * Ends the part that is open, or the head of its declarations. @returns what comes behind it; -1
   * where it goes on
   */
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

/** Whether a piece has nothing to look at. */
function isPlain(piece: string): boolean {
  return (
    !piece.includes('&') && !piece.includes('<!') && !piece.includes('<?') && !piece.endsWith('<')
  );
}

/** How much of a text is sure to be read as it will be when more has come. */
function completeTo(text: string): number {
  return Math.min(openingAtEnd(text), wordAtEnd(text));
}

/** Where the beginning of an opening is that the text ends in; else where it ends. */
function openingAtEnd(text: string): number {
  const at = text.lastIndexOf('<');
  if (at === -1 || text.length - at >= doctype.length) return text.length;
  const tail = text.slice(at);
  return openings.some((each) => each !== tail && each.startsWith(tail)) ? at : text.length;
}

/**
 * Where the first ampersand is of the word that the text ends in, so that its reference and its
 * word are seen whole.
 */
function wordAtEnd(text: string): number {
  const end = text.slice(-maxWord - 1);
  const word = lastWordIn(end);
  const at = word.indexOf('&');
  return at === -1 ? text.length : text.length - word.length + at;
}

/** What a text ends in that may be the beginning of a word; it begins where the word does. */
export function lastWordIn(text: string): string {
  return /(?<![^\s<>"'])[^\s<>"']*$/u.exec(text)?.[0] ?? '';
}
