import type { TokenizerCallbacks } from 'htmlparser2';

/** A start tag with lower-case names and resolved attribute values. */
export interface StartTag {
  readonly name: string;
  /** The first of repeated attributes counts (WHATWG HTML §13.2.5.33). */
  readonly attributes: ReadonlyMap<string, string>;
}

export interface TagListener {
  /** Tags whose attributes are needed, in lower case. Others cost next to nothing. */
  readonly names: ReadonlySet<string>;
  onStartTag(tag: StartTag, selfClosing: boolean): void;
  /** @param at offset of the name */
  onEndTag?(name: string, at: number): void;
  /** A text range, as offsets. */
  onText?(start: number, end: number): void;
  onEnd?(): void;
  /** Whether the tokenizer is inside SVG or MathML, where `<title>` and `<style>` are tags like others. */
  isInForeignContext?(): boolean;
}

/**
 * Turns events of htmlparser2's tokenizer on `html` into tags. The parser is not used because its
 * stack of open elements makes deeply nested pages quadratic.
 * @param html the text written to the tokenizer, from its beginning
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
  // Comments, declarations and text are irrelevant for metadata.
}
