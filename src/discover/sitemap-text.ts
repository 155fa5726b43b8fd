import type { ListingScanner, SitemapEntry, SitemapFault } from './sitemap-entry.ts';

/** Enough lines to tell a list with a heading from a text about something else. */
const headLines = 10;

/** No URL that servers accept is as long; what a line has beyond it need not be kept. */
const maxLine = 10_000;

/**
 * Reads a sitemap as text (sitemaps.org, "Text file"): one URL a line, with any of the three line ends; blank lines are
 * nothing. A text of which the first lines are no URLs is a fault. Lines between others are given whatever they are.
 */
export class SitemapTextScanner implements ListingScanner {
  #fault: SitemapFault | undefined;
  #line: number;
  /** The beginning of the line that has not ended. */
  #open = '';
  /** A carriage return, until it is known whether a line feed belongs to it. */
  #carried = '';
  /** Lines that wait for a first URL. */
  #head: SitemapEntry[] | undefined = [];
  #ready: SitemapEntry[] = [];

  /** @param linesBefore blank lines that were taken away before the text */
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

  /** Ends a line. */
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
    this.#fault ??= { detail: 'text that is no list of URLs', ...first.position };
  }
}
