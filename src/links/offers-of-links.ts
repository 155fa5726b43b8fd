import type { Offer, OfferRoute, OfferVerdict } from '../model/offer.ts';
import type { LinkPlace, PlacedLink } from '../model/typed-link.ts';
import { targetUrl } from '../model/target-url.ts';
import { followableLinks } from './followable-links.ts';
import type { Names } from './resource-names.ts';

/** Decides what happens to links. */
export interface LinkFates {
  /** The names of the resource that the metadata must describe. */
  readonly own: Names;
  readonly taken: ReadonlySet<PlacedLink>;
  /** The links that may be followed. */
  readonly wanted: ReadonlySet<PlacedLink>;
}

const routes: Readonly<Record<LinkPlace, OfferRoute>> = {
  header: 'header-link',
  html: 'html-link',
  linkset: 'linkset-link',
  sitemap: 'sitemap-link',
};

/** A linkset may lead to metadata of any format. */
const offering: ReadonlySet<string> = new Set(['describedby', 'linkset']);

/**
 * The metadata offers among links: every `describedby` and `linkset`, and `alternate` of a type
 * that can be metadata.
 */
export function offersOfLinks(links: readonly PlacedLink[], fates: LinkFates): readonly Offer[] {
  const followable = new Set(followableLinks(links).map(({ target }) => target));
  return links
    .filter(({ rel, target }) => {
      return rel === 'alternate' ? followable.has(target) : offering.has(rel);
    })
    .map((link) => offerOf(link, verdictOf(link, fates, followable)));
}

function offerOf({ place, target: url, type, profiles }: PlacedLink, verdict: OfferVerdict): Offer {
  return { via: routes[place], url, ...(type === undefined ? {} : { type }), profiles, verdict };
}

function verdictOf(
  link: PlacedLink,
  { own, taken, wanted }: LinkFates,
  followable: ReadonlySet<string>,
): OfferVerdict {
  if (taken.has(link)) return 'taken';
  if (wanted.has(link)) return 'beyond-limit';
  if (!own.has(link.context)) return 'other-resource';
  if (link.rel !== 'linkset' && !followable.has(link.target)) return 'other-format';
  return own.has(targetUrl(link.target) ?? '') ? 'at-hand' : 'outranked';
}
