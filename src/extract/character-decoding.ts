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

/** Shared, since large lists have hundreds of thousands of items. */
const utf8 = new TextDecoder();

/** A body as text. */
export interface DecodedText {
  readonly text: string;
  /**
   * Decodes the whole page. Only where `text` ends after what seems to be the last JSON-LD script.
   */
  readonly whole?: () => string;
  /** The unknown charset label, which was ignored. */
  readonly unknownCharset?: string;
  /**
   * Where the body is not valid in its charset. In a page only scripts matter: see
   * `redecodeScripts`.
   */
  readonly wrongCharset?: WrongCharset;
}

/**
 * Decodes a page by its byte order mark, else the charset of its `Content-Type`, else its own
 * declaration, else as UTF-8 (WHATWG HTML §13.2.3.2, without the guess by locale). Invalid bytes
 * become U+FFFD. The part after the last relevant element, most of a page, is left out where that
 * can be detected (`findPageExtent`).
 */
export function decodePage(body: Uint8Array, charset: string | undefined): DecodedText {
  return (
    decodeByMark(body) ??
    decodeByLabels(pageLabels(body, charset), (decoder) => decodeBeginning(decoder, body))
  );
}

/** The encoding that `decodePage` uses. */
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
 * Decodes JSON, which is UTF-8 (RFC 8259 §8.1) or any UTF-16 (RFC 4627 §3). The charset of
 * `Content-Type` is used only for other bytes, since servers add a default charset to files they do
 * not know. For invalid UTF-8 see `decodeBrokenUtf8`.
 */
export function decodeJson(body: Uint8Array, charset: string | undefined): DecodedText {
  const encoding = encodingByMark(body) ?? encodingByZeros(body);
  if (encoding !== undefined) return decodeChecked(new TextDecoder(encoding), body);
  return (
    decodeUtf8(body) ??
    decodeByLabels(charset === undefined ? [] : [charset], (decoder) =>
      decoder.encoding === 'utf-8' ? decodeBrokenUtf8(body) : decodeChecked(decoder, body),
    )
  );
}

/** Decodes without guessing another encoding. */
function decodeChecked(decoder: TextDecoder, body: Uint8Array): DecodedText {
  const text = decodeWith(decoder, body);
  const isWhole = !hasGaps(text) || isValid(decoder.encoding, body);
  return isWhole ? { text } : withGaps(text, decoder.encoding);
}

function decodeByMark(body: Uint8Array): DecodedText | undefined {
  const encoding = encodingByMark(body);
  return encoding === undefined ? undefined : { text: new TextDecoder(encoding).decode(body) };
}

function decodeUtf8(body: Uint8Array): DecodedText | undefined {
  return isUtf8(body) ? { text: utf8.decode(body) } : undefined;
}

/** The charset labels of a page, by precedence. */
function* pageLabels(body: Uint8Array, charset: string | undefined): Iterable<string> {
  if (charset !== undefined) yield charset;
  const declared = declaredCharset(body);
  if (declared !== undefined) yield declared;
}

/** Decodes by the first known label, else as UTF-8. */
function decodeByLabels(
  labels: Iterable<string>,
  decode: (decoder: TextDecoder) => DecodedText,
): DecodedText {
  let unknownCharset: string | undefined;
  for (const label of labels) {
    const decoder = decoderFor(label);
    if (decoder !== undefined) return addUnknownCharset(decode(decoder), unknownCharset);
    unknownCharset ??= label;
  }
  return addUnknownCharset(decode(utf8), unknownCharset);
}

function addUnknownCharset(decoded: DecodedText, unknownCharset: string | undefined): DecodedText {
  return unknownCharset === undefined ? decoded : { ...decoded, unknownCharset };
}

/**
 * ASCII bytes have no other meaning in UTF-8, so the relevant part of a page can be found before
 * decoding.
 */
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
