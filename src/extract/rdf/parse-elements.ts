import { replacementCharacter, trimEndCharacters } from '../../text/clean-text.ts';
import { lastWordIn, LoneAmpersands, maxWord } from '../../text/lone-ampersands.ts';
import { createPositionFinder } from '../../text/text-position.ts';
import { locateFaultInPart, maxElementDepth, parseRdfXml } from './parsers.ts';
import {
  batchCharacters,
  BoundedList,
  maxFaults,
  noRemarks,
  type OffsetFault,
  type PartOptions,
  type Quad,
  type QuadSink,
  RdfExcess,
  RdfFault,
  type RdfFaultFacts,
  type RdfMend,
  type RdfRemarks,
} from './parse-results.ts';
import { findXmlElements, smallestRemovable, type XmlElement } from './xml-elements.ts';

const rdfNamespace = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
/** How many properties within one element are left out before the element is. */
const maxLeftOut = 20;

/**
 * Parses a faulty RDF/XML document in linear time. Ampersands that begin no reference and invalid
 * characters are mended. Any other fault loses its property element, or its node element where it
 * is in none; the rest goes to the sink.
 * @param fault why the whole could not be parsed
 * @throws {RdfFault} that one, where there is no `rdf:RDF`; the first, beyond 10,000 faulty
 * elements; {RdfExcess}; errors of the sink
 */
export async function parseElements(
  published: string,
  fault: RdfFaultFacts,
  options: PartOptions,
  sink: QuadSink,
): Promise<RdfRemarks> {
  const mended = mendXml(published.toWellFormed());
  const tree = findXmlElements(mended.text, maxElementDepth);
  if (tree === undefined) throw new RdfFault(fault);
  const reader = new ElementReader(mended, published, options, sink);
  return reader.read(tree.root, tree.faults);
}

/** The tags around elements that are parsed alone. */
interface Envelope {
  readonly before: string;
  readonly after: string;
}

class ElementReader {
  readonly #mended: MendedXml;
  readonly #published: string;
  readonly #options: PartOptions;
  readonly #sink: QuadSink;
  readonly #lost: OffsetFault[] = [];
  /** Elements found to be faulty when parsed. */
  readonly #leftOut = new Set<XmlElement>();
  /** The unreported fault of the last element. */
  #lastFault: OffsetFault | undefined;
  /** Characters of repeated start tags. */
  #characters = 0;
  #unnamed = 0;

  constructor(mended: MendedXml, published: string, options: PartOptions, sink: QuadSink) {
    this.#mended = mended;
    this.#published = published;
    this.#options = options;
    this.#sink = sink;
  }

  async read(root: XmlElement, faults: readonly OffsetFault[]): Promise<RdfRemarks> {
    const envelope = { before: this.#slice(0, root.contentStart), after: `</${root.name}>` };
    for (const fault of [...faults, ...outermostFaults(root)]) this.#lose(fault);
    await this.#readAll(root.children, envelope, (node) => this.#readNode(node, envelope));
    return this.#remarks();
  }

  /** Parses elements in batches, or one by one where a batch is faulty. */
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
    await this.#readAll(node.children, around, async (property) => {
      const isRead = await this.#readWithout(property, around);
      if (!isRead && this.#lastFault !== undefined) this.#lose(this.#lastFault);
    });
    // The fault is between the properties.
    if (this.#lost.length === before && this.#lastFault !== undefined) this.#lose(this.#lastFault);
  }

  /**
   * Parses an element, leaving out faulty properties.
   * @returns whether it could be parsed; else `#lastFault` says why not
   */
  async #readWithout(element: XmlElement, envelope: Envelope): Promise<boolean> {
    const isShort = element.end - element.start < batchCharacters;
    for (let tries = isShort ? maxLeftOut : 1; ; tries -= 1) {
      const fault = await this.#take(this.#textOf(element), envelope);
      if (fault === undefined) return true;
      this.#lastFault = { detail: fault.detail, offset: element.start + fault.offset };
      const least = smallestRemovable(elementAt(element, this.#lastFault.offset));
      if (tries === 0 || least === undefined || least === element) return false;
      if (this.#leftOut.has(least)) return false;
      this.#leftOut.add(least);
      this.#lose(this.#lastFault);
      this.#lastFault = undefined;
    }
  }

  /** Passes the statements of a sound text to the sink; else returns its fault. */
  async #take(text: string, { before, after }: Envelope): Promise<OffsetFault | undefined> {
    const { baseIri, maxCharacters } = this.#options;
    this.#characters += before.length;
    if (this.#characters > maxCharacters) throw new RdfExcess('characters', maxCharacters);
    const quads: Quad[] = [];
    const whole = before + text + after;
    try {
      await parseRdfXml(whole, { baseIri, maxCharacters }, (quad) => quads.push(quad));
    } catch (error) {
      // The parser's position is after the fault.
      return locateFaultInPart(error, whole, before.length + 1, text.length);
    }
    for (const quad of quads) this.#sink(quad);
    return undefined;
  }

  /** The text of an element, with left-out parts blanked. */
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

  /** The start tag of a node, with a label that connects its properties. */
  #openTag({ start, contentStart, attributes }: XmlElement): string {
    const tag = trimEndCharacters(this.#slice(start, contentStart), ' \t\r\n/>');
    if (/(?:^|[\s:])(?:about|ID|nodeID)\s*=/u.test(attributes)) return `${tag}>`;
    this.#unnamed += 1;
    return `${tag} xmlns:_rdf="${rdfNamespace}" _rdf:nodeID="_.${this.#unnamed}">`;
  }

  #slice(start: number, end: number): string {
    return this.#mended.text.slice(start, end);
  }

  #lose(fault: OffsetFault): void {
    this.#lost.push(fault);
    const [first] = this.#lost;
    if (first === undefined || this.#lost.length <= maxFaults) return;
    const detail = `more than ${maxFaults} faults, first ${first.detail}`;
    throw new RdfFault({ detail, ...createPositionFinder(this.#published)(first.offset) });
  }

  #remarks(): RdfRemarks {
    const positionAt = createPositionFinder(this.#published);
    const parts = new BoundedList<RdfFaultFacts>();
    this.#lost.sort((one, other) => one.offset - other.offset);
    for (const { detail, offset } of this.#lost) {
      parts.add({ detail, ...positionAt(this.#mended.publishedOffset(offset)) });
    }
    const mends = new BoundedList<RdfMend>();
    for (const { what, value, offset } of this.#mended.mends) {
      mends.add({ what, value, ...positionAt(offset) });
    }
    return { ...noRemarks, parts, mends };
  }
}

/** The faults of left-out elements, outermost only. */
function* outermostFaults(root: XmlElement): Iterable<OffsetFault> {
  const pending = [root];
  for (let each = pending.pop(); each !== undefined; each = pending.pop()) {
    if (each.fault === undefined) for (const child of each.children) pending.push(child);
    else yield each.fault;
  }
}

/** The innermost element at an offset. */
function elementAt(outer: XmlElement, offset: number): XmlElement {
  let found = outer;
  for (;;) {
    const inner = found.children.find(({ start, end }) => start <= offset && offset < end);
    if (inner === undefined) return found;
    found = inner;
  }
}

/** XML 1.0 §2.2: all that is no character, literal or by number. */
const forbidden = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u;
const suspects =
  /&#(?:x([\dA-Fa-f]{1,8})|(\d{1,10}));|[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

interface Edit {
  readonly what: Extract<RdfMend['what'], 'ampersand' | 'control-character'>;
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

type MendedXml = ReturnType<typeof mendXml>;

/**
 * Replaces ampersands that begin no reference by `&amp;`, and characters that XML cannot hold by
 * U+FFFD.
 */
function mendXml(published: string) {
  const edits = [...ampersands(published), ...controlCharacters(published)];
  edits.sort((one, other) => one.start - other.start);
  let text = '';
  let at = 0;
  for (const { start, end, replacement } of edits) {
    text += published.slice(at, start) + replacement;
    at = end;
  }
  return {
    text: text + published.slice(at),
    mends: edits.map(({ what, start: offset }) => {
      return { what, value: wordAt(published, offset), offset };
    }),
    publishedOffset: createOffsetFinder(edits),
  };
}

function* ampersands(text: string): Iterable<Edit> {
  const finder = new LoneAmpersands();
  const cuts = finder.split(text);
  const ends = finder.end();
  // The last piece of the first part continues in the second.
  const [firstEnd = '', ...otherEnds] = ends;
  const pieces = [...cuts.slice(0, -1), (cuts.at(-1) ?? '') + firstEnd, ...otherEnds];
  let start = 0;
  for (const piece of pieces.slice(0, -1)) {
    start += piece.length;
    yield { what: 'ampersand', start, end: start + 1, replacement: '&amp;' };
    start += 1;
  }
}

function* controlCharacters(text: string): Iterable<Edit> {
  for (const { 0: found, 1: hexadecimal, 2: decimal, index } of text.matchAll(suspects)) {
    const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16);
    const isReference = hexadecimal !== undefined || decimal !== undefined;
    if (isReference && code <= 0x10_ff_ff && !forbidden.test(String.fromCodePoint(code))) continue;
    const end = index + found.length;
    yield { what: 'control-character', start: index, end, replacement: replacementCharacter };
  }
}

/** Maps an offset to the published text; in constant time for ascending offsets. */
function createOffsetFinder(edits: readonly Edit[]): (offset: number) => number {
  let next = 0;
  let added = 0;
  return (offset) => {
    if (next > 0 && offset < (edits[next - 1]?.start ?? 0) + added) {
      next = 0;
      added = 0;
    }
    for (let edit = edits[next]; edit !== undefined; edit = edits[next]) {
      if (offset < edit.start + added + edit.replacement.length) break;
      added += edit.replacement.length - (edit.end - edit.start);
      next += 1;
    }
    // Offsets within a replacement map to the replaced text.
    return Math.min(offset - added, edits[next]?.start ?? Infinity);
  };
}

/** The word around a place, up to a length. */
function wordAt(text: string, at: number): string {
  const begin = lastWordIn(text.slice(Math.max(0, at - maxWord), at));
  const [end = ''] = /^[^\s<>"']*/u.exec(text.slice(at, at + maxWord)) ?? [];
  return begin + end;
}
