import type { TextDecoder } from 'node:util';
import { decoderFor, encodingByMark, encodingByZeros } from '../text/encoding.ts';
import { type BodyLimits, decompress, limitBytes } from '../web/body.ts';
import type { ListingItem } from './discoverer.ts';
import type { SitemapEntry } from './sitemap-entry.ts';
import { SitemapListing, type SitemapLocation } from './sitemap-listing.ts';
import {
  type ListingScanner,
  type SitemapFault,
  type SitemapItem,
  SitemapXmlScanner,
} from './sitemap-xml.ts';

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
  const scanner = new SitemapScanner();
  let fault: SitemapFault | undefined;
  let decoder: TextDecoder | undefined;
  let bytesRead = 0;
  try {
    for await (const piece of bufferStart(uncompressed(body, place.url, limits), headBytes)) {
      if (decoder === undefined) {
        // A fixed length, so that the result does not depend on how bytes arrive.
        const encoding = detectListingEncoding(piece.subarray(0, headBytes));
        decoder = decoderFor(encoding);
        if (decoder === undefined) {
          fault = { detail: `unknown encoding "${encoding}"`, line: 1, column: 1 };
          break;
        }
      }
      listing.take(scanner.write(decoder.decode(piece, { stream: true })));
      bytesRead += piece.length;
      const isLarge = scanner.fault === undefined && bytesRead > maxProtocolBytes;
      if (isLarge) listing.exceed('bytes', maxProtocolBytes);
      // `yield*` would wait for an extra promise per item.
      for (const listed of listing.read()) yield listed;
      if (scanner.fault !== undefined) break;
    }
  } catch (error) {
    yield* listing.notices();
    throw error;
  }
  listing.take(scanner.write(decoder?.decode() ?? ''));
  listing.take(scanner.end());
  listing.end(fault ?? scanner.fault, scanner.isBlank);
  yield* listing.read();
}

/**
 * Whether a document begins as a listing that `readSitemap` reads, maybe with a fault further on. A
 * text begins with URLs for the most part; RDF is a listing only with items of RSS.
 * @param isWhole whether it is the whole document
 */
export function beginsListing(beginning: Uint8Array, isWhole: boolean): boolean {
  const decoder = decoderFor(detectListingEncoding(beginning.subarray(0, headBytes)));
  if (decoder === undefined) return false;
  const scanner = new SitemapScanner();
  const items = scanner.write(decoder.decode(beginning));
  const entries = [...items, ...(isWhole ? scanner.end() : [])].flatMap((item) =>
    item.kind === 'url' || item.kind === 'sitemap' ? [item] : [],
  );
  if (scanner.root !== undefined) return scanner.root !== 'RDF' || entries.length > 0;
  const lines = entries.slice(0, headLines);
  const urls = lines.filter(({ loc }) => /^https?:\/\/\S+$/iu.test(loc));
  return scanner.fault === undefined && urls.length > 0 && urls.length >= lines.length / 2;
}

/** Decompresses gzip by its magic number (RFC 1952 §2.3.1), whatever name and type say. */
export async function* uncompressed(
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
async function* bufferStart(
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

/**
 * Parses a listing of any format, XML or text, detected from the text itself. Leading blank lines
 * are ignored, since many templates leave some before the XML declaration. An empty text is not a
 * fault.
 */
class SitemapScanner implements ListingScanner {
  #blankLines = 0;
  #scanner: ListingScanner | undefined;
  #fault: SitemapFault | undefined;

  get fault(): SitemapFault | undefined {
    return this.#fault ?? this.#scanner?.fault;
  }

  /** The local name of the root element, if it is that of a listing. */
  get root(): string | undefined {
    return this.#scanner instanceof SitemapXmlScanner ? this.#scanner.root : undefined;
  }

  /** Whether there was no text so far. */
  get isBlank(): boolean {
    return this.#scanner === undefined && this.#fault === undefined;
  }

  /** The first piece must be long enough to detect the format. */
  write(piece: string): readonly SitemapItem[] {
    if (this.#fault) return [];
    return this.#scanner === undefined ? this.#start(piece) : this.#scanner.write(piece);
  }

  end(): readonly SitemapItem[] {
    return this.#scanner?.end() ?? [];
  }

  #start(piece: string): readonly SitemapItem[] {
    const text = piece.trimStart();
    const blank = piece.slice(0, piece.length - text.length);
    this.#blankLines += blank.split(/\r\n|\n|\r/u).length - 1;
    if (text === '') return [];
    const detail = otherFormat(text);
    if (detail !== undefined) {
      this.#fault = { detail, line: this.#blankLines + 1, column: 1 };
      return [];
    }
    const Scanner = text.startsWith('<') ? SitemapXmlScanner : SitemapTextScanner;
    this.#scanner = new Scanner(this.#blankLines);
    return this.#scanner.write(text);
  }
}

/** The format of a text whose beginning shows that it is not a listing. */
function otherFormat(text: string): string | undefined {
  if (/^<(?:!doctype\s+html|html)\b/iu.test(text)) return 'an HTML page';
  return /^[[{]/u.test(text) ? 'JSON' : undefined;
}

/** Enough lines to tell a list with a heading from unrelated text. */
const headLines = 10;

/** No server accepts longer URLs; the rest of a line is dropped. */
const maxLine = 10_000;

/**
 * Parses a text sitemap (sitemaps.org, "Text file"): one URL per line, with any of the three line
 * ends; blank lines are ignored. A text without a URL in its first lines is a fault; later lines
 * are passed on whatever they contain.
 */
export class SitemapTextScanner implements ListingScanner {
  /** Set where the first lines have no URL. */
  fault: SitemapFault | undefined;
  #line: number;
  /** The unfinished line. */
  #open = '';
  /** A carriage return that may belong to a following line feed. */
  #carried = '';
  /** Lines before the first URL. */
  #head: SitemapEntry[] | undefined = [];
  #ready: SitemapEntry[] = [];

  /** @param linesBefore blank lines removed before the text */
  constructor(linesBefore: number) {
    this.#line = linesBefore + 1;
  }

  write(piece: string): readonly SitemapEntry[] {
    const whole = this.#carried + piece;
    this.#carried = whole.endsWith('\r') ? '\r' : '';
    const text = this.#carried === '' ? whole : whole.slice(0, -1);
    let start = 0;
    for (const { 0: end, index } of text.matchAll(/\r\n|\n|\r/gu)) {
      if (this.fault) return [];
      this.#add(text.slice(start, index));
      this.#close();
      start = index + end.length;
    }
    this.#add(text.slice(start));
    return this.#take();
  }

  end(): readonly SitemapEntry[] {
    this.#close();
    if (this.#head !== undefined) this.#fail(this.#head);
    return this.#take();
  }

  #take(): readonly SitemapEntry[] {
    const ready = this.fault ? [] : this.#ready;
    this.#ready = [];
    return ready;
  }

  #add(text: string): void {
    const room = maxLine - this.#open.length;
    if (room > 0) this.#open += text.slice(0, room);
  }

  #close(): void {
    const written = this.#open;
    const loc = written.trim();
    const line = this.#line;
    this.#open = '';
    this.#line += 1;
    if (loc === '') return;
    const column = written.length - written.trimStart().length + 1;
    const entry = { kind: 'url', loc, position: { line, column } } as const;
    if (this.#head === undefined) {
      this.#ready.push(entry);
      return;
    }
    this.#head.push(entry);
    if (/^https?:\/\//iu.test(loc)) {
      this.#ready.push(...this.#head);
      this.#head = undefined;
    } else if (this.#head.length === headLines) {
      this.#fail(this.#head);
    }
  }

  #fail([first]: readonly SitemapEntry[]): void {
    if (first === undefined) return;
    this.fault ??= { detail: 'not a list of URLs', ...first.position };
  }
}
