import { parseMediaType } from '../model/media-type.ts';
import { readTags, type StartTag, type TagListener } from './page-scan.ts';

/** What a page without metadata shows of the reason for that. */
export interface PageSigns {
  /** The text of the first `<title>`, and that of the first `<h1>`; blanks are not normalised. */
  readonly title: string;
  readonly heading: string;
  /** The number of visible characters, without surrounding blanks. */
  readonly textLength: number;
  /** The beginning of the visible text, with a blank between elements. */
  readonly text: string;
  /** What `<noscript>` elements say. */
  readonly noscript: string;
  /** The first scripts, in document order. */
  readonly scripts: readonly ScriptSign[];
  /** Addresses of scripts, styles, images and frames, and names of elements, of the first ones. */
  readonly addresses: readonly string[];
  /** Whether it asks for a password outside of header, footer and menus, which each page has. */
  readonly hasPasswordField: boolean;
  /** The start tag of an empty element that an application fills in the browser. */
  readonly emptyRoot?: string;
}

/** A script element. */
export interface ScriptSign {
  /** Its media type, in lower case, without parameters; empty where it has none. */
  readonly type: string;
  /** Whether it runs code from an address, or as a module. */
  readonly isApplication: boolean;
  readonly text: string;
}

/** Bounds on what is kept of a page. */
const maxScripts = 200;
const maxAddresses = 2000;
const maxKeptText = 1000;
/** Longer pages are no tombstones. */
const maxText = 8000;

/** Elements whose text is not content that a visitor reads first. */
const hidden: readonly string[] = ['select', 'svg', 'template'];
/** Elements with a login form on pages that need no login. */
const surroundings: ReadonlySet<string> = new Set(['aside', 'dialog', 'footer', 'header', 'nav']);
/** Elements whose nesting matters. */
const counted: ReadonlySet<string> = new Set([...hidden, ...surroundings, 'noscript']);
/** Elements whose content is text for the tokenizer. */
const rawElements: ReadonlySet<string> = new Set([
  'iframe',
  'noembed',
  'noframes',
  'script',
  'style',
  'title',
]);

/** Ids of the elements that frameworks fill (React, Vue, Next.js, Nuxt, Gatsby, Quasar, Svelte). */
const rootIds: ReadonlySet<string> = new Set(
  (
    '__next __nuxt ___gatsby __layout app app-container app-root appcontainer application ' +
    'approot main-app q-app react-app react-root reactapp root svelte vue-app'
  ).split(' '),
);
/** Elements of applications (Angular, Ember, Polymer): `<app-root>`, `<ds-app>`. */
const rootElement = /^(?:app-[a-z]+|[a-z]+-(?:app|root))$/u;
/** Attributes of the elements that AngularJS fills. */
const viewAttributes: readonly string[] = ['ng-view', 'data-ng-view', 'ui-view', 'data-ui-view'];
/** An element with more text than "Loading, please wait" is not empty. */
const maxLoadingText = 60;

/** Reads the signs of a page in one pass, in linear time. @param xml see `scanPage` */
export function readPageSigns(html: string, xml: boolean): PageSigns {
  const reader = new SignReader(html, xml);
  readTags(html, reader, xml);
  return reader;
}

/** An element that an application may fill. */
interface RootElement {
  readonly name: string;
  readonly tag: string;
  /** Open elements of its name, itself included. */
  depth: number;
  textLength: number;
}

class SignReader implements PageSigns, TagListener {
  readonly names = { has: () => true };
  title = '';
  heading = '';
  textLength = 0;
  text = '';
  noscript = '';
  readonly scripts: ScriptSign[] = [];
  readonly addresses: string[] = [];
  hasPasswordField = false;
  emptyRoot?: string;

  readonly #html: string;
  /** Open elements of `counted`, by name. */
  readonly #open = new Map<string, number>();
  readonly #xml: boolean;
  /** The open element of `rawElements`, and the open script with the extent of its text. */
  #raw: string | undefined;
  #script: (Omit<ScriptSign, 'text'> & { start: number; end: number }) | undefined;
  #root: RootElement | undefined;
  /** Whether a tag came since the last visible text. */
  #isNewElement = false;
  /** Whether the first title and heading are done, or open. */
  #titles: 'none' | 'open' | 'done' = 'none';
  #headings: 'none' | 'open' | 'done' = 'none';

  constructor(html: string, xml: boolean) {
    this.#html = html;
    this.#xml = xml;
  }

  isInForeignContext(): boolean {
    return this.#isIn('svg');
  }

  onStartTag({ name, attributes }: StartTag, selfClosing: boolean): void {
    this.#begin(name, attributes);
    if (selfClosing && (this.#xml || this.#isIn('svg'))) this.onEndTag(name);
  }

  #begin(name: string, attributes: StartTag['attributes']): void {
    this.#isNewElement = true;
    if (rawElements.has(name)) this.#beginRaw(name, attributes);
    if (name === 'h1' && this.#headings === 'none') this.#headings = 'open';
    if (counted.has(name)) this.#count(name, 1);
    if (name === 'input') this.#input(attributes);
    this.#addAddresses(attributes);
    if (this.#root?.name === name) this.#root.depth += 1;
    else if (this.#root === undefined && this.emptyRoot === undefined) {
      const tag = applicationTag(name, attributes);
      if (tag !== undefined) this.#root = { name, tag, depth: 1, textLength: 0 };
    }
  }

  #beginRaw(name: string, attributes: StartTag['attributes']): void {
    this.#raw = name;
    if (name === 'title' && this.#titles === 'none') this.#titles = 'open';
    if (name !== 'script') return;
    const { essence: type } = parseMediaType(attributes.get('type') ?? '');
    const isApplication = attributes.has('src') || type === 'module';
    this.#script = { type, isApplication, start: 0, end: 0 };
  }

  #input(attributes: StartTag['attributes']): void {
    if (attributes.get('type')?.trim().toLowerCase() !== 'password') return;
    const isBeside = [...surroundings, 'template'].some((each) => this.#isIn(each));
    if (!isBeside) this.hasPasswordField = true;
  }

  #addAddresses(attributes: StartTag['attributes']): void {
    for (const name of ['src', 'href', 'action', 'id', 'content']) {
      const value = attributes.get(name);
      if (value === undefined || this.addresses.length >= maxAddresses) continue;
      this.addresses.push(value.slice(0, maxKeptText));
    }
  }

  #count(name: string, change: 1 | -1): void {
    this.#open.set(name, Math.max(0, (this.#open.get(name) ?? 0) + change));
  }

  #isIn(name: string): boolean {
    return (this.#open.get(name) ?? 0) > 0;
  }

  onEndTag(name: string): void {
    this.#isNewElement = true;
    if (name === this.#raw) this.#endRaw(name);
    if (name === 'h1' && this.#headings === 'open') this.#headings = 'done';
    if (counted.has(name)) this.#count(name, -1);
    if (this.#root?.name !== name) return;
    this.#root.depth -= 1;
    if (this.#root.depth === 0) this.#endRoot();
  }

  #endRaw(name: string): void {
    this.#raw = undefined;
    if (name === 'title' && this.#titles === 'open') this.#titles = 'done';
    this.#endScript();
  }

  #endScript(): void {
    if (this.#script === undefined) return;
    const { type, isApplication, start, end } = this.#script;
    if (this.scripts.length < maxScripts) {
      this.scripts.push({ type, isApplication, text: this.#html.slice(start, end) });
    }
    this.#script = undefined;
  }

  #endRoot(): void {
    if (this.#root === undefined) return;
    const { tag, textLength } = this.#root;
    if (textLength <= maxLoadingText) this.emptyRoot ??= tag;
    this.#root = undefined;
  }

  onText(start: number, end: number): void {
    if (this.#script !== undefined) {
      if (this.#script.end === 0) this.#script.start = start;
      this.#script.end = end;
    } else this.#add(this.#html.slice(start, end));
  }

  onCharacter(codePoint: number): void {
    this.#add(String.fromCodePoint(codePoint));
  }

  #add(text: string): void {
    if (this.#raw !== undefined) {
      if (this.#titles === 'open') this.title = extend(this.title, text);
    } else if (this.#isIn('noscript')) this.noscript = extend(this.noscript, text);
    else if (!hidden.some((name) => this.#isIn(name))) {
      if (this.#headings === 'open') this.heading = extend(this.heading, text);
      const { length } = text.trim();
      this.textLength += length;
      this.#addText(text);
      if (this.#root !== undefined) this.#root.textLength += length;
    }
  }

  #addText(text: string): void {
    if (this.text.length >= maxText) return;
    this.text += `${this.#isNewElement ? ' ' : ''}${text.slice(0, maxText)}`;
    this.#isNewElement = false;
  }

  onEnd(): void {
    this.#endScript();
    this.#endRoot();
  }
}

function extend(text: string, more: string): string {
  return text.length < maxKeptText ? text + more.slice(0, maxKeptText - text.length) : text;
}

/** The start tag of an element that an application fills, as far as it tells; or undefined. */
function applicationTag(name: string, attributes: StartTag['attributes']): string | undefined {
  const id = attributes.get('id')?.trim() ?? '';
  if (rootElement.test(name)) return `<${name}>`;
  if (rootIds.has(id.toLowerCase())) return `<${name} id="${id}">`;
  const view = viewAttributes.find((each) => attributes.has(each));
  return view === undefined ? undefined : `<${name} ${view}>`;
}
