import { isPageType, parseMediaType } from '../model/media-type.ts';
import type { Position } from '../model/problem.ts';
import type {
  EntryElement,
  EntryField,
  EntryLink,
  LabelElement,
  SitemapDialect,
  SitemapEntry,
  XmlAttributes,
} from './sitemap-entry.ts';

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
    const { capability = '', change } = readResourceSyncMetadata(element);
    if (change === 'deleted') return undefined;
    const isSitemap = element.local === 'sitemap' || listingCapabilities.has(capability);
    return isSitemap ? toEntry('sitemap', element) : toEntry('url', element);
  },
  headDepth: 2,
  detectPart: ({ capability }) => (changeCapabilities.has(capability) ? 'change-list' : undefined),
};

const none: XmlAttributes = {};

/** ResourceSync documents that list sitemaps, and have the form of sitemaps (§6 and §9). */
const listingCapabilities: ReadonlySet<string> = new Set(
  'capabilitylist changelist resourcelist'.split(' '),
);

/** ResourceSync documents that list only changes (§12 and §13). */
const changeCapabilities: ReadonlySet<string> = new Set(['changedump', 'changelist']);

const item = {
  fields: new Map([
    ['link', 'own'],
    ['guid', 'own'],
    ['pubDate', 'own'],
    // Dublin Core's `date`, which RSS 1.0 uses in place of `pubDate`.
    ['date', 'any'],
  ]),
  readEntry(element) {
    const loc = findItemUrl(element);
    const links = readElementLinks(element);
    return {
      kind: 'url',
      loc: loc?.text ?? '',
      ...readLastmod(element, 'pubDate', 'date'),
      ...(links.length === 0 ? {} : { links }),
      position: loc?.position ?? element.position,
    };
  },
  headDepth: 3,
  // RFC 5005, appendix B.
  detectPart: ({ isCompleteFeed }) => (isCompleteFeed ? undefined : 'feed'),
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
    const links = readElementLinks(element, 'xml:base');
    return {
      kind: 'url',
      ...readPlace(element),
      ...readLastmod(element, 'updated', 'published'),
      ...(links.length === 0 ? {} : { links }),
    };
  },
  headDepth: 2,
  detectPart: ({ isCompleteFeed }) => (isCompleteFeed ? undefined : 'feed'),
};
/** Relations to the subject of the entry; others are to the entry itself or its surroundings. */
const substitutes: ReadonlySet<string> = new Set(
  'canonical cite-as enclosure related via'.split(' '),
);

const isUrl = /^\s*https?:\/\//iu;
const descriptions: ReadonlySet<string> = new Set(['describedby']);

/**
 * All dialects by the local name of the root element. Namespaces are spelt in many ways and add
 * nothing.
 */
const dialects: ReadonlyMap<string, SitemapDialect> = new Map([
  ['urlset', urlsetDialect],
  ['sitemapindex', urlsetDialect],
  // RSS 2.0 and 0.91 to 0.94: items in a channel, or beside it.
  ['rss', { ...item, isEntry: (local, depth) => local === 'item' && (depth === 3 || depth === 2) }],
  // RSS 1.0 and 0.90, which are RDF: items beside the channel.
  ['RDF', { ...item, isEntry: (local, depth) => local === 'item' && depth === 2 }],
  ['feed', atomDialect],
]);

/** The dialect of a root element. */
export function findSitemapDialect(root: string): SitemapDialect | undefined {
  return dialects.get(root);
}

function toEntry(kind: SitemapEntry['kind'], element: EntryElement): SitemapEntry {
  const loc = element.fields.get('loc');
  const entry = {
    kind,
    loc: loc?.text ?? '',
    ...readLastmod(element, 'lastmod'),
    position: loc?.position ?? element.position,
  };
  return kind === 'sitemap' || element.labels.length === 0
    ? entry
    : { ...entry, ...readLabels(element) };
}

function readLabels(element: EntryElement): Pick<SitemapEntry, 'type' | 'profile' | 'links'> {
  const { type, profile } = readResourceSyncMetadata(element);
  const links = readElementLinks(element);
  return {
    ...(type === undefined ? {} : { type }),
    ...(profile === undefined ? {} : { profile }),
    ...(links.length === 0 ? {} : { links }),
  };
}

/**
 * The URL of an item: its link; else its guid, if that is a permalink (RSS 2.0) or at least looks
 * like a URL; else `rdf:about` (RSS 1.0).
 */
function findItemUrl({ fields, attributes, position }: EntryElement): EntryField | undefined {
  const link = fields.get('link');
  if (link !== undefined && link.text.trim() !== '') return link;
  const guid = fields.get('guid');
  if (guid !== undefined && isPermalink(guid)) return guid;
  const about = attributes['rdf:about'] ?? attributes['about'];
  return about === undefined ? link : { text: about, attributes, position };
}

function isPermalink({ text, attributes }: EntryField): boolean {
  return attributes['isPermaLink'] !== 'false' || isUrl.test(text);
}

interface Place {
  readonly loc: string;
  readonly attributes: XmlAttributes;
  readonly position: Position;
}

function readPlace(
  element: EntryElement,
): Pick<SitemapEntry, 'loc' | 'bases' | 'base' | 'type' | 'position'> {
  const missing = { loc: '', attributes: none, position: element.position };
  const { loc, attributes, position } = findEntryUrl(element) ?? missing;
  const { type, 'xml:base': base } = attributes;
  return {
    loc,
    // The `xml:base` attributes, outermost element first (XML Base §4.2).
    bases: [element.rootAttributes, element.attributes].flatMap((each) => each['xml:base'] ?? []),
    ...(base === undefined ? {} : { base }),
    ...(type === undefined ? {} : { type }),
    position,
  };
}

/**
 * The URL of an entry: its `alternate` link (§4.2.7.2); else another link to its subject; else
 * external content (§4.1.3.2); else its id, if that is a URL (§4.2.6); else a link to its
 * description.
 */
function findEntryUrl({ labels, fields }: EntryElement): Place | undefined {
  const linked = (rels: ReadonlySet<string>): Place | undefined => {
    const link = labels.find((label) => rels.has(relationOf(label)));
    return link && placeAt(link, link.attributes['href']);
  };
  const page = findAlternate(labels);
  const content = fields.get('content');
  const id = fields.get('id');
  return (
    (page && placeAt(page, page.attributes['href'])) ??
    linked(substitutes) ??
    (content && placeAt(content, content.attributes['src'])) ??
    (id && placeAt(id, isUrl.test(id.text) ? id.text : undefined)) ??
    linked(descriptions)
  );
}

function placeAt(
  { attributes, position }: Omit<Place, 'loc'>,
  loc: string | undefined,
): Place | undefined {
  return loc === undefined ? undefined : { loc, attributes, position };
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

/** The attributes of the first `rs:md` of an entry (ResourceSync §8). */
function readResourceSyncMetadata({ labels }: EntryElement): XmlAttributes {
  return labels.find(({ local }) => local === 'md')?.attributes ?? none;
}

/**
 * The typed links of an entry: `rs:ln`, `xhtml:link`, `atom:link`. Links without relation or target
 * are ignored.
 * @param baseName the attribute for the base of an element, if the dialect has one
 */
function readElementLinks({ labels }: EntryElement, baseName?: string): readonly EntryLink[] {
  return labels.flatMap(({ local, attributes }) => {
    const { rel, href, type, profile, hreflang } = attributes;
    if (local === 'md' || rel === undefined || href === undefined) return [];
    const base = baseName === undefined ? undefined : attributes[baseName];
    const link: EntryLink = {
      rel,
      href,
      ...(type === undefined ? {} : { type }),
      ...(profile === undefined ? {} : { profile }),
      ...(hreflang === undefined ? {} : { hreflang }),
      ...(base === undefined ? {} : { base }),
    };
    return link;
  });
}

/** The modification time of an entry as written: the first of these fields that is not blank. */
function readLastmod(
  { fields }: EntryElement,
  ...names: readonly string[]
): Pick<SitemapEntry, 'lastmod'> {
  for (const name of names) {
    const text = fields.get(name)?.text.trim() ?? '';
    if (text !== '') return { lastmod: text };
  }
  return {};
}
