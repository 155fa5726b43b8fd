import { encodingByMark } from '../text/encoding.ts';
import { decodeBrokenUtf8, hasGaps, isValid, withGaps, type WrongCharset } from './broken-text.ts';
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
 * Decodes those scripts of a page again that are not valid in its encoding, and says so: UTF-8 is often only declared. What
 * is not valid elsewhere on the page is of no concern. Costs nothing but a look at the texts where there is nothing to do.
 * @param scripts as they are in the text that `decodePage` gives
 */
export function rereadScripts(
  scripts: readonly PageScript[],
  { body, charset, xml }: EncodedPage,
): readonly ReadableScript[] {
  if (!scripts.some(({ text }) => hasGaps(text))) return scripts;
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
