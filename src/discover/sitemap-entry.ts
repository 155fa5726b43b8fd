import { decodeFragment, followableLinks, linkLabel } from '../links/followable-links.ts';
import { linkIri, natureOf, placedLinks, typedLinks } from '../links/typed-links.ts';
import { findCdifLabel } from '../model/media-type.ts';
import { targetUrl, type Discovery, type Target, type TargetLabel } from '../model/target.ts';
import type { Position } from '../model/problem.ts';
import type { PlacedLink } from '../model/typed-link.ts';
import { maxUrlLength, resolveBase } from './discoverer.ts';

/** An entry of a listing as written, with entities decoded. */
export interface SitemapEntry {
  readonly kind: 'url' | 'sitemap';
  /** Empty where missing. */
  readonly loc: string;
  /**
   * Bases for relative URLs, outermost first, starting from the listing's URL. Absent where `loc`
   * must be absolute.
   */
  readonly bases?: readonly string[];
  /** The base of `loc` alone, within `bases`. */
  readonly base?: string | undefined;
  readonly lastmod?: string | undefined;
  readonly type?: string | undefined;
  readonly profile?: string | undefined;
  readonly links?: readonly EntryLink[];
  /** Position of `loc`, or of the entry without one. */
  readonly position: Position;
}

/** A typed link of an entry; its context is the entry's `loc`. */
export interface EntryLink {
  /** Relations, separated by blanks. */
  readonly rel: string;
  readonly href: string;
  readonly type?: string | undefined;
  readonly profile?: string | undefined;
  readonly hreflang?: string | undefined;
  /** The base of `href`, within the `bases` of the entry. */
  readonly base?: string | undefined;
}

/** A target of a labelled entry, and how it was found. */
export interface LabelledTarget {
  readonly target: Pick<Target, 'url' | 'labels' | 'links'>;
  readonly found: Pick<Discovery, 'describes' | 'place' | 'rel'>;
}

/**
 * The targets of a sitemap entry: the best of its links that are labelled as its metadata, else its
 * own URL. Links to CDIF lists, which also cover other resources, follow as further targets. A link
 * to `page#id` selects the script with that id.
 * @param loc the entry's own URL, as `targetUrl` gives it
 * @param base the base of links: the listing's URL, or the base that it or the entry declares
 * @returns nothing for an entry without labels
 */
export function resolveLabelledEntry(
  entry: SitemapEntry,
  loc: string,
  base: string,
): readonly LabelledTarget[] {
  const { type, profile, links: written = [] } = entry;
  if (type === undefined && profile === undefined && written.length === 0) return [];
  const links = readEntryLinks(written, loc, base);
  const followable = followableLinks(links).filter(({ target }) => targetUrl(target) !== undefined);
  const lists = followable.filter((link) => findCdifLabel(link.profiles) === 'list');
  const best = followable.find((link) => !lists.includes(link));
  const label = ownLabel(entry, links);
  const own = { url: loc, ...(label === undefined ? {} : { labels: [label] }) };
  const kept = links.length === 0 ? {} : { links };
  return [
    best === undefined
      ? { target: { ...own, ...kept }, found: {} }
      : targetOfLink(linksToSameTarget(best, followable), loc, links),
    ...lists.map((list) => targetOfLink([list], loc, links)),
  ];
}

/**
 * The best link, and other links to the same URL with the same label: each may name another script
 * of the page.
 */
function linksToSameTarget(best: PlacedLink, links: readonly PlacedLink[]): SameTargetLinks {
  const url = targetUrl(best.target);
  const label = findCdifLabel(best.profiles);
  const others = links.filter(
    (link) =>
      link !== best && targetUrl(link.target) === url && findCdifLabel(link.profiles) === label,
  );
  return [best, ...others];
}

type SameTargetLinks = readonly [PlacedLink, ...PlacedLink[]];

/** The target of links, which replaces the entry's own URL. */
function targetOfLink(
  sameTarget: SameTargetLinks,
  loc: string,
  links: readonly PlacedLink[],
): LabelledTarget {
  const [{ target, rel }] = sameTarget;
  const labels = sameTarget.map((link) => linkLabel(link));
  return {
    target: { url: targetUrl(target) ?? loc, labels, links },
    found: { describes: loc, place: 'sitemap', rel },
  };
}

/**
 * The label of the entry's own URL: `rs:md`, and links to its profile. With a profile link the URL
 * is metadata, so its fragment names a script; any other fragment is a position in a page.
 */
function ownLabel(entry: SitemapEntry, links: readonly PlacedLink[]): TargetLabel | undefined {
  const { type, profile } = entry;
  const written = { type, profiles: profile === undefined ? [] : [profile] };
  const { profiles: described, ...typed } = natureOf(written);
  const linked = links.filter(({ rel }) => rel === 'profile').map(({ target }) => target);
  const profiles = [...new Set([...described, ...linked])];
  const scriptId = linked.length === 0 ? '' : decodeFragment(entry.loc.trim());
  if (typed.type === undefined && profiles.length === 0) return undefined;
  return { ...typed, profiles, ...(scriptId === '' ? {} : { scriptId }) };
}

/**
 * The typed links of a sitemap entry, one per relation. Targets that are not IRIs and alternates in
 * other languages (translations of the page) are left out.
 * @param context the entry's own URL
 * @param base the base of relative targets and of the links' own bases
 */
function readEntryLinks(
  links: readonly EntryLink[],
  context: string,
  base: string,
): readonly PlacedLink[] {
  const origin = { base, context: linkIri('', context) ?? context };
  return links.flatMap(({ href, rel, type, profile, hreflang, base: own }) => {
    if (href.length > maxUrlLength) return [];
    const profiles = profile === undefined ? [] : [profile];
    const attributes = { href: href.trim(), rel, type, profiles };
    const isTranslation = (type ?? '').trim() === '' && hreflang !== undefined;
    const place = own === undefined ? origin : { ...origin, base: resolveBase(base, own) };
    const { links: typed } = typedLinks(attributes, place);
    const kept = typed.filter((link) => link.rel !== 'alternate' || !isTranslation);
    return placedLinks(kept, 'sitemap');
  });
}
