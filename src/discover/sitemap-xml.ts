import { SaxesParser } from 'saxes';
import type { Position } from '../model/problem.ts';
import { lastWordIn, LoneAmpersands, maxWord } from '../text/lone-ampersands.ts';
import {
  type EntryElement,
  type EntryField,
  findSitemapDialect,
  type LabelElement,
  ListingHead,
  type ListingPart,
  type SitemapDialect,
  type XmlAttributes,
} from './sitemap-dialects.ts';
import type { SitemapEntry } from './sitemap-entry.ts';

/** The fault at which parsing stopped. */
export interface SitemapFault extends Position {
  readonly detail: string;
}

/** A fault that had only one possible reading and was repaired; the word around it. */
export interface SitemapMend {
  readonly kind: 'mend';
  readonly value: string;
  readonly position: Position;
}

/** What parsing of a listing yields, in its order. */
export type SitemapItem =
  | SitemapEntry
  | SitemapMend
  /** The listing was read to its end and is of an incomplete kind. */
  | { readonly kind: 'part'; readonly part: ListingPart };

/** An incremental parser of one listing format. Never throws. */
export interface ListingScanner {
  /** Parsing stops at the first fault. */
  readonly fault: SitemapFault | undefined;
  /** Parses the next piece of text and returns the completed items in order. */
  write(piece: string): readonly SitemapItem[];
  /** Ends the text and returns the remaining items. Unclosed elements may be a fault. */
  end(): readonly SitemapItem[];
}

/**
 * The protocols need four levels and extensions a few more; the parser keeps each open element in
 * memory.
 */
const maxDepth = 100;
/** The parser's messages contain names of any length. */
const maxDetail = 120;
/** No server accepts longer URLs; the rest of a field is dropped. */
const maxText = 10_000;
/**
 * A page in every language of the world has as many alternates; entries with labels may be kept in
 * memory for hours.
 */
const maxLabels = 200;
/** For the attributes of all labels of an entry, in UTF-16 code units. */
const maxLabelText = 65_536;

const labelElements: ReadonlySet<string> = new Set(['link', 'ln', 'md']);
const correction = '&amp;';

/** A child element whose text is being read. */
interface OpenField extends EntryField {
  text: string;
}

interface OpenEntry extends EntryElement {
  /** With its colon. */
  readonly prefix: string;
  readonly depth: number;
  readonly fields: Map<string, OpenField>;
  readonly labels: LabelElement[];
  labelText: number;
}

/**
 * Parses a listing in XML. The root element determines the dialect; elements are matched by local
 * name, since namespaces are spelt in many ways. Ampersands that begin no reference are mended.
 * Entities other than XML's five are never expanded: a declared one is a fault.
 */
export class SitemapXmlScanner implements ListingScanner {
  readonly #parser = new SaxesParser({ xmlns: false, position: false });
  readonly #ampersands = new LoneAmpersands();
  readonly #linesBefore: number;
  /** The fault at which parsing stopped. */
  fault: SitemapFault | undefined;
  #ready: SitemapItem[] = [];
  /** Column of the next character for the parser. */
  #column = 1;
  /** The last characters that were parsed. */
  #before = '';
  /** Characters that mending added to a line. */
  #added = { line: 0, characters: 0 };
  /** The positions after the last tag and after the one before it. */
  #readTo: Position = { line: 1, column: 1 };
  #readBefore = this.#readTo;
  #depth = 0;
  #dialect: SitemapDialect | undefined;
  /** The local name of the root element, if it is that of a listing. */
  root: string | undefined;
  #rootAttributes: XmlAttributes = {};
  readonly #head = new ListingHead();
  #entry: OpenEntry | undefined;
  #field: OpenField | undefined;

  /** @param linesBefore blank lines removed before the text */
  constructor(linesBefore: number) {
    this.#linesBefore = linesBefore;
    this.#parser.on('opentag', ({ name, attributes }) => {
      this.#depth += 1;
      this.#open(name, attributes);
    });
    this.#parser.on('closetag', () => {
      this.#close();
      this.#depth -= 1;
    });
    this.#parser.on('text', (text) => this.#append(text));
    this.#parser.on('cdata', (text) => this.#append(text));
    this.#parser.on('error', ({ message }) => this.#fail(message));
  }

  write(piece: string): readonly SitemapItem[] {
    this.#feed(this.#ampersands.split(piece));
    return this.#take();
  }

  end(): readonly SitemapItem[] {
    this.#feed(this.#ampersands.end());
    if (!this.fault) this.#parser.close();
    return this.#take();
  }

  #take(): readonly SitemapItem[] {
    const ready = this.#ready;
    this.#ready = [];
    return ready;
  }

  /** Passes pieces to the parser, with a mended ampersand at each cut. */
  #feed([first = '', ...others]: readonly string[]): void {
    this.#write(first);
    for (const text of others) {
      if (this.fault) return;
      this.#mend(text);
      this.#write(text);
    }
  }

  #write(text: string): void {
    if (this.fault) return;
    this.#parser.write(text);
    const lineFeed = text.lastIndexOf('\n');
    const line = text.slice(lineFeed + 1);
    const written = line.slice(line.lastIndexOf('\r') + 1);
    const isSameLine = written.length === text.length;
    this.#column = (isSameLine ? this.#column : 1) + written.length;
    this.#before =
      text.length < maxWord ? (this.#before + text).slice(-maxWord) : text.slice(-maxWord);
  }

  /** Writes an escaped ampersand and records the repair. */
  #mend(after: string): void {
    const line = this.#parser.line + this.#linesBefore;
    const [end = ''] = /^[^\s<>"']*/u.exec(after.slice(0, maxWord)) ?? [];
    const value = `${lastWordIn(this.#before)}&${end}`;
    this.#ready.push({ kind: 'mend', value, position: { line, column: this.#column } });
    if (this.#added.line !== line) this.#added = { line, characters: 0 };
    this.#added.characters += correction.length - 1;
    this.#parser.write(correction);
    this.#column += 1;
    this.#before += '&';
  }

  #open(name: string, attributes: XmlAttributes): void {
    const colon = name.indexOf(':') + 1;
    const local = name.slice(colon);
    const prefix = name.slice(0, colon);
    if (this.#depth === 1) this.#openRoot(local, attributes);
    else if (this.#depth > maxDepth) this.#fail(`more than ${maxDepth} nested elements`);
    this.#advance();
    if (this.#entry !== undefined) {
      if (this.#depth === this.#entry.depth + 1) this.#openChild(local, prefix, attributes);
    } else if (this.#dialect?.isEntry(local, this.#depth) === true) {
      this.#entry = {
        local,
        prefix,
        depth: this.#depth,
        attributes,
        rootAttributes: this.#rootAttributes,
        position: this.#readTo,
        fields: new Map(),
        labels: [],
        labelText: 0,
      };
    } else if (this.#depth > 1 && this.#depth <= (this.#dialect?.headDepth ?? 0)) {
      this.#head.note({ local, prefix, attributes, rootAttributes: this.#rootAttributes });
    }
  }

  #openRoot(local: string, attributes: XmlAttributes): void {
    this.#dialect = findSitemapDialect(local);
    this.#rootAttributes = attributes;
    if (this.#dialect !== undefined) {
      this.root = local;
      return;
    }
    this.#fail(local.toLowerCase() === 'html' ? 'an HTML page' : `root element <${local}>`);
  }

  #openChild(local: string, prefix: string, attributes: XmlAttributes): void {
    const entry = this.#entry;
    const dialect = this.#dialect;
    const position = this.#readTo;
    if (entry === undefined || dialect === undefined) return;
    if (labelElements.has(local)) addLabel(entry, { local, attributes, position });
    const wanted = dialect.fields.get(local);
    if (wanted === undefined || (wanted === 'own' && prefix !== entry.prefix)) return;
    if (entry.fields.has(local)) return;
    this.#field = { text: '', attributes, position };
    entry.fields.set(local, this.#field);
  }

  #append(text: string): void {
    if (this.#field === undefined || this.#depth - 1 !== this.#entry?.depth) return;
    const room = maxText - this.#field.text.length;
    if (room > 0) this.#field.text += text.slice(0, room);
  }

  #close(): void {
    this.#advance();
    if (this.#depth === 1 && !this.fault) {
      const part = this.#dialect?.detectPart(this.#head);
      if (part !== undefined) this.#ready.push({ kind: 'part', part });
    }
    const entry = this.#entry;
    if (entry === undefined) return;
    if (this.#depth === entry.depth + 1) this.#field = undefined;
    if (this.#depth !== entry.depth) return;
    this.#entry = undefined;
    if (this.fault) return;
    const item = this.#dialect?.readEntry(entry);
    if (item !== undefined) this.#ready.push(item);
  }

  /** Records the position of a tag; a tag that closes several elements is recorded once. */
  #advance(): void {
    const here = this.#position();
    if (isSame(here, this.#readTo)) return;
    this.#readBefore = this.#readTo;
    this.#readTo = here;
  }

  /**
   * Stops parsing. The fault is placed after the last readable tag, since the parser notices some
   * faults late: an undeclared entity only at its semicolon. A tag that closes the wrong element
   * counts as readable.
   */
  #fail(detail: string): void {
    const inTag = isSame(this.#position(), this.#readTo);
    this.fault ??= {
      detail: detail.slice(0, maxDetail),
      ...(inTag ? this.#readBefore : this.#readTo),
    };
  }

  /** Position of the next character; valid only while the parser reads. */
  #position(): Position {
    const { line: parsed, columnIndex } = this.#parser;
    const line = parsed + this.#linesBefore;
    const added = this.#added.line === line ? this.#added.characters : 0;
    return { line, column: columnIndex + 1 - added };
  }
}

/** Keeps a label within the limits of an entry. */
function addLabel(entry: OpenEntry, label: LabelElement): void {
  const values = Object.values(label.attributes);
  entry.labelText += values.reduce((length, value) => length + value.length, 0);
  if (entry.labels.length < maxLabels && entry.labelText <= maxLabelText) entry.labels.push(label);
}

function isSame(one: Position, other: Position): boolean {
  return one.line === other.line && one.column === other.column;
}
