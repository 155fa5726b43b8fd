import type { Position } from '../../model/problem.ts';
import { locateJsonFault } from '../../text/json-fault.ts';
import type { JsonFault } from '../../text/json-grammar.ts';
import { excerptAt } from '../../text/text-position.ts';
import type { ByteSource } from '../open-file.ts';

/** A JSON syntax fault in a file. */
export interface FileFault {
  /** In bytes from the start of the file. */
  readonly offset: number;
  readonly detail: string;
}

const chunkBytes = 1_048_576;
/**
 * Bytes read around a fault for an excerpt: twice what it shows, since a character has up to four
 * bytes.
 */
const excerptBytes = 160;
/** Longer than anything that may be cut off: an escape, a literal. */
const longestToken = 8;

/**
 * Describes the fault at an offset.
 * @param before JSON that puts a parser in the same state, such as `[0,` after a comma in an array
 */
export function faultBetween(file: ByteSource, offset: number, before: string): FileFault {
  const text = before + decode(file.pick(offset, excerptBytes));
  const fault = locateJsonFault(text) ?? { offset: before.length, detail: 'not JSON' };
  return shiftFault(fault, text, offset - before.length);
}

/**
 * Describes the fault in a value.
 * @param offset its start in bytes
 * @returns undefined without a fault
 */
export function faultIn(text: string, offset: number): FileFault | undefined {
  const fault = locateJsonFault(text);
  return fault && shiftFault(fault, text, offset);
}

/**
 * Describes the fault in the beginning of a value.
 * @returns undefined if it is only incomplete
 */
export function faultInPart(text: string, offset: number): FileFault | undefined {
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
    let {
      offset: start,
      line,
      column,
      previous,
    } = offset < reached.offset ? startPosition : reached;
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

const startPosition = { offset: 0, line: 1, column: 1, previous: 0 };

/** The line around an offset, for reports. */
export function excerptIn(file: ByteSource, offset: number): string {
  const start = Math.max(0, offset - excerptBytes);
  // Broken characters at either end are outside the excerpt.
  const before = decode(file.pick(start, offset - start));
  return excerptAt(before + decode(file.pick(offset, excerptBytes)), before.length);
}

/**
 * The number of UTF-16 code units that a UTF-8 byte begins: none within a character, two for four
 * bytes.
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
