import { labelOfLink } from '../links/link-label.ts';
import { offersOfLinks } from '../links/offers-of-links.ts';
import type { Names } from '../links/resource-names.ts';
import { signpostsOf } from '../links/signposts.ts';
import type { Offer, Signposts } from '../model/offer.ts';
import type { Outcome } from '../model/outcome.ts';
import type { Extracted, FoundLink } from '../model/record.ts';
import { targetUrl } from '../model/target-url.ts';
import type { PlacedLink } from '../model/typed-link.ts';

/** The links of a response, and which of them are wanted. */
export interface LinkSelection {
  /** The URL of the response, as listed or linked. */
  readonly url: string;
  readonly links: readonly PlacedLink[];
  /** Those of the links that are to be followed, the better first. */
  readonly wanted: readonly PlacedLink[];
  /** The names of the resource: see `LinkChoice`. */
  readonly own: Names;
}

/** Links that are followed, and what is said of them. */
export interface FollowedLinks {
  /** A link each that is followed; `too-many-links` where there are more than `maxLinks`. */
  readonly outcomes: readonly Outcome<Extracted>[];
  /** All offers that links make. */
  readonly offers: readonly Offer[];
}

/**
 * Follows links as far as there may be so many, each target once.
 * @param by whether they are links of a page, or what a list names
 */
export function followLinks(
  selection: LinkSelection,
  maxLinks: number,
  by: FoundLink['by'] = 'link',
): FollowedLinks {
  const { url, links, wanted, own } = selection;
  if (links.length === 0) return { outcomes: [], offers: [] };
  const byTarget = new Map<string, [PlacedLink, ...PlacedLink[]]>();
  for (const link of wanted) {
    const target = targetUrl(link.target);
    if (target === undefined) continue;
    const others = byTarget.get(target);
    if (others === undefined) byTarget.set(target, [link]);
    else others.push(link);
  }
  const followed = new Map([...byTarget].slice(0, maxLinks));
  const outcomes: Outcome<Extracted>[] = Array.from(followed, ([target, ways]) => {
    const citeAs = citeAsOf(ways[0].context, links, own);
    return {
      kind: 'produced',
      value: { kind: 'link', link: { ...foundLink(target, ways), ...citeAs, in: url, by } },
    };
  });
  if (byTarget.size > maxLinks) {
    outcomes.push({ kind: 'failed', problem: { kind: 'too-many-links', url, maxLinks } });
  }
  const taken = new Set([...followed.values()].flat());
  const fates = { own, taken, wanted: new Set(wanted) };
  return { outcomes, offers: offersOfLinks(links, fates) };
}

/** What the resource of a link is to be cited as: a page has several names for it, in a linkset each is another resource. */
function citeAsOf(
  context: string,
  links: readonly PlacedLink[],
  own: Names,
): Pick<FoundLink, 'citeAs'> {
  const targets = links
    .filter((link) => link.rel === 'cite-as')
    .filter(
      (link) => link.context === context || (link.place !== 'linkset' && own.has(link.context)),
    )
    .map(({ target }) => target);
  return targets.length === 0 ? {} : { citeAs: targets };
}

/** @param ways the links that lead there, the best first; each may name another script of the page */
function foundLink(
  url: string,
  ways: readonly [PlacedLink, ...PlacedLink[]],
): Omit<FoundLink, 'in' | 'by'> {
  const [{ rel, place }] = ways;
  return { url, place, rel, labels: ways.map((link) => labelOfLink(link)) };
}

/** The outcome that carries the signposts of a response; none where it has none. */
export function signpostOutcomes(
  offers: readonly Offer[],
  links: readonly PlacedLink[],
): readonly Outcome<Extracted>[] {
  const signposts: Signposts = { offers, links: signpostsOf(links) };
  return offers.length + signposts.links.length === 0
    ? []
    : [{ kind: 'produced', value: { kind: 'signposts', signposts } }];
}
