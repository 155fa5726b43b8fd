import type { UrlOutcome } from '../model/run.ts';
import { targetUrl } from '../model/target-url.ts';
import { identifierName } from '../rdf/identifier-name.ts';
import { describedKey } from './record-names.ts';
import type { OutcomeRow } from './rows.ts';
import type { Snapshot } from './snapshot.ts';

/** The keys under which a visit is found by the resources that its listings say are described. */
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
 * The resources that the metadata at a URL is said to describe: one per listing, and by links those
 * of further sitemap entries.
 */
function describedBy({ url, listings, signposts }: OutcomeRow): readonly string[] {
  const described = listings.flatMap(({ found }) => found.describes ?? []);
  // Most listings name none; this is the fast path.
  if (described.length === 0) return described;
  const links = signposts?.links ?? [];
  return links
    .filter(({ place, rel }) => place === 'sitemap' && rel === 'describedby')
    .filter(({ target }) => targetUrl(target) === url)
    .map(({ context }) => context)
    .concat(described)
    .filter((each) => each !== url);
}
