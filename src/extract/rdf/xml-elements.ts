import type { OffsetFault } from './parse-results.ts';
import { endOfMatch } from './term-mending.ts';

/**
 * The role of an RDF/XML element by position (RDF 1.1 XML Syntax §2.1); `literal` is inside one.
 */
type ElementRole = 'root' | 'node' | 'property' | 'literal';

/** An element of XML that may not be well-formed. */
export interface XmlElement {
  readonly name: string;
  readonly role: ElementRole;
  readonly parent: XmlElement | undefined;
  readonly children: XmlElement[];
  readonly attributes: string;
  readonly start: number;
  /** Offset after its start tag. */
  readonly contentStart: number;
  end: number;
  /** The fault for which all of it is lost. */
  fault: OffsetFault | undefined;
  /** Whether a top-level node can be read only property by property. */
  isDamaged: boolean;
}

/** The elements of an RDF/XML document. */
interface XmlTree {
  readonly root: XmlElement;
  /** Faults that lose no element. */
  readonly faults: readonly OffsetFault[];
}

const nameStart = String.raw`[^\s<>"'/=!?&]`;
const attributeList = String.raw`(?:\s+[^\s<>"'/=]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*`;
const startTag = new RegExp(
  String.raw`<(${nameStart}[^\s<>/"'=]*)(${attributeList})\s*(/?)>`,
  'uy',
);
const anyStartTag = new RegExp(String.raw`<(${nameStart}[^\s<>/"'=]*)(\s[^<>]*?)?(/?)>`, 'uy');
const endTag = /<\/([^\s<>]+)\s*>/uy;
const doctype = /<!DOCTYPE[^[>]*(?:\[[^\]]*\]\s*)?>/uy;

/** Parts of XML without tags, and their ends. */
const opaque: readonly (readonly [string, string])[] = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
];

/**
 * Finds the elements of an RDF/XML document that may not be well-formed, in linear time. An
 * unclosed element ends with its parent, or where a sibling of the same name begins.
 * @returns undefined without `rdf:RDF`, or where elements nest deeper than `maxDepth`
 */
export function findXmlElements(text: string, maxDepth: number): XmlTree | undefined {
  return new ElementFinder(text, maxDepth).find();
}

class ElementFinder {
  readonly #text: string;
  readonly #maxDepth: number;
  readonly #open: XmlElement[] = [];
  readonly #openNames = new Map<string, number>();
  readonly #faults: OffsetFault[] = [];
  #root: XmlElement | undefined;

  constructor(text: string, maxDepth: number) {
    this.#text = text;
    this.#maxDepth = maxDepth;
  }

  find(): XmlTree | undefined {
    const { length } = this.#text;
    for (let at = this.#text.indexOf('<'); at !== -1; at = this.#text.indexOf('<', at)) {
      const end = this.#readAt(at);
      if (end === undefined) return undefined;
      at = end;
    }
    if (this.#open.length > 0) {
      this.#faults.push({ detail: 'truncated document', offset: Math.max(0, length - 1) });
    }
    this.#closeTo(0, length);
    return this.#root && { root: this.#root, faults: this.#faults };
  }

  /**
   * Reads the markup at a `<`.
   * @returns its end; undefined where it is not RDF/XML
   */
  #readAt(at: number): number | undefined {
    const other = this.#opaqueEnd(at);
    if (other !== undefined) return other;
    endTag.lastIndex = at;
    const closed = endTag.exec(this.#text);
    if (closed !== null) {
      this.#close(closed[1] ?? '', at, endTag.lastIndex);
      return endTag.lastIndex;
    }
    return this.#openAt(at);
  }

  #opaqueEnd(at: number): number | undefined {
    for (const [opening, closing] of opaque) {
      if (!this.#text.startsWith(opening, at)) continue;
      const found = this.#text.indexOf(closing, at + opening.length);
      const end = found === -1 ? this.#text.length : found + closing.length;
      const within = this.#text.slice(at + opening.length, end - closing.length);
      // XML 1.0 §2.5.
      const isFaulty = found === -1 || (closing === '-->' && /--|-$/u.test(within));
      if (isFaulty) this.#leaveOut(at, end, `malformed \`${opening}\``);
      return end;
    }
    return endOfMatch(doctype, this.#text, at);
  }

  #openAt(at: number): number | undefined {
    const found = this.#startTagAt(at);
    if (found === undefined) {
      this.#assignFault(this.#open.at(-1), { detail: 'stray `<`', offset: at });
      return at + 1;
    }
    const { name, attributes, slash, end, fault } = found;
    if (this.#root === undefined && !/(?:^|:)RDF$/u.test(name)) return undefined;
    this.#closeSame(name, at);
    const element = this.#add(name, attributes, { start: at, end });
    // Text after the root is ignored.
    if (element === undefined) return end;
    if (fault !== undefined) this.#assignTagFault(element, fault);
    if (slash === '/') return end;
    this.#open.push(element);
    this.#openNames.set(name, (this.#openNames.get(name) ?? 0) + 1);
    return this.#open.length > this.#maxDepth ? undefined : end;
  }

  /** A top-level node with an unreadable tag is lost with its properties. */
  #assignTagFault(element: XmlElement, fault: OffsetFault): void {
    if (isTop(element)) element.fault = fault;
    else this.#assignFault(element, fault);
  }

  #startTagAt(at: number) {
    const isSound = endOfMatch(startTag, this.#text, at) !== undefined;
    const pattern = isSound ? startTag : anyStartTag;
    pattern.lastIndex = at;
    const found = pattern.exec(this.#text);
    if (found === null) return undefined;
    const [all, name = '', attributes = '', slash] = found;
    const fault = isSound ? undefined : { detail: 'malformed tag', offset: at };
    return { name, attributes, slash, end: at + all.length, fault };
  }

  #add(
    name: string,
    attributes: string,
    { start, end }: { readonly start: number; readonly end: number },
  ): XmlElement | undefined {
    const parent = this.#open.at(-1);
    if (this.#root !== undefined && parent === undefined) return undefined;
    const role = detectRole(parent);
    const element = createElement({ name, role, parent, attributes, start, end });
    this.#root ??= element;
    parent?.children.push(element);
    return element;
  }

  /** A child with the name of its parent shows that the parent is unclosed. */
  #closeSame(name: string, at: number): void {
    const parent = this.#open.at(-1);
    if (parent?.name !== name || parent.role === 'literal' || parent.role === 'root') return;
    if (/:parseType/u.test(parent.attributes)) return;
    this.#closeTo(this.#open.length - 1, at);
  }

  #close(name: string, at: number, end: number): void {
    if ((this.#openNames.get(name) ?? 0) === 0) {
      this.#closeOther(name, at, end);
      return;
    }
    let depth = this.#open.length - 1;
    while (this.#open[depth]?.name !== name) depth -= 1;
    this.#closeTo(depth + 1, at);
    const element = this.#open.pop();
    if (element !== undefined) {
      element.end = end;
      this.#forget(name);
    }
  }

  /** An unmatched end tag is a misspelt one of an element with text only, or superfluous. */
  #closeOther(name: string, at: number, end: number): void {
    const detail = `unmatched end tag: ${name}`;
    const inner = this.#open.at(-1);
    if (inner?.role !== 'property' || inner.children.length > 0) this.#leaveOut(at, end, detail);
    else {
      inner.fault ??= { detail, offset: at };
      this.#closeTo(this.#open.length - 1, end);
    }
  }

  /** Leaves out text that is no element. */
  #leaveOut(start: number, end: number, detail: string): void {
    const parent = this.#open.at(-1);
    const part = { name: '', role: 'literal', parent, attributes: '', start, end } as const;
    parent?.children.push({ ...createElement(part), fault: { detail, offset: start } });
  }

  #closeTo(depth: number, end: number): void {
    while (this.#open.length > depth) {
      const element = this.#open.pop();
      if (element === undefined) return;
      this.#forget(element.name);
      element.end = end;
      if (element.role === 'root') continue;
      const detail = `unclosed element: ${element.name}`;
      this.#assignFault(element, { detail, offset: element.start });
    }
  }

  /** Assigns a fault to the smallest element that can be left out. */
  #assignFault(element: XmlElement | undefined, fault: OffsetFault): void {
    const least = smallestRemovable(element);
    if (least?.role === 'property') least.fault ??= fault;
    else {
      this.#faults.push(fault);
      if (least !== undefined) least.isDamaged = true;
    }
  }

  #forget(name: string): void {
    this.#openNames.set(name, (this.#openNames.get(name) ?? 1) - 1);
  }
}

function createElement(
  tag: Pick<XmlElement, 'name' | 'role' | 'parent' | 'attributes' | 'start' | 'end'>,
): XmlElement {
  return { ...tag, contentStart: tag.end, children: [], fault: undefined, isDamaged: false };
}

/** The smallest element that can be left out: a property, or a top-level node. */
export function smallestRemovable(element: XmlElement | undefined): XmlElement | undefined {
  let around = element;
  while (around !== undefined && around.role !== 'property') {
    if (isTop(around)) return around;
    around = around.parent;
  }
  return around;
}

function isTop({ role, parent }: XmlElement): boolean {
  return role === 'node' && parent?.role === 'root';
}

function detectRole(parent: XmlElement | undefined): ElementRole {
  if (parent === undefined) return 'root';
  if (parent.role === 'root') return 'node';
  if (parent.role === 'node') return 'property';
  if (parent.role === 'literal' || /:parseType\s*=\s*["']Literal/u.test(parent.attributes)) {
    return 'literal';
  }
  return /:parseType\s*=\s*["']Resource/u.test(parent.attributes) ? 'property' : 'node';
}
