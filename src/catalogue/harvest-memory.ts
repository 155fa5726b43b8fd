import type {
  ContextMemory,
  HarvestPoint,
  KnownListing,
  ListingKeeper,
  ListingMemories,
  ListingMemory,
  ListingPlace,
  RobotsMemory,
  SiteMemory,
  StoredRobots,
} from '../model/harvest-memory.ts';
import { version as program } from '../version.ts';
import type { Catalogue } from './catalogue.ts';
import { CommitQueue } from './commit-queue.ts';
import {
  isCompleteKey,
  itemsPerPart,
  listKeyOfPart,
  partKey,
  removeList,
  storageKey,
} from './keys.ts';
import type { CatalogueData } from './layout.ts';
import type { RobotsRow } from './rows.ts';

/**
 * Records which sources read each listing, and removes listings without readers and unfinished
 * versions. Must not run while a listing is being written.
 * @param readersOf the sources that read a listing, by its key and its readers so far
 */
export function noteReaders(
  { listings, listed }: CatalogueData,
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
    entries.add(storageKey(listingEntriesName(value.name ?? key, value.version)));
  }
  const gone = [...listed.getKeys()].filter((key) => !entries.has(listKeyOfPart(key)));
  for (const key of gone) listed.removeSync(key);
}

function sorted(names: Iterable<string>): readonly string[] {
  return [...new Set(names)].toSorted();
}

/** The list name of the entries of one version. */
function listingEntriesName(name: string, version: number): string {
  return `${name} ${version}`;
}

/** The listing memories in the catalogue. Items are stored as JSON. */
export class StoredListingMemories<Item> implements ListingMemories<Item> {
  readonly #catalogue: Catalogue;
  /** The names of listings that are being written. */
  readonly #begun = new Set<string>();
  /** The sources that read a listing, by its key. */
  readonly #readers = new Map<string, Set<string>>();

  constructor(catalogue: Catalogue) {
    this.#catalogue = catalogue;
  }

  of(source: string): ListingMemory<Item> {
    return {
      known: async (name) => {
        const key = storageKey(name);
        const readers = this.#readers.get(key) ?? new Set();
        this.#readers.set(key, readers.add(source));
        return this.#known(name);
      },
      begin: async (name) => this.#begin(name, source),
    };
  }

  async end(complete: readonly string[]): Promise<void> {
    const isComplete = new Set(complete);
    this.#catalogue.change((data) => {
      noteReaders(data, (key, before) => {
        const now = this.#readers.get(key) ?? [];
        return [...before.filter((source) => !isComplete.has(source)), ...now];
      });
    });
  }

  #known(name: string): KnownListing<Item> | undefined {
    const catalogue = this.#catalogue;
    const row = catalogue.read((snapshot) => {
      const found = snapshot.listing(name);
      if (found?.program !== program) return undefined;
      const parts = snapshot.listedParts(listingEntriesName(name, found.version));
      return parts === Math.ceil(found.items / itemsPerPart) ? found : undefined;
    });
    if (row === undefined) return undefined;
    const { validators, finalUrl, at } = row;
    return { validators, finalUrl, at, items: () => itemsOf<Item>(catalogue, name) };
  }

  /** Where two sources read one listing at once, the first one stores it. */
  #begin(name: string, source: string): ListingKeeper<Item> {
    if (this.#begun.has(name)) return noKeeper;
    this.#begun.add(name);
    const catalogue = this.#catalogue;
    const key = storageKey(name);
    const version = catalogue.change(({ listings, listed }) => {
      const next = ((listings.get(key)?.version ?? 0) + 1) % 2;
      // An unfinished attempt may have left entries.
      removeList(listed, listingEntriesName(name, next));
      return next;
    });
    let waiting: Item[] = [];
    let items = 0;
    const write = (): void => {
      const part = partKey(listingEntriesName(name, version), items / itemsPerPart);
      catalogue.change(({ listed }) => listed.putSync(part, waiting));
      items += waiting.length;
      waiting = [];
    };
    return {
      add: async (item) => {
        waiting.push(item);
        if (waiting.length >= itemsPerPart) write();
      },
      end: async (answer) => {
        if (waiting.length > 0) write();
        catalogue.change(({ listings, listed }) => {
          const sources = sorted([...(listings.get(key)?.sources ?? []), source]);
          const row = { ...answer, version, items, program, sources };
          listings.putSync(key, isCompleteKey(key) ? row : { ...row, name });
          // The previous version.
          removeList(listed, listingEntriesName(name, (version + 1) % 2));
        });
      },
      close: () => {
        this.#begun.delete(name);
      },
    };
  }
}

const noKeeper: ListingKeeper<unknown> = {
  add: async () => undefined,
  end: async () => undefined,
  close: () => undefined,
};

/**
 * Read at once into memory: the consumer writes between entries, and a snapshot must not be held
 * for long.
 */
async function* itemsOf<Item>(catalogue: Catalogue, name: string): AsyncGenerator<Item> {
  // Only `begin` writes these, from items.
  yield* catalogue.read((snapshot) => {
    const row = snapshot.listing(name);
    return row === undefined ? [] : [...snapshot.listed(listingEntriesName(name, row.version))];
  }) as Item[];
}

interface RobotsJob {
  readonly origin: string;
  readonly stored: StoredRobots;
}

/** A robots.txt older than this many milliseconds is not used any more. */
const maxAgeMs = 30 * 86_400_000;
const maxJobs = 256;
const maxBytes = 2 ** 24;

/**
 * Stores robots.txt files. Not part of the readable catalogue: writes do not count as changes.
 * Outdated entries are removed at the first write.
 */
export class StoredRobotsMemory implements RobotsMemory {
  readonly #catalogue: Catalogue;
  readonly #queue: CommitQueue<RobotsJob, undefined>;
  #isCleared = false;

  constructor(catalogue: Catalogue) {
    this.#catalogue = catalogue;
    this.#queue = new CommitQueue({
      commit: (jobs) => catalogue.change((data) => this.#write(data, jobs)),
      weightOf: ({ stored }) => (stored.kind === 'file' ? stored.body.length : 0),
      maxJobs,
      maxWeight: maxBytes,
    });
  }

  async get(origin: string): Promise<StoredRobots | undefined> {
    const row = this.#catalogue.read((snapshot) => snapshot.robotsOf(origin));
    if (row === undefined) return undefined;
    const at = new Date(row.at);
    if (row.file === undefined) return { kind: 'none', at };
    const { octets, finalUrl, etag, lastModified } = row.file;
    const body = Buffer.from(octets, 'latin1');
    return { kind: 'file', at, body, finalUrl, validators: { etag, lastModified } };
  }

  async put(origin: string, stored: StoredRobots): Promise<void> {
    await this.#queue.add({ origin, stored });
  }

  /** Resolves when everything that was put is written. */
  async idle(): Promise<void> {
    await this.#queue.idle();
  }

  #write({ robots }: CatalogueData, jobs: readonly RobotsJob[]): undefined[] {
    const [first] = jobs;
    if (!this.#isCleared && first !== undefined) removeOutdated(robots, first.stored.at);
    this.#isCleared = true;
    return jobs.map(({ origin, stored }) => {
      robots.putSync(storageKey(origin), rowOf(stored));
      return undefined;
    });
  }
}

/** Removes entries that are too old, and entries that a wrong clock dated in the future. */
function removeOutdated(robots: CatalogueData['robots'], now: Date): void {
  const old: string[] = [];
  for (const { key, value } of robots.getRange()) {
    if (Math.abs(now.getTime() - Date.parse(value.at)) > maxAgeMs) old.push(key);
  }
  for (const key of old) robots.removeSync(key);
}

function rowOf(stored: StoredRobots): RobotsRow {
  const at = stored.at.toISOString();
  if (stored.kind === 'none') return { at };
  const { body, finalUrl, validators } = stored;
  const octets = Buffer.from(body.buffer, body.byteOffset, body.length).toString('latin1');
  return { at, file: { octets, finalUrl, ...validators } };
}

/**
 * Makes the memory of where the listing of each site was found. Not part of the readable catalogue:
 * writes do not count as changes, and equal values are not written.
 */
export function createSiteMemory(catalogue: Catalogue): SiteMemory {
  const placeOf = (source: string): ListingPlace | undefined => {
    const kept = catalogue.read((snapshot) => snapshot.placeOf(source));
    // A source of the same name may have been of another kind.
    return kept !== undefined && 'site' in kept ? kept : undefined;
  };
  return {
    get: async (source) => placeOf(source),
    put: async (source, found) => {
      const before = placeOf(source);
      if (before?.site === found.site && before.taken === found.taken) return;
      catalogue.change(({ places }) => places.putSync(storageKey(source), found));
    },
  };
}

/** More contexts than communities have; beyond it the oldest ones are removed. */
const maxContexts = 1000;

/**
 * Makes the memory of fetched contexts. Not part of the readable catalogue: writes do not count as
 * changes.
 */
export function createContextMemory(catalogue: Catalogue): ContextMemory {
  return {
    get: async (url) => catalogue.read((snapshot) => snapshot.contextOf(url)),
    put: async (fetched, at) => {
      const { url, documentUrl, json } = fetched;
      const row = { url, documentUrl, json, at: at.toISOString() };
      catalogue.change(({ contexts }) => {
        const key = storageKey(url);
        if (!contexts.doesExist(key)) removeOldest(contexts);
        contexts.putSync(key, row);
      });
    },
  };
}

/** Makes room for one more context. */
function removeOldest(contexts: CatalogueData['contexts']): void {
  if (contexts.getKeysCount() < maxContexts) return;
  let oldest: { readonly key: string; readonly at: string } | undefined;
  for (const { key, value } of contexts.getRange()) {
    if (oldest === undefined || value.at < oldest.at) oldest = { key, at: value.at };
  }
  if (oldest !== undefined) contexts.removeSync(oldest.key);
}

/** Up to where sources that list changes were harvested; kept as `SiteMemory` is. */
export interface HarvestPointMemory {
  get(source: string): HarvestPoint | undefined;
  /** Everything before the point is in the catalogue. @throws {Fault} when it cannot be written */
  put(source: string, point: HarvestPoint): void;
}

/** Makes the memory of harvest points in a catalogue. */
export function createHarvestPointMemory(catalogue: Catalogue): HarvestPointMemory {
  return {
    get: (source) => {
      const kept = catalogue.read((snapshot) => snapshot.placeOf(source));
      return kept !== undefined && 'since' in kept ? kept : undefined;
    },
    put: (source, point) => {
      catalogue.change(({ places }) => places.putSync(storageKey(source), point));
    },
  };
}
