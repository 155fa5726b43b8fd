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

/** A script of a page, as it was probably meant. */
export interface ReadableScript extends PageScript {
  /** `offset` is an offset in `text`. */
  readonly wrongCharset?: WrongCharset;
}

/** Where scripts were found. */
export interface EncodedPage {
  /** Reads its bytes. */
  readonly body: () => Uint8Array;
  /** Of its `Content-Type`. */
  readonly charset: string | undefined;
  readonly xml: boolean;
}

/**
 * Decodes those scripts of a page again that are not valid in its encoding, or are UTF-8 where Latin-1 is declared, and says so:
 * either is often only declared. What is not valid elsewhere on the page is of no concern. Costs nothing but a look at the
 * texts where there is nothing to do.
 * @param scripts as they are in the text that `decodePage` gives
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

/** A byte that begins a character in UTF-8, and one that goes on with it, in windows-1252. */
const utf8InSingleBytes = /[\u00C2-\u00F4][^\0-\u007F]/u;

/**
 * A script as UTF-8 where that is what it is: words in Latin-1 hardly ever make such bytes, and never do so throughout.
 * @param bytes those of the page, each of which is a character of its text
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
  // The bytes of markup mean the same in both, so that there are the same scripts.
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
