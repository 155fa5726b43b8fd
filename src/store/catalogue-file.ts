import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { open, type RootDatabase } from 'lmdb';
import { UsageFault } from '../model/fault.ts';
import { CatalogueFault } from './catalogue-fault.ts';
import { maxDbs, type CatalogueData } from './catalogue-layout.ts';
import { removeCreated } from './catalogue-creation.ts';
import { dataFile, lockFile } from './catalogue-directory.ts';
import { flush } from './flush.ts';
import type { CatalogueSizes } from './status.ts';
import { statsOf, type TreeStats } from './tree-stats.ts';

/** A directory, since LMDB copies a directory into a directory. */
const compacted = 'compacted';

/**
 * Writes a copy without free space into the directory; it is durable, but not yet in place.
 * @throws {CatalogueFault} `write-failed`
 */
export async function writeCompacted({ environment }: CatalogueData, path: string): Promise<void> {
  removeLeftovers(path);
  try {
    await copyInto(environment, join(path, compacted));
    flush(join(path, compacted, dataFile));
  } catch (error) {
    removeLeftovers(path);
    const detail = `could not be compacted (${String(error)}); is the disk full? It is as it was`;
    throw new CatalogueFault('write-failed', path, detail, { cause: error });
  }
}

/**
 * Puts the compacted copy in the place of the data file, in one step. Whoever has the old file open goes on reading it.
 * The lock file goes too, since it tells which states of the old file are read; a new one is made by opening.
 */
export function putCompactedInPlace(path: string): void {
  renameSync(join(path, compacted, dataFile), join(path, dataFile));
  rmSync(join(path, lockFile), { force: true });
  flush(path);
  removeLeftovers(path);
}

/** Removes what a compaction or the making of the catalogue has left that was ended by force. */
export function removeLeftovers(path: string): void {
  removeCreated(path);
  rmSync(join(path, compacted), { recursive: true, force: true });
}

/**
 * Copies one state of the catalogue into a file of its own, which appears under its name when it is whole.
 * @throws {UsageFault} when the file exists; {CatalogueFault} `backup-failed`
 */
export async function writeBackup(
  { environment }: CatalogueData,
  path: string,
  file: string,
): Promise<void> {
  if (existsSync(file)) throw new UsageFault(`${file} exists already; name a new file.`);
  const unfinished = `${file}.${process.pid}.part`;
  try {
    await copyInto(environment, unfinished);
    await forgetWriter(unfinished);
    const copy = join(unfinished, dataFile);
    flush(copy);
    renameSync(copy, file);
    flush(dirname(file));
  } catch (error) {
    const detail = `could not be copied to ${file} (${String(error)})`;
    throw new CatalogueFault('backup-failed', path, detail, { cause: error });
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/** Copies one state, without free space, into a directory that is made for it. */
async function copyInto(environment: RootDatabase, directory: string): Promise<void> {
  mkdirSync(directory);
  await environment.backup(directory, true);
}

/** Who writes to the catalogue does not write to its copy. */
async function forgetWriter(directory: string): Promise<void> {
  const environment = open({
    path: directory,
    noSubdir: false,
    maxDbs,
    overlappingSync: false,
  });
  const meta = environment.openDB({ name: 'meta', encoding: 'json' });
  environment.transactionSync(() => meta.removeSync('writer'));
  await environment.close();
}

/** What takes how much of the file, in bytes. */
export function sizesOf(data: CatalogueData, path: string): CatalogueSizes {
  const { environment, meta: _, nquads, documents, ...others } = data;
  // Its own description is not typed: see `mdb_stat` and `mdb_env_info`.
  const stats = environment.getStats() as EnvironmentStats;
  const bytesOf = ({ treeBranchPageCount, treeLeafPageCount, overflowPages }: Pages): number =>
    (treeBranchPageCount + treeLeafPageCount + overflowPages) * stats.pageSize;
  const sizeOf = (database: Parameters<typeof statsOf>[0]): number => bytesOf(statsOf(database));
  const graphs = sizeOf(nquads);
  const kept = sizeOf(documents);
  const rest = Object.values(others).reduce((sum, each) => sum + sizeOf(each), 0);
  const other = rest + bytesOf(stats.root) + bytesOf(stats.free) + 2 * stats.pageSize;
  const total = statSync(join(path, dataFile)).size;
  return {
    total,
    free: Math.max(0, total - graphs - kept - other),
    graphs,
    documents: kept,
    other,
  };
}

type Pages = Omit<TreeStats, 'entryCount'>;

interface EnvironmentStats {
  readonly pageSize: number;
  readonly root: Pages;
  readonly free: Pages;
}
