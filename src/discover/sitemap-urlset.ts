import type { SitemapDialect } from './sitemap-dialect.ts';
import type { EntryElement } from './sitemap-elements.ts';
import type { SitemapEntry } from './sitemap-entry.ts';
import { descriptionOf, lastmodOf, linksOf } from './sitemap-labels.ts';

/** ResourceSync documents that list sitemaps, and have the form of sitemaps (§6 and §9). */
const listingCapabilities: ReadonlySet<string> = new Set([
  'capabilitylist',
  'changelist',
  'resourcelist',
]);

/** ResourceSync documents that list only changes (§12 and §13). */
const changeCapabilities: ReadonlySet<string> = new Set(['changedump', 'changelist']);

/**
 * Sitemaps and sitemap indexes (sitemaps.org), also with entries of the other's kind, and
 * ResourceSync, which builds on them: `rs:ln` and `rs:md` label an entry, as `xhtml:link` does.
 * Entries that ResourceSync marks as deleted are ignored.
 */
export const urlset: SitemapDialect = {
  isEntry: (local, depth) => depth === 2 && (local === 'url' || local === 'sitemap'),
  fields: new Map([
    ['loc', 'own'],
    ['lastmod', 'own'],
  ]),
  entryOf(element) {
    const { capability = '', change } = descriptionOf(element);
    if (change === 'deleted') return undefined;
    const isSitemap = element.local === 'sitemap' || listingCapabilities.has(capability);
    return isSitemap ? toEntry('sitemap', element) : toEntry('url', element);
  },
  headDepth: 2,
  partOf: ({ capability }) => (changeCapabilities.has(capability) ? 'change-list' : undefined),
};

function toEntry(kind: SitemapEntry['kind'], element: EntryElement): SitemapEntry {
  const loc = element.fields.get('loc');
  const entry = {
    kind,
    loc: loc?.text ?? '',
    ...lastmodOf(element, 'lastmod'),
    position: loc?.position ?? element.position,
  };
  return kind === 'sitemap' || element.labels.length === 0
    ? entry
    : { ...entry, ...readLabels(element) };
}

function readLabels(element: EntryElement): Pick<SitemapEntry, 'type' | 'profile' | 'links'> {
  const { type, profile } = descriptionOf(element);
  const links = linksOf(element);
  return {
    ...(type === undefined ? {} : { type }),
    ...(profile === undefined ? {} : { profile }),
    ...(links.length === 0 ? {} : { links }),
  };
}
