import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { replacementCharacter } from '../text/well-formed.ts';

/** A text whose bytes are not valid in its charset. */
export interface WrongCharset {
  /** The declared or assumed charset. */
  readonly charset: string;
  /** The charset used instead; the same as `charset` where invalid bytes became U+FFFD. */
  readonly readAs: string;
  /** Offset of the first invalid byte or U+FFFD. */
  readonly offset: number;
}

/** A text with invalid bytes. */
export interface BrokenText {
  readonly text: string;
  readonly wrongCharset: WrongCharset;
}

/** Counts of valid characters beyond ASCII and of U+FFFD. */
interface Evidence {
  readonly valid: number;
  readonly broken: number;
}

const utf8Decoder = new TextDecoder();
/**
 * The fallback encoding of browsers in most of the world (WHATWG HTML §13.2.3.2), a superset of
 * Latin-1: one byte per character.
 */
export const singleByte = 'windows-1252';

/**
 * Decodes bytes that are not valid UTF-8. If most bytes beyond ASCII are valid, they are damaged
 * UTF-8, with U+FFFD for the rest. Otherwise they are windows-1252, whatever is declared: other
 * encodings hardly ever look like UTF-8, and servers declare a default.
 * @param surroundings the bytes that contain these; they decide where these have nothing valid
 * beyond ASCII
 */
export function decodeBrokenUtf8(bytes: Uint8Array, surroundings = bytes): BrokenText {
  const text = utf8Decoder.decode(bytes);
  const offset = text.indexOf(replacementCharacter);
  if (isMostlyValid(text, surroundings)) return withGaps(text, utf8Decoder.encoding);
  return {
    text: decodeWith(new TextDecoder(singleByte), bytes),
    wrongCharset: {
      charset: utf8Decoder.encoding,
      readAs: singleByte,
      offset: Buffer.byteLength(text.slice(0, offset)),
    },
  };
}

/** Locates the first character that could not be decoded. */
export function withGaps(text: string, encoding: string): BrokenText {
  const offset = Math.max(0, text.indexOf(replacementCharacter));
  return { text, wrongCharset: { charset: encoding, readAs: encoding, offset } };
}

/** Whether a text contains U+FFFD, decoded or literal. */
export function hasGaps(text: string): boolean {
  return text.includes(replacementCharacter);
}

/** Whether bytes are valid in an encoding. As slow as decoding. */
export function isValid(encoding: string, bytes: Uint8Array): boolean {
  if (encoding === utf8Decoder.encoding) return isUtf8(bytes);
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return true;
  } catch (error) {
    // The Encoding standard's error for invalid bytes.
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/**
 * Decodes in two calls: in one, Node 20.18.3 and later decode windows-1252 as ISO 8859-1; streaming
 * is correct, but slow.
 */
export function decodeWith(decoder: TextDecoder, body: Uint8Array): string {
  if (decoder.encoding === 'utf-8') return decoder.decode(body);
  return decoder.decode(body, { stream: true }) + decoder.decode();
}

function isMostlyValid(text: string, surroundings: Uint8Array): boolean {
  const own = countEvidence(text);
  const { valid, broken } = own.valid > 0 ? own : countEvidence(utf8Decoder.decode(surroundings));
  return valid > 0 && valid >= broken;
}

function countEvidence(text: string): Evidence {
  let valid = 0;
  let broken = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0xfffd) broken += 1;
    else if (code > 0x7f) valid += 1;
  }
  return { valid, broken };
}
