import type { ListingMemory } from '../model/listing-memory.ts';
import type { SiteMemory } from '../model/site-memory.ts';

/** A listing memory that keeps nothing. */
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

/** A site memory that keeps nothing. */
export const noSites: SiteMemory = { get: async () => undefined, put: async () => undefined };
