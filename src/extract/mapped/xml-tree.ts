import { SaxesParser } from 'saxes';
import type { Position } from '../../model/problem.ts';
import { LoneAmpersands } from '../../text/lone-ampersands.ts';

/** An element of an XML document. */
export interface XmlNode {
  /** Empty for none, or where the prefix is not declared. */
  readonly namespace: string;
  readonly localName: string;
  /** By local name: `lang` for `xml:lang`. Declarations of namespaces are left out. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlNode[];
  /** The text of the element and of all elements in it, with a line break for `br`. */
  readonly text: string;
}

/** An XML document, or the first fault in it. */
export type XmlReading =
  | { readonly kind: 'tree'; readonly root: XmlNode }
  | ({ readonly kind: 'malformed'; readonly detail: string } & Position);

/** Metadata formats need a dozen levels. */
const maxDepth = 100;
/** The parser's messages contain names of any length. */
const maxDetail = 120;

/** Characters that XML 1.0 forbids (§2.2), as they are and as references by number. */
const forbiddenCharacters =
  /[^\P{Cc}\t\n\r\u{7F}-\u{9F}]|[\u{FFFE}\u{FFFF}]|&#(?:0{0,9}(?:[0-8]|1[124-9]|2\d|3[01])|x0{0,9}(?:[0-8bcef]|1[\da-f]));/giu;

/** Replaces the characters that XML forbids by U+FFFD, and counts them. */
export function mendXmlCharacters(text: string) {
  let characters = 0;
  let first = 0;
  const mended = text.replaceAll(forbiddenCharacters, (_, offset: number) => {
    if (characters === 0) first = offset;
    characters += 1;
    return '\u{FFFD}';
  });
  return { text: mended, characters, first };
}

/**
 * Parses an XML text whose size is limited already. Ampersands that begin no reference are read as
 * `&amp;`, and undeclared prefixes as no namespace, since both have only one reading. Entities
 * other than XML's five are never expanded: a reference to one is a fault.
 */
export function readXmlTree(text: string): XmlReading {
  const builder = new TreeBuilder();
  const parser = new SaxesParser({ xmlns: false });
  let fault: Extract<XmlReading, { readonly kind: 'malformed' }> | undefined;
  const fail = (detail: string): void => {
    const { line, column } = parser;
    const place = { line, column: column + 1 };
    fault ??= { kind: 'malformed', detail: detail.slice(0, maxDetail).toWellFormed(), ...place };
  };
  parser.on('error', ({ message }) => fail(message.replace(/^\d+:\d+: /u, '')));
  parser.on('opentag', ({ name, attributes }) => {
    builder.open(name, Object.entries(attributes));
    if (builder.depth > maxDepth) fail('elements nested too deeply');
  });
  parser.on('closetag', () => builder.close());
  parser.on('text', (piece) => builder.append(piece));
  parser.on('cdata', (piece) => builder.append(piece));
  const ampersands = new LoneAmpersands();
  parser.write(ampersands.split(text).join('&amp;'));
  parser.write(ampersands.end().join('&amp;')).close();
  if (fault !== undefined) return fault;
  const { root } = builder;
  return root === undefined
    ? { kind: 'malformed', detail: 'no element', line: 1, column: 1 }
    : { kind: 'tree', root };
}

interface OpenNode extends XmlNode {
  readonly children: XmlNode[];
  text: string;
}

/** Namespaces by prefix, the default one under an empty prefix. */
type Namespaces = ReadonlyMap<string, string>;

class TreeBuilder {
  readonly #open: OpenNode[] = [];
  readonly #namespaces: Namespaces[] = [new Map()];
  root: XmlNode | undefined;

  get depth(): number {
    return this.#open.length;
  }

  open(name: string, attributes: readonly (readonly [string, string])[]): void {
    const namespaces = this.#declare(attributes);
    const { prefix, localName } = splitName(name);
    if (localName === 'br') this.append('\n');
    const node = {
      namespace: namespaces.get(prefix) ?? '',
      localName,
      attributes: new Map(
        attributes
          .filter(([each]) => each !== 'xmlns' && !each.startsWith('xmlns:'))
          .map(([each, value]) => [splitName(each).localName, value]),
      ),
      children: [],
      text: '',
    };
    this.#open.at(-1)?.children.push(node);
    this.#open.push(node);
    this.root ??= node;
  }

  append(piece: string): void {
    const node = this.#open.at(-1);
    if (node !== undefined) node.text += piece;
  }

  close(): void {
    this.#namespaces.pop();
    const closed = this.#open.pop();
    if (closed !== undefined) this.append(closed.text);
  }

  /** Returns the namespaces within an element. */
  #declare(attributes: readonly (readonly [string, string])[]): Namespaces {
    const outer = this.#namespaces.at(-1) ?? new Map<string, string>();
    const own = attributes
      .filter(([name]) => name === 'xmlns' || name.startsWith('xmlns:'))
      .map(([name, value]) => [name.slice('xmlns:'.length), value.trim()] as const);
    const namespaces = own.length === 0 ? outer : new Map([...outer, ...own]);
    this.#namespaces.push(namespaces);
    return namespaces;
  }
}

function splitName(name: string): Readonly<Record<'prefix' | 'localName', string>> {
  const colon = name.indexOf(':');
  return { prefix: name.slice(0, Math.max(0, colon)), localName: name.slice(colon + 1) };
}

/** The children of an element with a local name, in any namespace. */
export function childrenNamed(node: XmlNode | undefined, name: string): readonly XmlNode[] {
  return node?.children.filter(({ localName }) => localName === name) ?? [];
}

/** The first child of an element with a local name, in any namespace. */
export function childNamed(node: XmlNode | undefined, name: string): XmlNode | undefined {
  return node?.children.find(({ localName }) => localName === name);
}
