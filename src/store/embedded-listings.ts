import type { KnownListing, ListingKeeper, ListingMemory } from '../model/listing-memory.ts';
import type { Catalogue } from './catalogue.ts';
import { version as program } from '../version.ts';
import { itemsAPart } from './kept-list.ts';
import { beginListing, endListing, keptEntries, putListed } from './kept-listing.ts';

/** The memory of listings that is kept in a catalogue. Items are kept as JSON. */
export function embeddedListings<Item>(catalogue: Catalogue): ListingMemory<Item> {
  return {
    known: async (name): Promise<KnownListing<Item> | undefined> => {
      const kept = catalogue.read((snapshot) => snapshot.listing(name));
      if (kept?.program !== program) return undefined;
      return { validators: kept.validators, items: () => itemsOf<Item>(catalogue, name) };
    },
    begin: async (name): Promise<ListingKeeper<Item>> => {
      const version = catalogue.change((data) => beginListing(data, name));
      let items: Item[] = [];
      let part = 0;
      const write = (): void => {
        catalogue.change((data) => putListed(data, name, { version, part, items }));
        items = [];
        part += 1;
      };
      return {
        add: async (item) => {
          items.push(item);
          if (items.length >= itemsAPart) write();
        },
        end: async (validators) => {
          if (items.length > 0) write();
          catalogue.change((data) => endListing(data, name, { version, validators, program }));
        },
      };
    },
  };
}

/** All in memory: entries are asked for while others are written, and a state of the catalogue is not held on to for long. */
async function* itemsOf<Item>(catalogue: Catalogue, name: string): AsyncGenerator<Item> {
  // What stands there was written by `begin`, which takes items.
  yield* catalogue.read((snapshot) => [...keptEntries(snapshot, name)]) as Item[];
}
