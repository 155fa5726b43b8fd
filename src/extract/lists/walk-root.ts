import { parseJson } from '../json-document.ts';
import type { ByteSource } from '../open-file.ts';
import { ByteCursor, type ScannedValue } from './byte-cursor.ts';
import { faultBetween, faultIn, faultInPart, type FileFault } from './file-fault.ts';

/** The direct content of the root of a JSON file, in file order. */
export type RootPart =
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
const byteOrderMark = Buffer.from('\uFEFF');
/** Bytes that no value begins with. */
const noValue: ReadonlySet<number | undefined> = new Set([undefined, ...Buffer.from(',:]}')]);

/**
 * Walks over a JSON file of any size: the values of the root object, and the items of its arrays.
 * The inside of values is skipped by brackets and quotes, and may be invalid. Trailing commas are
 * ignored.
 * @param maxBytes how many bytes of each value are returned; valid until the next value
 * @returns why the rest cannot be read; undefined at the end of the root
 */
export function* walkRoot(
  file: ByteSource,
  maxBytes: number,
): Generator<RootPart, FileFault | undefined> {
  const cursor = new ByteCursor(file);
  if (cursor.startsWith(byteOrderMark)) cursor.step(byteOrderMark.length);
  const first = cursor.peek();
  if (first !== openBracket && first !== openBrace) return undefined;
  const stop =
    first === openBracket
      ? yield* walkItems(cursor, maxBytes, undefined)
      : yield* walkMembers(cursor, maxBytes);
  if (stop === undefined && cursor.peek() === undefined) return undefined;
  return stop?.fault ?? faultBetween(file, cursor.offset, stop?.before ?? '""');
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
    const value = takeValue(cursor, maxBytes, before);
    if ('before' in value) return value;
    yield { kind: 'item', name, value };
    if (cursor.peek() === closeBracket) break;
    // The blank separates a digit from the number before it.
    if (cursor.peek() !== comma) return { before: '[0 ' };
    cursor.step();
  }
  cursor.step();
  return undefined;
}

function* walkMembers(cursor: ByteCursor, maxBytes: number): Generator<RootPart, Stop | undefined> {
  cursor.step();
  for (let before = '{'; cursor.peek() !== closeBrace; before = '{"":0,') {
    const name = takeName(cursor, maxBytes, before);
    if (typeof name !== 'string') return name;
    const stop = yield* walkMember(cursor, maxBytes, name);
    if (stop !== undefined) return stop;
    if (cursor.peek() === closeBrace) break;
    if (cursor.peek() !== comma) return { before: '{"":0 ' };
    cursor.step();
  }
  cursor.step();
  return undefined;
}

function* walkMember(
  cursor: ByteCursor,
  maxBytes: number,
  name: string,
): Generator<RootPart, Stop | undefined> {
  const isArray = cursor.peek() === openBracket;
  const { offset } = cursor;
  if (isArray) {
    const stop = yield* walkItems(cursor, maxBytes, name);
    if (stop !== undefined) return stop;
    yield { kind: 'array', name, value: { offset, length: cursor.offset - offset } };
    return undefined;
  }
  const value = takeValue(cursor, maxBytes, '{"":');
  if ('before' in value) return value;
  yield { kind: 'member', name, value };
  return undefined;
}

/** Moves past a name and its colon. */
function takeName(cursor: ByteCursor, maxBytes: number, before: string): string | Stop {
  if (cursor.peek() !== quote) return { before };
  const read = takeValue(cursor, maxBytes, before);
  if ('before' in read) return read;
  const name = parseJson(Buffer.from(read.bytes).toString());
  if (typeof name !== 'string' || cursor.peek() !== colon) return { before: '{""' };
  cursor.step();
  return name;
}

function takeValue(cursor: ByteCursor, maxBytes: number, before: string): ScannedValue | Stop {
  if (noValue.has(cursor.peek())) return { before };
  const value = cursor.value(maxBytes);
  if (value.isEnded) return value;
  const { bytes, offset, length } = value;
  const find = bytes.length === length ? faultIn : faultInPart;
  const atEnd = { offset: offset + length, detail: 'unclosed value' };
  return { before, fault: find(Buffer.from(bytes).toString(), offset) ?? atEnd };
}
