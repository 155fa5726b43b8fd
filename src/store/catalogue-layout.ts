import { open, type Database, type GetOptions, type RootDatabase } from 'lmdb';
import type { Lead } from '../model/record.ts';
import type { Tombstone } from '../model/tombstone.ts';
import type { KeptPlace } from '../model/site-memory.ts';
import type { LeavingRecord } from '../model/url-update.ts';
import type { UrlVisit } from '../model/url-visit.ts';
import {
  fileIdentity,
  isPrivateCatalogue,
  lockIdentity,
  makePrivate,
  missing,
  prepareDirectory,
  type CatalogueAccess,
  type CatalogueOptions,
} from './catalogue-directory.ts';
import { CatalogueFault, faultOfLmdb } from './catalogue-fault.ts';
import { createDataFile, createLockFile } from './catalogue-creation.ts';
import { dictionary } from './catalogue-dictionary.ts';
import type { ListDatabase } from './kept-list.ts';
import type { KeptSource } from './kept-report.ts';
import {
  noTotals,
  type GraphFacts,
  type KeptListing,
  type MetaValues,
  type OutcomeRow,
  type ProblemsRow,
  type ReportRow,
  type RobotsRow,
  type RunHead,
  type RunPlanRow,
} from './rows.ts';

/** Raised when a program that knows only the old format would misread the new one. */
export const formatVersion = 5;

/**
 * What is on disk: one LMDB environment with these databases. Keys are texts as `storage-key.ts` and `record-names.ts` make
 * them, so that all of one URL lie side by side.
 */
export interface CatalogueData {
  readonly environment: RootDatabase;
  readonly meta: MetaDatabase;
  /** By graph: what is known of it without its statements. Has the same keys as `nquads`. */
  readonly facts: Database<GraphFacts, string>;
  /** By graph: its statements. */
  readonly nquads: Database<string, string>;
  /** By graph: what its resources can be searched by, as `RecordGraph.search` has it. Older programs kept none. */
  readonly search: Database<string, string>;
  /** By URL and hash: as `kept-document.ts` writes it. Graphs of one document share it. */
  readonly documents: Database<string, string>;
  /** By name, role and graph: the IRI of the graph; by what its metadata is said to describe and URL: the URL of a look. */
  readonly names: Database<string, string>;
  /** By URL: what the latest look at it gave. */
  readonly outcomes: Database<OutcomeRow, string>;
  /** By record, and by URL for what belongs to none: what is wrong; see `problemsKey`. */
  readonly problems: Database<ProblemsRow, string>;
  /** By URL: when it was asked for last. */
  readonly visits: Database<UrlVisit, string>;
  /** By URL and part: where it led to when it last answered; see `kept-list.ts`. */
  readonly leads: ListDatabase<Lead>;
  /** By graph: that it waits to be removed. */
  readonly leaving: Database<LeavingRecord, string>;
  /** By name of a sitemap or feed: what is kept of it, whose entries are `listed` by the name, a version and part. */
  readonly listings: Database<KeptListing, string>;
  readonly listed: ListDatabase<unknown>;
  /** By number of the run; before format 5 see `former-runs.ts`. */
  readonly runs: Database<Omit<RunHead, 'number'>, number>;
  /** By number of the run: what it was for. */
  readonly plans: Database<RunPlanRow, number>;
  /** By number of a run that ended: its report. */
  readonly reports: Database<ReportRow, number>;
  /** By source and number of the run: see `sourceReportKey`. */
  readonly sourceReports: Database<KeptSource, string>;
  /** By change number: the graphs it touched. */
  readonly changes: Database<readonly string[], number>;
  /** By graph and the change by which it went: what it said, as `former-texts.ts` writes it. */
  readonly former: Database<string, string>;
  /** By URL and the change by which others came or some went: the sources that listed it. */
  readonly formerSources: Database<readonly string[], string>;
  /** By graph: what is known of a record that was removed and has not come back. */
  readonly tombstones: Database<Tombstone, string>;
  /** By server, as `RobotsMemory` names it: see `kept-robots.ts`. */
  readonly robots: Database<RobotsRow, string>;
  /** By name of a source: from where the site was listed. */
  readonly places: Database<KeptPlace, string>;
}

/** More than there are, so that another program version can have some more. */
export const maxDbs = 32;

/** What a statement of a metadata record has as N-Quads; measured. Supposed where characters have not been counted. */
export const usualCharacters = 140;

/** A database in which every key has a type of its own. */
export interface MetaDatabase {
  get<Key extends keyof MetaValues>(key: Key, options?: GetOptions): MetaValues[Key] | undefined;
  putSync<Key extends keyof MetaValues>(key: Key, value: MetaValues[Key]): boolean;
  removeSync(key: keyof MetaValues): boolean;
}

/**
 * Opens the catalogue directory, and creates it to write to it where there is none. To write, it may still be of an older
 * format: see `catalogue-migration.ts`.
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
    // LMDB makes a lock file as the umask says, in place of one that a compaction has removed, too.
    if (access === 'write' && (isPrivate || isPrivateCatalogue(path))) makePrivate(path);
    return data;
  } catch (error) {
    void environment.close();
    throw faultOfLmdb(path, error);
  }
}

/**
 * Opens what stands there before and after. A compaction may put another data file in place, and with it another lock
 * file; who has one of each is not seen by who writes.
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
 * Without `overlappingSync`, the package's default, every commit is on the disk before it is done, that of a new database too; it is
 * LMDB's own order of writes. See docs/decisions/0011-be-on-the-disk-before-saying-so.md.
 */
function openEnvironment(path: string, access: CatalogueAccess): RootDatabase {
  try {
    return open({
      path,
      noSubdir: false,
      maxDbs,
      overlappingSync: false,
      readOnly: access === 'read',
    });
  } catch (error) {
    const trouble = access === 'read' ? 'not-readable' : 'not-writable';
    const detail = `LMDB cannot open it: ${String(error)}`;
    throw new CatalogueFault(trouble, path, detail, { cause: error });
  }
}

/** @returns undefined where there is nothing yet */
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
    if (access === 'read') throw missing(path);
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

/** @returns undefined where it is not there and cannot be created, since the environment is only read */
function openMeta(environment: RootDatabase): MetaDatabase | undefined {
  const meta: unknown = environment.openDB({ name: 'meta', encoding: 'json' });
  // `Database` has one type for all values; all access to it is through the interface that tells them apart.
  return meta as MetaDatabase | undefined;
}

function openDatabases(environment: RootDatabase, path: string): CatalogueData {
  const compression = { threshold: 200, dictionary };
  const openOne = <Value, Key extends string | number>(name: string, options: object) => {
    const database: Database<Value, Key> | undefined = environment.openDB({ name, ...options });
    if (database === undefined) throw missing(path);
    return database;
  };
  // Who only reads cannot create what an older program did not know.
  const openLater = <Value, Key extends string | number = string>(name: string, options: object) =>
    (environment.openDB({ name, ...options }) as Database<Value, Key> | undefined) ??
    absentDatabase<Value, Key>();
  const meta = openMeta(environment);
  if (meta === undefined) throw missing(path);
  const json = { encoding: 'json' } as const;
  return {
    environment,
    meta,
    // Compressing takes longer than writing what little it saves.
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

/** What the library says of a database, which it does not type: see `mdb_stat`. */
export interface TreeStats {
  readonly treeBranchPageCount: number;
  readonly treeLeafPageCount: number;
  readonly overflowPages: number;
  readonly entryCount: number;
}

/**
 * Of the state that was read last in this turn of the event loop, which costs nothing; to count
 * entries costs a walk over all.
 */
export function statsOf(database: { readonly getStats: () => object }): TreeStats {
  return database.getStats() as TreeStats;
}

/** The number of the latest transaction of an environment, its own and those of other processes. */
export function transactionOf(environment: { readonly getStats: () => object }): number {
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
 * Stands for a database that a catalogue does not have yet, since it was last written by a program that did not know of it.
 * Only to be read.
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
  // Nothing else is called by who reads; the package has no interface of that part alone.
  return absent as unknown as Database<Value, Key>;
}
