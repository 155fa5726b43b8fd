/** A part of a response, in its order. Texts hold a byte in each character (Latin-1). */
export type OaiPart =
  /** The start tag of an element that holds others. */
  | { readonly kind: 'tag'; readonly name: string; readonly text: string }
  /** A whole element. */
  | {
      readonly kind: 'element';
      readonly name: string;
      readonly text: string;
      readonly line: number;
    }
  /** An element that does not end, up to where reading goes on. */
  | {
      readonly kind: 'broken';
      readonly name: string;
      readonly text: string;
      readonly line: number;
    };

/** The elements that are passed on whole. */
const wholeElements: ReadonlySet<string> = new Set([
  'Identify',
  'error',
  'header',
  'metadataFormat',
  'record',
  'responseDate',
  'resumptionToken',
]);

/** What begins at a place that matters: a comment and the like, or a tag of these elements. */
const marks =
  /<(?:!--|!\[CDATA\[|\?|(\/?)((?:[A-Za-z_][\w.-]{0,99}:)?(OAI-PMH|ListRecords|ListIdentifiers|Identify|error|header|metadataFormat|record|responseDate|resumptionToken))(?=[\s/>]))/gu;

const literalEnds: Readonly<Record<string, string>> = {
  '<!--': '-->',
  '<![CDATA[': ']]>',
  '<?': '?>',
};

/** The start tag of a record and of its header, as nothing but a record begins. */
const recordBeginning =
  /<(?:[A-Za-z_][\w.-]{0,99}:)?record(?:\s[^<>]{0,5000})?>\s*<(?:[A-Za-z_][\w.-]{0,99}:)?header[\s>/]/u;
const nextRecord = new RegExp(recordBeginning, 'gu');
const recordHere = new RegExp(recordBeginning, 'yu');

interface OpenElement {
  readonly name: string;
  /** With its prefix. */
  readonly qName: string;
  readonly start: number;
  readonly line: number;
  depth: number;
}

/**
 * Cuts a response of OAI-PMH into its elements by their tags alone, so that a fault within a record
 * costs only that record. Elements within a record do not matter, also where they have the same
 * names, such as `record` of MARCXML. Never throws.
 */
export class OaiScanner {
  readonly #maxLength: number;
  #text = '';
  /** The text behind it that was not looked at yet. */
  #ahead = '';
  /** Where reading goes on. */
  #at = 0;
  #line = 1;
  /** Up to where lines were counted. */
  #counted = 0;
  #open: OpenElement | undefined;
  /** A record did not end: from now on each start of a record begins one. */
  #isDamaged = false;
  #parts: OaiPart[] = [];
  /** Whether the root element has ended. */
  isClosed = false;

  /** @param maxLength of an element; a longer one counts as one that does not end */
  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  /** Reads the next bytes, each as a character. */
  write(piece: string): readonly OaiPart[] {
    this.#ahead += piece;
    // What has no end yet is looked at again only when it is twice as long, so that this is linear.
    const { length } = this.#ahead;
    const mayWait = length < this.#text.length && this.#text.length + length <= this.#maxLength;
    if (mayWait) return [];
    this.#lookAhead();
    while (this.#step(this.#text.lastIndexOf('>') + 1));
    this.#trim();
    if (this.#open !== undefined && this.#text.length > this.#maxLength) this.#recover();
    return this.#take();
  }

  /** Ends the response. */
  end(): readonly OaiPart[] {
    this.#lookAhead();
    while (this.#step(this.#text.length) || this.#recover());
    return this.#take();
  }

  #lookAhead(): void {
    this.#text += this.#ahead;
    this.#ahead = '';
  }

  #take(): readonly OaiPart[] {
    const parts = this.#parts;
    this.#parts = [];
    return parts;
  }

  /** Reads up to the next mark. @returns whether there may be another one before `limit` */
  #step(limit: number): boolean {
    marks.lastIndex = this.#at;
    const mark = marks.exec(this.#text);
    if (mark === null || mark.index >= limit) {
      // A mark may begin in what is left.
      this.#at = Math.max(this.#at, Math.min(limit, this.#text.length));
      return false;
    }
    const [found, slash, qName = '', name = ''] = mark;
    const end = this.#endOf(mark.index, found);
    if (end === 0) {
      this.#at = mark.index;
      return false;
    }
    this.#at = end;
    if (name === '') return true;
    const tag = this.#text.slice(mark.index, end);
    if (slash === '/') this.#close(name, qName);
    else this.#start({ name, qName, start: mark.index, line: 0, depth: 1 }, tag);
    return true;
  }

  /** Where a comment or tag ends; 0 where it does not yet. */
  #endOf(start: number, opening: string): number {
    const literalEnd = literalEnds[opening];
    if (literalEnd === undefined) return this.#endOfTag(start + opening.length);
    const at = this.#text.indexOf(literalEnd, start + opening.length);
    return at === -1 ? 0 : at + literalEnd.length;
  }

  #endOfTag(from: number): number {
    let quote = '';
    for (let at = from; at < this.#text.length; at += 1) {
      const character = this.#text.charAt(at);
      if (quote !== '') {
        if (character === quote) quote = '';
      } else if (character === '>') return at + 1;
      else if (character === '"' || character === "'") quote = character;
    }
    return 0;
  }

  #start(element: OpenElement, tag: string): void {
    const open = this.#open;
    const isEmpty = tag.endsWith('/>');
    if (open !== undefined) {
      if (open.qName !== element.qName) return;
      if (this.#isDamaged && this.#beginsRecord(element.start)) this.#break(open, element.start);
      else {
        if (!isEmpty) open.depth += 1;
        return;
      }
    }
    if (!wholeElements.has(element.name)) {
      this.#parts.push({ kind: 'tag', name: element.name, text: tag });
      return;
    }
    const line = this.#lineAt(element.start);
    if (isEmpty) this.#parts.push({ kind: 'element', name: element.name, text: tag, line });
    else this.#open = { ...element, line };
  }

  #close(name: string, qName: string): void {
    const open = this.#open;
    if (open === undefined) {
      if (name === 'OAI-PMH') this.isClosed = true;
      return;
    }
    if (open.qName === qName) {
      open.depth -= 1;
      if (open.depth > 0) return;
      const text = this.#text.slice(open.start, this.#at);
      this.#parts.push({ kind: 'element', name: open.name, text, line: open.line });
      this.#open = undefined;
    } else if (!wholeElements.has(name)) this.#recover();
  }

  /** Gives up an element that does not end, and reads on behind its beginning. */
  #recover(): boolean {
    const open = this.#open;
    if (open === undefined) return false;
    this.#isDamaged = true;
    this.#line = open.line;
    this.#counted = open.start;
    nextRecord.lastIndex = open.start + 1;
    const next = nextRecord.exec(this.#text)?.index;
    const token = this.#text.indexOf('resumptionToken', open.start);
    const rest = token === -1 ? this.#text.length : this.#text.lastIndexOf('<', token);
    this.#at = next ?? Math.max(rest, open.start + 1);
    this.#break(open, this.#at);
    return true;
  }

  #break({ name, start, line }: OpenElement, end: number): void {
    this.#parts.push({ kind: 'broken', name, text: this.#text.slice(start, end), line });
    this.#open = undefined;
  }

  #beginsRecord(at: number): boolean {
    recordHere.lastIndex = at;
    return recordHere.test(this.#text);
  }

  #lineAt(place: number): number {
    for (let at = this.#text.indexOf('\n', this.#counted); at !== -1 && at < place;) {
      this.#line += 1;
      this.#counted = at + 1;
      at = this.#text.indexOf('\n', this.#counted);
    }
    return this.#line;
  }

  /** Drops what was read. */
  #trim(): void {
    // A text of any length without a tag is no part of the protocol.
    if (this.#open === undefined && this.#text.length - this.#at > this.#maxLength) {
      this.#at = this.#text.length;
    }
    const from = this.#open?.start ?? this.#at;
    if (from === 0) return;
    this.#lineAt(from);
    this.#text = this.#text.slice(from);
    this.#at -= from;
    this.#counted = Math.max(0, this.#counted - from);
    if (this.#open !== undefined) this.#open = { ...this.#open, start: 0 };
  }
}
