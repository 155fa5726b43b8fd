import type { CatalogueData } from './catalogue-layout.ts';
import { itemsAPart, listKeyOf, partKey, removeList } from './kept-list.ts';
import type { KeptListing } from './rows.ts';
import type { Snapshot } from './snapshot.ts';
import { isWhole, storageKey } from './storage-key.ts';

type Databases = Pick<CatalogueData, 'listings' | 'listed'>;

/**
 * Starts to store a listing, and removes what an unfinished attempt left. @returns the version to
 * write
 */
export function beginListing({ listings, listed }: Databases, name: string): number {
  const version = ((listings.get(storageKey(name))?.version ?? 0) + 1) % 2;
  removeList(listed, entriesName(name, version));
  return version;
}

/** Writes a part of a listing: at most `itemsAPart` items. */
export function putListed(
  { listed }: Databases,
  name: string,
  { version, part, items }: ListedPart,
): void {
  listed.putSync(partKey(entriesName(name, version), part), items);
}

export interface ListedPart {
  readonly version: number;
  readonly part: number;
  readonly items: readonly unknown[];
}

/** Completes a listing, which replaces the previous version and keeps its readers. */
export function endListing({ listings, listed }: Databases, name: string, kept: KeptListing): void {
  const key = storageKey(name);
  const sources = sorted([...(listings.get(key)?.sources ?? []), ...kept.sources]);
  listings.putSync(key, { ...kept, sources, ...(isWhole(key) ? {} : { name }) });
  removeList(listed, entriesName(name, (kept.version + 1) % 2));
}

/**
 * Records which sources read each listing, and removes listings without readers and unfinished
 * versions. Must not run while a listing is being written.
 * @param readersOf the sources that read a listing, by its key and its readers so far
 */
export function noteReaders(
  { listings, listed }: Databases,
  readersOf: (key: string, before: readonly string[]) => Iterable<string>,
): void {
  const entries = new Set<string>();
  const all = [...listings.getRange()];
  for (const { key, value } of all) {
    // Old programs did not record readers.
    const before = value.sources ?? [];
    const sources = sorted(readersOf(key, before));
    if (sources.length === 0) {
      listings.removeSync(key);
      continue;
    }
    if (sources.join('\n') !== before.join('\n')) listings.putSync(key, { ...value, sources });
    entries.add(storageKey(entriesName(value.name ?? key, value.version)));
  }
  const gone = [...listed.getKeys()].filter((key) => !entries.has(listKeyOf(key)));
  for (const key of gone) listed.removeSync(key);
}

function sorted(names: Iterable<string>): readonly string[] {
  return [...new Set(names)].toSorted();
}

/** The stored entries of a listing. */
export function* keptEntries(snapshot: Snapshot, name: string): Generator {
  const kept = snapshot.listing(name);
  if (kept !== undefined) yield* snapshot.listed(entriesName(name, kept.version));
}

/** Whether a listing exists and has as many entries as recorded. */
export function isWholeListing(snapshot: Snapshot, name: string): boolean {
  const kept = snapshot.listing(name);
  if (kept === undefined) return false;
  return snapshot.listedParts(entriesName(name, kept.version)) === partsOf(kept);
}

/** The number of parts that hold the entries of a listing. */
export function partsOf({ items }: KeptListing): number {
  return Math.ceil(items / itemsAPart);
}

/** The list name of the entries of one version. */
export function entriesName(name: string, version: number): string {
  return `${name} ${version}`;
}
