import type { Listing } from '../model/target.ts';
import type { CatalogueData } from './catalogue-layout.ts';
import { formerKey } from './former-texts.ts';
import type { OutcomeRow } from './rows.ts';

/**
 * Records which sources listed a URL until this change, if the list of sources changes. Not
 * recorded for new URLs, which had no records before.
 */
export function keepFormerSources(
  { formerSources }: Pick<CatalogueData, 'formerSources'>,
  before: OutcomeRow | undefined,
  after: readonly Listing[],
  change: number,
): void {
  if (before === undefined || sameSources(before.listings, after)) return;
  const key = formerKey(before.url, change);
  // An intermediate state within one commit was never visible.
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
