import { TextDecoder } from 'node:util';

/** The encoding that a byte order mark says, where there is one (Encoding standard, "BOM sniff"). */
export function encodingByMark(head: Uint8Array): string | undefined {
  const [first, second, third] = head;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return undefined;
}

/**
 * The encoding of JSON that is UTF-16 without a byte order mark: its first character is ASCII, so that one of its bytes is
 * zero, as none is in UTF-8 (RFC 4627 §3).
 */
export function encodingByZeros([first, second]: Uint8Array): string | undefined {
  if (first === 0 && second !== undefined && second !== 0) return 'utf-16be';
  return second === 0 && first !== 0 ? 'utf-16le' : undefined;
}

/** The decoder for a label, which leaves a byte order mark out of the text; `undefined` where the label is unknown. */
export function decoderFor(label: string): TextDecoder | undefined {
  try {
    return new TextDecoder(label);
  } catch (error) {
    // The Encoding standard's answer to an unknown label.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
