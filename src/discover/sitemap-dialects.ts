import { isPageType, parseMediaType } from '../model/media-type.ts';
import type { Position } from '../model/problem.ts';
import type { EntryLink, SitemapEntry } from './sitemap-entry.ts';

/** Kinds of listing that are incomplete by nature: only new or only changed resources. */
export type ListingPart = 'feed' | 'change-list';

/** Attributes by name as written. */
export type XmlAttributes = Readonly<Record<string, string>>;

/** An entry element, with the child elements that the dialect reads. */
export interface EntryElement {
  readonly local: string;
  readonly attributes: XmlAttributes;
  readonly rootAttributes: XmlAttributes;
  readonly position: Position;
  /** By local name; the first of repeated elements. */
  readonly fields: ReadonlyMap<string, EntryField>;
  /** Children named `link`, `ln` or `md`, with any prefix. */
  readonly labels: readonly LabelElement[];
}

/** A child element with text. */
export interface EntryField {
  readonly text: string;
  readonly attributes: XmlAttributes;
  readonly position: Position;
}

/** A child element whose attributes describe the entry. */
export type LabelElement = Pick<EntryElement, 'local' | 'attributes' | 'position'>;

/** A dialect of XML listings. */
export interface SitemapDialect {
  /** Whether an element is an entry, by local name and depth (root is 1). Entries do not nest. */
  readonly isEntry: (local: string, depth: number) => boolean;
  /**
   * The child elements to read from an entry, by local name: only with the prefix of the entry, or
   * with any. Extensions reuse names (`image:loc`).
   */
  readonly fields: ReadonlyMap<string, 'own' | 'any'>;
  /** Reads an entry; undefined where it lists nothing to harvest. */
  readonly readEntry: (element: EntryElement) => SitemapEntry | undefined;
  /** The maximum depth of elements that describe the listing itself; the root is 1. */
  readonly headDepth: number;
  /** Whether the listing is by its nature incomplete, and of which kind. */
  readonly detectPart: (head: ListingHead) => ListingPart | undefined;
}

/** An element outside the entries. */
interface HeadElement extends Pick<EntryElement, 'local' | 'attributes' | 'rootAttributes'> {
  /** With its colon; empty without a prefix. */
  readonly prefix: string;
}

/** The namespace of RFC 5005. */
const feedHistory = 'http://purl.org/syndication/history/1.0';

/** Links of a feed to its other documents (RFC 5005 §3 and §4). */
const otherPages: ReadonlySet<string> = new Set(
  'next next-archive prev-archive previous'.split(' '),
);

/** Collects, from elements outside the entries, whether a listing is complete. */
export class ListingHead {
  /** The ResourceSync capability (§5.2), such as `changelist`; empty where not declared. */
  capability = '';
  #isDeclaredComplete = false;
  #isPaged = false;

  note(element: HeadElement): void {
    const { local, attributes } = element;
    const { capability, rel = '' } = attributes;
    if (local === 'md' && capability !== undefined) this.capability = capability;
    if (local === 'complete' && isOfHistory(element)) this.#isDeclaredComplete = true;
    const isPage = local === 'link' && otherPages.has(rel.trim().toLowerCase());
    if (isPage || (local === 'archive' && isOfHistory(element))) this.#isPaged = true;
  }

  /** Whether it declares to be a complete feed (RFC 5005 §2), and nothing contradicts that. */
  get isCompleteFeed(): boolean {
    return this.#isDeclaredComplete && !this.#isPaged;
  }
}

/**
 * Checks the namespace, since unlisted records may be removed because of it. The prefix is bound at
 * the root or at the element.
 */
function isOfHistory({ prefix, attributes, rootAttributes }: HeadElement): boolean {
  const binding = prefix === '' ? 'xmlns' : `xmlns:${prefix.slice(0, -1)}`;
  return (attributes[binding] ?? rootAttributes[binding])?.trim() === feedHistory;
}

/**
 * Sitemaps and sitemap indexes (sitemaps.org), also with entries of the other's kind, and
 * ResourceSync, which builds on them: `rs:ln` and `rs:md` label an entry, as `xhtml:link` does.
 * Entries that ResourceSync marks as deleted are ignored.
 */
const urlsetDialect: SitemapDialect = {
  isEntry: (local, depth) => depth === 2 && (local === 'url' || local === 'sitemap'),
  fields: new Map([
    ['loc', 'own'],
    ['lastmod', 'own'],
  ]),
  readEntry(element) {
    const metadata = element.labels.find(({ local }) => local === 'md')?.attributes ?? {};
    const { capability = '', change, type, profile } = metadata;
    if (change === 'deleted') return undefined;
    const isSitemap = element.local === 'sitemap' || listingCapabilities.has(capability);
    const loc = element.fields.get('loc');
    return {
      kind: isSitemap ? 'sitemap' : 'url',
      loc: loc?.text ?? '',
      lastmod: firstText(element, 'lastmod'),
      type,
      profile,
      links: readElementLinks(element),
      position: loc?.position ?? element.position,
    };
  },
  headDepth: 2,
  detectPart: ({ capability }) => (changeCapabilities.has(capability) ? 'change-list' : undefined),
};

/** ResourceSync documents that list sitemaps, and have the form of sitemaps (§6 and §9). */
const listingCapabilities: ReadonlySet<string> = new Set([
  'capabilitylist',
  'changelist',
  'resourcelist',
]);

/** ResourceSync documents that list only changes (§12 and §13). */
const changeCapabilities: ReadonlySet<string> = new Set(['changedump', 'changelist']);

/** A feed is incomplete unless it declares the contrary (RFC 5005, appendix B). */
const detectFeedPart: SitemapDialect['detectPart'] = ({ isCompleteFeed }) =>
  isCompleteFeed ? undefined : 'feed';

/** RSS, all versions. */
const itemDialect = {
  fields: new Map([
    ['link', 'own'],
    ['guid', 'own'],
    ['pubDate', 'own'],
    // Dublin Core's `date`, which RSS 1.0 uses in place of `pubDate`.
    ['date', 'any'],
  ]),
  readEntry(element) {
    const loc = findItemUrl(element);
    return {
      kind: 'url',
      loc: loc?.text ?? '',
      lastmod: firstText(element, 'pubDate', 'date'),
      links: readElementLinks(element),
      position: loc?.position ?? element.position,
    };
  },
  headDepth: 3,
  detectPart: detectFeedPart,
} satisfies Omit<SitemapDialect, 'isEntry'>;

/** Atom (RFC 4287). */
const atomDialect: SitemapDialect = {
  isEntry: (local, depth) => local === 'entry' && depth === 2,
  fields: new Map([
    ['content', 'own'],
    ['id', 'own'],
    ['published', 'own'],
    ['updated', 'own'],
  ]),
  readEntry(element) {
    const missing: EntryUrl = { loc: '', attributes: {}, position: element.position };
    const { loc, attributes, position } = findEntryUrl(element) ?? missing;
    return {
      kind: 'url',
      loc,
      // The `xml:base` attributes, outermost element first (XML Base §4.2).
      bases: [element.rootAttributes, element.attributes].flatMap((each) => each['xml:base'] ?? []),
      base: attributes['xml:base'],
      lastmod: firstText(element, 'updated', 'published'),
      type: attributes['type'],
      links: readElementLinks(element, 'xml:base'),
      position,
    };
  },
  headDepth: 2,
  detectPart: detectFeedPart,
};

/**
 * All dialects by the local name of the root element. Namespaces are spelt in many ways and add
 * nothing.
 */
const dialects: ReadonlyMap<string, SitemapDialect> = new Map([
  ['urlset', urlsetDialect],
  ['sitemapindex', urlsetDialect],
  // RSS 2.0 and 0.91 to 0.94: items in a channel, or beside it.
  [
    'rss',
    {
      ...itemDialect,
      isEntry: (local, depth) => local === 'item' && (depth === 3 || depth === 2),
    },
  ],
  // RSS 1.0 and 0.90, which are RDF: items beside the channel.
  ['RDF', { ...itemDialect, isEntry: (local, depth) => local === 'item' && depth === 2 }],
  ['feed', atomDialect],
]);

/** The dialect of a root element. */
export function findSitemapDialect(root: string): SitemapDialect | undefined {
  return dialects.get(root);
}

const isUrl = /^\s*https?:\/\//iu;

/**
 * The URL of an item: its link; else its guid, if that is a permalink (RSS 2.0) or at least looks
 * like a URL; else `rdf:about` (RSS 1.0).
 */
function findItemUrl({ fields, attributes, position }: EntryElement): EntryField | undefined {
  const link = fields.get('link');
  if (link !== undefined && link.text.trim() !== '') return link;
  const guid = fields.get('guid');
  if (guid && (guid.attributes['isPermaLink'] !== 'false' || isUrl.test(guid.text))) return guid;
  const about = attributes['rdf:about'] ?? attributes['about'];
  return about === undefined ? link : { text: about, attributes, position };
}

/** The URL of an entry as written, and the attributes of its element. */
interface EntryUrl extends Pick<EntryElement, 'attributes' | 'position'> {
  readonly loc: string;
}

/** Relations to the subject of the entry; others are to the entry itself or its surroundings. */
const substitutes: ReadonlySet<string> = new Set(
  'canonical cite-as enclosure related via'.split(' '),
);

/**
 * The URL of an entry: its `alternate` link (§4.2.7.2); else another link to its subject; else
 * external content (§4.1.3.2); else its id, if that is a URL (§4.2.6); else a link to its
 * description.
 */
function findEntryUrl({ labels, fields }: EntryElement): EntryUrl | undefined {
  const page = findAlternate(labels);
  const substitute = labels.find((label) => substitutes.has(relationOf(label)));
  const content = fields.get('content');
  const id = fields.get('id');
  const description = labels.find((label) => relationOf(label) === 'describedby');
  return (
    placeAt(page, page?.attributes['href']) ??
    placeAt(substitute, substitute?.attributes['href']) ??
    placeAt(content, content?.attributes['src']) ??
    placeAt(id, id && isUrl.test(id.text) ? id.text : undefined) ??
    placeAt(description, description?.attributes['href'])
  );
}

function placeAt(
  element: Omit<EntryUrl, 'loc'> | undefined,
  loc: string | undefined,
): EntryUrl | undefined {
  if (element === undefined || loc === undefined) return undefined;
  const { attributes, position } = element;
  return { loc, attributes, position };
}

/** The first alternate that is a page or untyped, since others describe it; else the first. */
function findAlternate(labels: readonly LabelElement[]): LabelElement | undefined {
  const alternates = labels.filter((label) => relationOf(label) === 'alternate');
  const page = alternates.find(({ attributes: { type = '' } }) => {
    const { essence } = parseMediaType(type);
    return essence === '' || isPageType(essence);
  });
  return page ?? alternates[0];
}

/** The relation of a link, by default `alternate` (§4.2.7.2); empty where it has no target. */
function relationOf({ local, attributes: { rel = 'alternate', href } }: LabelElement): string {
  return local === 'link' && href !== undefined ? rel.trim().toLowerCase() : '';
}

/**
 * The typed links of an entry: `rs:ln`, `xhtml:link`, `atom:link`. Links without relation or target
 * are ignored.
 * @param baseName the attribute for the base of an element, if the dialect has one
 */
function readElementLinks({ labels }: EntryElement, baseName = ''): readonly EntryLink[] {
  return labels.flatMap(({ local, attributes }) => {
    const { rel, href, type, profile, hreflang, [baseName]: base } = attributes;
    if (local === 'md' || rel === undefined || href === undefined) return [];
    return [{ rel, href, type, profile, hreflang, base }];
  });
}

/** The first of these fields that is not blank. */
function firstText({ fields }: EntryElement, ...names: readonly string[]): string | undefined {
  return names
    .map((name) => fields.get(name)?.text.trim())
    .find((text) => text !== undefined && text !== '');
}
