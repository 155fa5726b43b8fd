import type { ListingScanner, SitemapEntry, SitemapFault, SitemapItem } from './sitemap-entry.ts';
import { SitemapXmlScanner } from './sitemap-xml.ts';

/**
 * Parses a listing of any format, XML or text, detected from the text itself. Leading blank lines
 * are ignored, since many templates leave some before the XML declaration. An empty text is not a
 * fault.
 */
export class SitemapScanner implements ListingScanner {
  #blankLines = 0;
  #scanner: ListingScanner | undefined;
  #fault: SitemapFault | undefined;

  get fault(): SitemapFault | undefined {
    return this.#fault ?? this.#scanner?.fault;
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
    const other = otherFormat(text);
    if (other !== undefined) {
      this.#fault = { detail: other, line: this.#blankLines + 1, column: 1 };
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
  #fault: SitemapFault | undefined;
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

  get fault(): SitemapFault | undefined {
    return this.#fault;
  }

  write(piece: string): readonly SitemapEntry[] {
    const whole = this.#carried + piece;
    this.#carried = whole.endsWith('\r') ? '\r' : '';
    const text = this.#carried === '' ? whole : whole.slice(0, -1);
    let start = 0;
    for (const { 0: end, index } of text.matchAll(/\r\n|\n|\r/gu)) {
      if (this.#fault) return [];
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
    const ready = this.#fault ? [] : this.#ready;
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
    this.#fault ??= { detail: 'not a list of URLs', ...first.position };
  }
}
