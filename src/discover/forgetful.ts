import type { ListingMemory } from '../model/listing-memory.ts';

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
