import { isUtf8 } from 'node:buffer';
import { encodingByMark } from '../text/encoding.ts';
import {
  decodeBrokenUtf8,
  hasGaps,
  isValid,
  singleByte,
  withGaps,
  type WrongCharset,
} from './broken-text.ts';
import { encodingOfPage } from './character-decoding.ts';
import { scanPage, type PageScript } from './page-scan.ts';

/** A script with its charset corrected. */
export interface ReadableScript extends PageScript {
  /** `offset` is an offset in `text`. */
  readonly wrongCharset?: WrongCharset;
}

/** The page of scripts. */
export interface EncodedPage {
  /** Reads its bytes. */
  readonly body: () => Uint8Array;
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
export function rereadScripts(
  scripts: readonly PageScript[],
  page: EncodedPage,
): readonly ReadableScript[] {
  if (scripts.some(({ text }) => hasGaps(text))) return rereadBroken(scripts, page);
  const { body, charset } = page;
  const isUtf8Declared = charset !== undefined && /^utf-?8$/iu.test(charset);
  if (isUtf8Declared || !scripts.some(({ text }) => utf8InSingleBytes.test(text))) return scripts;
  const bytes = body();
  if (encodingOfPage(bytes, charset) !== singleByte) return scripts;
  return scripts.map((script) => rereadAsUtf8(script, bytes));
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
  const wrongCharset = {
    charset: singleByte,
    readAs: 'utf-8',
    offset: text.search(/[^\0-\u007F]/u),
  };
  return { ...script, text: Buffer.from(own).toString('utf8'), wrongCharset };
}

function rereadBroken(
  scripts: readonly PageScript[],
  { body, charset, xml }: EncodedPage,
): readonly ReadableScript[] {
  const bytes = body();
  const encoding = encodingOfPage(bytes, charset);
  if (isValid(encoding, bytes)) return scripts;
  const isAssumed = encoding === 'utf-8' && encodingByMark(bytes) === undefined;
  // Markup bytes mean the same in both encodings, so the scripts are the same.
  const encoded = isAssumed ? scanPage(Buffer.from(bytes).toString('latin1'), { xml }).scripts : [];
  return scripts.map((script, index) => {
    if (!hasGaps(script.text)) return script;
    const raw = encoded.length === scripts.length ? encoded[index] : undefined;
    if (raw === undefined) return { ...script, ...withGaps(script.text, encoding) };
    const own = bytes.subarray(raw.offset, raw.offset + raw.text.length);
    if (isValid(encoding, own)) return script;
    return { ...script, ...decodeBrokenUtf8(own, bytes) };
  });
}
