/** Where earlier runs found the listing of each source that is a site. */
export interface SiteMemory {
  /** @param source its name */
  get(source: string): Promise<KeptPlace | undefined>;
  /** Replaces the stored place. @throws {Fault} when it cannot be written */
  put(source: string, kept: KeptPlace): Promise<void>;
}

/** Where the listing of a site was found. */
export interface KeptPlace {
  /** As configured at that time. */
  readonly site: string;
  /** The listing that was found in a usual place; absent where robots.txt named sitemaps. */
  readonly taken?: string;
}
