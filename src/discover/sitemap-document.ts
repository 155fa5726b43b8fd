import type { TextDecoder } from 'node:util';
import { limitBytes, type BodyLimits } from '../http/body.ts';
import { decompress } from '../http/decompress.ts';
import type { Listed } from './discoverer.ts';
import { withLongStart } from './long-start.ts';
import type { SitemapFault, SitemapItem } from './sitemap-entry.ts';
import { SitemapListing } from './sitemap-listing.ts';
import type { SitemapPlace } from './sitemap-place.ts';
import { SitemapScanner } from './sitemap-scanner.ts';
import { decoderFor } from '../text/encoding.ts';
import { listingEncoding } from './listing-encoding.ts';

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
  place: SitemapPlace,
  limits: BodyLimits,
): AsyncGenerator<Listed> {
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
  const pieces = withLongStart(body, 2);
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
  for await (const piece of withLongStart(bytes, headBytes)) {
    if (decoder === undefined) {
      // A fixed length, so that the result does not depend on how bytes arrive.
      const encoding = listingEncoding(piece.subarray(0, headBytes));
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
