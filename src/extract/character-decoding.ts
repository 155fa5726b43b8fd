import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { decoderFor, encodingByMark } from '../text/encoding.ts';
import { declaredCharset } from './declared-charset.ts';

/** One for all: items of large lists are decoded by the hundred thousand. */
const utf8 = new TextDecoder();

/** A body as text. */
export interface DecodedText {
  readonly text: string;
  /** The charset label that was given and that nobody knows; the text was then read without it. */
  readonly unknownCharset?: string;
}

/**
 * Decodes a page: by its byte order mark, else the charset of its `Content-Type`, else what it declares itself, else
 * as UTF-8 (WHATWG HTML §13.2.3.2, without the guess by locale). What cannot be decoded becomes U+FFFD.
 */
export function decodePage(body: Uint8Array, charset: string | undefined): DecodedText {
  return byMark(body) ?? byLabel(body, charset) ?? byLabels(body, [charset, declaredCharset(body)]);
}

/**
 * Decodes JSON, which is UTF-8 (RFC 8259 §8.1). Only what is not valid UTF-8 is read by its byte order mark or by the
 * charset of its `Content-Type`: servers add a charset of their own to files whose content they do not know.
 */
export function decodeJson(body: Uint8Array, charset: string | undefined): DecodedText {
  return byMark(body) ?? asUtf8(body) ?? byLabels(body, [charset]);
}

function byMark(body: Uint8Array): DecodedText | undefined {
  const encoding = encodingByMark(body);
  return encoding === undefined ? undefined : { text: new TextDecoder(encoding).decode(body) };
}

function asUtf8(body: Uint8Array): DecodedText | undefined {
  return isUtf8(body) ? { text: utf8.decode(body) } : undefined;
}

/** Decodes by a label, where there is one that is known. */
function byLabel(body: Uint8Array, label: string | undefined): DecodedText | undefined {
  const decoder = label === undefined ? undefined : decoderFor(label);
  return decoder && { text: decodeWith(decoder, body) };
}

/** Decodes by the first label that is known. */
function byLabels(body: Uint8Array, labels: readonly (string | undefined)[]): DecodedText {
  const given = labels.filter((label) => label !== undefined);
  const decoders = given.map((label) => decoderFor(label));
  const decoder = decoders.find((candidate) => candidate !== undefined) ?? new TextDecoder();
  const unknown = given.find((_, at) => decoders[at] === undefined);
  return {
    text: decodeWith(decoder, body),
    ...(unknown === undefined ? {} : { unknownCharset: unknown }),
  };
}

/** In one go, Node 20.18.3 and later read windows-1252 as ISO 8859-1; in pieces they do it right, but slowly. */
function decodeWith(decoder: TextDecoder, body: Uint8Array): string {
  if (decoder.encoding === 'utf-8') return decoder.decode(body);
  return decoder.decode(body, { stream: true }) + decoder.decode();
}
