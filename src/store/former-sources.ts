import type { Listing } from '../model/target.ts';
import type { CatalogueData } from './catalogue-layout.ts';
import { formerKey } from './former-texts.ts';
import type { OutcomeRow } from './rows.ts';

/**
 * Keeps which sources listed a URL until a change, where others do from then on. Of a URL that was not there before nothing
 * is kept, since it had no records either.
 */
export function keepFormerSources(
  { formerSources }: Pick<CatalogueData, 'formerSources'>,
  before: OutcomeRow | undefined,
  after: readonly Listing[],
  change: number,
): void {
  if (before === undefined || sameSources(before.listings, after)) return;
  const key = formerKey(before.url, change);
  // What was meant for a moment within a commit nobody has seen.
  if (formerSources.doesExist(key)) return;
  formerSources.putSync(key, sourcesOf(before.listings));
}

/** The names of the sources of listings, in their order. */
export function sourcesOf(listings: readonly Listing[]): string[] {
  return listings.map(({ source }) => source);
}

/** Whether the same sources list a URL. */
export function sameSources(one: readonly Listing[], other: readonly Listing[]): boolean {
  // Listings are sorted by source.
  return one.length === other.length && one.every(({ source }, at) => source === other[at]?.source);
}
