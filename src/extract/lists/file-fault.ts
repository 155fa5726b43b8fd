import type { Position } from '../../model/problem.ts';
import { locateJsonFault } from '../../text/json-fault.ts';
import type { JsonFault } from '../../text/json-grammar.ts';
import { excerptAt } from '../../text/text-position.ts';
import type { ByteSource } from '../open-file.ts';

/** Where and why a file is not JSON. */
export interface FileFault {
  /** In bytes from the start of the file. */
  readonly offset: number;
  readonly detail: string;
}

const chunkBytes = 1_048_576;
/**
 * How far around a fault is read for an excerpt: twice what it shows, since a character has up to
 * four bytes.
 */
const excerptBytes = 160;
/** More than what may be cut off in the middle: an escape, a literal. */
const longestToken = 8;

/**
 * Says what is wrong with what stands at an offset.
 * @param before JSON after which the same would be expected as there, such as `[0,` behind a comma
 * in an array
 */
export function faultBetween(file: ByteSource, offset: number, before: string): FileFault {
  const text = before + decode(file.pick(offset, excerptBytes));
  const fault = locateJsonFault(text) ?? { offset: before.length, detail: 'not JSON' };
  return placed(fault, text, offset - before.length);
}

/**
 * Says what is wrong with a value.
 * @param offset where it begins, in bytes
 * @returns undefined where nothing is
 */
export function faultIn(text: string, offset: number): FileFault | undefined {
  const fault = locateJsonFault(text);
  return fault && placed(fault, text, offset);
}

/**
 * Says what is wrong with the beginning of a value.
 * @returns undefined where nothing is but that it goes on
 */
export function faultInPart(text: string, offset: number): FileFault | undefined {
  // A string that is not closed is a fault at its beginning, if it was not only cut off.
  const faults = [locateJsonFault(text), locateJsonFault(`${text}"`)];
  const [fault] = faults;
  const isCut = faults.some((one) => one === undefined || one.offset > text.length - longestToken);
  return isCut ? undefined : fault && placed(fault, text, offset);
}

function placed({ offset, detail }: JsonFault, text: string, start: number): FileFault {
  return { offset: start + Buffer.byteLength(text.slice(0, offset)), detail };
}

/**
 * Gives the lines and columns of offsets in a UTF-8 file. Asked in ascending order it reads the
 * file only once, however many places there are. Lines end as in `createPositionFinder`.
 */
export function createFilePositions(file: ByteSource): (offset: number) => Position {
  const bytes = new Uint8Array(chunkBytes);
  const isMarked = Buffer.from(file.pick(0, 3)).toString('hex') === 'efbbbf';
  let reached = begin;
  return (offset) => {
    let { offset: start, line, column, previous } = offset < reached.offset ? begin : reached;
    while (start < offset) {
      const count = file.readInto(bytes.subarray(0, offset - start), start);
      if (count === 0) break;
      for (let at = 0; at < count; at += 1) {
        const byte = bytes[at] ?? 0;
        if (byte === lineFeed && previous === carriageReturn) column = 1;
        else if (byte === lineFeed || byte === carriageReturn) {
          line += 1;
          column = 1;
        } else column += unitsBegunBy(byte);
        previous = byte;
      }
      start += count;
    }
    reached = { offset: start, line, column, previous };
    return { line, column: column - (line === 1 && isMarked ? 1 : 0) };
  };
}

const begin = { offset: 0, line: 1, column: 1, previous: 0 };

/** The line around an offset, as reports show it. */
export function excerptIn(file: ByteSource, offset: number): string {
  const start = Math.max(0, offset - excerptBytes);
  // Of the pieces of characters at either end nothing is shown that far from the fault.
  const before = decode(file.pick(start, offset - start));
  return excerptAt(before + decode(file.pick(offset, excerptBytes)), before.length);
}

/**
 * How many UTF-16 code units begin with a byte of UTF-8: none in the middle of a character, two for
 * four bytes.
 */
function unitsBegunBy(byte: number): number {
  if (byte >= 0x80 && byte < 0xc0) return 0;
  return byte >= 0xf0 ? 2 : 1;
}

function decode(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString();
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
