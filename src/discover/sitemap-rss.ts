import type { SitemapDialect } from './sitemap-dialect.ts';
import type { EntryElement, EntryField } from './sitemap-elements.ts';
import { lastmodOf, linksOf } from './sitemap-labels.ts';

const item = {
  fields: new Map([
    ['link', 'own'],
    ['guid', 'own'],
    ['pubDate', 'own'],
    // Dublin Core's `date`, which RSS 1.0 uses in place of `pubDate`.
    ['date', 'any'],
  ]),
  entryOf(element) {
    const loc = findItemUrl(element);
    const links = linksOf(element);
    return {
      kind: 'url',
      loc: loc?.text ?? '',
      ...lastmodOf(element, 'pubDate', 'date'),
      ...(links.length === 0 ? {} : { links }),
      position: loc?.position ?? element.position,
    };
  },
  headDepth: 3,
  // RFC 5005, appendix B.
  partOf: ({ isCompleteFeed }) => (isCompleteFeed ? undefined : 'feed'),
} satisfies Omit<SitemapDialect, 'isEntry'>;

/** RSS 2.0 and 0.91 to 0.94: items in a channel, or beside it. */
export const rss: SitemapDialect = {
  ...item,
  isEntry: (local, depth) => local === 'item' && (depth === 3 || depth === 2),
};

/** RSS 1.0 and 0.90, which are RDF: items beside the channel. */
export const rss1: SitemapDialect = {
  ...item,
  isEntry: (local, depth) => local === 'item' && depth === 2,
};

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
  return attributes['isPermaLink'] !== 'false' || /^\s*https?:\/\//iu.test(text);
}
