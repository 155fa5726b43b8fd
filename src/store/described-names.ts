import type { UrlOutcome } from '../model/run.ts';
import { targetUrl } from '../model/target-url.ts';
import { identifierName } from '../rdf/identifier-name.ts';
import { describedKey } from './record-names.ts';
import type { OutcomeRow } from './rows.ts';
import type { Snapshot } from './snapshot.ts';

/** The keys under which the look at a URL is found by what its listings say that its metadata describes. */
export function describedKeys(outcome: OutcomeRow): ReadonlySet<string> {
  const { url } = outcome;
  const keys = new Set<string>();
  for (const described of describedBy(outcome)) keys.add(describedKey(described, url));
  return keys;
}

/** See `CatalogueStore.describing`. */
export function looksDescribing(snapshot: Snapshot, name: string): UrlOutcome[] {
  const spelling = identifierName(name);
  return [...snapshot.urlsDescribing(name)]
    .flatMap((url) => snapshot.outcomeOf(url) ?? [])
    .filter((outcome) => describedBy(outcome).some((each) => identifierName(each) === spelling))
    .toSorted((one, other) => (one.url < other.url ? -1 : 1));
}

/**
 * What the metadata at a URL is said to describe: a listing has one such, and other entries of the sitemap may have led there
 * as well, as the links tell.
 */
function describedBy({ url, listings, signposts }: OutcomeRow): readonly string[] {
  const described = listings.flatMap(({ found }) => found.describes ?? []);
  // Most are listed plainly, and cost nothing.
  if (described.length === 0) return described;
  const links = signposts?.links ?? [];
  return links
    .filter(({ place, rel }) => place === 'sitemap' && rel === 'describedby')
    .filter(({ target }) => targetUrl(target) === url)
    .map(({ context }) => context)
    .concat(described)
    .filter((each) => each !== url);
}
