import { setImmediate } from 'node:timers/promises';
import type { Catalogue } from './catalogue.ts';
import type { Snapshot } from './snapshot.ts';
import { isWhole } from './storage-key.ts';
import type { MissingUrl } from './store.ts';

/** How many URLs are read at once; the consumer may remove them before the next are read. */
const urlsAtOnce = 500;

/** See `CatalogueStore.missing`. In the order of the URLs. */
export async function* missingUrls(
  catalogue: Catalogue,
  isListed: (url: string) => boolean,
): AsyncGenerator<MissingUrl> {
  // All keys at once: a URL takes some hundred bytes, and the running harvest changes the database.
  const keys = catalogue.read((snapshot) => [...snapshot.urlKeys()]);
  const missing = keys.filter((key) => !isWhole(key) || !isListed(key));
  for (let at = 0; at < missing.length; at += urlsAtOnce) {
    const some = missing.slice(at, at + urlsAtOnce);
    yield* catalogue.read((snapshot) => some.flatMap((key) => missingAt(snapshot, key, isListed)));
    await setImmediate();
  }
}

function missingAt(
  snapshot: Snapshot,
  key: string,
  isListed: (url: string) => boolean,
): readonly MissingUrl[] {
  const outcome = snapshot.outcomeAt(key);
  if (outcome === undefined || isListed(outcome.url)) return [];
  const { url, listings } = outcome;
  const records = [...snapshot.factsOfUrl(url)].length;
  return [{ url, listings, records }];
}
