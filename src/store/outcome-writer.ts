import type { UrlOutcome } from '../model/run.ts';
import type { CatalogueData } from './catalogue-layout.ts';
import { describedKeys } from './described-names.ts';
import { sameFacts } from './graph-facts.ts';
import type { Tally } from './record-writer.ts';
import { storageKey } from './storage-key.ts';

type Databases = Pick<CatalogueData, 'outcomes' | 'names'>;

/**
 * Keeps the outcome of a URL in place of that before, with the names by which it is found. To be called inside of a
 * transaction, as what follows.
 */
export function putOutcome(
  { outcomes, names }: Databases,
  before: UrlOutcome | undefined,
  after: UrlOutcome,
  tally: Tally,
): void {
  const keys = describedKeys(after);
  if (before !== undefined) {
    for (const key of describedKeys(before)) if (!keys.has(key)) names.removeSync(key);
  }
  // Also where nothing else is new: catalogues are older than these names.
  for (const key of keys) if (!names.doesExist(key)) names.putSync(key, after.url);
  if (before !== undefined && sameFacts(before, after)) return;
  outcomes.putSync(storageKey(after.url), after);
  tally.changed = true;
}

/** Forgets the outcome of a URL. */
export function removeOutcome(
  { outcomes, names }: Databases,
  before: UrlOutcome,
  tally: Tally,
): void {
  for (const key of describedKeys(before)) names.removeSync(key);
  outcomes.removeSync(storageKey(before.url));
  tally.changed = true;
}
