import { parseUrl } from '../text/parsed-url.ts';
import { readStartTags, type StartTag } from './page-scan.ts';

type Value = { readonly '@value': string; readonly '@language'?: string } | Node;

/** A node object of expanded JSON-LD. */
interface Node {
  '@id'?: string;
  '@type'?: string;
  [property: `http${string}`]: Value[];
}

const prefix = 'citation_';
const schemaOrg = 'http://schema.org/';
const dctermsType = 'http://purl.org/dc/terms/type';

/**
 * Converts the Dublin Core and Highwire Press tags of a page to a JSON-LD document about the page
 * (DC-HTML §2: the described resource is the document with the tags); undefined without such tags.
 * Its type is the dataset or collection that Dublin Core tags name, else a creative work.
 * @param url the described page, and the base of relative URLs
 */
export function metaTagsToJsonLd(html: string, url: string): string | undefined {
  const description = new Description(url);
  for (const tag of readPageTags(html)) description.take(tag);
  return description.end();
}

class Description {
  readonly #url: string;
  readonly #node: Node = {};
  #author: Node | undefined;
  #type = 'CreativeWork';

  constructor(url: string) {
    this.#url = url;
  }

  take(tag: PageTag): void {
    const dublinCore = dublinCoreProperty(tag.name);
    if (dublinCore !== undefined) this.#takeDublinCore(dublinCore, tag);
    else if (tag.kind === 'meta' && tag.name.startsWith(prefix)) {
      this.#takeCitation(tag.name.slice(prefix.length), tag);
    }
  }

  end(): string | undefined {
    if (Object.keys(this.#node).length === 0) return undefined;
    return JSON.stringify([{ '@id': this.#url, ...this.#node, '@type': schemaOrg + this.#type }]);
  }

  #takeDublinCore(property: string, tag: PageTag): void {
    const type = /^(?:dataset|collection)$/iu.exec(tag.value)?.[0].toLowerCase();
    if (property === dctermsType && type !== undefined) {
      this.#type = type === 'dataset' ? 'Dataset' : 'Collection';
    }
    const value = tag.kind === 'link' ? this.#reference(tag.value) : toTextValue(tag);
    this.#state(this.#node, property, value);
  }

  #takeCitation(name: string, tag: PageTag): void {
    const ofAuthor = authorProperties.get(name);
    if (ofAuthor !== undefined) {
      // Without a preceding author it has no subject.
      if (this.#author !== undefined) this.#citation(this.#author, ofAuthor, tag);
      return;
    }
    const known = citationProperties.get(name);
    if (known === undefined) return;
    const value = this.#citation(this.#node, known, tag);
    if (name === 'author' && !('@value' in value)) this.#author = value;
  }

  #citation(node: Node, { property, value: form }: CitationProperty, tag: PageTag): Value {
    const value = this.#valueOf(form, tag);
    this.#state(node, property, value);
    return value;
  }

  #valueOf(form: CitationValue, tag: PageTag): Value {
    if (form === 'text') return toTextValue(tag);
    if (form === 'iri') return this.#reference(tag.value);
    if ('named' in form)
      return { '@type': form.named, [`${schemaOrg}name`]: [{ '@value': tag.value }] };
    return {
      '@type': `${schemaOrg}MediaObject`,
      [`${schemaOrg}contentUrl`]: [this.#reference(tag.value)],
      [`${schemaOrg}encodingFormat`]: [{ '@value': form.file }],
    };
  }

  #state(node: Node, property: string, value: Value): void {
    const name = property as `http${string}`; // all properties in the tables begin so
    (node[name] ??= []).push(value);
  }

  /** An unresolvable URL stays text. */
  #reference(value: string): Value {
    const iri = parseUrl(value, this.#url)?.href;
    return iri === undefined ? { '@value': value } : { '@id': iri };
  }
}

/** Only prose gets the page's language, not codes, numbers or dates. */
function toTextValue({ value, language }: PageTag): Value {
  const isProse = language !== '' && /\p{L}{2}\s+\p{L}/u.test(value);
  return isProse ? { '@value': value, '@language': language } : { '@value': value };
}

/** The content of a `<meta>` or `<link>`. */
interface PageTag {
  readonly kind: 'meta' | 'link';
  /** `name` or `rel`, in lower case. */
  readonly name: string;
  /** `content` or `href`, not blank. */
  readonly value: string;
  /** Its own `lang`, or that of the page; the empty string where neither has one. */
  readonly language: string;
}

/** Pages for people have fewer. */
const maxTags = 1000;

/** The first thousand tags with a name and a value, in document order. */
function readPageTags(html: string): readonly PageTag[] {
  const tags: PageTag[] = [];
  let pageLanguage = '';
  readStartTags(html, ['html', 'meta', 'link'], (tag) => {
    if (tag.name === 'html') pageLanguage = languageOf(tag);
    else if (tags.length < maxTags) tags.push(...readTag(tag, pageLanguage));
  });
  return tags;
}

function readTag(tag: StartTag, pageLanguage: string): readonly PageTag[] {
  const kind = tag.name === 'meta' ? 'meta' : 'link';
  const [nameAttribute, valueAttribute] = kind === 'meta' ? ['name', 'content'] : ['rel', 'href'];
  const name = attributeOf(tag, nameAttribute).toLowerCase();
  const value = attributeOf(tag, valueAttribute);
  if (name === '' || value === '') return [];
  return [{ kind, name, value, language: languageOf(tag) || pageLanguage }];
}

function languageOf(tag: StartTag): string {
  return attributeOf(tag, 'lang') || attributeOf(tag, 'xml:lang');
}

function attributeOf({ attributes }: StartTag, name: string): string {
  return attributes.get(name)?.trim() ?? '';
}

/** The form of a tag's value in JSON-LD. */
type CitationValue =
  | 'text'
  | 'iri'
  /** The name of a node of this type. */
  | { readonly named: string }
  /** The URL of the resource in a file of this type. */
  | { readonly file: string };

/** The property that a tag states of the page's resource. */
interface CitationProperty {
  readonly property: string;
  readonly value: CitationValue;
}

function schemaProperty(name: string, value: CitationValue): CitationProperty {
  return { property: schemaOrg + name, value };
}

const text = (name: string) => schemaProperty(name, 'text');
const iriProperty = (name: string) => schemaProperty(name, 'iri');
const named = (name: string, type: string) => schemaProperty(name, { named: schemaOrg + type });
const file = (encodingFormat: string) => schemaProperty('encoding', { file: encodingFormat });

/**
 * Highwire Press tags: those of articles per Google Scholar's "Inclusion Guidelines for
 * Webmasters", others as in Zotero's "Embedded Metadata" translator; where schema.org has a
 * property.
 */
const citationProperties: ReadonlyMap<string, CitationProperty> = new Map([
  ['title', text('name')],
  ['author', named('creator', 'Person')],
  ['publication_date', text('datePublished')],
  ['date', text('datePublished')],
  ['online_date', text('datePublished')],
  ['publisher', named('publisher', 'Organization')],
  ['dissertation_institution', named('sourceOrganization', 'Organization')],
  ['technical_report_institution', named('sourceOrganization', 'Organization')],
  ['technical_report_number', text('identifier')],
  ['journal_title', named('isPartOf', 'Periodical')],
  ['conference_title', named('isPartOf', 'PublicationVolume')],
  ['inbook_title', named('isPartOf', 'Book')],
  ['doi', text('identifier')],
  ['isbn', text('isbn')],
  ['volume', text('volumeNumber')],
  ['issue', text('issueNumber')],
  ['firstpage', text('pageStart')],
  ['lastpage', text('pageEnd')],
  ['keywords', text('keywords')],
  ['language', text('inLanguage')],
  ['abstract', text('abstract')],
  ['abstract_html_url', iriProperty('url')],
  ['public_url', iriProperty('url')],
  ['fulltext_html_url', file('text/html')],
  ['pdf_url', file('application/pdf')],
]);

/** Tags that describe the author before them. */
const authorProperties: ReadonlyMap<string, CitationProperty> = new Map([
  ['author_institution', named('affiliation', 'Organization')],
  ['author_email', text('email')],
  ['author_orcid', iriProperty('identifier')],
]);

const dctermsNamespace = 'http://purl.org/dc/terms/';

/** DCMI Metadata Terms §2: the properties of the namespace, including the fifteen elements. */
const properties = [
  'abstract accessRights accrualMethod accrualPeriodicity accrualPolicy alternative audience available',
  'bibliographicCitation conformsTo contributor coverage created creator date dateAccepted dateCopyrighted',
  'dateSubmitted description educationLevel extent format hasFormat hasPart hasVersion identifier',
  'instructionalMethod isFormatOf isPartOf isReferencedBy isReplacedBy isRequiredBy issued isVersionOf language',
  'license mediator medium modified provenance publisher references relation replaces requires rights',
  'rightsHolder source spatial subject tableOfContents temporal title type valid',
].flatMap((line) => line.split(' '));

const byName: ReadonlyMap<string, string> = new Map(
  properties.map((name) => [name.toLowerCase(), dctermsNamespace + name]),
);

/** `DC.title`, `dcterms:issued`, and the older `DC.Date.issued`. */
const namePattern = /^dc(?:t|terms)?[.:]([a-z]+)(?:[.:]([a-z]+))?/iu;

/**
 * The property that a `name` or `rel` means, in any case, by DCMI's "Expressing Dublin Core
 * metadata using HTML/XHTML meta and link elements" (2008) and, with a qualifier, its predecessor
 * (2003); undefined without one. Elements become the terms of the same name; a qualifier that is a
 * term replaces the element.
 */
export function dublinCoreProperty(name: string): string | undefined {
  const [, element = '', qualifier = ''] = namePattern.exec(name.trim()) ?? [];
  const property = byName.get(element.toLowerCase());
  return property && (byName.get(qualifier.toLowerCase()) ?? property);
}
