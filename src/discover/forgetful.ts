import type { ListingMemory } from '../model/listing-memory.ts';
import type { SiteMemory } from '../model/site-memory.ts';

/** A memory of listings in which nothing is kept. */
export function forgetful<Item>(): ListingMemory<Item> {
  return {
    known: async () => undefined,
    begin: async () => ({
      add: async () => undefined,
      end: async () => undefined,
      close: () => undefined,
    }),
  };
}

/** A memory of sites in which nothing is kept. */
export const noSites: SiteMemory = { get: async () => undefined, put: async () => undefined };
