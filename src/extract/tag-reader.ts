import type { TokenizerCallbacks } from 'htmlparser2';

/** A start tag, its names in lower case, the values of its attributes with character references resolved. */
export interface StartTag {
  readonly name: string;
  /** Where an attribute is given twice the first counts (WHATWG HTML §13.2.5.33). */
  readonly attributes: ReadonlyMap<string, string>;
}

export interface TagListener {
  /** The tags whose attributes are wanted, in lower case. All others cost nothing but the look at their name. */
  readonly names: ReadonlySet<string>;
  onStartTag(tag: StartTag, selfClosing: boolean): void;
  /** @param at the offset of the name */
  onEndTag?(name: string, at: number): void;
  /** A stretch of text, as offsets. */
  onText?(start: number, end: number): void;
  onEnd?(): void;
  /** Whether the tokenizer is inside SVG or MathML, where `<title>` and `<style>` are tags like others. */
  isInForeignContext?(): boolean;
}

/**
 * Turns the events of htmlparser2's tokenizer on `html` into tags. We use the tokenizer and not the parser, because
 * the parser keeps a stack of open elements that makes deeply nested pages quadratic.
 * @param html what is written to the tokenizer, from its beginning on
 */
export function createTagReader(html: string, listener: TagListener): TokenizerCallbacks {
  let name: string | undefined;
  let attributes = new Map<string, string>();
  let attribute = '';
  let value = '';

  const endStartTag = (selfClosing: boolean): void => {
    if (name !== undefined) listener.onStartTag({ name, attributes }, selfClosing);
    name = undefined;
  };

  return {
    onopentagname(start, end) {
      const found = html.slice(start, end).toLowerCase();
      name = listener.names.has(found) ? found : undefined;
      if (name !== undefined) attributes = new Map();
    },
    onattribname(start, end) {
      if (name !== undefined) attribute = html.slice(start, end).toLowerCase();
      value = '';
    },
    onattribdata(start, end) {
      if (name !== undefined) value += html.slice(start, end);
    },
    onattribentity(codePoint) {
      if (name !== undefined) value += String.fromCodePoint(codePoint);
    },
    onattribend() {
      if (name !== undefined && !attributes.has(attribute)) attributes.set(attribute, value);
    },
    onopentagend: () => endStartTag(false),
    onselfclosingtag: () => endStartTag(true),
    onclosetag: (start, end) => listener.onEndTag?.(html.slice(start, end).toLowerCase(), start),
    ontext: (start, end) => listener.onText?.(start, end),
    onend: () => listener.onEnd?.(),
    isInForeignContext: () => listener.isInForeignContext?.() ?? false,
    oncdata: ignore,
    oncomment: ignore,
    ondeclaration: ignore,
    onprocessinginstruction: ignore,
    ontextentity: ignore,
  };
}

function ignore(): void {
  // Comments, declarations and text are of no use for finding metadata.
}
