import type { Validators } from './http.ts';

/** What listings (sitemaps, feeds) gave when they were last read to their end, so that an unchanged one need not be sent again. */
export interface ListingMemory<Item> {
  /** @param name of a listing, and of all that decides how its entries are read */
  known(name: string): Promise<KnownListing<Item> | undefined>;
  /** Begins to keep a listing. What is known of it stays as it is until the new one is whole. */
  begin(name: string): Promise<ListingKeeper<Item>>;
}

/** The memories of the listings of all sources of a run. Several may read one listing. */
export interface ListingMemories<Item> {
  /** What a source is given; whatever it asks for is noted as read by it. */
  of(source: string): ListingMemory<Item>;
  /**
   * Nothing more is read in this run.
   * @param complete the sources all of whose listings were read: what else is kept for them goes, unless another source reads it
   */
  end(complete: readonly string[]): Promise<void>;
}

/** The answer that a listing came in. */
export interface ListingAnswer {
  readonly validators: Validators;
  /** The URL that answered, after redirects. */
  readonly finalUrl: string;
  /** When it came whole, ISO 8601. */
  readonly at: string;
}

export interface KnownListing<Item> extends ListingAnswer {
  /** In the order of the listing. */
  items(): AsyncIterable<Item>;
}

/** Takes down a listing while it is read. */
export interface ListingKeeper<Item> {
  /** Resolves when there is room for more. */
  add(item: Item): Promise<void>;
  /** Reading came to the end without a fault: what was added is what is known from now on. */
  end(answer: ListingAnswer): Promise<void>;
  /** Nothing more comes, be it that reading ended or that it was given up. */
  close(): void;
}
