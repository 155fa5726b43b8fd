import { linkIri } from '../links/link-iri.ts';
import { placedLinks } from '../links/placed-links.ts';
import { typedLinks } from '../links/typed-links.ts';
import type { PlacedLink } from '../model/typed-link.ts';
import { baseWithin, maxUrlLength } from './listed-url.ts';
import type { EntryLink } from './sitemap-entry.ts';

/**
 * The typed links of a sitemap entry, one per relation. Targets that are not IRIs and alternates in
 * other languages (translations of the page) are left out.
 * @param context the entry's own URL
 * @param base the base of relative targets and of the links' own bases
 */
export function linksOfEntry(
  links: readonly EntryLink[],
  context: string,
  base: string,
): readonly PlacedLink[] {
  const origin = { base, context: linkIri('', context) ?? context };
  return links.flatMap(({ href, rel, type, profile, hreflang, base: own }) => {
    if (href.length > maxUrlLength) return [];
    const attributes = {
      href: href.trim(),
      rel,
      type,
      profiles: profile === undefined ? [] : [profile],
    };
    const isTranslation = (type ?? '').trim() === '' && hreflang !== undefined;
    const place = own === undefined ? origin : { ...origin, base: baseWithin(base, own) };
    const { links: typed } = typedLinks(attributes, place);
    const kept = typed.filter((link) => link.rel !== 'alternate' || !isTranslation);
    return placedLinks(kept, 'sitemap');
  });
}
