import { type Database, type GetOptions, open, type RootDatabase } from 'lmdb';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { isDiskFull, syncToDisk, writeErrorReason } from '../files/output-file.ts';
import type { ListingPlace } from '../model/harvest-memory.ts';
import type { FoundLinkTarget } from '../model/record.ts';
import type { PendingRemoval, Tombstone, UrlVisit } from '../model/url-update.ts';
import {
  type CatalogueAccess,
  type CatalogueOptions,
  dataFile,
  fileIdentity,
  isPrivateCatalogue,
  isUnfinishedFile,
  lockFile,
  lockIdentity,
  makePrivate,
  missingCatalogue,
  prepareDirectory,
  privateFileMode,
} from './catalogue-directory.ts';
import { CatalogueFault, faultFromLmdb } from './catalogue-fault.ts';
import type { ListDatabase } from './keys.ts';
import {
  type GraphFacts,
  type ListingRow,
  type MetaValues,
  noTotals,
  type OutcomeRow,
  type ProblemsRow,
  type ReportRow,
  type RobotsRow,
  type RunHead,
  type RunPlanRow,
} from './rows.ts';
import type { StoredSourceReport } from './run-reports.ts';

/** Raised when a program that knows only the old format would misread the new one. */
export const formatVersion = 5;

/**
 * The databases of the one LMDB environment. Keys are made by `keys.ts` and
 * `record-names.ts`, so that all entries of one URL are adjacent.
 */
export interface CatalogueData {
  readonly environment: RootDatabase;
  readonly meta: MetaDatabase;
  /** By graph: the facts of the record without its statements. Same keys as `nquads`. */
  readonly facts: Database<GraphFacts, string>;
  /** By graph: its statements. */
  readonly nquads: Database<string, string>;
  /**
   * By graph: the search facts of its resources, as in `RecordGraph.search`. Absent for records of
   * old programs.
   */
  readonly search: Database<string, string>;
  /**
   * By URL and hash: a document as `document-rows.ts` writes it. Graphs of one document share it.
   */
  readonly documents: Database<string, string>;
  /**
   * By name, role and graph: the IRI of the graph. By the resource that a listing says is
   * described, and URL: the URL that was visited.
   */
  readonly names: Database<string, string>;
  /** By URL: the result of the latest visit. */
  readonly outcomes: Database<OutcomeRow, string>;
  /**
   * By record, or by URL for problems that belong to no record: the problems; see `problemsKey`.
   */
  readonly problems: Database<ProblemsRow, string>;
  /** By URL: the latest visit. */
  readonly visits: Database<UrlVisit, string>;
  /** By URL and part: the links found by the latest successful visit; see `keys.ts`. */
  readonly leads: ListDatabase<FoundLinkTarget>;
  /** By graph: records that are pending removal. */
  readonly leaving: Database<PendingRemoval, string>;
  /**
   * By name of a sitemap or feed: its cache entry. `listed` holds its entries by name, version and
   * part.
   */
  readonly listings: Database<ListingRow, string>;
  readonly listed: ListDatabase<unknown>;
  /** By number of the run; before format 5 see `run-rows.ts`. */
  readonly runs: Database<Omit<RunHead, 'number'>, number>;
  /** By run number: the plan of the run. */
  readonly plans: Database<RunPlanRow, number>;
  /** By number of a finished run: its report. */
  readonly reports: Database<ReportRow, number>;
  /** By source and number of the run: see `sourceReportKey`. */
  readonly sourceReports: Database<StoredSourceReport, string>;
  /** By change number: the graphs that the change touched. */
  readonly changes: Database<readonly string[], number>;
  /**
   * By graph and the change that replaced it: the previous statements, as `former-versions.ts`
   * writes them.
   */
  readonly former: Database<string, string>;
  /** By URL and the change that altered the list: the sources that listed the URL before. */
  readonly formerSources: Database<readonly string[], string>;
  /** By graph: the tombstone of a record that was removed and has not come back. */
  readonly tombstones: Database<Tombstone, string>;
  /** By server, as in `RobotsMemory`: see `server-memory.ts`. */
  readonly robots: Database<RobotsRow, string>;
  /** By source: where the listing of the site was found. */
  readonly places: Database<ListingPlace, string>;
}

/** More than there are now, so that a later version can add some. */
export const maxDatabases = 32;

/**
 * Mean length of an N-Quads statement of a metadata record, measured. Used where characters were
 * not counted.
 */
export const usualStatementCharacters = 140;

/** A database in which each key has its own value type. */
export interface MetaDatabase {
  get<Key extends keyof MetaValues>(key: Key, options?: GetOptions): MetaValues[Key] | undefined;
  putSync<Key extends keyof MetaValues>(key: Key, value: MetaValues[Key]): boolean;
  removeSync(key: keyof MetaValues): boolean;
}

/**
 * Opens the databases of a catalogue directory; with write access, creates them if there are none.
 * A catalogue opened for writing may have an older format: see `migration.ts`.
 * @throws {CatalogueFault}
 */
export function openCatalogueData({
  path,
  access,
  isPrivate = false,
}: Omit<CatalogueOptions, 'now'>): CatalogueData {
  prepareDirectory(path, access, isPrivate);
  if (access === 'write') createDataFile(path, isPrivate);
  const environment = openInPlace(path, access);
  try {
    const format = formatOf(environment, path, access);
    const data = openDatabases(environment, path);
    if (format === undefined) beginCatalogue(data, path);
    // LMDB creates a lock file with the umask, also to replace one that a compaction removed.
    if (access === 'write' && (isPrivate || isPrivateCatalogue(path))) makePrivate(path);
    return data;
  } catch (error) {
    void environment.close();
    throw faultFromLmdb(path, error);
  }
}

/**
 * Opens the environment and checks that the same files are in place before and after. A compaction
 * may replace data file and lock file in between; a process with one old and one new file would be
 * invisible to writers.
 */
function openInPlace(path: string, access: CatalogueAccess): RootDatabase {
  for (;;) {
    createLockFile(path);
    const before = fileIdentity(path);
    const lock = lockIdentity(path);
    const environment = openEnvironment(path, access);
    const isSame = before === undefined || before === fileIdentity(path);
    if (isSame && (lock === undefined || lock === lockIdentity(path))) return environment;
    void environment.close();
  }
}

/**
 * Without `overlappingSync`, the package's default, every commit is on disk when it returns, that
 * of a new database too; see docs/decisions/0011-be-on-the-disk-before-saying-so.md.
 */
function openEnvironment(path: string, access: CatalogueAccess): RootDatabase {
  try {
    return open({
      path,
      noSubdir: false,
      maxDbs: maxDatabases,
      overlappingSync: false,
      readOnly: access === 'read',
    });
  } catch (error) {
    const trouble = access === 'read' ? 'not-readable' : 'not-writable';
    const detail = `LMDB cannot open it: ${String(error)}`;
    throw new CatalogueFault(trouble, path, detail, { cause: error });
  }
}

/** @returns undefined for an empty environment */
function formatOf(
  environment: RootDatabase,
  path: string,
  access: CatalogueAccess,
): number | undefined {
  const names = [...environment.getKeys()];
  if (names.length > 0 && !names.includes('meta')) {
    const detail = 'holds the LMDB databases of another program';
    throw new CatalogueFault('not-a-catalogue', path, detail);
  }
  const meta = openMeta(environment);
  const format = meta?.get('format');
  if (format === undefined) {
    if (access === 'read') throw missingCatalogue(path);
    return undefined;
  }
  if (format > formatVersion) {
    const detail = `was written by a newer cdif-graph (format ${format}, this one knows up to ${formatVersion}); update cdif-graph`;
    throw new CatalogueFault('newer-format', path, detail);
  }
  if (!Number.isInteger(format) || format < 1) {
    throw new CatalogueFault('not-a-catalogue', path, 'its format is unknown');
  }
  if (format === 1 && access === 'read') {
    const detail = `was written by an older cdif-graph (format ${format}); run cdif-graph rebuild, or harvest again, to bring it to format ${formatVersion}`;
    throw new CatalogueFault('older-format', path, detail);
  }
  return format;
}

/** @returns undefined where it is missing and cannot be created in a read-only environment */
function openMeta(environment: RootDatabase): MetaDatabase | undefined {
  const meta: unknown = environment.openDB({ name: 'meta', encoding: 'json' });
  // `Database` has one type for all values; this interface is the only access and tells the types
  // apart.
  return meta as MetaDatabase | undefined;
}

function openDatabases(environment: RootDatabase, path: string): CatalogueData {
  const compression = { threshold: 200, dictionary: compressionDictionary };
  const openOne = <Value, Key extends string | number>(name: string, options: object) => {
    const database: Database<Value, Key> | undefined = environment.openDB({ name, ...options });
    if (database === undefined) throw missingCatalogue(path);
    return database;
  };
  // A reader cannot create databases that an older program did not know.
  const openLater = <Value, Key extends string | number = string>(name: string, options: object) =>
    (environment.openDB({ name, ...options }) as Database<Value, Key> | undefined) ??
    absentDatabase<Value, Key>();
  const meta = openMeta(environment);
  if (meta === undefined) throw missingCatalogue(path);
  const json = { encoding: 'json' } as const;
  return {
    environment,
    meta,
    // Compression costs more time than it saves for such small values.
    facts: openOne('facts', json),
    nquads: openOne('nquads', { encoding: 'string', compression }),
    search: openLater('search', { encoding: 'string', compression }),
    documents: openOne('documents', { encoding: 'string', compression }),
    names: openOne('names', { encoding: 'string' }),
    outcomes: openOne('outcomes', { ...json, compression }),
    problems: openLater('problems', { ...json, compression }),
    visits: openLater('visits', json),
    leads: openLater('leads', { ...json, compression }),
    leaving: openLater('leaving', json),
    listings: openLater('listings', json),
    listed: openLater('listed', { ...json, compression }),
    runs: openOne('runs', { ...json, compression }),
    plans: openLater('plans', { ...json, compression }),
    reports: openLater('reports', { ...json, compression }),
    sourceReports: openLater('source-reports', { ...json, compression }),
    changes: openOne('changes', { ...json, compression }),
    former: openLater('former', { encoding: 'string', compression }),
    formerSources: openLater('former-sources', json),
    tombstones: openLater('tombstones', json),
    robots: openLater('robots', { ...json, compression }),
    places: openLater('places', json),
  };
}

function beginCatalogue({ environment, meta, facts }: CatalogueData, path: string): void {
  if (facts.getKeysCount({ limit: 1 }) > 0) {
    throw new CatalogueFault('not-a-catalogue', path, 'its format is unknown');
  }
  environment.transactionSync(() => {
    meta.putSync('format', formatVersion);
    meta.putSync('totals', noTotals);
  });
}

/** What the library reports about a database; the package does not type it: see `mdb_stat`. */
export interface TreeStats {
  readonly treeBranchPageCount: number;
  readonly treeLeafPageCount: number;
  readonly overflowPages: number;
  readonly entryCount: number;
}

/**
 * Describes the state that this turn of the event loop reads; free of cost, unlike counting
 * entries, which walks over all of them.
 */
export function treeStats(database: { readonly getStats: () => object }): TreeStats {
  return database.getStats() as TreeStats;
}

/** The number of the latest transaction of an environment, by this or another process. */
export function latestTransaction(environment: { readonly getStats: () => object }): number {
  const { lastTxnId } = environment.getStats() as { readonly lastTxnId: number }; // as lmdb has it
  return lastTxnId;
}

const noStats: TreeStats = {
  treeBranchPageCount: 0,
  treeLeafPageCount: 0,
  overflowPages: 0,
  entryCount: 0,
};

/**
 * Read-only substitute for a database that is missing because an older program wrote the catalogue.
 */
function absentDatabase<Value, Key extends string | number>(): Database<Value, Key> {
  const absent = {
    get: () => undefined,
    getBinaryFast: () => undefined,
    doesExist: () => false,
    getKeys: () => [],
    getKeysCount: () => 0,
    getRange: () => [],
    getStats: (): TreeStats => noStats,
  };
  // Readers call nothing else; the package has no interface of that part alone.
  return absent as unknown as Database<Value, Key>;
}

/** Text that is frequent in record graphs and JSON-LD documents. */
const sample = [
  '"^^<http://www.w3.org/2001/XMLSchema#integer> <http://purl.org/dc/terms/conformsTo> <https://w3id.org/cdif/core/1.1> ',
  '"@context":{"schema":"http://schema.org/","dcterms":"http://purl.org/dc/terms/"},"@id":"https://doi.org/10.',
  '"@type":["schema:Dataset"],"schema:name":"","schema:description":"","schema:url":"","schema:identifier":{"@type":"',
  '<http://schema.org/Place> <http://schema.org/spatialCoverage> <http://schema.org/Person> <http://schema.org/creator> ',
  '<http://schema.org/DataDownload> <http://schema.org/distribution> <http://schema.org/contentUrl> ',
  '<http://schema.org/identifier> <http://schema.org/value> <http://schema.org/propertyID> <http://schema.org/keywords> ',
  '<http://schema.org/PropertyValue> <http://schema.org/variableMeasured> <http://schema.org/description> ',
  '_:b0 <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://schema.org/Dataset> <http://schema.org/name> "',
].join('');

/**
 * The LZ4 dictionary that compressed texts refer to. It is part of the format on disk: without the
 * same bytes nothing can be decompressed, so it must not follow the dictionary of the `lmdb`
 * package, which may change with a version.
 */
export const compressionDictionary = inWords(Buffer.from(sample, 'utf8'));

/** A copy in its own memory and padded to whole words, as the native code requires. */
function inWords(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(Math.ceil(bytes.length / 8) * 8).fill(' ');
  bytes.copy(copy);
  return copy;
}

/** More bytes than the data file, its copy and the lock file need. */
const roomBytes = 2 ** 18;
/** Upper bound for LMDB's lock file with 126 readers. */
const lockBytes = 2 ** 14;
/** The name of the data file once it is complete. */
const whole = 'whole';

/**
 * Creates an empty data file if there is none. The file appears under its name only when it is
 * complete and synced to disk: after a power cut, LMDB's own initial writes could be found in part
 * and be taken for a damaged catalogue.
 * @param isPrivate whether only the owner may read it
 * @throws {CatalogueFault} `not-writable`
 */
function createDataFile(path: string, isPrivate: boolean): void {
  const file = join(path, dataFile);
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  if (size !== undefined && size > 0) return;
  const directory = join(path, `created-${process.pid}`);
  try {
    makeWhole(directory);
    if (isPrivate) chmodSync(join(directory, whole), privateFileMode);
    if (size === 0) rmSync(file);
    linkIntoPlace(join(directory, whole), file);
    syncToDisk(path);
  } catch (error) {
    const detail = `cannot be made: ${writeErrorReason(error)}`;
    throw new CatalogueFault('not-writable', path, detail, { cause: error });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Makes a directory that holds an empty data file, synced to disk. */
function makeWhole(directory: string): void {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory);
  assertRoom(directory);
  void open({ path: directory, noSubdir: false, overlappingSync: false }).close();
  // Copied, because LMDB may still hold its own file open.
  copyFileSync(join(directory, dataFile), join(directory, whole));
  syncToDisk(join(directory, whole));
}

/** LMDB would abort the whole process where the disk has no room for its first pages. */
function assertRoom(directory: string): void {
  const file = join(directory, 'room');
  writeFileSync(file, Buffer.alloc(roomBytes, 1), { flush: true });
  rmSync(file);
}

/**
 * Creates an empty lock file if there is none, for example beside a restored backup. LMDB would
 * create it too, but aborts the process where the disk is full.
 * @throws {CatalogueFault} `not-writable` where the disk is full
 */
function createLockFile(path: string): void {
  const file = join(path, lockFile);
  if (existsSync(file)) return;
  const made = join(path, `created-${process.pid}-lock`);
  try {
    writeFileSync(made, Buffer.alloc(lockBytes, 0), { flush: true });
    linkIntoPlace(made, file);
  } catch (error) {
    // In a directory without write access, LMDB reads without a lock file or reports what is
    // missing.
    if (!isDiskFull(error)) return;
    const detail = 'cannot be opened: the disk is full';
    throw new CatalogueFault('not-writable', path, detail, { cause: error });
  } finally {
    rmSync(made, { force: true });
  }
}

/** Removes the unfinished files of a process that was killed while it created the data file. */
export function removeUnfinishedFiles(path: string): void {
  for (const name of readdirSync(path).filter(isUnfinishedFile)) {
    rmSync(join(path, name), { recursive: true, force: true });
  }
}

/**
 * Gives a complete file its final name. Unlike a rename, a link never replaces a file that another
 * process created first.
 * @returns false where another process was first
 */
export function linkIntoPlace(made: string, file: string): boolean {
  try {
    linkSync(made, file);
  } catch (error) {
    // Everything that `node:fs` throws has a code.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    // Not every file system supports hard links.
    renameSync(made, file);
  }
  return true;
}
