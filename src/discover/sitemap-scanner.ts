import type { ListingScanner, SitemapFault, SitemapItem } from './sitemap-entry.ts';
import { SitemapTextScanner } from './sitemap-text.ts';
import { SitemapXmlScanner } from './sitemap-xml.ts';

/**
 * Reads a listing of any form: XML of all dialects, or text. Which one it is, the text itself says, whatever its name
 * and type are. Blank lines before it are as if they were not there, since many templates leave some before the XML
 * declaration. No text at all is no fault.
 */
export class SitemapScanner implements ListingScanner {
  #blankLines = 0;
  #scanner: ListingScanner | undefined;
  #fault: SitemapFault | undefined;

  get fault(): SitemapFault | undefined {
    return this.#fault ?? this.#scanner?.fault;
  }

  /** Whether there was no text, up to now. */
  get isBlank(): boolean {
    return this.#scanner === undefined && this.#fault === undefined;
  }

  /** The first piece should be long enough to show what this is. */
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

/** What a text is, when its beginning says that it is no listing. */
function otherFormat(text: string): string | undefined {
  if (/^<(?:!doctype\s+html|html)\b/iu.test(text)) return 'an HTML page';
  return /^[[{]/u.test(text) ? 'JSON' : undefined;
}
