import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { RunReport } from '../model/run.ts';
import type { Receipt } from '../model/url-update.ts';
import { type CatalogueOptions, dataFile, fileIdentity } from './catalogue-directory.ts';
import { CatalogueFault, faultFromLmdb } from './catalogue-fault.ts';
import { catalogueSizes, type CatalogueSizes } from './status.ts';
import {
  putCompactedInPlace,
  removeLeftovers,
  writeBackup,
  writeCompacted,
} from './catalogue-files.ts';
import { noTotals, type Totals } from './rows.ts';
import { logChange } from './history.ts';
import { readEarlierRuns } from './find-runs.ts';
import { type CatalogueData, latestTransaction, openCatalogueData } from './layout.ts';
import { migrateCatalogue } from './format-4.ts';
import type { CommitTally } from './record-writer.ts';
import { freeRunId, putReport, putRun, type RunPlan, type RunStart } from './run-rows.ts';
import { Snapshot } from './snapshot.ts';
import { DocumentMissing, type UrlJob, writeUrl } from './url-writer.ts';
import { WriterLock } from './writer-lock.ts';

/** The size of the data file before and after a compaction. */
export interface Compaction {
  readonly bytesBefore: number;
  readonly bytesAfter: number;
}

/**
 * An open catalogue directory. One process writes at a time; any number of processes read committed
 * states. Writes are synchronous, and durable when they return.
 */
export class Catalogue {
  readonly #path: string;
  readonly #now: () => Date;
  #data: CatalogueData;
  #identity: string | undefined;
  #lock: WriterLock | undefined;
  /** The number of open snapshots. */
  #reading = 0;

  /**
   * @throws {CatalogueFault} when the directory cannot be used
   * @throws {CatalogueLockedFault} when another process writes
   */
  constructor({ now = () => new Date(), ...opening }: CatalogueOptions) {
    const { path, access } = opening;
    this.#path = path;
    this.#now = now;
    this.#data = openCatalogueData(opening);
    try {
      this.#identity = fileIdentity(path);
      if (access === 'read') return;
      this.#lock = new WriterLock(this.#data, path, { now });
      removeLeftovers(path);
      this.change(() => migrateCatalogue(this.#data));
    } catch (error) {
      void this.#data.environment.close();
      throw faultFromLmdb(path, error);
    }
  }

  /** The catalogue directory. */
  get path(): string {
    return this.#path;
  }

  /** The latest committed state. The caller must end it. */
  snapshot(): Snapshot {
    this.#reading += 1;
    return new Snapshot(this.#data, () => {
      this.#reading -= 1;
    });
  }

  /**
   * Runs `read` on the latest committed state. `read` must consume its iterators before it returns.
   */
  read<Result>(read: (snapshot: Snapshot) => Result): Result {
    const snapshot = this.snapshot();
    try {
      return read(snapshot);
    } finally {
      snapshot.end();
    }
  }

  /** The number of the latest committed transaction. */
  transaction(): number {
    return latestTransaction(this.#data.environment);
  }

  sizes(): CatalogueSizes {
    return catalogueSizes(this.#data, this.#path);
  }

  /**
   * Commits all jobs or, when it throws, none. @returns one receipt per job, in the same order
   * @throws as `change`; {CatalogueFault} `damaged` when a document that must exist is missing
   */
  commit(jobs: readonly UrlJob[]): Receipt[] {
    try {
      return this.change((data, tally) => jobs.map((job) => writeUrl(data, job, tally)));
    } catch (error) {
      if (!(error instanceof DocumentMissing)) throw error;
      const detail =
        `the document of ${error.graph} is missing, so part of the file is damaged; ` +
        'restore a backup, or harvest into a new catalogue';
      throw new CatalogueFault('damaged', this.#path, detail, { cause: error });
    }
  }

  /** Records the start of a run, and which unfinished runs it continues. */
  beginRun(startedAt: Date, plan?: RunPlan): RunStart {
    const { continued, behind } = this.read((snapshot) =>
      readEarlierRuns(snapshot, startedAt, plan),
    );
    const { full, ...planned } = plan ?? {};
    return this.change((data, tally) => {
      const run = freeRunId(data, startedAt);
      const head = {
        run,
        startedAt: startedAt.toISOString(),
        continues: continued.continues,
        began: tally.change,
        ...(full === undefined ? {} : { full }),
        ...(behind && { behind }),
      };
      putRun(data, head, planned);
      // A run is part of the provenance graph, so readers must notice it like a changed record.
      tally.changed = true;
      return { run, ...continued };
    });
  }

  keepReport(report: RunReport): void {
    this.change((data, tally) => {
      putReport(data, report, tally.change);
      tally.changed = true;
    });
  }

  /**
   * Runs `work` in a transaction, which is rolled back when it throws, and adds its tally to the
   * totals.
   * @throws {CatalogueFault} `write-failed`, `replaced`; {CatalogueLockedFault} when another
   * process has taken over
   */
  change<Result>(work: (data: CatalogueData, tally: CommitTally) => Result): Result {
    const lock = this.#lock;
    if (lock === undefined) throw new TypeError('The catalogue was opened to read.');
    const data = this.#data;
    this.assertInPlace();
    try {
      return data.environment.transactionSync(() => {
        lock.assertHeld();
        const totals = data.meta.get('totals') ?? noTotals;
        const tally: CommitTally = {
          change: totals.change + 1,
          at: this.#now().toISOString(),
          graphs: 0,
          quads: 0,
          characters: 0,
          touched: new Set(),
          changed: false,
        };
        const result = work(data, tally);
        keepTotals(data, totals, tally);
        return result;
      });
    } catch (error) {
      throw faultFromLmdb(this.#path, error);
    }
  }

  /** Recounts the characters of the statements of all records. */
  recount(): void {
    const counted = this.read((snapshot) => snapshot.characters());
    this.change((data, tally) => {
      const noted = data.meta.get('totals')?.characters;
      if (noted === undefined || noted === counted) return;
      tally.characters = counted - noted;
      tally.changed = true;
    });
  }

  /**
   * Rewrites the catalogue without free space. Readers in other processes are not disturbed. This
   * object must not be read or written meanwhile.
   * @throws {CatalogueFault} `write-failed`; the catalogue is then unchanged
   */
  async compact(): Promise<Compaction> {
    const lock = this.#lock;
    if (lock === undefined || this.#reading > 0) throw new TypeError('The catalogue is in use.');
    const file = join(this.#path, dataFile);
    this.assertInPlace();
    const bytesBefore = statSync(file).size;
    // A write from now on would be lost, so it must fail.
    this.#lock = undefined;
    const options = { now: this.#now, adopted: lock.suspend() };
    try {
      await writeCompacted(this.#data.environment, this.#path);
    } catch (error) {
      this.#lock = new WriterLock(this.#data, this.#path, options);
      throw error;
    }
    await this.#data.environment.close();
    putCompactedInPlace(this.#path);
    this.#data = openCatalogueData({ path: this.#path, access: 'write' });
    this.#identity = fileIdentity(this.#path);
    this.#lock = new WriterLock(this.#data, this.#path, options);
    return { bytesBefore, bytesAfter: statSync(file).size };
  }

  /** @throws {UsageFault} when the file exists; {CatalogueFault} `backup-failed` */
  async backup(file: string): Promise<void> {
    await writeBackup(this.#data.environment, this.#path, file);
  }

  async close(): Promise<void> {
    this.#lock?.release();
    await this.#data.environment.close();
  }

  /**
   * LMDB still reads and writes the files of a deleted directory: reads would be outdated, and
   * writes lost.
   * @throws {CatalogueFault} `replaced`
   */
  assertInPlace(): void {
    if (fileIdentity(this.#path) === this.#identity) return;
    const detail =
      'was deleted or replaced by another (compact, a backup) while it was open; open it again';
    throw new CatalogueFault('replaced', this.#path, detail);
  }
}

function keepTotals(data: CatalogueData, before: Totals, tally: CommitTally): void {
  const { touched, changed } = tally;
  if (!changed && touched.size === 0) return;
  const after = {
    ...before,
    graphs: before.graphs + tally.graphs,
    quads: before.quads + tally.quads,
    characters: before.characters + tally.characters,
  };
  data.meta.putSync('totals', logChange(data, after, [...touched]));
}
