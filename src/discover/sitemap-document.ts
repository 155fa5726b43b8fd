import type { TextDecoder } from 'node:util';
import { limitBytes } from '../http/body.ts';
import { decompress } from '../http/decompress.ts';
import type { Listed } from './discoverer.ts';
import { excerpt, listedUrl } from './listed-url.ts';
import { withLongStart } from './long-start.ts';
import { SitemapScanner, type SitemapEntry, type SitemapFault } from './sitemap-scanner.ts';
import { decoderFor } from '../text/encoding.ts';
import { xmlEncoding } from './xml-encoding.ts';

/** Enough to see how a document is encoded and what it is. */
const headBytes = 1024;

/** What is longer is no date. */
const maxLastmod = 100;

/**
 * Lists the entries of one sitemap or sitemap index, in their order and while it arrives, then what was wrong with the
 * whole: `sitemap-malformed` where reading ended at a fault, `sitemap-empty` where nothing is listed.
 * @param url the sitemap's, for what is found in it
 * @param maxBytes its size after decompression
 * @throws {ResourceError} when the body breaks off, is too large or cannot be decompressed
 */
export async function* readSitemap(
  body: AsyncIterable<Uint8Array>,
  url: string,
  maxBytes: number,
): AsyncGenerator<Listed> {
  let entriesRead = 0;
  for await (const item of scan(uncompressed(body, url, maxBytes))) {
    if (item.kind === 'fault') {
      const { detail, line, column } = item;
      const fault = { kind: 'sitemap-malformed', url, detail, line, column, entriesRead } as const;
      yield { kind: 'problem', problem: fault };
      return;
    }
    entriesRead += 1;
    yield listEntry(item, url);
  }
  if (entriesRead === 0) yield { kind: 'problem', problem: { kind: 'sitemap-empty', url } };
}

/** Gunzips what begins as gzip does (RFC 1952 §2.3.1), whatever its name and type say. */
async function* uncompressed(
  body: AsyncIterable<Uint8Array>,
  url: string,
  maxBytes: number,
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
    yield* limitBytes(decompress(whole(), 'gzip', url), maxBytes, url);
  } else {
    yield* whole();
  }
}

type Scanned = SitemapEntry | ({ readonly kind: 'fault' } & SitemapFault);

/** The entries of a sitemap, then the fault that reading ended at, if there was one. */
async function* scan(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Scanned> {
  const scanner = new SitemapScanner();
  let decoder: TextDecoder | undefined;
  for await (const piece of withLongStart(bytes, headBytes)) {
    if (decoder === undefined) {
      const encoding = xmlEncoding(piece);
      decoder = decoderFor(encoding);
      if (decoder === undefined) {
        yield { kind: 'fault', detail: `unknown encoding "${encoding}"`, line: 1, column: 1 };
        return;
      }
    }
    yield* scanner.write(decoder.decode(piece, { stream: true }));
    if (scanner.fault) break;
  }
  if (decoder !== undefined) yield* scanner.write(decoder.decode());
  scanner.end();
  if (scanner.fault) yield { kind: 'fault', ...scanner.fault };
}

function listEntry({ kind, loc, lastmod, position }: SitemapEntry, sitemap: string): Listed {
  const url = listedUrl(loc);
  if (url === undefined) {
    const value = excerpt(loc);
    const problem = { kind: 'sitemap-entry-invalid', url: sitemap, value, ...position } as const;
    return { kind: 'problem', problem };
  }
  if (kind === 'sitemap') return { kind, url };
  const date = lastmod === undefined || lastmod.length > maxLastmod ? {} : { lastmod };
  return { kind, url, found: { by: 'sitemap', in: sitemap, ...date } };
}
