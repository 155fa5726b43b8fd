import type { Validators } from '../model/http.ts';
import type { CatalogueData } from './catalogue-layout.ts';
import { itemsAPart, partKey, removeList } from './kept-list.ts';
import type { Snapshot } from './snapshot.ts';
import { storageKey } from './storage-key.ts';

/** What is kept of a sitemap or feed that was read to its end. */
export interface KeptListing {
  /** Names the list of its entries, so that a new one can be written beside it. */
  readonly version: number;
  readonly validators: Validators;
  /** The URL that answered, after redirects. */
  readonly finalUrl: string;
  /** When it came whole, ISO 8601. */
  readonly at: string;
  readonly items: number;
  /** The version of the program that read it: another one may read it otherwise. */
  readonly program: string;
}

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

/** The listing is whole, and takes the place of that before. */
export function endListing({ listings, listed }: Databases, name: string, kept: KeptListing): void {
  listings.putSync(storageKey(name), kept);
  removeList(listed, entriesName(name, (kept.version + 1) % 2));
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
