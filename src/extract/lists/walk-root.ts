import type { JsonMend, Position } from '../../model/problem.ts';
import { type JsonFault, locateJsonFault } from '../../text/json-grammar.ts';
import { excerptAt } from '../../text/text-position.ts';
import { isInText, type JsonComplexity, JsonScanner } from '../json-complexity.ts';
import { parseJson } from '../../text/json.ts';
import { matchFiller } from '../mend/fillers.ts';
import { readLooseString } from '../mend/loose-strings.ts';
import { beginsNextMember, readBareName } from '../mend/loose-tokens.ts';
import type { ByteSource } from '../open-body.ts';

/** The direct content of the root of a JSON file, in file order. */
type RootPart =
  /** A member that is not an array. */
  | { readonly kind: 'member'; readonly name: string; readonly value: ScannedValue }
  /** An item of the root array, or of the array member `name` of the root object. */
  | { readonly kind: 'item'; readonly name: string | undefined; readonly value: ScannedValue }
  /** The end of the array member `name`, and its extent. */
  | {
      readonly kind: 'array';
      readonly name: string;
      readonly value: Pick<ScannedValue, 'offset' | 'length'>;
    };

const openBracket = 0x5b;
const openBrace = 0x7b;
const closeBracket = 0x5d;
const closeBrace = 0x7d;
const comma = 0x2c;
const colon = 0x3a;
const quote = 0x22;
const apostrophe = 0x27;
const slash = 0x2f;
const lessThan = 0x3c;
const byteOrderMark = Buffer.from('\uFEFF');
/** Bytes that no value begins with. */
const noValue: ReadonlySet<number | undefined> = new Set([undefined, ...Buffer.from(',:]}')]);

/** A repair between the values of a file, with its offset in bytes. */
export interface RootMend {
  readonly what: JsonMend;
  readonly offset: number;
}

/**
 * Walks over a JSON file of any size: the values of the root object, and the items of its arrays.
 * The inside of values is skipped by brackets and quotes, and may be invalid. What is between them
 * is mended as by `mendJson`.
 * @param maxBytes how many bytes of each value are returned; valid until the next value
 * @param noteMend receives the repairs in file order
 * @returns why the rest cannot be read; undefined at the end of the root
 */
export function* walkRoot(
  file: ByteSource,
  maxBytes: number,
  noteMend: (mend: RootMend) => void = () => undefined,
): Generator<RootPart, FileFault | undefined> {
  const cursor = new ByteCursor(file, (what, offset) => {
    noteMend({ what, offset });
  });
  if (cursor.startsWith(byteOrderMark)) cursor.step(byteOrderMark.length);
  const first = cursor.peek();
  if (first !== openBracket && first !== openBrace) return undefined;
  const stop =
    first === openBracket
      ? yield* walkItems(cursor, maxBytes, undefined)
      : yield* walkMembers(cursor, maxBytes);
  if (stop === undefined && cursor.peek() === undefined) return undefined;
  return stop?.fault ?? locateFaultAt(file, cursor.offset, stop?.before ?? '""');
}

/** Why the walk stops at invalid JSON. */
interface Stop {
  /** JSON that puts a parser in the same state. */
  readonly before: string;
  /** The fault, where it is not at this place. */
  readonly fault?: FileFault;
}

function* walkItems(
  cursor: ByteCursor,
  maxBytes: number,
  name: string | undefined,
): Generator<RootPart, Stop | undefined> {
  cursor.step();
  for (let before = '['; cursor.peek() !== closeBracket; before = '[0,') {
    if (cursor.peek() === comma) {
      cursor.note('missing-value');
      cursor.step();
      continue;
    }
    const value = takeValue(cursor, maxBytes, before);
    if ('before' in value) return value;
    yield { kind: 'item', name, value };
    const isBracket = value.bytes[0] === openBrace || value.bytes[0] === openBracket;
    // The blank separates a digit from the number before it.
    if (!passComma(cursor, closeBracket, isBracket)) return { before: '[0 ' };
  }
  cursor.step();
  return undefined;
}

/** Moves to the next item or member, or to the bracket that ends them; false if neither follows. */
function passComma(cursor: ByteCursor, close: number, mayMiss: boolean): boolean {
  const next = cursor.peek();
  if (next === comma) {
    const { offset } = cursor;
    cursor.step();
    if (cursor.peek() === close) cursor.note('trailing-comma', offset);
    return true;
  }
  if (next === close) return true;
  const isNext =
    close === closeBracket
      ? next === openBrace || next === openBracket
      : beginsNextMember(cursor.window(), 0);
  if (!mayMiss || !isNext) return false;
  cursor.note('missing-comma');
  return true;
}

function* walkMembers(cursor: ByteCursor, maxBytes: number): Generator<RootPart, Stop | undefined> {
  cursor.step();
  for (let before = '{'; cursor.peek() !== closeBrace; before = '{"":0,') {
    if (cursor.peek() === comma) {
      cursor.note('extra-comma');
      cursor.step();
      continue;
    }
    const name = takeName(cursor, maxBytes, before);
    if (typeof name !== 'string') return name;
    const isMissing = cursor.peek() === comma || cursor.peek() === closeBrace;
    if (isMissing) cursor.note('missing-value');
    const stop = isMissing ? undefined : yield* walkMember(cursor, maxBytes, name);
    if (stop !== undefined) return stop;
    if (!passComma(cursor, closeBrace, true)) return { before: '{"":0 ' };
  }
  cursor.step();
  return undefined;
}

function* walkMember(
  cursor: ByteCursor,
  maxBytes: number,
  name: string,
): Generator<RootPart, Stop | undefined> {
  if (cursor.peek() !== openBracket) {
    const value = takeMemberValue(cursor, maxBytes);
    if ('before' in value) return value;
    yield { kind: 'member', name, value };
    return undefined;
  }
  const { offset } = cursor;
  const stop = yield* walkItems(cursor, maxBytes, name);
  if (stop !== undefined) return stop;
  yield { kind: 'array', name, value: { offset, length: cursor.offset - offset } };
  return undefined;
}

/** Moves past a name and its colon. */
function takeName(cursor: ByteCursor, maxBytes: number, before: string): string | Stop {
  if (cursor.peek() !== quote) return takeLooseName(cursor) ?? { before };
  const read = takeValue(cursor, maxBytes, before);
  if ('before' in read) return read;
  const name = parseJson(Buffer.from(read.bytes).toString());
  if (typeof name !== 'string' || cursor.peek() !== colon) return { before: '{""' };
  cursor.step();
  return name;
}

/** Moves past a name in single or no quotes, and its colon. */
function takeLooseName(cursor: ByteCursor): string | undefined {
  const text = cursor.window();
  const what = text.startsWith("'") ? 'single-quotes' : 'bare-name';
  const { end, json } =
    (what === 'bare-name' ? readBareName(text, 0) : readLooseString(text, 0, 'name')) ?? {};
  const length = end === undefined ? undefined : bytesOf(text, end);
  const name = parseJson(json ?? '');
  if (typeof name !== 'string' || length === undefined) return undefined;
  cursor.note(what);
  cursor.step(length);
  if (cursor.peek() !== colon) return undefined;
  cursor.step();
  return name;
}

/** As `takeValue`, also past a string in single quotes, or with unescaped quotes. */
function takeMemberValue(cursor: ByteCursor, maxBytes: number): ScannedValue | Stop {
  const before = '{"":';
  const first = cursor.peek();
  if (first === apostrophe) return takeLooseString(cursor) ?? { before };
  const value = takeValue(cursor, maxBytes, before);
  if ('before' in value || first !== quote) return value;
  const bytes = value.bytes.slice();
  if (!isInText(cursor.peekBare())) return { ...value, bytes };
  cursor.seek(value.offset);
  const string = takeLooseString(cursor);
  if (string !== undefined) return string;
  cursor.seek(value.offset + value.length);
  return { ...value, bytes };
}

function takeLooseString(cursor: ByteCursor): ScannedValue | undefined {
  const { offset } = cursor;
  const text = cursor.window();
  const { end = 0 } = readLooseString(text, 0, 'member') ?? {};
  const length = bytesOf(text, end);
  if (length === undefined || end === 0) return undefined;
  const bytes = Buffer.from(text.slice(0, end));
  cursor.step(length);
  return { offset, length, bytes, isEnded: true, depth: 0, values: 0 };
}

/** How many bytes the beginning of a decoded text has; undefined where it is no UTF-8. */
function bytesOf(text: string, end: number): number | undefined {
  const part = text.slice(0, end);
  return part.includes('\uFFFD') ? undefined : Buffer.byteLength(part);
}

function takeValue(cursor: ByteCursor, maxBytes: number, before: string): ScannedValue | Stop {
  if (noValue.has(cursor.peek())) return { before };
  const value = cursor.value(maxBytes);
  if (value.isEnded) return value;
  const { bytes, offset, length } = value;
  const find = bytes.length === length ? locateValueFault : locatePartialValueFault;
  const atEnd = { offset: offset + length, detail: 'unclosed value' };
  return { before, fault: find(Buffer.from(bytes).toString(), offset) ?? atEnd };
}

/** A JSON value in a file. */
export interface ScannedValue extends JsonComplexity {
  readonly offset: number;
  /** In bytes. */
  readonly length: number;
  /** The bytes of the value, or the first of a larger one; valid until the cursor moves. */
  readonly bytes: Uint8Array;
  /** Whether the value ended, and not only the file. */
  readonly isEnded: boolean;
}

const chunkBytes = 1_048_576;
/** Longer names and texts between the items of a list are not mended. */
const windowBytes = 65_536;
/** Whether comments, or blanks that JSON does not allow, may begin with a byte. */
function mayBeginFiller(byte: number): boolean {
  return byte === slash || byte === lessThan || byte < 0x20 || byte >= 0x80;
}

/** The blanks of JSON (RFC 8259 §2). */
const blanks: ReadonlySet<number | undefined> = new Set(Buffer.from(' \t\n\r'));

/** A forward cursor in a JSON file: token by token at the root, value by value below. */
class ByteCursor {
  readonly #file: ByteSource;
  #buffer = new Uint8Array(2 * chunkBytes);
  /** The offset in the file of the first byte of the buffer. */
  #start = 0;
  #at = 0;
  #end = 0;

  /** Notes a repair, at the cursor where no offset is given. */
  readonly note: (what: JsonMend, offset?: number) => void;

  constructor(file: ByteSource, note: (what: JsonMend, offset: number) => void) {
    this.#file = file;
    this.note = (what, offset = this.offset) => {
      note(what, offset);
    };
  }

  /** Its position, in bytes from the start of the file. */
  get offset(): number {
    return this.#start + this.#at;
  }

  /**
   * Moves to the next byte that is neither blank nor in a comment or the like, which is noted, and
   * returns it; undefined at the end of the file.
   */
  peek(): number | undefined {
    for (;;) {
      const byte = this.peekBare();
      if (byte === undefined || !mayBeginFiller(byte)) return byte;
      const text = this.window();
      const filler = matchFiller(text, 0, 'inside');
      if (filler === undefined) return byte;
      this.note(filler.what);
      this.step(Buffer.byteLength(text.slice(0, filler.end)));
    }
  }

  /** Moves to the next non-blank byte and returns it; undefined at the end of the file. */
  peekBare(): number | undefined {
    for (;;) {
      if (this.#at >= this.#end && !this.#fill(this.#at)) return undefined;
      if (!blanks.has(this.#buffer[this.#at])) return this.#buffer[this.#at];
      this.#at += 1;
    }
  }

  /** Skips bytes that `peek` or `startsWith` has seen. */
  step(count = 1): void {
    this.#at += count;
  }

  /** Moves to an offset in the file. */
  seek(offset: number): void {
    const at = offset - this.#start;
    const isBuffered = at >= 0 && at <= this.#end;
    this.#at = isBuffered ? at : 0;
    if (isBuffered) return;
    this.#start = offset;
    this.#end = 0;
  }

  startsWith(bytes: Uint8Array): boolean {
    if (this.#end - this.#at < bytes.length) this.#fill(this.#at);
    return bytes.every((byte, index) => this.#buffer[this.#at + index] === byte);
  }

  /** The text that begins here, as far as names and most texts reach. */
  window(): string {
    if (this.#end - this.#at < windowBytes) this.#fill(this.#at);
    return decode(this.#buffer.subarray(this.#at, Math.min(this.#end, this.#at + windowBytes)));
  }

  /**
   * Moves past the value that begins here.
   * @param maxBytes how many of its bytes are needed
   */
  value(maxBytes: number): ScannedValue {
    const scanner = new JsonScanner();
    const { offset } = this;
    let kept: Uint8Array | undefined;
    let end = scanner.scan(this.#buffer, this.#at, this.#end);
    let isMore = true;
    while (end === -1 && isMore) {
      const begin = this.#at;
      // Bytes beyond the limit are only counted.
      if (kept === undefined && this.#end - begin > maxBytes) {
        kept = this.#buffer.slice(begin, begin + maxBytes);
      }
      const from = this.#end;
      const isKept = kept === undefined;
      isMore = this.#fill(isKept ? begin : from);
      const scanned = isKept ? from - begin : 0;
      end = scanner.scan(this.#buffer, scanned, this.#end);
    }
    const isEnded = end !== -1 || scanner.isWord;
    const begin = this.#at;
    this.#at = end === -1 ? this.#end : end;
    const bytes = kept ?? this.#buffer.subarray(begin, Math.min(this.#at, begin + maxBytes));
    const { depth, values } = scanner;
    return { offset, length: this.offset - offset, bytes, isEnded, depth, values };
  }

  /** Reads the next chunk, and drops what is before `from`. */
  #fill(from: number): boolean {
    const kept = this.#buffer.subarray(from, this.#end);
    if (kept.length + chunkBytes > this.#buffer.length) {
      const larger = new Uint8Array(2 * (kept.length + chunkBytes));
      larger.set(kept);
      this.#buffer = larger;
    } else {
      this.#buffer.copyWithin(0, from, this.#end);
    }
    this.#start += from;
    this.#at -= from;
    this.#end = kept.length;
    const free = this.#buffer.subarray(this.#end, this.#end + chunkBytes);
    const count = this.#file.readInto(free, this.#start + this.#end);
    this.#end += count;
    return count > 0;
  }
}

/** A JSON syntax fault in a file. */
export interface FileFault {
  /** In bytes from the start of the file. */
  readonly offset: number;
  readonly detail: string;
}

/** Bytes read around a fault: twice what an excerpt shows, for characters of up to four bytes. */
const excerptBytes = 160;
/** Longer than anything that may be cut off: an escape, a literal. */
const longestToken = 8;

/**
 * Describes the fault at an offset.
 * @param before JSON that puts a parser in the same state, such as `[0,` after a comma in an array
 */
function locateFaultAt(file: ByteSource, offset: number, before: string): FileFault {
  const text = before + decode(file.pick(offset, excerptBytes));
  const fault = locateJsonFault(text) ?? { offset: before.length, detail: 'not JSON' };
  return shiftFault(fault, text, offset - before.length);
}

/** The fault in a whole value that begins at an offset; undefined without one. */
function locateValueFault(text: string, offset: number): FileFault | undefined {
  const fault = locateJsonFault(text);
  return fault && shiftFault(fault, text, offset);
}

/** The fault in the beginning of a value; undefined if it is only incomplete. */
export function locatePartialValueFault(text: string, offset: number): FileFault | undefined {
  // An unclosed string is a fault at its beginning, unless it was cut off.
  const faults = [locateJsonFault(text), locateJsonFault(`${text}"`)];
  const [fault] = faults;
  const isCut = faults.some((one) => one === undefined || one.offset > text.length - longestToken);
  return isCut ? undefined : fault && shiftFault(fault, text, offset);
}

function shiftFault({ offset, detail }: JsonFault, text: string, start: number): FileFault {
  return { offset: start + Buffer.byteLength(text.slice(0, offset)), detail };
}

/**
 * Creates a function from offsets to lines and columns in a UTF-8 file. With ascending offsets it
 * reads the file once. Lines end as in `createPositionFinder`.
 */
export function createFilePositions(file: ByteSource): (offset: number) => Position {
  const bytes = new Uint8Array(chunkBytes);
  const isMarked = Buffer.from(file.pick(0, 3)).toString('hex') === 'efbbbf';
  let reached = startPosition;
  return (offset) => {
    let { at, line, column, previous } = offset < reached.at ? startPosition : reached;
    while (at < offset) {
      const count = file.readInto(bytes.subarray(0, offset - at), at);
      if (count === 0) break;
      for (const byte of bytes.subarray(0, count)) {
        if (byte === lineFeed && previous === carriageReturn) column = 1;
        else if (byte === lineFeed || byte === carriageReturn) {
          line += 1;
          column = 1;
        } else column += unitsBegunBy(byte);
        previous = byte;
      }
      at += count;
    }
    reached = { at, line, column, previous };
    return { line, column: column - (line === 1 && isMarked ? 1 : 0) };
  };
}

const startPosition = { at: 0, line: 1, column: 1, previous: 0 };

/** The line around an offset, for reports. */
export function readExcerpt(file: ByteSource, offset: number): string {
  const start = Math.max(0, offset - excerptBytes);
  // Broken characters at either end are outside the excerpt.
  const before = decode(file.pick(start, offset - start));
  return excerptAt(before + decode(file.pick(offset, excerptBytes)), before.length);
}

/** The number of UTF-16 code units that a UTF-8 byte begins; none within a character. */
function unitsBegunBy(byte: number): number {
  if (byte >= 0x80 && byte < 0xc0) return 0;
  return byte >= 0xf0 ? 2 : 1;
}

function decode(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString();
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
