/** What the library says of a database, which it does not type: see `mdb_stat`. */
export interface TreeStats {
  readonly treeBranchPageCount: number;
  readonly treeLeafPageCount: number;
  readonly overflowPages: number;
  readonly entryCount: number;
}

/** Of the state that was read last in this turn of the event loop, which costs nothing; to count entries costs a walk over all. */
export function statsOf(database: { readonly getStats: () => object }): TreeStats {
  return database.getStats() as TreeStats;
}
