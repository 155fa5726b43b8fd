import type { Validators } from './http.ts';
import type { LoadedContext } from './remote-context.ts';
import type { Listing } from './target.ts';

/** Earlier contents of listings (sitemaps, feeds): an unchanged one need not be sent again. */
export interface ListingMemory<Item> {
  /** @param name the listing, and everything that decides how its entries are read */
  known(name: string): Promise<KnownListing<Item> | undefined>;
  /** Starts to store a listing. The stored version stays until the new one is complete. */
  begin(name: string): Promise<ListingKeeper<Item>>;
}

/** The listing memories for all sources of a run. Several sources may read one listing. */
export interface ListingMemories<Item> {
  /** The memory for a source; each listing it looks up is recorded as read by it. */
  of(source: string): ListingMemory<Item>;
  /**
   * Ends the run.
   * @param complete sources whose listings were all read: their other stored listings are dropped,
   * unless another source reads them
   */
  end(complete: readonly string[]): Promise<void>;
}

/** The response that contained a listing. */
export interface ListingAnswer {
  readonly validators: Validators;
  /** The URL that answered, after redirects. */
  readonly finalUrl: string;
  /** When its last byte arrived, ISO 8601. */
  readonly at: string;
}

/** A stored listing, with the response that contained it. */
export interface KnownListing<Item> extends ListingAnswer {
  /** In the order of the listing. */
  items(): AsyncIterable<Item>;
}

/** Stores a listing while it is read. */
export interface ListingKeeper<Item> {
  /** Resolves when there is room for more items. */
  add(item: Item): Promise<void>;
  /** Completes the listing, which replaces the stored version. */
  end(answer: ListingAnswer): Promise<void>;
  /** Releases the keeper, after `end` or when reading was given up. */
  close(): void;
}

/** robots.txt files from earlier runs. */
export interface RobotsMemory {
  /**
   * @param server scheme, host and port, as `URL.origin`; where the request carries credentials of
   * a source, followed by a blank and the name of the source
   */
  get(server: string): Promise<StoredRobots | undefined>;
  /** Replaces the stored robots.txt of a server. @throws {Fault} when it cannot be written */
  put(server: string, kept: StoredRobots): Promise<void>;
}

/** The latest robots.txt of a server, or that it has none, and when that was fetched. */
export type StoredRobots = {
  readonly at: Date;
} & (
  | {
      readonly kind: 'file';
      /** The part of it that counts, after content decoding. */
      readonly body: Uint8Array;
      /** The URL that answered, after redirects. */
      readonly finalUrl: string;
      readonly validators: Validators;
    }
  | { readonly kind: 'none' }
);

/** Up to where a source was harvested that can list what has changed since a time. */
export interface HarvestPoint {
  /** What the list depends on: place, selection, and settings by which records are read. */
  readonly of: string;
  /** The metadata format of its records. */
  readonly format: string;
  /** When the list began, by the clock of the server, ISO 8601: later changes are not known. */
  readonly since: string;
  /** When the latest list began that named everything, by our clock. */
  readonly wholeAt: string;
}

/** What a source that lists changes needs to know of the harvests before. */
export interface HarvestPoints {
  /** @param source its name */
  get(source: string): Promise<HarvestPoint | undefined>;
  /** Proposes a point, which counts from when all that the list gave is in the catalogue. */
  put(source: string, point: HarvestPoint): void;
  /** The settings by which the records of a source are read and chosen. */
  settingsOf(source: string): string;
  /** The URLs in the catalogue. @param isLeftOut which of them are not of interest */
  known(isLeftOut: (url: string) => boolean): AsyncIterable<{
    readonly url: string;
    readonly listings: readonly Listing[];
    readonly records: number;
    /** Whether its latest visit found that it is gone. */
    readonly isGone: boolean;
  }>;
}

/** Where earlier runs found the listing of each source that is a site. */
export interface SiteMemory {
  /** @param source its name */
  get(source: string): Promise<ListingPlace | undefined>;
  /** Replaces the stored place. @throws {Fault} when it cannot be written */
  put(source: string, kept: ListingPlace): Promise<void>;
}

/** Where the listing of a site was found. */
export interface ListingPlace {
  /** As configured at that time. */
  readonly site: string;
  /** The listing that was found in a usual place; absent where robots.txt named sitemaps. */
  readonly taken?: string;
}

/** The contexts that earlier runs fetched. */
export interface ContextMemory {
  get(url: string): Promise<LoadedContext | undefined>;
  /**
   * Replaces the stored context of a URL.
   * @param at when it was fetched
   * @throws {Fault} when it cannot be written
   */
  put(fetched: LoadedContext, at: Date): Promise<void>;
}
