import { open, type RootDatabase } from 'lmdb';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { syncToDisk, temporaryName, writeErrorReason } from '../files/output-file.ts';
import { Fault, UsageFault } from '../model/fault.ts';
import { dataFile, formerImageName, lockFile } from './catalogue-directory.ts';
import { CatalogueFault } from './catalogue-fault.ts';
import {
  type CatalogueData,
  linkIntoPlace,
  maxDatabases,
  removeUnfinishedFiles,
  treeStats,
  type TreeStats,
} from './layout.ts';
import type { CatalogueSizes } from './status.ts';

/** A directory, because LMDB copies a directory into a directory. */
const compacted = 'compacted';

/**
 * Writes a compacted copy into the catalogue directory. The copy is durable, but not yet in place.
 * @throws {CatalogueFault} `write-failed`
 */
export async function writeCompacted({ environment }: CatalogueData, path: string): Promise<void> {
  removeLeftovers(path);
  try {
    await copyInto(environment, path, join(path, compacted));
    syncToDisk(join(path, compacted, dataFile));
  } catch (error) {
    removeLeftovers(path);
    const detail = `could not be compacted: ${writeErrorReason(error)}. It is unchanged`;
    throw new CatalogueFault('write-failed', path, detail, { cause: error });
  }
}

/**
 * Replaces the data file by the compacted copy in one step. A process that has the old file open
 * goes on reading it. The lock file is removed too, because it lists readers of the old file; the
 * next opening creates a new one.
 */
export function putCompactedInPlace(path: string): void {
  renameSync(join(path, compacted, dataFile), join(path, dataFile));
  rmSync(join(path, lockFile), { force: true });
  syncToDisk(path);
  removeLeftovers(path);
}

/** Removes the engine memory images that earlier versions wrote. */
export function removeFormerImages(path: string): void {
  for (const file of formerImages(path)) rmSync(file, { recursive: true, force: true });
}

function formerImages(path: string): readonly string[] {
  return readdirSync(path)
    .filter((name) => formerImageName.test(name))
    .map((name) => join(path, name));
}

/** Removes the files that a killed compaction or a killed first run left behind. */
export function removeLeftovers(path: string): void {
  removeUnfinishedFiles(path);
  rmSync(join(path, compacted), { recursive: true, force: true });
}

/**
 * Copies one snapshot of the catalogue into a file, which appears under its name when it is
 * complete.
 * @throws {UsageFault} when the file exists; {CatalogueFault} `backup-failed`
 */
export async function writeBackup(
  { environment }: CatalogueData,
  path: string,
  file: string,
): Promise<void> {
  refuseExisting(file);
  const unfinished = temporaryName(file);
  try {
    await copyInto(environment, path, unfinished);
    await forgetWriter(unfinished);
    const copy = join(unfinished, dataFile);
    syncToDisk(copy);
    if (!linkIntoPlace(copy, file)) refuseExisting(file);
    syncToDisk(dirname(file));
  } catch (error) {
    if (error instanceof Fault) throw error;
    const detail = `could not be copied to ${file}: ${writeErrorReason(error)}`;
    throw new CatalogueFault('backup-failed', path, detail, { cause: error });
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/** @throws {UsageFault} where the path exists, also as a dangling symbolic link */
function refuseExisting(file: string): void {
  if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return;
  throw new UsageFault(`${file} already exists; give the name of a new file.`);
}

/** Copies one snapshot, compacted, into a new directory with the access rights of the catalogue. */
async function copyInto(environment: RootDatabase, path: string, directory: string): Promise<void> {
  mkdirSync(directory, { mode: 0o700 });
  await environment.backup(directory, true);
  chmodSync(join(directory, dataFile), statSync(join(path, dataFile)).mode & 0o777);
}

/** Removes the writer lock from the copy: the process that holds it writes to the original only. */
async function forgetWriter(directory: string): Promise<void> {
  const environment = open({
    path: directory,
    noSubdir: false,
    maxDbs: maxDatabases,
    overlappingSync: false,
  });
  const meta = environment.openDB({ name: 'meta', encoding: 'json' });
  environment.transactionSync(() => meta.removeSync('writer'));
  await environment.close();
}

/** How many bytes of the file each kind of content takes. */
export function catalogueSizes(data: CatalogueData, path: string): CatalogueSizes {
  const { environment, meta: _, nquads, documents, ...others } = data;
  // The package does not type this object: see `mdb_stat` and `mdb_env_info`.
  const stats = environment.getStats() as EnvironmentStats;
  const bytesOf = ({ treeBranchPageCount, treeLeafPageCount, overflowPages }: Pages): number =>
    (treeBranchPageCount + treeLeafPageCount + overflowPages) * stats.pageSize;
  const sizeOf = (database: Parameters<typeof treeStats>[0]): number =>
    bytesOf(treeStats(database));
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
    formerImages: formerImages(path).reduce((sum, file) => sum + statSync(file).size, 0),
  };
}

type Pages = Omit<TreeStats, 'entryCount'>;

interface EnvironmentStats {
  readonly pageSize: number;
  readonly root: Pages;
  readonly free: Pages;
}
