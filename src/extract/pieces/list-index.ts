import { bytesBefore } from '../broken-text.ts';
import { decodeJson } from '../character-decoding.ts';
import type { CharsetFaults } from '../charset-problems.ts';
import { excessOf, type JsonComplexity, type JsonLimits } from '../json-complexity.ts';
import { describeJson, hasMembers, isObject, parseJson } from '../json-document.ts';
import { ByteCursor, type ScannedValue } from './byte-cursor.ts';
import { faultBetween, faultIn, faultInPart, type FileFault } from './file-fault.ts';
import { factsOf, hashOfName } from './item-facts.ts';
import { ItemTable } from './item-table.ts';
import { mayContain } from './listing.ts';
import { isGraphName, isKeyword, isListName } from './list-names.ts';
import { createNameSpace, type NameSpace } from './name-space.ts';
import type { OpenFile } from './open-file.ts';

/** A member of the root object. */
export interface RootMember extends JsonComplexity {
  readonly name: string;
  /** Of its value, in bytes. */
  readonly offset: number;
  readonly length: number;
}

/** A list in a file: the root array, or a member of the root object. */
export interface IndexedList {
  /** The name of the member; absent for a root array. */
  readonly name?: string;
  readonly items: ItemTable;
  /** Whether its items may refer to each other, and then belong together. */
  readonly isGraph: boolean;
  /** What names mean in it. */
  readonly space: NameSpace;
  /** The hash of the `@id` of the object whose member it is, where that stands before it; see `hashOfName`. */
  readonly head?: number;
}

/** What a JSON file holds, as far as splitting it needs to know. */
export interface ListIndex {
  readonly lists: readonly IndexedList[];
  /** Whether the root object is of a kind that has items, and not parts. */
  readonly isContainer: boolean;
  /** The members of the root object that are no lists, each once, as far as they are within the limit. */
  readonly members: readonly RootMember[];
  /** How many bytes the keywords of the root object have, and its other members; infinite where they are too many. */
  readonly keywordBytes: number;
  readonly otherBytes: number;
  /** How many items there are before the fault or the end, of all lists, those included that are not in the tables. */
  readonly itemsRead: number;
  /** Items that can describe nothing, in words, each kind once. */
  readonly idleItems: ReadonlySet<string>;
  /** Whether there are more items than may be remembered, which is `jsonValues`. */
  readonly isCut: boolean;
  /** How the values are encoded, as far as it is not as it should be; with an offset in bytes from the start of the file. */
  readonly charsetFaults: CharsetFaults;
  /** Why the rest of the file could not be read. */
  readonly fault?: FileFault;
}

export interface IndexOptions {
  readonly limits: JsonLimits & { readonly pieceBytes: number };
  /** Of the `Content-Type`; used for what is not UTF-8. */
  readonly charset: string | undefined;
  /** What relative names are resolved against. */
  readonly baseIri: string;
}

const openBracket = 0x5b;
const openBrace = 0x7b;
const closeBracket = 0x5d;
const closeBrace = 0x7d;
const comma = 0x2c;
const colon = 0x3a;
const quote = 0x22;
/** Members of the root object that are remembered: many more than a list has, where an object of data has millions. */
const maxMembers = 10_000;
const byteOrderMark = Buffer.from('\uFEFF');
/** Bytes with which no value begins, so that it is the place that is wrong and not the value. */
const noValue: ReadonlySet<number | undefined> = new Set([undefined, ...Buffer.from(',:]}')]);

/**
 * Reads a JSON file from beginning to end, however large, and remembers where the items of its lists stand. Each value
 * is parsed and let go of, so that faults are found here, except in values that are beyond the limits.
 */
export function indexLists(file: OpenFile, options: IndexOptions): ListIndex {
  return new ListIndexer(file, options).read();
}

/** A value that was read; without `value` where it is beyond the limits. */
interface Read {
  readonly scanned: ScannedValue;
  readonly value?: unknown;
}

class ListIndexer {
  #lists: IndexedList[] = [];
  readonly #members = new Map<string, RootMember>();
  #keywordBytes = 0;
  #otherBytes = 0;
  #itemsRead = 0;
  readonly #idleItems = new Set<string>();
  #isCut = false;
  /** Of the root object, as far as it has been read. */
  #context: unknown;
  #id: unknown;
  #type: unknown;
  #charsetFaults: CharsetFaults = {};
  #fault: FileFault | undefined;

  readonly #file: OpenFile;
  readonly #options: IndexOptions;
  readonly #cursor: ByteCursor;

  constructor(file: OpenFile, options: IndexOptions) {
    this.#file = file;
    this.#options = options;
    this.#cursor = new ByteCursor(file);
  }

  read(): ListIndex {
    const cursor = this.#cursor;
    if (cursor.startsWith(byteOrderMark)) cursor.step(byteOrderMark.length);
    const isRead = this.#root();
    if (isRead && cursor.peek() !== undefined) this.#refuse('""');
    return {
      lists: this.#lists,
      isContainer: mayContain({ '@type': this.#type }),
      members: [...this.#members.values()],
      keywordBytes: this.#keywordBytes,
      otherBytes: this.#otherBytes,
      itemsRead: this.#itemsRead,
      idleItems: this.#idleItems,
      isCut: this.#isCut,
      charsetFaults: this.#charsetFaults,
      ...(this.#fault === undefined ? {} : { fault: this.#fault }),
    };
  }

  #root(): boolean {
    const first = this.#cursor.peek();
    if (first === openBracket) return this.#list();
    if (first !== openBrace) return this.#read('') !== undefined;
    return this.#series('{', closeBrace, (before) => this.#member(before));
  }

  #list(name?: string): boolean {
    const items = new ItemTable();
    items.areSeparate = name === undefined;
    const isGraph = name === undefined || isGraphName(name);
    const isKnown = name === undefined || this.#context !== undefined;
    const space = createNameSpace(this.#context, this.#options.baseIri, isKnown);
    const headId = !isGraph && typeof this.#id === 'string' ? this.#id : undefined;
    const head = headId === undefined ? {} : { head: hashOfName(headId, space) };
    const list = { ...(name === undefined ? {} : { name }), items, isGraph, space, ...head };
    // Where a name is given twice the later counts, as with `JSON.parse`.
    this.#lists = this.#lists.filter((other) => other.name !== name).concat(list);
    let number = 0;
    return this.#series('[', closeBracket, (before) => {
      number += 1;
      return this.#item(list, number, before);
    });
  }

  /**
   * Moves over an array or object.
   * @param readOne moves over an item or member; is given JSON after which the same would be expected
   * @returns false after a fault
   */
  #series(opening: '[' | '{', closing: number, readOne: (before: string) => boolean): boolean {
    const cursor = this.#cursor;
    const one = opening === '[' ? '[0' : '{"":0';
    cursor.step();
    let before: string = opening;
    while (before !== opening || cursor.peek() !== closing) {
      if (!readOne(before)) return false;
      const next = cursor.peek();
      if (next === closing) break;
      // The blank keeps a digit from becoming a part of the number before it.
      if (next !== comma) return this.#refuse(`${one} `);
      cursor.step();
      before = `${one},`;
    }
    cursor.step();
    return true;
  }

  #member(before: string): boolean {
    const cursor = this.#cursor;
    if (cursor.peek() !== quote) return this.#refuse(before);
    const name = this.#read(before)?.value;
    if (typeof name !== 'string') return this.#refuse(before);
    if (cursor.peek() !== colon) return this.#refuse('{""');
    cursor.step();
    const isListed = isListName(name) || isGraphName(name);
    if (isListed && cursor.peek() === openBracket) return this.#list(name);
    const read = this.#read('{"":');
    if (read === undefined) return false;
    this.#noteKeyword(name, read.value);
    this.#noteMember(name, read.scanned);
    return true;
  }

  #noteKeyword(name: string, value: unknown): void {
    if (name === '@context') this.#context = value;
    else if (name === '@id' || name === 'id') this.#id = value;
    else if (name === '@type' || name === 'type') this.#type = value;
  }

  #noteMember(name: string, { offset, length, depth, values }: ScannedValue): void {
    const bytes = this.#members.size < maxMembers ? name.length + length : Infinity;
    const isOfAll = isKeyword(name);
    if (isOfAll) this.#keywordBytes += bytes;
    else this.#otherBytes += bytes;
    const total = isOfAll ? this.#keywordBytes : this.#otherBytes;
    if (total > this.#options.limits.pieceBytes) return;
    this.#members.set(name, { name, offset, length, depth, values });
  }

  #item(list: IndexedList, number: number, before: string): boolean {
    const read = this.#read(before);
    if (read === undefined) return false;
    this.#itemsRead += 1;
    const { value } = read;
    if (value !== undefined && isIdle(value)) this.#idleItems.add(describeJson(value));
    else if (this.#itemsRead > this.#options.limits.jsonValues) this.#isCut = true;
    else addItem(list, number, read);
    // An item that is too large to be parsed says nothing about the others.
    if (value !== undefined && !(isObject(value) && '@context' in value)) {
      list.items.areSeparate = false;
    }
    return true;
  }

  /** @returns undefined after a fault; no `value` where the value is beyond the limits */
  #read(before: string): Read | undefined {
    const { limits } = this.#options;
    if (noValue.has(this.#cursor.peek())) {
      this.#refuse(before);
      return undefined;
    }
    const scanned = this.#cursor.value(limits.pieceBytes);
    const isLarge = scanned.length > limits.pieceBytes || excessOf(scanned, limits) !== undefined;
    const value = isLarge ? undefined : parseJson(this.#decode(scanned));
    // A number at the very end of the file may be whole, and what it stands in is not.
    if (value !== undefined) return { scanned, value };
    this.#fault = this.#faultOf(scanned, before);
    return this.#fault === undefined ? { scanned } : undefined;
  }

  /**
   * What is wrong with a value that was not or could not be parsed. Even one that is too large may be so because of a
   * fault near its beginning, such as a bracket that is missing, which makes many items one.
   */
  #faultOf(scanned: ScannedValue, before: string): FileFault | undefined {
    const { bytes, offset, length, isEnded } = scanned;
    const text = this.#decode(scanned);
    if (bytes.length === length) {
      // What is wrong with a number such as 01 depends on what might follow it.
      return isWord(text) ? faultBetween(this.#file, offset, before) : faultIn(text, offset);
    }
    const fault = faultInPart(text, offset);
    if (fault !== undefined || isEnded) return fault;
    return { offset: offset + length, detail: 'a value that is not closed' };
  }

  #decode({ bytes, offset }: ScannedValue): string {
    const { text, unknownCharset, wrongCharset } = decodeJson(bytes, this.#options.charset);
    if (unknownCharset !== undefined)
      this.#charsetFaults = { ...this.#charsetFaults, unknownCharset };
    if (wrongCharset !== undefined && this.#charsetFaults.wrongCharset === undefined) {
      const placed = { ...wrongCharset, offset: offset + bytesBefore(text, wrongCharset) };
      this.#charsetFaults = { ...this.#charsetFaults, wrongCharset: placed };
    }
    return text;
  }

  #refuse(before: string): false {
    this.#fault ??= faultBetween(this.#file, this.#cursor.offset, before);
    return false;
  }
}

function addItem({ items, ...list }: IndexedList, number: number, { scanned, value }: Read): void {
  if (value === undefined) items.add(number, scanned, undefined);
  else for (const facts of factsOf(value, list)) items.add(number, scanned, facts);
}

/** Whether a value is a number or a literal, or was meant to be one. */
function isWord(text: string): boolean {
  return !/^["[{]/u.test(text);
}

/** Whether a value describes nothing and names nothing: a number, null, an empty object or array. */
function isIdle(value: unknown): boolean {
  if (typeof value === 'string') return false;
  return Array.isArray(value) ? value.length === 0 : !hasMembers(value);
}
