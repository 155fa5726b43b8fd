import type { Attributes, EntryElement } from './sitemap-elements.ts';
import type { EntryLink, SitemapEntry } from './sitemap-entry.ts';

const none: Attributes = {};

/** The attributes of the first `rs:md` of an entry (ResourceSync §8). */
export function descriptionOf({ labels }: EntryElement): Attributes {
  if (labels.length === 0) return none;
  return labels.find(({ local }) => local === 'md')?.attributes ?? none;
}

/**
 * The typed links of an entry: `rs:ln`, `xhtml:link`, `atom:link`. Links without relation or target
 * are ignored.
 * @param baseName the attribute for the base of an element, if the dialect has one
 */
export function linksOf({ labels }: EntryElement, baseName?: string): readonly EntryLink[] {
  if (labels.length === 0) return [];
  return labels.flatMap(({ local, attributes }) => {
    const { rel, href, type, profile, hreflang } = attributes;
    if (local === 'md' || rel === undefined || href === undefined) return [];
    const base = baseName === undefined ? undefined : attributes[baseName];
    return [
      {
        rel,
        href,
        ...(type === undefined ? {} : { type }),
        ...(profile === undefined ? {} : { profile }),
        ...(hreflang === undefined ? {} : { hreflang }),
        ...(base === undefined ? {} : { base }),
      },
    ];
  });
}

/** The modification time of an entry as written: the first of these fields that is not blank. */
export function lastmodOf(
  { fields }: EntryElement,
  ...names: readonly string[]
): Pick<SitemapEntry, 'lastmod'> {
  for (const name of names) {
    const text = fields.get(name)?.text.trim() ?? '';
    if (text !== '') return { lastmod: text };
  }
  return {};
}
