import { cdifLabelOf } from '../model/cdif-profile.ts';
import { followableLinks } from '../links/followable-links.ts';
import { fragmentOf, labelOfLink } from '../links/link-label.ts';
import { natureOf } from '../links/typed-links.ts';
import type { Discovery, Target, TargetLabel } from '../model/target.ts';
import { targetUrl } from '../model/target-url.ts';
import type { PlacedLink } from '../model/typed-link.ts';
import { linksOfEntry } from './entry-links.ts';
import type { SitemapEntry } from './sitemap-entry.ts';

/** What an entry that has labels lists, beside how it was found. */
export interface LabelledTarget {
  readonly target: Pick<Target, 'url' | 'labels' | 'links'>;
  readonly found: Pick<Discovery, 'describes' | 'place' | 'rel'>;
}

/**
 * What is to be fetched for an entry that has labels: what a link of it leads to that is labelled as its metadata, the
 * best such offer; else its own URL. Links to lists of CDIF, which are about other resources as well, come behind that. A
 * link to `page#id` leads to the script of that id.
 * @param loc the entry's own URL, as `targetUrl` gives it
 * @param base what links are resolved against: the listing's URL, or a base that it or the entry gives
 * @returns nothing for an entry that says nothing but its URL
 */
export function labelledTargets(
  entry: SitemapEntry,
  loc: string,
  base: string,
): readonly LabelledTarget[] {
  const { type, profile, links: written = [] } = entry;
  if (type === undefined && profile === undefined && written.length === 0) return [];
  const links = linksOfEntry(written, loc, base);
  const followable = followableLinks(links).filter(({ target }) => targetUrl(target) !== undefined);
  const lists = followable.filter((link) => cdifLabelOf(link.profiles) === 'list');
  const best = followable.find((link) => !lists.includes(link));
  const label = ownLabel(entry, links);
  const own = { url: loc, ...(label === undefined ? {} : { labels: [label] }) };
  const kept = links.length === 0 ? {} : { links };
  return [
    best === undefined
      ? { target: { ...own, ...kept }, found: {} }
      : targetOfLink(sameTarget(best, followable), loc, links),
    ...lists.map((list) => targetOfLink([list], loc, links)),
  ];
}

/** The best link, and others that lead to the same URL and are labelled as it is: each may name another script of a page. */
function sameTarget(best: PlacedLink, links: readonly PlacedLink[]): Ways {
  const url = targetUrl(best.target);
  const label = cdifLabelOf(best.profiles);
  const others = links.filter(
    (link) =>
      link !== best && targetUrl(link.target) === url && cdifLabelOf(link.profiles) === label,
  );
  return [best, ...others];
}

type Ways = readonly [PlacedLink, ...PlacedLink[]];

/** What links of an entry lead to, in place of the entry's own URL. */
function targetOfLink(ways: Ways, loc: string, links: readonly PlacedLink[]): LabelledTarget {
  const [{ target, rel }] = ways;
  return {
    target: {
      url: targetUrl(target) ?? loc,
      labels: ways.map((link) => labelOfLink(link)),
      links,
    },
    found: { describes: loc, place: 'sitemap', rel },
  };
}

/**
 * What an entry says of its own URL: `rs:md`, and links to its profile. The latter say that it is metadata, so that a
 * fragment names the script; that of any other URL is a place in a page, and means nothing to us.
 */
function ownLabel(entry: SitemapEntry, links: readonly PlacedLink[]): TargetLabel | undefined {
  const { type, profile } = entry;
  const { profiles: described, ...typed } = natureOf({
    type,
    profiles: profile === undefined ? [] : [profile],
  });
  const linked = links.filter(({ rel }) => rel === 'profile').map(({ target }) => target);
  const profiles = [...new Set([...described, ...linked])];
  const scriptId = linked.length === 0 ? '' : fragmentOf(entry.loc.trim());
  if (typed.type === undefined && profiles.length === 0) return undefined;
  return {
    ...typed,
    profiles,
    ...(scriptId === '' ? {} : { scriptId }),
  };
}
