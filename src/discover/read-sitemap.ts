import type { TextDecoder } from 'node:util';
import { decoderFor, encodingByMark, encodingByZeros } from '../text/encoding.ts';
import { type BodyLimits, limitBytes } from '../web/body.ts';
import { decompress } from '../web/decompress.ts';
import type { ListingItem } from './discoverer.ts';
import type { SitemapFault, SitemapItem } from './sitemap-entry.ts';
import { SitemapListing, type SitemapLocation } from './sitemap-listing.ts';
import { SitemapScanner } from './sitemap-scanner.ts';

/** Enough to detect the encoding and format of a document. */
const headBytes = 1024;

/** The limit of sitemaps.org, uncompressed. */
const maxProtocolBytes = 52_428_800;

/**
 * Lists the entries of one sitemap, index or feed as it arrives, then its own problems:
 * `sitemap-malformed` where parsing stopped, `sitemap-empty` where nothing is listed, and notices
 * for harmless protocol violations.
 * @param limits apply to the size after decompression
 * @throws {ResourceError} when the body breaks off, is too large or cannot be decompressed
 */
export async function* readSitemap(
  body: AsyncIterable<Uint8Array>,
  place: SitemapLocation,
  limits: BodyLimits,
): AsyncGenerator<ListingItem> {
  const listing = new SitemapListing(place);
  try {
    for await (const step of scan(uncompressed(body, place.url, limits))) {
      if (step.kind === 'items') listing.take(step.items);
      else if (step.kind === 'large') listing.exceed('bytes', maxProtocolBytes);
      else if (step.kind === 'blank') listing.noteBlank();
      else listing.fail(step);
      // `yield*` would wait for an extra promise per item.
      for (const listed of listing.read()) yield listed;
    }
  } catch (error) {
    yield* listing.notices();
    throw error;
  }
  listing.end();
  yield* listing.read();
}

/** Decompresses gzip by its magic number (RFC 1952 §2.3.1), whatever name and type say. */
async function* uncompressed(
  body: AsyncIterable<Uint8Array>,
  url: string,
  { maxBytes, maxRatio }: BodyLimits,
): AsyncGenerator<Uint8Array> {
  const pieces = bufferStart(body, 2);
  const first = await pieces.next();
  if (first.done === true) return;
  const { value: start } = first;
  async function* whole(): AsyncGenerator<Uint8Array> {
    try {
      yield start;
      yield* pieces;
    } finally {
      await pieces.return(undefined);
    }
  }
  if (start[0] === 0x1f && start[1] === 0x8b) {
    yield* limitBytes(decompress(whole(), ['gzip'], { url, maxRatio }), maxBytes, url);
  } else {
    yield* whole();
  }
}

type Step =
  | { readonly kind: 'items'; readonly items: readonly SitemapItem[] }
  /** The document is larger than the protocol allows. */
  | { readonly kind: 'large' }
  | { readonly kind: 'blank' }
  | ({ readonly kind: 'fault' } & SitemapFault);

/** Scans a sitemap; yields items, then the fault at which scanning stopped, if any. */
async function* scan(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Step> {
  const scanner = new SitemapScanner();
  let decoder: TextDecoder | undefined;
  let bytesRead = 0;
  for await (const piece of bufferStart(bytes, headBytes)) {
    if (decoder === undefined) {
      // A fixed length, so that the result does not depend on how bytes arrive.
      const encoding = detectListingEncoding(piece.subarray(0, headBytes));
      decoder = decoderFor(encoding);
      if (decoder === undefined) {
        yield { kind: 'fault', detail: `unknown encoding "${encoding}"`, line: 1, column: 1 };
        return;
      }
    }
    yield { kind: 'items', items: scanner.write(decoder.decode(piece, { stream: true })) };
    if (scanner.fault) break;
    const isLarge = bytesRead > maxProtocolBytes;
    bytesRead += piece.length;
    if (!isLarge && bytesRead > maxProtocolBytes) yield { kind: 'large' };
  }
  if (decoder !== undefined) yield { kind: 'items', items: scanner.write(decoder.decode()) };
  yield { kind: 'items', items: scanner.end() };
  if (scanner.fault) yield { kind: 'fault', ...scanner.fault };
  else if (scanner.isBlank) yield { kind: 'blank' };
}

/**
 * Labels of UTF-16. A text whose declaration is readable as ASCII is not UTF-16, most likely UTF-8.
 */
const wideEncodings = /^(?:utf-?16|ucs-?2|iso-10646)/iu;

/**
 * The character encoding of an XML document (XML 1.0, appendix F), or of a text that begins in
 * ASCII: by byte order mark, width of the first character or declaration, else UTF-8. The label may
 * be unknown.
 */
export function detectListingEncoding(head: Uint8Array): string {
  const known = encodingByMark(head) ?? encodingByZeros(head);
  if (known !== undefined) return known;
  const declaration = /^\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']([^"'<>]*)["']/u;
  const declared = declaration.exec(Buffer.from(head).toString('latin1'))?.[1]?.trim();
  return declared === undefined || wideEncodings.test(declared) ? 'utf-8' : declared;
}

/**
 * Passes bytes on, but with a first piece of at least `length` bytes, as far as there are so many,
 * so that it suffices to detect the format. Bytes received before an error are still yielded.
 */
export async function* bufferStart(
  source: AsyncIterable<Uint8Array>,
  length: number,
): AsyncGenerator<Uint8Array> {
  let start: Uint8Array | undefined = new Uint8Array();
  try {
    for await (const piece of source) {
      if (start === undefined) {
        yield piece;
        continue;
      }
      start = Buffer.concat([start, piece]);
      if (start.length < length) continue;
      yield start;
      start = undefined;
    }
  } catch (error) {
    if (start !== undefined && start.length > 0) yield start;
    throw error;
  }
  if (start !== undefined && start.length > 0) yield start;
}
