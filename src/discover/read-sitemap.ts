import type { TextDecoder } from 'node:util';
import {
  decoderFor,
  encodingByMark,
  encodingByZeros,
  isUtf16Label,
  TolerantDecoder,
} from '../text/encoding.ts';
import { type BodyLimits, bufferStart, uncompressed } from '../web/body.ts';
import { type ListingItem, shortenValue } from './discoverer.ts';
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
  let decoder: Pick<TextDecoder, 'decode'> | undefined;
  let bytesRead = 0;
  try {
    const onProblem = listing.note.bind(listing);
    const whole = uncompressed(body, { ...limits, url: place.url, onProblem });
    for await (const piece of bufferStart(whole, headBytes)) {
      if (decoder === undefined) {
        // A fixed length, so that the result does not depend on how bytes arrive.
        const encoding = detectListingEncoding(piece.subarray(0, headBytes));
        decoder = listingDecoder(encoding);
        if (encoding.unknown !== undefined) {
          listing.note({ kind: 'charset-unknown', url: place.url, charset: encoding.unknown });
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
  listing.end(scanner.fault, scanner.isBlank);
  yield* listing.read();
}

/**
 * Whether a document begins as a listing that `readSitemap` reads, maybe with a fault further on. A
 * text begins with URLs for the most part; RDF is a listing only with items of RSS.
 * @param isWhole whether it is the whole document
 */
export function beginsListing(beginning: Uint8Array, isWhole: boolean): boolean {
  const decoder = listingDecoder(detectListingEncoding(beginning.subarray(0, headBytes)));
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

/** The encoding of a listing. */
interface ListingEncoding {
  /** A label that is known; undefined for UTF-8 or, where it is not valid UTF-8, windows-1252. */
  readonly label?: string;
  /** A declared label that names no encoding. */
  readonly unknown?: string;
}

function listingDecoder({ label }: ListingEncoding): Pick<TextDecoder, 'decode'> {
  return (label === undefined ? undefined : decoderFor(label)) ?? new TolerantDecoder();
}

/** Labels of UTF-16 for browsers; in an XML declaration they name no encoding. */
const unicodeLabel = /^(?:cs)?unicode/iu;

/**
 * The character encoding of an XML document (XML 1.0, appendix F), or of a text that begins in
 * ASCII: by byte order mark, width of the first character or declaration, else UTF-8. A text whose
 * declaration is readable as ASCII is not UTF-16, whatever it declares, but most likely UTF-8.
 */
export function detectListingEncoding(head: Uint8Array): ListingEncoding {
  const known = encodingByMark(head) ?? encodingByZeros(head);
  if (known !== undefined) return { label: known };
  const declaration = /^\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']([^"'<>]*)["']/u;
  const declared = declaration.exec(Buffer.from(head).toString('latin1'))?.[1]?.trim();
  if (declared === undefined) return { label: 'utf-8' };
  if (decoderFor(declared) === undefined || unicodeLabel.test(declared)) {
    return declared === '' ? {} : { unknown: declared };
  }
  return { label: isUtf16Label(declared) ? 'utf-8' : declared };
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
    const declaration = findUnusableDeclaration(text);
    if (declaration === undefined) return this.#scanner.write(text);
    // Blanks in its place, so that positions stay those of the text.
    const blanks = declaration.replaceAll(/[^\n\r]/gu, ' ');
    const position = { line: this.#blankLines + 1, column: 1 };
    const mend = { kind: 'mend', value: shortenValue(declaration), position } as const;
    return [mend, ...this.#scanner.write(blanks + text.slice(declaration.length))];
  }
}

/** XML 1.0, production 23. */
const usableDeclaration =
  /^<\?xml\s+version\s*=\s*(["'])1\.\d+\1(?:\s+encoding\s*=\s*(["'])[A-Za-z][\w.-]*\2)?(?:\s+standalone\s*=\s*(["'])(?:yes|no)\3)?\s*\?>$/u;

/** The XML declaration at the start of a text, where a parser would refuse it. */
function findUnusableDeclaration(text: string): string | undefined {
  const [declaration] = /^<\?xml\s[^<>]*>/iu.exec(text) ?? [];
  return declaration === undefined || usableDeclaration.test(declaration) ? undefined : declaration;
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
