import type { CatalogueData } from './catalogue-layout.ts';
import { itemsAPart, listKeyOf, partKey, removeList } from './kept-list.ts';
import type { KeptListing } from './rows.ts';
import type { Snapshot } from './snapshot.ts';
import { isWhole, storageKey } from './storage-key.ts';

type Databases = Pick<CatalogueData, 'listings' | 'listed'>;

/** Begins to write down a listing. What an earlier attempt left behind goes. @returns the version to write */
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

/** The listing is whole, and takes the place of that before; who read that one is not forgotten. */
export function endListing({ listings, listed }: Databases, name: string, kept: KeptListing): void {
  const key = storageKey(name);
  const sources = sorted([...(listings.get(key)?.sources ?? []), ...kept.sources]);
  listings.putSync(key, { ...kept, sources, ...(isWhole(key) ? {} : { name }) });
  removeList(listed, entriesName(name, (kept.version + 1) % 2));
}

/**
 * Notes by which sources each listing is read, and removes those that no source reads, with all that was begun and not ended.
 * To be called while none is being written.
 * @param readersOf the sources that read a listing, by its key and those that did so far
 */
export function noteReaders(
  { listings, listed }: Databases,
  readersOf: (key: string, before: readonly string[]) => Iterable<string>,
): void {
  const entries = new Set<string>();
  const all = [...listings.getRange()];
  for (const { key, value } of all) {
    // An older program did not note it.
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

/** The entries of a listing that is kept. */
export function* keptEntries(snapshot: Snapshot, name: string): Generator {
  const kept = snapshot.listing(name);
  if (kept !== undefined) yield* snapshot.listed(entriesName(name, kept.version));
}

/** Whether all entries of a listing are there that it is said to have; not so, too, where there is no such listing. */
export function isWholeListing(snapshot: Snapshot, name: string): boolean {
  const kept = snapshot.listing(name);
  if (kept === undefined) return false;
  return snapshot.listedParts(entriesName(name, kept.version)) === partsOf(kept);
}

/** How many parts the entries of a listing are kept in. */
export function partsOf({ items }: KeptListing): number {
  return Math.ceil(items / itemsAPart);
}

/** The name under which the entries of a version are kept. */
export function entriesName(name: string, version: number): string {
  return `${name} ${version}`;
}
