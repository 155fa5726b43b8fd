import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { decoderFor, encodingByMark } from '../text/encoding.ts';
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

/**
 * Decodes JSON, which is UTF-8 (RFC 8259 §8.1). Only what is not valid UTF-8 is read by its byte order mark or by the
 * charset of its `Content-Type`: servers add a charset of their own to files whose content they do not know.
 */
export function decodeJson(body: Uint8Array, charset: string | undefined): DecodedText {
  const labels = charset === undefined ? [] : [charset];
  return (
    byMark(body) ??
    asUtf8(body) ??
    byLabels(labels, (decoder) => ({ text: decodeWith(decoder, body) }))
  );
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

/** In one go, Node 20.18.3 and later read windows-1252 as ISO 8859-1; in pieces they do it right, but slowly. */
function decodeWith(decoder: TextDecoder, body: Uint8Array): string {
  if (decoder.encoding === 'utf-8') return decoder.decode(body);
  return decoder.decode(body, { stream: true }) + decoder.decode();
}
