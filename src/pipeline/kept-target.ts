import { linkLabel } from '../links/followable-links.ts';
import type { Offer } from '../model/offer.ts';
import type { UrlOutcome } from '../model/run.ts';
import type { Listing, Target, TargetLabel } from '../model/target.ts';
import { targetUrl } from '../model/graph-iri.ts';

/** What the catalogue keeps of a URL and of the pages that named it. */
export interface KeptOutcomes {
  readonly own: UrlOutcome;
  /** The pages, linksets and lists that link to it and were visited. */
  readonly pages: readonly UrlOutcome[];
}

/**
 * Rebuilds a target from the catalogue: its discovery, the links of sitemap entries, the labels of
 * links to it, and its `cite-as` links. Further facts of its sitemap entry are not kept.
 */
export function targetFromCatalogue(
  { source, found, depth }: Listing,
  { own, pages }: KeptOutcomes,
): Target {
  const { url } = own;
  const page = pages.find((each) => each.url === found.in);
  const links = (own.signposts?.links ?? []).filter(({ place }) => place === 'sitemap');
  const ofEntries = (own.signposts?.offers ?? []).filter(({ via }) => via === 'sitemap-link');
  const labels = labelsOf([...ofEntries, ...(page?.signposts?.offers ?? [])], url);
  const citeAs = page === undefined ? [] : citeAsOf(url, page);
  return {
    url,
    source,
    found,
    depth,
    ...(labels.length === 0 ? {} : { labels }),
    ...(links.length === 0 ? {} : { links }),
    ...(citeAs.length === 0 ? {} : { citeAs }),
  };
}

/** The labels of the links that were followed to a URL. */
function labelsOf(offers: readonly Offer[], url: string): readonly TargetLabel[] {
  const labels = offers
    .filter((offer) => offer.verdict === 'taken' && targetUrl(offer.url) === url)
    .filter(({ via }) => via !== 'script' && via !== 'content')
    .map((offer) => linkLabel(Object.assign({ target: offer.url }, offer)));
  return [...new Map(labels.map((label) => [JSON.stringify(label), label])).values()];
}

/** The `cite-as` links that a page gives for the resource whose metadata is at a URL. */
function citeAsOf(url: string, { url: page, signposts }: UrlOutcome): readonly string[] {
  const links = signposts?.links ?? [];
  const contexts = new Set(
    links.filter(({ target }) => targetUrl(target) === url).map(({ context }) => context),
  );
  return links
    .filter(({ rel }) => rel === 'cite-as')
    .filter(({ place, context }) => {
      return contexts.has(context) || (place !== 'linkset' && context === page);
    })
    .map(({ target }) => target);
}
