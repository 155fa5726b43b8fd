import { targetUrl } from '../model/target-url.ts';
import type { Listed, Reading, SourceOf } from './discoverer.ts';

/** A site source, and what the run knows of it. */
export interface PlacedSite {
  readonly source: SourceOf<'site'>;
  readonly reading: Pick<Reading, 'sites' | 'allowRemovals'>;
}

/** Remembers that robots.txt names the sitemaps of a site, as authoritative as its publisher. */
export async function noteNamed({ source: { name, site }, reading }: PlacedSite): Promise<void> {
  await reading.sites.put(name, { site });
}

/**
 * Checks a listing found in a default place, which nobody named. If the site was listed from
 * somewhere else before, the listing may be incomplete (`listing-moved`), for example because
 * robots.txt is missing for a day. The problem persists until the operator confirms removals; then
 * the new place is remembered.
 */
export async function* judgeTaken(
  taken: string,
  { source: { name, site }, reading: { sites, allowRemovals } }: PlacedSite,
): AsyncGenerator<Listed> {
  const before = await sites.get(name);
  const isKnown = before !== undefined && isSameUrl(before.site, site);
  if (!isKnown || isSameUrl(before.taken, taken) || allowRemovals) {
    await sites.put(name, { site, taken });
    return;
  }
  const previous = before.taken === undefined ? {} : { before: before.taken };
  yield { kind: 'problem', problem: { kind: 'listing-moved', url: site, taken, ...previous } };
}

/**
 * Compares URLs regardless of spelling and of http or https: an operator who changes the scheme
 * means the same site.
 */
function isSameUrl(one: string | undefined, other: string): boolean {
  return one !== undefined && urlWithoutScheme(one) === urlWithoutScheme(other);
}

function urlWithoutScheme(url: string): string {
  return (targetUrl(url) ?? url).replace(/^https?:/u, '');
}
