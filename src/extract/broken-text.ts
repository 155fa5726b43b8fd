import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { replacementCharacter } from '../text/well-formed.ts';

/** What a text was meant to be encoded in and is not. */
export interface WrongCharset {
  /** What it was declared or assumed to be. */
  readonly charset: string;
  /** What it was read as; the same as `charset` where U+FFFD stands in place of what is not valid. */
  readonly readAs: string;
  /** Where in the text the first of it is. */
  readonly offset: number;
}

/** A text that was not encoded as it should be. */
export interface BrokenText {
  readonly text: string;
  readonly wrongCharset: WrongCharset;
}

/** Characters beyond ASCII, and what stands in place of broken ones. */
interface Evidence {
  readonly valid: number;
  readonly broken: number;
}

const utf8 = new TextDecoder();
/** What a browser falls back to in most of the world (WHATWG HTML §13.2.3.2), of which Latin-1 is a part: a byte a character. */
export const singleByte = 'windows-1252';

/**
 * Decodes bytes that should be UTF-8 and are not. Those with more that is valid beyond ASCII than not are UTF-8 in which
 * something was cut off or put in, which becomes U+FFFD. All others are windows-1252, whatever is declared: in another
 * encoding bytes hardly ever look like UTF-8, and a server declares what it was set up for.
 * @param surroundings what the bytes are a part of, which decides where they have nothing that is valid beyond ASCII
 */
export function decodeBrokenUtf8(bytes: Uint8Array, surroundings = bytes): BrokenText {
  const text = utf8.decode(bytes);
  const offset = text.indexOf(replacementCharacter);
  if (isMostlyValid(text, surroundings)) return withGaps(text, utf8.encoding);
  return {
    text: decodeWith(new TextDecoder(singleByte), bytes),
    wrongCharset: {
      charset: utf8.encoding,
      readAs: singleByte,
      offset: Buffer.byteLength(text.slice(0, offset)),
    },
  };
}

/** Says of a text where the first character is that could not be decoded. */
export function withGaps(text: string, encoding: string): BrokenText {
  const offset = Math.max(0, text.indexOf(replacementCharacter));
  return { text, wrongCharset: { charset: encoding, readAs: encoding, offset } };
}

/** Whether something in a text stands in place of what could not be decoded, or looks so. */
export function hasGaps(text: string): boolean {
  return text.includes(replacementCharacter);
}

/** Whether bytes are valid in an encoding. Costs as much as decoding them. */
export function isValid(encoding: string, bytes: Uint8Array): boolean {
  if (encoding === utf8.encoding) return isUtf8(bytes);
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return true;
  } catch (error) {
    // The Encoding standard's answer to bytes that are not valid.
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** In one go, Node 20.18.3 and later read windows-1252 as ISO 8859-1; in pieces they do it right, but slowly. */
export function decodeWith(decoder: TextDecoder, body: Uint8Array): string {
  if (decoder.encoding === 'utf-8') return decoder.decode(body);
  return decoder.decode(body, { stream: true }) + decoder.decode();
}

function isMostlyValid(text: string, surroundings: Uint8Array): boolean {
  const own = evidenceIn(text);
  const { valid, broken } = own.valid > 0 ? own : evidenceIn(utf8.decode(surroundings));
  return valid > 0 && valid >= broken;
}

function evidenceIn(text: string): Evidence {
  let valid = 0;
  let broken = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0xfffd) broken += 1;
    else if (code > 0x7f) valid += 1;
  }
  return { valid, broken };
}
