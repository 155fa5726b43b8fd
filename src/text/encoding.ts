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
