import { Tokenizer } from 'htmlparser2';

import { extentOf } from './page-extent.ts';
import { isJsonLdType, parseMediaType, profilesIn } from '../model/media-type.ts';
import { relationsIn } from '../links/relations.ts';
import type { LinkAttributes } from '../links/typed-links.ts';
import { createTagReader, type StartTag } from './tag-reader.ts';
import { wantedRelations } from './wanted-relations.ts';

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
  const reader = createTagReader(html, {
    names: watched,
    onStartTag: (tag, selfClosing) => scan.startTag(tag, selfClosing),
    onEndTag: (name, at) => scan.endTag(name, at),
    onText: (start, end) => scan.text(start, end),
    onEnd: () => scan.endScript(),
    isInForeignContext: () => scan.foreignDepth > 0,
  });
  const tokenizer = new Tokenizer({ recognizeSelfClosing: options.xml }, reader);
  const extent = extentOf(html);
  if (extent === 'nothing') return scan;
  const end = extent === 'all' ? html.length : extent.end;
  tokenizer.write(html.slice(0, end));
  const isDone = extent === 'all' || scan.lastScriptEnd === extent.endTag + '</'.length;
  if (!isDone) tokenizer.write(html.slice(end));
  tokenizer.end();
  return scan;
}

/** The state of one scan. */
class PageScan implements ScannedPage {
  readonly scripts: PageScript[] = [];
  readonly links: LinkAttributes[] = [];
  baseHref?: string;
  foreignDepth = 0;
  /** Offset of the name in the last end tag of a script. */
  lastScriptEnd = -1;
  readonly #html: string;
  readonly #xml: boolean;
  #templateDepth = 0;
  #script: OpenScript | undefined;

  constructor(html: string, xml: boolean) {
    this.#html = html;
    this.#xml = xml;
  }

  startTag({ name, attributes }: StartTag, selfClosing: boolean): void {
    if (foreignRoots.has(name)) {
      if (!selfClosing) this.foreignDepth += 1;
    } else if (breakouts.has(name)) {
      this.foreignDepth = 0;
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
    this.#script = { start: -1, end: -1, ...named, profiles: scriptProfiles(attributes, profiles) };
    if (selfClosing && this.#xml) this.endScript();
  }

  #link(href: string, attributes: StartTag['attributes']): void {
    const rel = attributes.get('rel') ?? '';
    if (!relationsIn(rel).relations.some((relation) => wantedRelations.has(relation))) return;
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

  get endsWithScript(): boolean {
    const { length } = this.#html;
    return this.lastScriptEnd !== -1 && this.#html.indexOf('>', this.lastScriptEnd) === length - 1;
  }

  endTag(name: string, at: number): void {
    if (name === 'script') {
      this.lastScriptEnd = at;
      this.endScript();
    } else if (name === 'template') this.#templateDepth = Math.max(0, this.#templateDepth - 1);
    else if (foreignRoots.has(name)) this.foreignDepth = Math.max(0, this.foreignDepth - 1);
  }

  text(start: number, end: number): void {
    if (this.#script === undefined) return;
    if (this.#script.start === -1) this.#script.start = start;
    this.#script.end = end;
  }

  endScript(): void {
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

/** CDIF labels scripts by an attribute; a parameter of the type works as well. */
function scriptProfiles(
  attributes: StartTag['attributes'],
  ofType: readonly string[],
): readonly string[] {
  const attribute = attributes.get('profile');
  return attribute === undefined ? ofType : profilesIn(attribute);
}
