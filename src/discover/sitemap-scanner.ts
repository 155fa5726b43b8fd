import type { ListingScanner, SitemapFault, SitemapItem } from './sitemap-entry.ts';
import { SitemapTextScanner } from './sitemap-text.ts';
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
