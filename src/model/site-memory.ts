/** From where each source that is a site was listed in runs before this one. */
export interface SiteMemory {
  /** @param source its name */
  get(source: string): Promise<KeptPlace | undefined>;
  /** Keeps a place instead of the one that was kept. @throws {Fault} when it cannot be written */
  put(source: string, kept: KeptPlace): Promise<void>;
}

/** From where a site was listed. */
export interface KeptPlace {
  /** As it was configured then. */
  readonly site: string;
  /** What was found in a usual place; absent where robots.txt named sitemaps. */
  readonly taken?: string;
}
