import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { parseMediaType } from '../model/media-type.ts';
import type { Position, Problem } from '../model/problem.ts';
import { replacementCharacter } from '../text/clean-text.ts';
import { decoderFor, encodingByMark, encodingByZeros, isUtf16Label } from '../text/encoding.ts';
import {
  findPageExtent,
  type PageScript,
  readStartTags,
  scanPage,
  type StartTag,
} from './page-scan.ts';

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
  /** Where the body is invalid in its charset; for scripts of pages see `redecodeScripts`. */
  readonly wrongCharset?: WrongCharset;
}

/**
 * Decodes a page by its byte order mark, else the charset of its `Content-Type`, else its own
 * declaration, else as UTF-8 (WHATWG HTML §13.2.3.2, without the guess by locale). Invalid bytes
 * become U+FFFD. The part after the last relevant element, most of a page, is left out where that
 * can be detected (`findPageExtent`).
 */
export function decodePage(body: Uint8Array, charset: string | undefined): DecodedText {
  const encoding = encodingByMark(body);
  if (encoding !== undefined) return { text: new TextDecoder(encoding).decode(body) };
  return decodeByLabels(pageLabels(body, charset), (decoder) => decodeBeginning(decoder, body));
}

/** The encoding that `decodePage` uses. */
function encodingOfPage(body: Uint8Array, charset: string | undefined): string {
  return encodingByMark(body) ?? chooseDecoder(pageLabels(body, charset)).decoder.encoding;
}

/**
 * Decodes JSON, which is UTF-8 (RFC 8259 §8.1) or any UTF-16 (RFC 4627 §3). The charset of
 * `Content-Type` is used only for other bytes, since servers add a default charset to files they do
 * not know. For invalid UTF-8 see `decodeBrokenUtf8`.
 */
export function decodeJson(body: Uint8Array, charset: string | undefined): DecodedText {
  const encoding = encodingByMark(body) ?? encodingByZeros(body);
  if (encoding !== undefined) return decodeChecked(new TextDecoder(encoding), body);
  if (isUtf8(body)) return { text: utf8.decode(body) };
  return decodeByLabels(charset === undefined ? [] : [charset], (decoder) =>
    decoder.encoding === 'utf-8' ? decodeBrokenUtf8(body) : decodeChecked(decoder, body),
  );
}

/** Decodes without guessing another encoding. */
function decodeChecked(decoder: TextDecoder, body: Uint8Array): DecodedText {
  const text = decodeWhole(decoder, body);
  const isWhole = !text.includes(replacementCharacter) || isValidInEncoding(decoder.encoding, body);
  return isWhole ? { text } : locateDecodingGap(text, decoder.encoding);
}

/** The charset labels of a page, by precedence. */
function* pageLabels(body: Uint8Array, charset: string | undefined): Iterable<string> {
  if (charset !== undefined) yield charset;
  const declared = declaredCharset(body);
  if (declared !== undefined) yield declared;
}

/** The decoder of the first known label, else that of UTF-8, and an unknown label before it. */
function chooseDecoder(labels: Iterable<string>) {
  let unknownCharset: string | undefined;
  for (const label of labels) {
    const decoder = decoderFor(label);
    if (decoder !== undefined) return { decoder, unknownCharset };
    unknownCharset ??= label;
  }
  return { decoder: utf8, unknownCharset };
}

function decodeByLabels(
  labels: Iterable<string>,
  decode: (decoder: TextDecoder) => DecodedText,
): DecodedText {
  const { decoder, unknownCharset } = chooseDecoder(labels);
  return unknownCharset === undefined ? decode(decoder) : { ...decode(decoder), unknownCharset };
}

/** Finds the relevant part before decoding: ASCII bytes have no other meaning in UTF-8. */
function decodeBeginning(decoder: TextDecoder, body: Uint8Array): DecodedText {
  if (decoder.encoding !== 'utf-8') return { text: decodeWhole(decoder, body) };
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length);
  const extent = findPageExtent(bytes.toString('latin1'));
  if (extent === 'all' || extent === 'nothing') return { text: decoder.decode(body) };
  return {
    text: decoder.decode(body.subarray(0, extent.end)),
    whole: () => decoder.decode(body),
  };
}

/** A text whose bytes are not valid in its charset. */
interface WrongCharset {
  /** The declared or assumed charset. */
  readonly charset: string;
  /** The charset used instead; the same as `charset` where invalid bytes became U+FFFD. */
  readonly readAs: string;
  /** Offset of the first invalid byte or U+FFFD. */
  readonly offset: number;
}

/** A text with invalid bytes. */
type BrokenText = Required<Pick<DecodedText, 'text' | 'wrongCharset'>>;

/**
 * The fallback encoding of browsers in most of the world (WHATWG HTML §13.2.3.2), a superset of
 * Latin-1: one byte per character.
 */
const singleByteEncoding = 'windows-1252';

/**
 * Decodes bytes that are not valid UTF-8. If most bytes beyond ASCII are valid, they are damaged
 * UTF-8, with U+FFFD for the rest. Otherwise they are windows-1252, whatever is declared: other
 * encodings hardly ever look like UTF-8, and servers declare a default.
 * @param surroundings the bytes that contain these; they decide where these have nothing valid
 * beyond ASCII
 */
function decodeBrokenUtf8(bytes: Uint8Array, surroundings = bytes): BrokenText {
  const text = utf8.decode(bytes);
  const offset = text.indexOf(replacementCharacter);
  if (isMostlyValid(text, surroundings)) return locateDecodingGap(text, utf8.encoding);
  const at = Buffer.byteLength(text.slice(0, offset));
  return {
    text: decodeWhole(new TextDecoder(singleByteEncoding), bytes),
    wrongCharset: { charset: utf8.encoding, readAs: singleByteEncoding, offset: at },
  };
}

/** Locates the first character that could not be decoded. */
function locateDecodingGap(text: string, encoding: string): BrokenText {
  const offset = Math.max(0, text.indexOf(replacementCharacter));
  return { text, wrongCharset: { charset: encoding, readAs: encoding, offset } };
}

/** Whether bytes are valid in an encoding. As slow as decoding. */
function isValidInEncoding(encoding: string, bytes: Uint8Array): boolean {
  if (encoding === utf8.encoding) return isUtf8(bytes);
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
function decodeWhole(decoder: TextDecoder, body: Uint8Array): string {
  if (decoder.encoding === 'utf-8') return decoder.decode(body);
  return decoder.decode(body, { stream: true }) + decoder.decode();
}

function isMostlyValid(text: string, surroundings: Uint8Array): boolean {
  const own = countEvidence(text);
  const { valid, broken } = own.valid > 0 ? own : countEvidence(utf8.decode(surroundings));
  return valid > 0 && valid >= broken;
}

/** Counts valid characters beyond ASCII and U+FFFD. */
function countEvidence(text: string) {
  let valid = 0;
  let broken = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0xfffd) broken += 1;
    else if (code > 0x7f) valid += 1;
  }
  return { valid, broken };
}

/** A page must declare its encoding within these (WHATWG HTML §4.2.5.4). */
const searchedBytes = 1024;

/**
 * The charset that a page declares in its first 1024 bytes: `<meta charset>`, its `http-equiv`
 * form, or an XML declaration. A page readable as ASCII is not UTF-16, whatever it declares (WHATWG
 * HTML §13.2.3.2).
 */
export function declaredCharset(body: Uint8Array): string | undefined {
  const start = Buffer.from(body.subarray(0, searchedBytes)).toString('latin1');
  const [, xmlEncoding] = /^<\?xml\s[^>]*?encoding\s*=\s*["']([^"']+)["']/u.exec(start) ?? [];
  const label = xmlEncoding ?? metaCharset(start);
  return label !== undefined && isUtf16Label(label) ? 'utf-8' : label;
}

function metaCharset(start: string): string | undefined {
  let found: string | undefined;
  readStartTags(start, ['meta'], (tag) => {
    found ??= readMetaCharset(tag);
  });
  return found;
}

function readMetaCharset({ attributes }: StartTag): string | undefined {
  const charset = attributes.get('charset')?.trim();
  if (charset !== undefined) return charset === '' ? undefined : charset;
  const isContentType = attributes.get('http-equiv')?.trim().toLowerCase() === 'content-type';
  return isContentType ? parseMediaType(attributes.get('content') ?? '').charset : undefined;
}

/**
 * The problems of a text's encoding: `charset-unknown`, `charset-wrong`.
 * @param positionOf the position, in the document at `url`, of the offset in `wrongCharset`
 */
export function charsetProblems(
  { unknownCharset, wrongCharset }: Pick<DecodedText, 'unknownCharset' | 'wrongCharset'>,
  url: string,
  positionOf: (offset: number) => Position,
): readonly Problem[] {
  const problems: Problem[] = [];
  if (unknownCharset !== undefined) {
    problems.push({ kind: 'charset-unknown', url, charset: unknownCharset });
  }
  if (wrongCharset !== undefined) {
    const { offset, charset, readAs } = wrongCharset;
    problems.push({ kind: 'charset-wrong', url, ...positionOf(offset), charset, readAs });
  }
  return problems;
}

/** A script with its charset corrected. */
export interface ReadableScript extends PageScript {
  /** `offset` is an offset in `text`. */
  readonly wrongCharset?: WrongCharset;
}

/** The page of scripts. */
interface EncodedPage {
  readonly body: Uint8Array;
  /** From its `Content-Type`. */
  readonly charset: string | undefined;
  readonly xml: boolean;
}

/**
 * Decodes scripts again that are invalid in the page's encoding, or are UTF-8 in a page declared
 * Latin-1, and reports that: such declarations are often wrong. Invalid bytes outside scripts do
 * not matter. Cheap where nothing is wrong.
 * @param scripts from the text that `decodePage` returns
 */
export function redecodeScripts(
  scripts: readonly PageScript[],
  page: EncodedPage,
): readonly ReadableScript[] {
  if (scripts.some(({ text }) => text.includes(replacementCharacter)))
    return rereadBroken(scripts, page);
  const { body, charset } = page;
  const isUtf8Declared = charset !== undefined && /^utf-?8$/iu.test(charset);
  if (isUtf8Declared || !scripts.some(({ text }) => utf8InSingleBytes.test(text))) return scripts;
  if (encodingOfPage(body, charset) !== singleByteEncoding) return scripts;
  return scripts.map((script) => rereadAsUtf8(script, body));
}

/** The first two bytes of a UTF-8 character, read as windows-1252. */
const utf8InSingleBytes = /[\u00C2-\u00F4][^\0-\u007F]/u;

/**
 * Decodes a script as UTF-8 if it is valid UTF-8: Latin-1 words hardly ever look so, and never
 * throughout.
 * @param bytes the page; each byte is one character of its text
 */
function rereadAsUtf8(script: PageScript, bytes: Uint8Array): ReadableScript {
  const { text, offset } = script;
  const own = bytes.subarray(offset, offset + text.length);
  if (!utf8InSingleBytes.test(text) || !isUtf8(own)) return script;
  const at = text.search(/[^\0-\u007F]/u);
  const wrongCharset = { charset: singleByteEncoding, readAs: 'utf-8', offset: at };
  return { ...script, text: Buffer.from(own).toString('utf8'), wrongCharset };
}

function rereadBroken(
  scripts: readonly PageScript[],
  { body: bytes, charset, xml }: EncodedPage,
): readonly ReadableScript[] {
  const encoding = encodingOfPage(bytes, charset);
  if (isValidInEncoding(encoding, bytes)) return scripts;
  const isAssumed = encoding === 'utf-8' && encodingByMark(bytes) === undefined;
  // Markup bytes mean the same in both encodings, so the scripts are the same.
  const encoded = isAssumed ? scanPage(Buffer.from(bytes).toString('latin1'), { xml }).scripts : [];
  return scripts.map((script, index) => {
    if (!script.text.includes(replacementCharacter)) return script;
    const raw = encoded.length === scripts.length ? encoded[index] : undefined;
    if (raw === undefined) return { ...script, ...locateDecodingGap(script.text, encoding) };
    const own = bytes.subarray(raw.offset, raw.offset + raw.text.length);
    if (isValidInEncoding(encoding, own)) return script;
    return { ...script, ...decodeBrokenUtf8(own, bytes) };
  });
}
