import { createHash } from 'node:crypto';
import { open, type Database, type GetOptions, type RootDatabase } from 'lmdb';
import type { UrlOutcome } from '../model/run.ts';
import { prepareDirectory, missing, type CatalogueAccess } from './catalogue-directory.ts';
import { CatalogueFault } from './catalogue-fault.ts';
import { dictionary } from './catalogue-dictionary.ts';
import type { RecordFacts, RunFacts } from './record-facts.ts';
import type { WriterRecord } from './writer-lock.ts';

/** Raised when a program that knows only the old format would misread the new one. */
const formatVersion = 1;

/** How many changes are remembered one by one. A reader that is further behind starts anew. */
export const rememberedChanges = 1000;

/**
 * What is on disk: one LMDB environment with these databases. `facts`, `nquads` and `documents` have the same keys, in
 * the order of the graph IRIs.
 */
export interface CatalogueData {
  readonly environment: RootDatabase;
  readonly meta: MetaDatabase;
  /** By graph: where it came from. */
  readonly facts: Database<RecordFacts, string>;
  /** By graph: its statements. */
  readonly nquads: Database<string, string>;
  /** By graph: the JSON text it was made from. */
  readonly documents: Database<string, string>;
  /** By URL: what the latest look at it gave. */
  readonly outcomes: Database<UrlOutcome, string>;
  /** By id of the run. */
  readonly runs: Database<RunFacts, string>;
  /** By change number: the graphs it touched. */
  readonly changes: Database<readonly string[], number>;
}

export interface MetaValues {
  readonly format: number;
  readonly totals: Totals;
  readonly writer: WriterRecord;
}

export interface Totals {
  /** Grows by one with every commit that changes what can be read. */
  readonly change: number;
  readonly graphs: number;
  readonly quads: number;
}

/** A database in which every key has a type of its own. */
export interface MetaDatabase {
  get<Key extends keyof MetaValues>(key: Key, options?: GetOptions): MetaValues[Key] | undefined;
  putSync<Key extends keyof MetaValues>(key: Key, value: MetaValues[Key]): boolean;
  removeSync(key: keyof MetaValues): boolean;
}

/** LMDB's own limit is 1,978 bytes. */
const maxKeyBytes = 1900;
const prefixBytes = 1800;

/**
 * The key for an IRI or URL: the text itself, or, where that is too long, its beginning and a hash. So the order of keys
 * depends on nothing but the texts. A blank, which neither can hold, keeps the two kinds apart.
 */
export function storageKey(iri: string): string {
  const bytes = Buffer.from(iri, 'utf8');
  if (bytes.length <= maxKeyBytes) return iri;
  const hash = createHash('sha256').update(bytes).digest('hex');
  return `${bytes.toString('utf8', 0, prefixBytes)} ${hash}`;
}

/**
 * Opens the catalogue directory, and creates it to write to it where there is none.
 * @throws {CatalogueFault}
 */
export function openCatalogueData(path: string, access: CatalogueAccess): CatalogueData {
  prepareDirectory(path, access);
  const environment = openEnvironment(path, access);
  try {
    const data = openDatabases(environment, path);
    checkFormat(data, path, access);
    return data;
  } catch (error) {
    void environment.close();
    throw error;
  }
}

function openEnvironment(path: string, access: CatalogueAccess): RootDatabase {
  try {
    return open({ path, noSubdir: false, maxDbs: 8, readOnly: access === 'read' });
  } catch (error) {
    const trouble = access === 'read' ? 'not-readable' : 'not-writable';
    const detail = `LMDB cannot open it: ${String(error)}`;
    throw new CatalogueFault(trouble, path, detail, { cause: error });
  }
}

function openDatabases(environment: RootDatabase, path: string): CatalogueData {
  const names = [...environment.getKeys()];
  if (names.length > 0 && !names.includes('meta')) {
    throw new CatalogueFault(
      'not-a-catalogue',
      path,
      'holds the LMDB databases of another program',
    );
  }
  const compression = { threshold: 200, dictionary };
  const openOne = <Value, Key extends string | number>(name: string, options: object) => {
    const database: Database<Value, Key> | undefined = environment.openDB({ name, ...options });
    // Only to read: what is missing is not created.
    if (database === undefined) throw missing(path);
    return database;
  };
  const json = { encoding: 'json' };
  const text = { encoding: 'string', compression };
  return {
    environment,
    // `Database` has one type for all values; all access to it is through the interface that tells them apart.
    meta: openOne('meta', json) as unknown as MetaDatabase,
    facts: openOne('facts', json),
    nquads: openOne('nquads', text),
    documents: openOne('documents', text),
    outcomes: openOne('outcomes', { ...json, compression }),
    runs: openOne('runs', { ...json, compression }),
    changes: openOne('changes', { ...json, compression }),
  };
}

function checkFormat(
  { environment, meta, facts }: CatalogueData,
  path: string,
  access: CatalogueAccess,
): void {
  const found = meta.get('format');
  if (found === formatVersion) return;
  if (found !== undefined && found > formatVersion) {
    const detail = `was written by a newer cdif-graph (format ${found}, this one knows up to ${formatVersion}); update cdif-graph`;
    throw new CatalogueFault('newer-format', path, detail);
  }
  if (found !== undefined || facts.getKeysCount({ limit: 1 }) > 0) {
    throw new CatalogueFault('not-a-catalogue', path, 'its format is unknown');
  }
  if (access === 'read') throw missing(path);
  environment.transactionSync(() => {
    meta.putSync('format', formatVersion);
    meta.putSync('totals', { change: 0, graphs: 0, quads: 0 });
  });
}
