import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { decoderFor, encodingByMark, encodingByZeros } from '../text/encoding.ts';
import {
  decodeBrokenUtf8,
  decodeWith,
  hasGaps,
  isValid,
  withGaps,
  type WrongCharset,
} from './broken-text.ts';
import { declaredCharset } from './declared-charset.ts';
import { extentOf } from './page-extent.ts';

/** One for all: items of large lists are decoded by the hundred thousand. */
const utf8 = new TextDecoder();

/** A body as text. */
export interface DecodedText {
  readonly text: string;
  /** Decodes all of a page. Only where `text` stops at what looks like the end of its last JSON-LD script. */
  readonly whole?: () => string;
  /** The charset label that was given and that nobody knows; the text was then read without it. */
  readonly unknownCharset?: string;
  /** Where it is not valid in its charset. Of a page only the scripts matter: see `rereadScripts`. */
  readonly wrongCharset?: WrongCharset;
}

/**
 * Decodes a page: by its byte order mark, else the charset of its `Content-Type`, else what it declares itself, else
 * as UTF-8 (WHATWG HTML §13.2.3.2, without the guess by locale). What cannot be decoded becomes U+FFFD. What stands
 * behind all that matters is left out where that can be told before (see `extentOf`): it is the greater part of most pages.
 */
export function decodePage(body: Uint8Array, charset: string | undefined): DecodedText {
  return (
    byMark(body) ?? byLabels(pageLabels(body, charset), (decoder) => decodeBeginning(decoder, body))
  );
}

/** The encoding by which `decodePage` reads a page. */
export function encodingOfPage(body: Uint8Array, charset: string | undefined): string {
  const marked = encodingByMark(body);
  if (marked !== undefined) return marked;
  for (const label of pageLabels(body, charset)) {
    const decoder = decoderFor(label);
    if (decoder !== undefined) return decoder.encoding;
  }
  return utf8.encoding;
}

/**
 * Decodes JSON, which is UTF-8 (RFC 8259 §8.1), or UTF-16 in any of its forms (RFC 4627 §3). Only what is neither is read
 * by the charset of its `Content-Type`: servers add a charset of their own to files whose content they do not know. What
 * should be UTF-8 and is not is read as it was probably meant: see `decodeBrokenUtf8`.
 */
export function decodeJson(body: Uint8Array, charset: string | undefined): DecodedText {
  const encoding = encodingByMark(body) ?? encodingByZeros(body);
  if (encoding !== undefined) return decodeChecked(new TextDecoder(encoding), body);
  return (
    asUtf8(body) ??
    byLabels(charset === undefined ? [] : [charset], (decoder) =>
      decoder.encoding === 'utf-8' ? decodeBrokenUtf8(body) : decodeChecked(decoder, body),
    )
  );
}

/** Decodes without a guess at what else it could be. */
function decodeChecked(decoder: TextDecoder, body: Uint8Array): DecodedText {
  const text = decodeWith(decoder, body);
  const isWhole = !hasGaps(text) || isValid(decoder.encoding, body);
  return isWhole ? { text } : withGaps(text, decoder.encoding);
}

function byMark(body: Uint8Array): DecodedText | undefined {
  const encoding = encodingByMark(body);
  return encoding === undefined ? undefined : { text: new TextDecoder(encoding).decode(body) };
}

function asUtf8(body: Uint8Array): DecodedText | undefined {
  return isUtf8(body) ? { text: utf8.decode(body) } : undefined;
}

/** What says how a page is encoded, the more important first. */
function* pageLabels(body: Uint8Array, charset: string | undefined): Iterable<string> {
  if (charset !== undefined) yield charset;
  const declared = declaredCharset(body);
  if (declared !== undefined) yield declared;
}

/** Decodes by the first label that is known, else as UTF-8. */
function byLabels(
  labels: Iterable<string>,
  decode: (decoder: TextDecoder) => DecodedText,
): DecodedText {
  let unknownCharset: string | undefined;
  for (const label of labels) {
    const decoder = decoderFor(label);
    if (decoder !== undefined) return withUnknown(decode(decoder), unknownCharset);
    unknownCharset ??= label;
  }
  return withUnknown(decode(utf8), unknownCharset);
}

function withUnknown(decoded: DecodedText, unknownCharset: string | undefined): DecodedText {
  return unknownCharset === undefined ? decoded : { ...decoded, unknownCharset };
}

/** In UTF-8 the bytes of ASCII stand for nothing else, so that what a page is read for can be looked for before. */
function decodeBeginning(decoder: TextDecoder, body: Uint8Array): DecodedText {
  if (decoder.encoding !== 'utf-8') return { text: decodeWith(decoder, body) };
  const extent = extentOf(
    Buffer.from(body.buffer, body.byteOffset, body.length).toString('latin1'),
  );
  if (extent === 'all' || extent === 'nothing') return { text: decoder.decode(body) };
  return {
    text: decoder.decode(body.subarray(0, extent.end)),
    whole: () => decoder.decode(body),
  };
}
