import { SaxesParser } from 'saxes';
import type { Position } from '../model/problem.ts';

/** One `<url>` or `<sitemap>` element. */
export interface SitemapEntry {
  readonly kind: 'url' | 'sitemap';
  /** As written, after decoding of entities; empty where there is none. */
  readonly loc: string;
  readonly lastmod?: string;
  /** Where `loc` begins, or the entry where it has none. */
  readonly position: Position;
}

export interface SitemapFault extends Position {
  readonly detail: string;
}

/** The protocol needs three, and extensions a few more; the parser keeps each in memory until it is closed. */
const maxDepth = 100;
/** The parser puts names into its messages, however long they are. */
const maxDetail = 120;

type Field = 'loc' | 'lastmod';

interface OpenEntry {
  readonly kind: SitemapEntry['kind'];
  /** With its colon. Extensions have elements of the same names (`image:loc`) under prefixes of their own. */
  readonly prefix: string;
  position: Position;
  readonly text: Partial<Record<Field, string>>;
}

/**
 * Reads a sitemap or sitemap index piece by piece. Elements are known by their local names, since the namespace is
 * spelt in many ways (sitemaps.org demands one). Entities beyond the five of XML are not expanded but a fault.
 * Reading ends at the first fault.
 */
export class SitemapScanner {
  readonly #parser = new SaxesParser({ xmlns: false, position: false });
  #ready: SitemapEntry[] = [];
  #fault: SitemapFault | undefined;
  #started = false;
  #linesBefore = 0;
  /** Behind the last tag, and behind the one before. */
  #readTo: Position = { line: 1, column: 1 };
  #readBefore = this.#readTo;
  #depth = 0;
  #entry: OpenEntry | undefined;
  #field: Field | undefined;

  constructor() {
    this.#parser.on('opentag', ({ name }) => {
      this.#depth += 1;
      this.#open(name);
    });
    this.#parser.on('closetag', () => {
      this.#close();
      this.#depth -= 1;
    });
    this.#parser.on('text', (text) => {
      this.#append(text);
    });
    this.#parser.on('cdata', (text) => {
      this.#append(text);
    });
    this.#parser.on('error', ({ message }) => {
      this.#fail(message);
    });
  }

  /** What reading ended at. */
  get fault(): SitemapFault | undefined {
    return this.#fault;
  }

  /**
   * Takes the next piece of the text and gives the entries that became complete. The first piece should be long
   * enough to show what this is.
   */
  write(piece: string): SitemapEntry[] {
    if (this.#fault) return [];
    this.#parser.write(this.#started ? piece : this.#start(piece));
    return this.#take();
  }

  /** Says that there is no more text: what is still open is a fault. No text at all is none. */
  end(): void {
    if (this.#started && !this.#fault) this.#parser.close();
  }

  #take(): SitemapEntry[] {
    const ready = this.#ready;
    this.#ready = [];
    return ready;
  }

  /** Takes blank lines before the XML declaration as if they were not there: many templates leave some. */
  #start(piece: string): string {
    const text = piece.trimStart();
    const blank = piece.slice(0, piece.length - text.length);
    this.#linesBefore += blank.split('\n').length - 1;
    if (text === '') return '';
    this.#started = true;
    const other = otherFormat(text);
    if (other !== undefined) this.#fail(other);
    return text;
  }

  #open(name: string): void {
    const colon = name.indexOf(':') + 1;
    const local = name.slice(colon);
    const prefix = name.slice(0, colon);
    if (this.#depth === 1 && local !== 'urlset' && local !== 'sitemapindex') {
      this.#fail(unexpectedRoot(local));
    } else if (this.#depth > maxDepth) {
      this.#fail(`more than ${maxDepth} elements within each other`);
    }
    this.#advance();
    if (this.#depth === 2 && (local === 'url' || local === 'sitemap')) {
      this.#entry = { kind: local, prefix, position: this.#readTo, text: {} };
    } else if (this.#depth === 3 && this.#entry?.prefix === prefix) {
      this.#openField(this.#entry, local);
    }
  }

  #openField(entry: OpenEntry, local: string): void {
    // Of repeated fields the first counts.
    if ((local !== 'loc' && local !== 'lastmod') || entry.text[local] !== undefined) return;
    this.#field = local;
    entry.text[local] = '';
    if (local === 'loc') entry.position = this.#readTo;
  }

  #append(text: string): void {
    if (this.#entry && this.#field && this.#depth === 3) {
      this.#entry.text[this.#field] += text;
    }
  }

  #close(): void {
    this.#advance();
    if (this.#depth === 3) this.#field = undefined;
    if (this.#depth !== 2 || !this.#entry || this.#fault) return;
    const { kind, position, text } = this.#entry;
    const lastmod = text.lastmod?.trim() ?? '';
    this.#entry = undefined;
    const loc = text.loc ?? '';
    this.#ready.push({ kind, loc, ...(lastmod === '' ? {} : { lastmod }), position });
  }

  /** Notes that there is a tag here; one that closes several elements is noted once. */
  #advance(): void {
    const here = this.#position();
    if (isSame(here, this.#readTo)) return;
    this.#readBefore = this.#readTo;
    this.#readTo = here;
  }

  /**
   * Ends reading. The fault is said to be behind the last tag that could be read: a lone `&`, the most frequent one, is
   * noticed by the parser only at the next semicolon, or at the end. A tag that closes the wrong element is a tag, too.
   */
  #fail(detail: string): void {
    const inTag = isSame(this.#position(), this.#readTo);
    this.#fault ??= {
      detail: detail.slice(0, maxDetail),
      ...(inTag ? this.#readBefore : this.#readTo),
    };
  }

  /** Of the next character. */
  #position(): Position {
    const { line, columnIndex } = this.#parser;
    return { line: line + this.#linesBefore, column: columnIndex + 1 };
  }
}

function isSame(one: Position, other: Position): boolean {
  return one.line === other.line && one.column === other.column;
}

/** What a text is, when its beginning says that it is no XML. */
function otherFormat(text: string): string | undefined {
  if (/^<(?:!doctype\s+html|html)\b/iu.test(text)) return 'an HTML page';
  if (/^[[{]/u.test(text)) return 'JSON';
  return text.startsWith('<') ? undefined : 'text that is not XML';
}

function unexpectedRoot(local: string): string {
  return local.toLowerCase() === 'html' ? 'an HTML page' : `root element <${local}>`;
}
