import { labelOfLink } from '../links/link-label.ts';
import { offersOfLinks } from '../links/offers-of-links.ts';
import type { Names } from '../links/resource-names.ts';
import { signpostsOf } from '../links/signposts.ts';
import type { Offer, Signposts } from '../model/offer.ts';
import type { Outcome } from '../model/outcome.ts';
import type { Extracted, FoundLink } from '../model/record.ts';
import { targetUrl } from '../model/target-url.ts';
import type { PlacedLink } from '../model/typed-link.ts';

/** The links of a response, and the selected ones. */
export interface LinkSelection {
  /** The URL of the response, as listed or linked. */
  readonly url: string;
  readonly links: readonly PlacedLink[];
  /** The links to follow, best first. */
  readonly wanted: readonly PlacedLink[];
  /** The names of the resource: see `LinkChoice`. */
  readonly own: Names;
}

/** Followed links and their offers. */
export interface FollowedLinks {
  /** One link outcome per followed link; `too-many-links` where `maxLinks` is exceeded. */
  readonly outcomes: readonly Outcome<Extracted>[];
  readonly offers: readonly Offer[];
}

/**
 * Follows links up to a limit, each target once.
 * @param by whether they are links of a page or entries of a list
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
  const outcomes: Outcome<Extracted>[] = Array.from(followed, ([target, sameTarget]) => {
    const citeAs = findCiteAs(sameTarget[0].context, links, own);
    return {
      kind: 'produced',
      value: { kind: 'link', link: { ...toFoundLink(target, sameTarget), ...citeAs, in: url, by } },
    };
  });
  if (byTarget.size > maxLinks) {
    outcomes.push({ kind: 'failed', problem: { kind: 'too-many-links', url, maxLinks } });
  }
  const taken = new Set([...followed.values()].flat());
  const fates = { own, taken, wanted: new Set(wanted) };
  return { outcomes, offers: offersOfLinks(links, fates) };
}

/**
 * The `cite-as` targets of a link's resource: a page has several names for it, while in a linkset
 * each context is another resource.
 */
function findCiteAs(
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

/** @param ways the links to the target, best first; each may name another script of the page */
function toFoundLink(
  url: string,
  sameTarget: readonly [PlacedLink, ...PlacedLink[]],
): Omit<FoundLink, 'in' | 'by'> {
  const [{ rel, place }] = sameTarget;
  return { url, place, rel, labels: sameTarget.map((link) => labelOfLink(link)) };
}

/** The outcome with the signposts of a response; none where it has none. */
export function signpostOutcomes(
  offers: readonly Offer[],
  links: readonly PlacedLink[],
): readonly Outcome<Extracted>[] {
  const signposts: Signposts = { offers, links: signpostsOf(links) };
  return offers.length + signposts.links.length === 0
    ? []
    : [{ kind: 'produced', value: { kind: 'signposts', signposts } }];
}
