import { trimEndOf } from '../../text/trim-end.ts';
import { createPositionFinder } from '../../text/text-position.ts';
import { mendXml, type MendedXml } from './mend-xml.ts';
import { offsetOfLine } from './parse-n3.ts';
import { maxElementDepth, parseRdfXml } from './parse-rdf-xml.ts';
import type { Quad, QuadSink } from './quad.ts';
import {
  FirstOf,
  noRemarks,
  RdfExcess,
  RdfFault,
  type RdfFaultFacts,
  type RdfMend,
  type RdfRemarks,
} from './rdf-fault.ts';
import { findElements, leastAround, type ElementFault, type XmlElement } from './xml-elements.ts';

const rdfNamespace = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
/** What has more is no such document. */
const maxLost = 10_000;
/** So much is parsed at a time; where it has a fault, element by element. */
const batchCharacters = 65_536;
/** How many properties within one element are left out before that one is. */
const maxLeftOut = 20;

export interface ElementOptions {
  readonly baseIri: string;
  /** Of a part with its entities put in, and of start tags that are said again for all parts. */
  readonly maxCharacters: number;
}

/**
 * Parses an RDF/XML document that has faults. Ampersands that begin no reference and characters
 * that XML cannot hold are mended. Each other fault costs the property element that it is in, or
 * the node element where it is in none; the others are given to the sink. Takes time linear in the
 * length of the text.
 * @param fault why the document could not be parsed as a whole
 * @throws {RdfFault} that one, where there is no `rdf:RDF`; the first, where more than 10,000
 * elements have one; {RdfExcess}; what the sink throws
 */
export async function parseElements(
  published: string,
  fault: RdfFaultFacts,
  { options, sink }: { readonly options: ElementOptions; readonly sink: QuadSink },
): Promise<RdfRemarks> {
  const mended = mendXml(published.toWellFormed());
  const tree = findElements(mended.text, maxElementDepth);
  if (tree === undefined) throw new RdfFault(fault);
  const reader = new ElementReader(mended, { published, options, sink });
  return reader.read(tree.root, tree.faults);
}

/** What stands around elements that are parsed alone. */
interface Envelope {
  readonly before: string;
  readonly after: string;
}

class ElementReader {
  readonly #mended: MendedXml;
  readonly #published: string;
  readonly #options: ElementOptions;
  readonly #sink: QuadSink;
  readonly #lost: ElementFault[] = [];
  /** Elements that turned out to be faulty when they were parsed. */
  readonly #leftOut = new Set<XmlElement>();
  /** Why the last element could not be parsed, if that was not told. */
  #lastFault: ElementFault | undefined;
  /** Of start tags that were said again. */
  #characters = 0;
  #unnamed = 0;

  constructor(
    mended: MendedXml,
    {
      published,
      options,
      sink,
    }: {
      readonly published: string;
      readonly options: ElementOptions;
      readonly sink: QuadSink;
    },
  ) {
    this.#mended = mended;
    this.#published = published;
    this.#options = options;
    this.#sink = sink;
  }

  async read(root: XmlElement, faults: readonly ElementFault[]): Promise<RdfRemarks> {
    const envelope = { before: this.#slice(0, root.contentStart), after: `</${root.name}>` };
    for (const fault of [...faults, ...faultsWithin(root)]) this.#lose(fault);
    await this.#readAll(root.children, envelope, (node) => this.#readNode(node, envelope));
    return this.#remarks();
  }

  /** Parses elements together where that is possible, others by themselves. */
  async #readAll(
    elements: readonly XmlElement[],
    envelope: Envelope,
    readOne: (element: XmlElement) => Promise<void>,
  ): Promise<void> {
    let batch: XmlElement[] = [];
    let length = 0;
    const flush = async (): Promise<void> => {
      const together = batch.map((element) => this.#textOf(element)).join('\n');
      const isSound = batch.length > 1 && (await this.#take(together, envelope)) === undefined;
      if (!isSound) for (const element of batch) await readOne(element);
      batch = [];
      length = 0;
    };
    for (const element of elements) {
      if (element.fault !== undefined || this.#leftOut.has(element)) continue;
      batch.push(element);
      length += element.end - element.start;
      if (length > batchCharacters) await flush();
    }
    await flush();
  }

  async #readNode(node: XmlElement, envelope: Envelope): Promise<void> {
    if (!node.isDamaged && (await this.#readWithout(node, envelope))) return;
    const inner = { before: this.#openTag(node), after: `</${node.name}>` };
    const fault = await this.#take(inner.before + inner.after, envelope);
    if (fault !== undefined) {
      this.#lose({ detail: fault.detail, offset: node.start });
      return;
    }
    const around = { before: envelope.before + inner.before, after: inner.after + envelope.after };
    const before = this.#lost.length;
    await this.#readAll(node.children, around, (each) => this.#readProperty(each, around));
    // It was between them.
    if (this.#lost.length === before && this.#lastFault !== undefined) this.#lose(this.#lastFault);
  }

  async #readProperty(property: XmlElement, envelope: Envelope): Promise<void> {
    const isRead = await this.#readWithout(property, envelope);
    if (!isRead && this.#lastFault !== undefined) this.#lose(this.#lastFault);
  }

  /**
   * Parses an element, without the properties in it for which it cannot be parsed.
   * @returns whether it could be parsed with some of them left out; else `#lastFault` says why not
   */
  async #readWithout(element: XmlElement, envelope: Envelope): Promise<boolean> {
    const isShort = element.end - element.start < batchCharacters;
    for (let tries = isShort ? maxLeftOut : 1; ; tries -= 1) {
      const fault = await this.#take(this.#textOf(element), envelope);
      if (fault === undefined) return true;
      this.#lastFault = { detail: fault.detail, offset: element.start + fault.offset };
      const least = leastAround(elementAt(element, this.#lastFault.offset));
      if (tries === 0 || least === undefined || least === element) return false;
      if (this.#leftOut.has(least)) return false;
      this.#leftOut.add(least);
      this.#lose(this.#lastFault);
      this.#lastFault = undefined;
    }
  }

  /**
   * Gives the statements of a text to the sink if all of it is sound; else says what is wrong with
   * it.
   */
  async #take(text: string, { before, after }: Envelope): Promise<ElementFault | undefined> {
    const { baseIri, maxCharacters } = this.#options;
    this.#characters += before.length;
    if (this.#characters > maxCharacters) throw new RdfExcess('characters', maxCharacters);
    const quads: Quad[] = [];
    const whole = before + text + after;
    try {
      await parseRdfXml(whole, { baseIri, maxCharacters }, (quad) => quads.push(quad));
    } catch (error) {
      if (!(error instanceof RdfFault)) throw error;
      const { detail, line, column = 1 } = error.facts;
      // The parser stands behind what is wrong.
      const offset = offsetOfLine(whole, line) + column - 2 - before.length;
      return { detail, offset: Math.max(0, Math.min(offset, text.length - 1)) };
    }
    for (const quad of quads) this.#sink(quad);
    return undefined;
  }

  /** The text of an element, with blanks for what is to be left out of it. */
  #textOf(element: XmlElement): string {
    let text = '';
    let at = element.start;
    const pending = element.children.toReversed();
    for (let each = pending.pop(); each !== undefined; each = pending.pop()) {
      if (each.fault === undefined && !this.#leftOut.has(each)) {
        for (const child of each.children.toReversed()) pending.push(child);
      } else {
        text += this.#slice(at, each.start);
        text += this.#slice(each.start, each.end).replaceAll(/[^\r\n]/gu, ' ');
        at = each.end;
      }
    }
    return text + this.#slice(at, element.end);
  }

  /**
   * The start tag of a node, with a label by which its properties can be told apart from those of
   * others.
   */
  #openTag({ start, contentStart, attributes }: XmlElement): string {
    const tag = trimEndOf(this.#slice(start, contentStart), ' \t\r\n/>');
    if (/(?:^|[\s:])(?:about|ID|nodeID)\s*=/u.test(attributes)) return `${tag}>`;
    this.#unnamed += 1;
    return `${tag} xmlns:_rdf="${rdfNamespace}" _rdf:nodeID="_.${this.#unnamed}">`;
  }

  #slice(start: number, end: number): string {
    return this.#mended.text.slice(start, end);
  }

  #lose(fault: ElementFault): void {
    this.#lost.push(fault);
    const [first] = this.#lost;
    if (first === undefined || this.#lost.length <= maxLost) return;
    const position = this.#finder()(first.offset);
    throw new RdfFault({
      detail: `more than ${maxLost} faults, first ${first.detail}`,
      ...position,
    });
  }

  #remarks(): RdfRemarks {
    const positionAt = this.#finder();
    const parts = new FirstOf<RdfFaultFacts>();
    for (const { detail, offset } of this.#lost.toSorted(
      (one, other) => one.offset - other.offset,
    )) {
      parts.add({ detail, ...positionAt(this.#mended.publishedOffset(offset)) });
    }
    const mends = new FirstOf<RdfMend>();
    for (const { what, value, offset } of this.#mended.mends) {
      mends.add({ what, value, ...positionAt(offset) });
    }
    return { ...noRemarks, parts, mends };
  }

  #finder(): ReturnType<typeof createPositionFinder> {
    return createPositionFinder(this.#published);
  }
}

/** The faults of the elements that are left out, without those within them. */
function* faultsWithin(root: XmlElement): Iterable<ElementFault> {
  const pending = [root];
  for (let each = pending.pop(); each !== undefined; each = pending.pop()) {
    if (each.fault === undefined) for (const child of each.children) pending.push(child);
    else yield each.fault;
  }
}

/** The innermost element at a place within an element. */
function elementAt(outer: XmlElement, offset: number): XmlElement {
  let found = outer;
  for (;;) {
    const inner = found.children.find(({ start, end }) => start <= offset && offset < end);
    if (inner === undefined) return found;
    found = inner;
  }
}
