import type {
  KnownListing,
  ListingKeeper,
  ListingMemories,
  ListingMemory,
} from '../model/harvest-memory.ts';
import { version as program } from '../version.ts';
import type { Catalogue } from './catalogue.ts';
import {
  isCompleteKey,
  itemsPerPart,
  listKeyOfPart,
  partKey,
  removeList,
  storageKey,
} from './keys.ts';
import type { CatalogueData } from './layout.ts';

/**
 * Records which sources read each listing, and removes listings without readers and unfinished
 * versions. Must not run while a listing is being written.
 * @param readersOf the sources that read a listing, by its key and its readers so far
 */
export function noteReaders(
  { listings, listed }: Pick<CatalogueData, 'listings' | 'listed'>,
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
    const { kept, parts } = catalogue.read((snapshot) => {
      const row = snapshot.listing(name);
      const entries = listingEntriesName(name, row?.version ?? 0);
      return { kept: row, parts: snapshot.listedParts(entries) };
    });
    if (kept?.program !== program || parts !== Math.ceil(kept.items / itemsPerPart))
      return undefined;
    const { validators, finalUrl, at } = kept;
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
    const kept = snapshot.listing(name);
    return kept === undefined ? [] : [...snapshot.listed(listingEntriesName(name, kept.version))];
  }) as Item[];
}
