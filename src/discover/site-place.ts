import { targetUrl } from '../model/target-url.ts';
import type { Listed, Reading, SourceOf } from './discoverer.ts';

/** The source that is a site, and what is known of it. */
export interface PlacedSite {
  readonly source: SourceOf<'site'>;
  readonly reading: Pick<Reading, 'sites' | 'allowRemovals'>;
}

/** Remembers that robots.txt names the sitemaps of a site, which is as good as its publisher's word. */
export async function noteNamed({ source: { name, site }, reading }: PlacedSite): Promise<void> {
  await reading.sites.put(name, { site });
}

/**
 * Judges what was found in a usual place, since nobody named anything. Where the site was listed from somewhere else before, it
 * may be less than all (`listing-moved`): a robots.txt that is gone for a day leads there, too. It stays so until the operator
 * confirms that records go; from then on this is where the site is listed.
 */
export async function* judgeTaken(
  taken: string,
  { source: { name, site }, reading: { sites, allowRemovals } }: PlacedSite,
): AsyncGenerator<Listed> {
  const before = await sites.get(name);
  const isKnown = before !== undefined && isSamePlace(before.site, site);
  if (!isKnown || isSamePlace(before.taken, taken) || allowRemovals) {
    await sites.put(name, { site, taken });
    return;
  }
  const former = before.taken === undefined ? {} : { before: before.taken };
  yield { kind: 'problem', problem: { kind: 'listing-moved', url: site, taken, ...former } };
}

/** However they are spelled, and by http or https: an operator who writes the one for the other means no other site. */
function isSamePlace(one: string | undefined, other: string): boolean {
  return one !== undefined && placeOf(one) === placeOf(other);
}

function placeOf(url: string): string {
  return (targetUrl(url) ?? url).replace(/^https?:/u, '');
}
