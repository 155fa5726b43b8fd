import { type Database, type GetOptions, type RootDatabase } from 'lmdb';
import type { HarvestPoint, ListingPlace } from '../model/harvest-memory.ts';
import type { FoundLinkTarget } from '../model/record.ts';
import type { PendingRemoval, Tombstone, UrlVisit } from '../model/url-update.ts';
import {
  type CatalogueAccess,
  type CatalogueOptions,
  fileIdentity,
  isPrivateCatalogue,
  lockFile,
  makePrivate,
  missingCatalogue,
  prepareDirectory,
} from './catalogue-directory.ts';
import { CatalogueFault, faultFromLmdb } from './catalogue-fault.ts';
import type { ListDatabase } from './keys.ts';
import {
  type ContextRow,
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
  type StoredSourceReport,
} from './rows.ts';
import { createDataFile, createLockFile, openEnvironment } from './catalogue-files.ts';

/** Raised when a program that knows only the old format would misread the new one. */
export const formatVersion = 5;
/** The oldest format that can be opened: see `format-4.ts`. */
const oldestFormat = 4;

/**
 * The databases of the one LMDB environment. Keys are made by `keys.ts`, so that all entries of
 * one URL are adjacent.
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
  /** By URL and hash: a document, see `writeDocument`. Graphs of one document share it. */
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
  /** By number of the run; before format 5 see `format-4.ts`. */
  readonly runs: Database<Omit<RunHead, 'number'>, number>;
  /** By run number: the plan of the run. */
  readonly plans: Database<RunPlanRow, number>;
  /** By number of a finished run: its report. */
  readonly reports: Database<ReportRow, number>;
  /** By source and number of the run: see `sourceReportKey`. */
  readonly sourceReports: Database<StoredSourceReport, string>;
  /** By change number: the graphs that the change touched. */
  readonly changes: Database<readonly string[], number>;
  /** By graph and the change that replaced it: the previous statements; see `history.ts`. */
  readonly former: Database<string, string>;
  /** By URL and the change that altered the list: the sources that listed the URL before. */
  readonly formerSources: Database<readonly string[], string>;
  /** By graph: the tombstone of a record that was removed and has not come back. */
  readonly tombstones: Database<Tombstone, string>;
  /** By server: its robots.txt; see `harvest-memory.ts`. */
  readonly robots: Database<RobotsRow, string>;
  /** By source: where the listing of the site was found, or up to where it was harvested. */
  readonly places: Database<ListingPlace | HarvestPoint, string>;
  /** By URL: a JSON-LD context that a run fetched. */
  readonly contexts: Database<ContextRow, string>;
}

/** A database in which each key has its own value type. */
export interface MetaDatabase {
  get<Key extends keyof MetaValues>(key: Key, options?: GetOptions): MetaValues[Key] | undefined;
  putSync<Key extends keyof MetaValues>(key: Key, value: MetaValues[Key]): boolean;
  removeSync(key: keyof MetaValues): boolean;
}

/**
 * Opens the databases of a catalogue directory; with write access, creates them if there are none.
 * The format may be older: see `format-4.ts`.
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
    const lock = fileIdentity(path, lockFile);
    const environment = openOrRefuse(path, access);
    const isSame = before === undefined || before === fileIdentity(path);
    if (isSame && (lock === undefined || lock === fileIdentity(path, lockFile))) return environment;
    void environment.close();
  }
}

function openOrRefuse(path: string, access: CatalogueAccess): RootDatabase {
  try {
    return openEnvironment(path, access === 'read');
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
    const detail =
      `was written by a newer cdif-graph (format ${format}, this one knows up to ` +
      `${formatVersion}); update cdif-graph`;
    throw new CatalogueFault('newer-format', path, detail);
  }
  if (!Number.isInteger(format) || format < 1) {
    throw new CatalogueFault('not-a-catalogue', path, 'its format is unknown');
  }
  if (format < oldestFormat) {
    const detail =
      `was written by an older cdif-graph (format ${format}, this one reads ${oldestFormat} and ` +
      `${formatVersion}); harvest into a new directory`;
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
  // A reader cannot create databases that an older program did not have.
  const openOne = <Value, Key extends string | number>(name: string, options: object) =>
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
    search: openOne('search', { encoding: 'string', compression }),
    documents: openOne('documents', { encoding: 'string', compression }),
    names: openOne('names', { encoding: 'string' }),
    outcomes: openOne('outcomes', { ...json, compression }),
    problems: openOne('problems', { ...json, compression }),
    visits: openOne('visits', json),
    leads: openOne('leads', { ...json, compression }),
    leaving: openOne('leaving', json),
    listings: openOne('listings', json),
    listed: openOne('listed', { ...json, compression }),
    runs: openOne('runs', { ...json, compression }),
    plans: openOne('plans', { ...json, compression }),
    reports: openOne('reports', { ...json, compression }),
    sourceReports: openOne('source-reports', { ...json, compression }),
    changes: openOne('changes', { ...json, compression }),
    former: openOne('former', { encoding: 'string', compression }),
    formerSources: openOne('former-sources', json),
    tombstones: openOne('tombstones', json),
    robots: openOne('robots', { ...json, compression }),
    places: openOne('places', json),
    contexts: openOne('contexts', { ...json, compression }),
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
