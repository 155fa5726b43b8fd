import type { Database } from 'lmdb';
import type { TreeStats } from './tree-stats.ts';

const noStats: TreeStats = {
  treeBranchPageCount: 0,
  treeLeafPageCount: 0,
  overflowPages: 0,
  entryCount: 0,
};

/**
 * Stands for a database that a catalogue does not have yet, since it was last written by a program that did not know of it.
 * Only to be read.
 */
export function absentDatabase<Value, Key extends string | number>(): Database<Value, Key> {
  const absent = {
    get: () => undefined,
    doesExist: () => false,
    getKeys: () => [],
    getKeysCount: () => 0,
    getRange: () => [],
    getStats: (): TreeStats => noStats,
  };
  // Nothing else is called by who reads; the package has no interface of that part alone.
  return absent as unknown as Database<Value, Key>;
}
