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
import { open, type RootDatabase } from 'lmdb';
import { troubleOfWriting } from '../files/file-trouble.ts';
import { unfinishedName } from '../files/output-file.ts';
import { Fault, UsageFault } from '../model/fault.ts';
import { CatalogueFault } from './catalogue-fault.ts';
import { maxDbs, type CatalogueData, statsOf, type TreeStats } from './catalogue-layout.ts';
import { putInPlace, removeCreated } from './catalogue-creation.ts';
import { dataFile, formerImage, lockFile } from './catalogue-directory.ts';
import { flush } from '../files/flush.ts';
import type { CatalogueSizes } from './status.ts';

/** A directory, since LMDB copies a directory into a directory. */
const compacted = 'compacted';

/**
 * Writes a copy without free space into the directory; it is durable, but not yet in place.
 * @throws {CatalogueFault} `write-failed`
 */
export async function writeCompacted({ environment }: CatalogueData, path: string): Promise<void> {
  removeLeftovers(path);
  try {
    await copyInto(environment, path, join(path, compacted));
    flush(join(path, compacted, dataFile));
  } catch (error) {
    removeLeftovers(path);
    const detail = `could not be compacted: ${troubleOfWriting(error)}. It is as it was`;
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

/** Removes the images of the engine's memory that earlier versions kept. */
export function removeFormerImages(path: string): void {
  for (const file of formerImages(path)) rmSync(file, { recursive: true, force: true });
}

function formerImages(path: string): readonly string[] {
  return readdirSync(path)
    .filter((name) => formerImage.test(name))
    .map((name) => join(path, name));
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
  refuseExisting(file);
  const unfinished = unfinishedName(file);
  try {
    await copyInto(environment, path, unfinished);
    await forgetWriter(unfinished);
    const copy = join(unfinished, dataFile);
    flush(copy);
    if (!putInPlace(copy, file)) refuseExisting(file);
    flush(dirname(file));
  } catch (error) {
    if (error instanceof Fault) throw error;
    const detail = `could not be copied to ${file}: ${troubleOfWriting(error)}`;
    throw new CatalogueFault('backup-failed', path, detail, { cause: error });
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/** @throws {UsageFault} where anything lies at a path, also a link that leads nowhere */
function refuseExisting(file: string): void {
  if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return;
  throw new UsageFault(`${file} exists already; name a new file.`);
}

/**
 * Copies one state, without free space, into a directory that is made for it. Whoever may read the
 * catalogue may read the copy.
 */
async function copyInto(environment: RootDatabase, path: string, directory: string): Promise<void> {
  mkdirSync(directory, { mode: 0o700 });
  await environment.backup(directory, true);
  chmodSync(join(directory, dataFile), statSync(join(path, dataFile)).mode & 0o777);
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
    formerImages: formerImages(path).reduce((sum, file) => sum + statSync(file).size, 0),
  };
}

type Pages = Omit<TreeStats, 'entryCount'>;

interface EnvironmentStats {
  readonly pageSize: number;
  readonly root: Pages;
  readonly free: Pages;
}
