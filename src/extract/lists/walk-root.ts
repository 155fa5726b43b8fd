import { parseJson } from '../json-document.ts';
import type { ByteSource } from '../open-file.ts';
import { ByteCursor, type ScannedValue } from './byte-cursor.ts';
import { faultBetween, faultIn, faultInPart, type FileFault } from './file-fault.ts';

/** What stands directly in the root of a JSON file, in the order of the file. */
export type RootPart =
  /** A member that is no array. */
  | { readonly kind: 'member'; readonly name: string; readonly value: ScannedValue }
  /** An item of the root array, or of an array that is the member `name` of the root object. */
  | { readonly kind: 'item'; readonly name: string | undefined; readonly value: ScannedValue }
  /** That the array which is the member `name` has ended, and where it stands. */
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
/** Bytes with which no value begins. */
const noValue: ReadonlySet<number | undefined> = new Set([undefined, ...Buffer.from(',:]}')]);

/**
 * Walks over a JSON file, however large, from one value to the next: those of the root object, and
 * of the arrays among them each item. What is inside of a value is skipped by its brackets and
 * quotes, and may be no JSON. A comma behind the last item or member is passed over.
 * @param maxBytes how many bytes of each value are given; they are valid until the next is asked
 * for
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

/** That the walk ends at what is no JSON. */
interface Stop {
  /** JSON after which the same would be expected as in this place. */
  readonly before: string;
  /** What is wrong, where that cannot be seen in this place. */
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
    // The blank keeps a digit from becoming a part of the number before it.
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

/** Moves over a name and the colon behind it. */
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
  const atEnd = { offset: offset + length, detail: 'a value that is not closed' };
  return { before, fault: find(Buffer.from(bytes).toString(), offset) ?? atEnd };
}
