import { type Target, targetUrl } from '../model/target.ts';
import {
  type SignpostingRelation,
  signpostingRelations,
  type Signposts,
  type TypedLink,
} from '../model/typed-link.ts';
import { linkOffers } from './followable-links.ts';

const relations: ReadonlySet<string> = new Set(signpostingRelations);

/**
 * The links with Signposting relations, in order and without duplicates. The same target with
 * another type or profile is another link, since servers that negotiate content offer many formats
 * at one URL.
 */
export function selectSignposts<Link extends TypedLink>(
  links: readonly Link[],
): readonly (Link & { readonly rel: SignpostingRelation })[] {
  const isSignpost = (link: Link): link is Link & { readonly rel: SignpostingRelation } =>
    relations.has(link.rel);
  const signposts = new Map<string, Link & { readonly rel: SignpostingRelation }>();
  for (const link of links.filter(isSignpost)) {
    const { context, rel, target, type = '', profiles } = link;
    const key = JSON.stringify([context, rel, target, type, ...profiles]);
    if (!signposts.has(key)) signposts.set(key, link);
  }
  return [...signposts.values()];
}

/** No links and no offers. */
export const noSignposts: Signposts = { offers: [], links: [] };

/**
 * Merges the links and offers of two responses, or of a response and a sitemap entry, without
 * duplicates.
 */
export function mergeSignposts(before: Signposts, { offers, links }: Signposts): Signposts {
  if (before.offers.length + before.links.length === 0) return { offers, links };
  const all = new Map([...before.offers, ...offers].map((offer) => [JSON.stringify(offer), offer]));
  return { offers: [...all.values()], links: selectSignposts([...before.links, ...links]) };
}

/** The links and offers of a target's sitemap entry; undefined where it has none. */
export function sitemapEntrySignposts({ url, links }: Target): Signposts | undefined {
  if (links === undefined || links.length === 0) return undefined;
  const taken = new Set(links.filter(({ target }) => targetUrl(target) === url));
  const own = new Set(links.map(({ context }) => context));
  return {
    offers: linkOffers(links, { own, taken, wanted: taken }),
    links: selectSignposts(links),
  };
}
