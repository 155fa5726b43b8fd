import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { type LinkAttributes, parseRelations } from '../links/typed-links.ts';
import { isJsonLdType, parseMediaType, parseProfiles } from '../model/media-type.ts';
import { signpostingRelations } from '../model/typed-link.ts';

/** The relevant elements of a page, in document order. */
export interface ScannedPage {
  /** Scripts with the JSON-LD type, the common misspelling included. */
  readonly scripts: readonly PageScript[];
  /** `<link>` elements with Signposting relations, alternates and next pages, as written. */
  readonly links: readonly LinkAttributes[];
  /** `href` of the first `<base>` that has one (WHATWG HTML §4.2.3). */
  readonly baseHref?: string;
  /** Whether the text ends with the end tag of a script. */
  readonly endsWithScript: boolean;
}

/** A script element, as written. */
export interface PageScript {
  readonly text: string;
  /** Offset of its text in the page. */
  readonly offset: number;
  readonly id?: string;
  /** From its `profile` attribute, else from its type. */
  readonly profiles: readonly string[];
}

const foreignRoots: ReadonlySet<string> = new Set(['svg', 'math']);
/** Some of the tags that implicitly end SVG and MathML (WHATWG HTML §13.2.6.5). */
const breakouts: ReadonlySet<string> = new Set(
  'body br div em h1 h2 h3 head hr img li meta ol p pre span strong table ul'.split(' '),
);
const watched = new Set(['script', 'base', 'link', 'template', ...foreignRoots, ...breakouts]);

/**
 * Finds JSON-LD scripts, links and the base of a page without building a tree, in linear time. As
 * in a browser without scripting, the content of `<noscript>` counts; that of comments,
 * `<template>` and `<textarea>` does not; a script ends at the first `</script`, wherever that is,
 * or with the page. Scripts have no character references (JSON-LD 1.1 §7), and U+0000 in them
 * becomes U+FFFD (WHATWG HTML §13.2.5.4).
 * @param options.xml reads `<script/>` as an empty script, as in XHTML; in HTML it is a start tag
 */
export function scanPage(html: string, options: { readonly xml: boolean }): ScannedPage {
  const scan = new PageScan(html, options.xml);
  const reader = createTagReader(html, scan);
  const tokenizer = new Tokenizer({ recognizeSelfClosing: options.xml }, reader);
  const extent = findPageExtent(html);
  if (extent === 'nothing') return scan;
  const end = extent === 'all' ? html.length : extent.end;
  tokenizer.write(html.slice(0, end));
  const isDone = extent === 'all' || scan.lastScriptEnd === extent.endTag + '</'.length;
  if (!isDone) tokenizer.write(html.slice(end));
  tokenizer.end();
  return scan;
}

/** The state of one scan. */
class PageScan implements ScannedPage, TagListener {
  readonly names = watched;
  readonly scripts: PageScript[] = [];
  readonly links: LinkAttributes[] = [];
  baseHref?: string;
  /** Offset of the name in the last end tag of a script. */
  lastScriptEnd = -1;
  readonly #html: string;
  readonly #xml: boolean;
  #foreignDepth = 0;
  #templateDepth = 0;
  #script: OpenScript | undefined;

  constructor(html: string, xml: boolean) {
    this.#html = html;
    this.#xml = xml;
  }

  get endsWithScript(): boolean {
    const { length } = this.#html;
    return this.lastScriptEnd !== -1 && this.#html.indexOf('>', this.lastScriptEnd) === length - 1;
  }

  isInForeignContext(): boolean {
    return this.#foreignDepth > 0;
  }

  onStartTag({ name, attributes }: StartTag, selfClosing: boolean): void {
    if (foreignRoots.has(name)) {
      if (!selfClosing) this.#foreignDepth += 1;
    } else if (breakouts.has(name)) {
      this.#foreignDepth = 0;
    } else if (name === 'template') {
      this.#templateDepth += 1;
    } else if (this.#templateDepth === 0) {
      this.#element(name, attributes, selfClosing);
    }
  }

  #element(name: string, attributes: StartTag['attributes'], selfClosing: boolean): void {
    const href = attributes.get('href');
    if (name === 'script') this.#beginScript(attributes, selfClosing);
    else if (href !== undefined && name === 'base') this.baseHref ??= href;
    else if (href !== undefined && name === 'link') this.#link(href, attributes);
  }

  #beginScript(attributes: StartTag['attributes'], selfClosing: boolean): void {
    const { essence, profiles } = parseMediaType(attributes.get('type') ?? '');
    if (!isJsonLdType(essence)) return;
    const id = attributes.get('id');
    const named = id === undefined || id === '' ? {} : { id };
    // CDIF labels scripts by an attribute; a parameter of the type works as well.
    const profile = attributes.get('profile');
    const labels = profile === undefined ? profiles : parseProfiles(profile);
    this.#script = { start: -1, end: -1, ...named, profiles: labels };
    if (selfClosing && this.#xml) this.onEnd();
  }

  #link(href: string, attributes: StartTag['attributes']): void {
    const rel = attributes.get('rel') ?? '';
    if (!parseRelations(rel).relations.some((relation) => pageLinkRelations.has(relation))) return;
    const profile = attributes.get('profile');
    const language = attributes.get('hreflang');
    this.links.push({
      href,
      rel,
      type: attributes.get('type'),
      profiles: profile === undefined ? [] : [profile],
      title: attributes.get('title'),
      hreflang: language === undefined ? [] : [language],
    });
  }

  onEndTag(name: string, at: number): void {
    if (name === 'script') {
      this.lastScriptEnd = at;
      this.onEnd();
    } else if (name === 'template') this.#templateDepth = Math.max(0, this.#templateDepth - 1);
    else if (foreignRoots.has(name)) this.#foreignDepth = Math.max(0, this.#foreignDepth - 1);
  }

  onText(start: number, end: number): void {
    if (this.#script === undefined) return;
    if (this.#script.start === -1) this.#script.start = start;
    this.#script.end = end;
  }

  /** Ends the open script, if any: at its end tag, or with the page. */
  onEnd(): void {
    if (this.#script === undefined) return;
    const { start, end, ...script } = this.#script;
    const offset = Math.max(0, start);
    const text = this.#html.slice(offset, Math.max(0, end)).replaceAll('\0', '\uFFFD');
    this.scripts.push({ text, offset, ...script });
    this.#script = undefined;
  }
}

/** An open script; its extent is -1 before its first text. */
interface OpenScript extends Omit<PageScript, 'text' | 'offset'> {
  start: number;
  end: number;
}

/** The part of a page that must be read. */
type PageExtent =
  | 'all'
  | 'nothing'
  /** Up to `end`, if `</script` at `endTag` is an end tag; otherwise all. */
  | { readonly endTag: number; readonly end: number };

/**
 * What is searched in a page: the JSON-LD type, misspelt or with the plus sign as a character
 * reference (some template engines write it so), a base, and link relations. `describedby` is
 * searched anywhere (`aria-describedby`, in every second form, is not meant), others in tags.
 */
const landmarks =
  /(?<jsonLd>ld(?:\+|&(?:#0*43|#x0*2b|plus);?)json|json-ld)|(?<base><base[\s/>])|(?<!aria-)describedby|<link[\s/][^<>]*>/giu;

/** Link relations that matter whatever the type of the target. */
export const metadataRelations: readonly string[] = [...signpostingRelations, 'next'];

const relationAttribute = new RegExp(
  String.raw`[\s"'/]rel\s*=\s*(?:"[^"]*|'[^']*|[^\s"'/=]*)\b(?:${metadataRelations.join('|')})\b`,
  'iu',
);
const rdfType = /json|turtle|rdf\+xml|n-triples|n-quads|trig/iu;
const scriptEnd = /<\/script[\s/>]/giu;

/**
 * Finds how far a page must be read: to the end of the script after its last mention of JSON-LD.
 * Searching for a few words is twenty times faster than tokenizing, and most pages have their
 * JSON-LD in the head.
 * @param html the page, or its UTF-8 bytes as Latin-1: all landmarks are ASCII
 * @returns offsets in `html`
 */
export function findPageExtent(html: string): PageExtent {
  const { jsonLd, base, link } = lastLandmarks(html);
  if (jsonLd === -1) return link === -1 ? 'nothing' : 'all';
  scriptEnd.lastIndex = jsonLd;
  const endTag = scriptEnd.exec(html)?.index ?? -1;
  const end = endTag === -1 ? 0 : html.indexOf('>', endTag) + 1;
  return end === 0 || base >= end || link >= end ? 'all' : { endTag, end };
}

/** Offset of the last landmark of each kind; -1 without one. */
function lastLandmarks(html: string) {
  let jsonLd = -1;
  let base = -1;
  let link = -1;
  for (const { 0: mark, index, groups = {} } of html.matchAll(landmarks)) {
    if (groups['jsonLd'] !== undefined) jsonLd = index;
    else if (groups['base'] !== undefined) base = index;
    else if (!mark.startsWith('<') || isRelevantLink(mark)) link = index;
  }
  return { jsonLd, base, link };
}

/** Alternates matter only as RDF; many pages have those in other languages. */
function isRelevantLink(tag: string): boolean {
  return relationAttribute.test(tag) || (/alternate/iu.test(tag) && rdfType.test(tag));
}

/** A start tag with lower-case names and resolved attribute values. */
export interface StartTag {
  readonly name: string;
  /** The first of repeated attributes counts (WHATWG HTML §13.2.5.33). */
  readonly attributes: ReadonlyMap<string, string>;
}

/** What receives the tags and texts of a page, in document order. */
export interface TagListener {
  /** Tags whose attributes are needed, in lower case. Others cost next to nothing. */
  readonly names: Pick<ReadonlySet<string>, 'has'>;
  onStartTag(tag: StartTag, selfClosing: boolean): void;
  /** @param at offset of the name */
  onEndTag?(name: string, at: number): void;
  /** A text range, as offsets. */
  onText?(start: number, end: number): void;
  /** A character reference in a text. */
  onCharacter?(codePoint: number): void;
  onEnd?(): void;
  /** Whether it is inside SVG or MathML, where `<title>` and `<style>` are tags like others. */
  isInForeignContext?(): boolean;
}

/** Reads the start tags of these names (in lower case), in document order. */
export function readStartTags(
  html: string,
  names: readonly string[],
  onStartTag: (tag: StartTag) => void,
): void {
  readTags(html, { names: new Set(names), onStartTag });
}

/** Reads tags and texts, in linear time. Scripts, styles and titles are texts. */
export function readTags(html: string, listener: TagListener, xml = false): void {
  const options = { recognizeSelfClosing: xml };
  const tokenizer = new Tokenizer(options, createTagReader(html, listener));
  tokenizer.write(html);
  tokenizer.end();
}

/**
 * Turns events of htmlparser2's tokenizer on `html` into tags. The parser is not used because its
 * stack of open elements makes deeply nested pages quadratic.
 * @param html the text written to the tokenizer, from its beginning
 */
function createTagReader(html: string, listener: TagListener): TokenizerCallbacks {
  let name: string | undefined;
  let attributes = new Map<string, string>();
  let attribute = '';
  let value = '';

  const endStartTag = (selfClosing: boolean): void => {
    if (name !== undefined) listener.onStartTag({ name, attributes }, selfClosing);
    name = undefined;
  };

  return {
    onopentagname(start, end) {
      const found = html.slice(start, end).toLowerCase();
      name = listener.names.has(found) ? found : undefined;
      if (name !== undefined) attributes = new Map();
    },
    onattribname(start, end) {
      if (name !== undefined) attribute = html.slice(start, end).toLowerCase();
      value = '';
    },
    onattribdata(start, end) {
      if (name !== undefined) value += html.slice(start, end);
    },
    onattribentity(codePoint) {
      if (name !== undefined) value += String.fromCodePoint(codePoint);
    },
    onattribend() {
      if (name !== undefined && !attributes.has(attribute)) attributes.set(attribute, value);
    },
    onopentagend: () => endStartTag(false),
    onselfclosingtag: () => endStartTag(true),
    onclosetag: (start, end) => listener.onEndTag?.(html.slice(start, end).toLowerCase(), start),
    ontext: (start, end) => listener.onText?.(start, end),
    onend: () => listener.onEnd?.(),
    isInForeignContext: () => listener.isInForeignContext?.() ?? false,
    oncdata: ignore,
    oncomment: ignore,
    ondeclaration: ignore,
    onprocessinginstruction: ignore,
    ontextentity: (codePoint) => listener.onCharacter?.(codePoint),
  };
}

function ignore(): void {
  // Comments, declarations and text are irrelevant for metadata.
}

/** All link relations that are read; alternates matter only as RDF. */
const pageLinkRelations: ReadonlySet<string> = new Set([...metadataRelations, 'alternate']);
