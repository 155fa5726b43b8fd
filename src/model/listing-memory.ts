import type { Validators } from './http.ts';

/** What listings (sitemaps, feeds) gave when they were last read to their end, so that an unchanged one need not be sent again. */
export interface ListingMemory<Item> {
  /** @param name of a listing, and of all that decides how its entries are read */
  known(name: string): Promise<KnownListing<Item> | undefined>;
  /** Begins to keep a listing. What is known of it stays as it is until the new one is whole. */
  begin(name: string): Promise<ListingKeeper<Item>>;
}

export interface KnownListing<Item> {
  /** Of the answer. */
  readonly validators: Validators;
  /** In the order of the listing. */
  items(): AsyncIterable<Item>;
}

/** Takes down a listing while it is read. */
export interface ListingKeeper<Item> {
  /** Resolves when there is room for more. */
  add(item: Item): Promise<void>;
  /** Reading came to the end without a fault: what was added is what is known from now on. */
  end(validators: Validators): Promise<void>;
}
