import { endOfMatch } from './term-mending.ts';

/**
 * What an element of RDF/XML is by where it stands (RDF 1.1 XML Syntax §2.1); `literal` is within
 * one.
 */
export type ElementRole = 'root' | 'node' | 'property' | 'literal';

/** An element as far as it can be told in XML that is not well-formed. */
export interface XmlElement {
  readonly name: string;
  readonly role: ElementRole;
  readonly parent: XmlElement | undefined;
  readonly children: XmlElement[];
  readonly attributes: string;
  readonly start: number;
  /** Behind its start tag. */
  readonly contentStart: number;
  end: number;
  /** What is wrong with it, if nothing of it can be read. */
  fault: ElementFault | undefined;
  /** Of a node at the top: whether it can be read only property by property. */
  isDamaged: boolean;
}

export interface ElementFault {
  readonly detail: string;
  readonly offset: number;
}

/** Elements of an RDF/XML document. */
export interface XmlTree {
  readonly root: XmlElement;
  /** What is wrong though no element is lost for it. */
  readonly faults: readonly ElementFault[];
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

/** Other parts of XML in which there are no tags, and how each ends. */
const opaque: readonly (readonly [string, string])[] = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
];

/**
 * Finds the elements of an RDF/XML document that need not be well-formed, in time linear in its
 * length. An element that is not closed ends where one around it does, or where another of its name
 * begins.
 * @returns undefined where there is no `rdf:RDF`, or more elements stand within each other than
 * `maxDepth`
 */
export function findElements(text: string, maxDepth: number): XmlTree | undefined {
  const finder = new ElementFinder(text, maxDepth);
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at)) {
    const end = finder.readAt(at);
    if (end === undefined) return undefined;
    at = end;
  }
  return finder.finish();
}

class ElementFinder {
  readonly #text: string;
  readonly #maxDepth: number;
  readonly #open: XmlElement[] = [];
  readonly #openNames = new Map<string, number>();
  readonly #faults: ElementFault[] = [];
  #root: XmlElement | undefined;

  constructor(text: string, maxDepth: number) {
    this.#text = text;
    this.#maxDepth = maxDepth;
  }

  /** Reads what begins at a `<`. @returns where it ends; undefined where it is no RDF/XML */
  readAt(at: number): number | undefined {
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

  finish(): XmlTree | undefined {
    const { length } = this.#text;
    if (this.#open.length > 0) {
      this.#faults.push({ detail: 'document that is cut off', offset: Math.max(0, length - 1) });
    }
    this.#closeTo(0, length);
    return this.#root && { root: this.#root, faults: this.#faults };
  }

  #opaqueEnd(at: number): number | undefined {
    for (const [opening, closing] of opaque) {
      if (!this.#text.startsWith(opening, at)) continue;
      const found = this.#text.indexOf(closing, at + opening.length);
      const end = found === -1 ? this.#text.length : found + closing.length;
      const within = this.#text.slice(at + opening.length, end - closing.length);
      // XML 1.0 §2.5.
      const isFaulty = found === -1 || (closing === '-->' && /--|-$/u.test(within));
      if (isFaulty) this.#leaveOut(at, end, `\`${opening}\` that is not closed, or not so`);
      return end;
    }
    return endOfMatch(doctype, this.#text, at);
  }

  #openAt(at: number): number | undefined {
    const found = this.#startTagAt(at);
    if (found === undefined) {
      this.#blame(this.#open.at(-1), { detail: '`<` that begins no tag', offset: at });
      return at + 1;
    }
    const { name, attributes, slash, end, fault } = found;
    if (this.#root === undefined && !/(?:^|:)RDF$/u.test(name)) return undefined;
    this.#closeSame(name, at);
    const element = this.#add(name, attributes, { start: at, end });
    // What stands behind the root is none of it.
    if (element === undefined) return end;
    if (fault !== undefined) this.#blameTag(element, fault);
    if (slash === '/') return end;
    this.#open.push(element);
    this.#openNames.set(name, (this.#openNames.get(name) ?? 0) + 1);
    return this.#open.length > this.#maxDepth ? undefined : end;
  }

  /** A node at the top whose tag cannot be read is lost with its properties. */
  #blameTag(element: XmlElement, fault: ElementFault): void {
    if (isTop(element)) element.fault = fault;
    else this.#blame(element, fault);
  }

  #startTagAt(at: number) {
    const isSound = endOfMatch(startTag, this.#text, at) !== undefined;
    const pattern = isSound ? startTag : anyStartTag;
    pattern.lastIndex = at;
    const found = pattern.exec(this.#text);
    if (found === null) return undefined;
    const [all, name = '', attributes = '', slash] = found;
    const fault = isSound ? undefined : { detail: 'tag that is not well-formed', offset: at };
    return { name, attributes, slash, end: at + all.length, fault };
  }

  #add(
    name: string,
    attributes: string,
    { start, end }: { readonly start: number; readonly end: number },
  ): XmlElement | undefined {
    const parent = this.#open.at(-1);
    if (this.#root !== undefined && parent === undefined) return undefined;
    const element: XmlElement = {
      name,
      role: roleIn(parent),
      parent,
      children: [],
      attributes,
      start,
      contentStart: end,
      end,
      fault: undefined,
      isDamaged: false,
    };
    this.#root ??= element;
    parent?.children.push(element);
    return element;
  }

  /** An element that stands directly in another of its name shows that the other is not closed. */
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

  /**
   * An end tag of no element that is open is a misspelt one of an element with nothing but text in
   * it, or too many.
   */
  #closeOther(name: string, at: number, end: number): void {
    const detail = `end tag of no element: ${name}`;
    const inner = this.#open.at(-1);
    if (inner?.role !== 'property' || inner.children.length > 0) this.#leaveOut(at, end, detail);
    else {
      inner.fault ??= { detail, offset: at };
      this.#closeTo(this.#open.length - 1, end);
    }
  }

  /** Leaves out what is no element. */
  #leaveOut(start: number, end: number, detail: string): void {
    const parent = this.#open.at(-1);
    const fault = { detail, offset: start };
    if (parent === undefined) return;
    parent.children.push({
      name: '',
      role: 'literal',
      parent,
      children: [],
      attributes: '',
      start,
      contentStart: end,
      end,
      fault,
      isDamaged: false,
    });
  }

  /** Closes what is not closed. */
  #closeTo(depth: number, end: number): void {
    while (this.#open.length > depth) {
      const element = this.#open.pop();
      if (element === undefined) return;
      this.#forget(element.name);
      element.end = end;
      if (element.role === 'root') continue;
      const detail = `element that is not closed: ${element.name}`;
      this.#blame(element, { detail, offset: element.start });
    }
  }

  /** Notes a fault with the least element that has to be left out for it. */
  #blame(element: XmlElement | undefined, fault: ElementFault): void {
    const least = leastAround(element);
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

/** The least element that can be left out: a property, or a node directly in the root. */
export function leastAround(element: XmlElement | undefined): XmlElement | undefined {
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

function roleIn(parent: XmlElement | undefined): ElementRole {
  if (parent === undefined) return 'root';
  if (parent.role === 'root') return 'node';
  if (parent.role === 'node') return 'property';
  if (parent.role === 'literal' || /:parseType\s*=\s*["']Literal/u.test(parent.attributes)) {
    return 'literal';
  }
  return /:parseType\s*=\s*["']Resource/u.test(parent.attributes) ? 'property' : 'node';
}
