import type {
  KnownListing,
  ListingKeeper,
  ListingMemories,
  ListingMemory,
} from '../model/listing-memory.ts';
import { version as program } from '../version.ts';
import type { Catalogue } from './catalogue.ts';
import { itemsAPart } from './kept-list.ts';
import {
  beginListing,
  endListing,
  isWholeListing,
  keptEntries,
  noteReaders,
  putListed,
} from './kept-listing.ts';
import { storageKey } from './storage-key.ts';

/** The listing memories in the catalogue. Items are stored as JSON. */
export class EmbeddedListings<Item> implements ListingMemories<Item> {
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
    const kept = catalogue.read((snapshot) =>
      isWholeListing(snapshot, name) ? snapshot.listing(name) : undefined,
    );
    if (kept?.program !== program) return undefined;
    const { validators, finalUrl, at } = kept;
    return { validators, finalUrl, at, items: () => itemsOf<Item>(catalogue, name) };
  }

  /** Where two sources read one listing at once, the first one stores it. */
  #begin(name: string, source: string): ListingKeeper<Item> {
    if (this.#begun.has(name)) return noKeeper;
    this.#begun.add(name);
    const catalogue = this.#catalogue;
    const version = catalogue.change((data) => beginListing(data, name));
    let waiting: Item[] = [];
    let items = 0;
    const write = (): void => {
      const part = items / itemsAPart;
      catalogue.change((data) => putListed(data, name, { version, part, items: waiting }));
      items += waiting.length;
      waiting = [];
    };
    return {
      add: async (item) => {
        waiting.push(item);
        if (waiting.length >= itemsAPart) write();
      },
      end: async (answer) => {
        if (waiting.length > 0) write();
        const kept = { ...answer, version, items, program, sources: [source] };
        catalogue.change((data) => endListing(data, name, kept));
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
  yield* catalogue.read((snapshot) => [...keptEntries(snapshot, name)]) as Item[];
}
