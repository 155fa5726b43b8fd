import { parseMediaType, profilesIn } from '../model/media-type.ts';
import type { TypedLink } from '../model/typed-link.ts';
import { maxUrlLength } from './listed-url.ts';
import type { EntryLink } from './sitemap-entry.ts';

/**
 * The typed links of an entry, one for each relation; a profile may be an attribute or a parameter of the type. Left out
 * are targets that are no IRI, and alternates in other languages, which are translations of the page.
 * @param context the entry's own URL
 * @param base what relative targets are resolved against
 */
export function typedLinks(
  links: readonly EntryLink[],
  context: string,
  base: string,
): readonly TypedLink[] {
  return links.flatMap((link) => {
    const target = absoluteIri(link.href, base);
    if (target === undefined) return [];
    const { essence: type, profiles } = labelOf(link);
    const isTranslation = type === '' && link.hreflang !== undefined;
    const relations = relationsIn(link.rel).filter((rel) => rel !== 'alternate' || !isTranslation);
    return type === ''
      ? relations.map((rel) => ({ context, rel, target, profiles }))
      : relations.map((rel) => ({ context, rel, target, type, profiles }));
  });
}

/** What the attributes `type` and `profile` say together. */
export function labelOf({ type = '', profile = '' }: Pick<EntryLink, 'type' | 'profile'>): {
  readonly essence: string;
  readonly profiles: readonly string[];
} {
  const { essence, profiles } = parseMediaType(type);
  return { essence, profiles: [...new Set([...profilesIn(profile), ...profiles])] };
}

/** Registered relations in lower case, others as they are (RFC 8288 §2.1). */
function relationsIn(rel: string): readonly string[] {
  const words = rel.split(/\s+/u).filter((word) => word !== '');
  return [...new Set(words.map((word) => (word.includes(':') ? word : word.toLowerCase())))];
}

function absoluteIri(href: string, base: string): string | undefined {
  const trimmed = href.trim();
  if (trimmed === '' || trimmed.length > maxUrlLength || !URL.canParse(trimmed, base)) {
    return undefined;
  }
  return new URL(trimmed, base).href;
}
