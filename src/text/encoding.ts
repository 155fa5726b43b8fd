import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';

/** The encoding of a byte order mark, where there is one (Encoding standard, "BOM sniff"). */
export function encodingByMark(head: Uint8Array): string | undefined {
  const [first, second, third] = head;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return undefined;
}

/**
 * The encoding of JSON in UTF-16 without a byte order mark: its first character is ASCII, so one of
 * the two bytes is zero (RFC 4627 §3).
 */
export function encodingByZeros([first, second]: Uint8Array): string | undefined {
  if (first === 0 && second !== undefined && second !== 0) return 'utf-16be';
  return second === 0 && first !== 0 ? 'utf-16le' : undefined;
}

/** The decoder for a label, which drops a byte order mark; undefined where the label is unknown. */
export function decoderFor(label: string): TextDecoder | undefined {
  try {
    return new TextDecoder(label);
  } catch (error) {
    // Thrown for an unknown label (Encoding standard).
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Whether a label is one of UTF-16 (Encoding standard), such as `unicode`. */
export function isUtf16Label(label: string): boolean {
  return decoderFor(label)?.encoding.startsWith('utf-16') === true;
}

/** Continuation bytes of UTF-8 have these two bits first. */
const continuation = 0b1000_0000;
const firstTwoBits = 0b1100_0000;
/** The longest beginning of a UTF-8 character that a piece can end with. */
const longestCut = 3;

/**
 * Decodes a stream whose encoding is unknown: as UTF-8 and, from the first piece on that is not
 * valid UTF-8, as windows-1252, the fallback of browsers (WHATWG HTML §13.2.3.2).
 */
export class TolerantDecoder implements Pick<TextDecoder, 'decode'> {
  #decoder = new TextDecoder();
  #carried: Uint8Array = new Uint8Array(0);

  /** As `TextDecoder.decode`. */
  decode(piece = new Uint8Array(0), { stream = false } = {}): string {
    const bytes = Buffer.concat([this.#carried, piece]);
    const end = stream ? lastCharacterStart(bytes) : bytes.length;
    const whole = bytes.subarray(0, end);
    this.#carried = bytes.subarray(end);
    if (this.#decoder.encoding === 'utf-8' && !isUtf8(whole)) {
      this.#decoder = new TextDecoder('windows-1252');
    }
    return this.#decoder.decode(whole, { stream });
  }
}

/** Where the last character of a UTF-8 text begins, which may be cut off. */
function lastCharacterStart(bytes: Uint8Array): number {
  for (let at = bytes.length - 1; at >= Math.max(0, bytes.length - longestCut); at -= 1) {
    if (((bytes[at] ?? 0) & firstTwoBits) !== continuation) return at;
  }
  return bytes.length;
}
