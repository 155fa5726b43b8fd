import type { Receipt, RecordEntry } from '../model/receipt.ts';
import type { RunReport, UrlOutcome } from '../model/run.ts';
import type { CatalogueOptions } from './catalogue-directory.ts';
import { CatalogueFault } from './catalogue-fault.ts';
import {
  openCatalogueData,
  rememberedChanges,
  storageKey,
  type CatalogueData,
  type Totals,
} from './catalogue-layout.ts';
import { Fault } from '../model/fault.ts';
import { factsOf, sameOrigin, type RunFacts } from './record-facts.ts';
import { Snapshot } from './snapshot.ts';
import { WriterLock } from './writer-lock.ts';

/** What one commit writes. */
export interface CommitContent {
  readonly entries: readonly RecordEntry[];
  readonly outcomes: readonly UrlOutcome[];
}

/**
 * The catalogue directory. One process writes to it at a time; any number may read, and see whole commits. Whatever
 * writes is synchronous, and durable when it returns.
 */
export class Catalogue {
  readonly #data: CatalogueData;
  readonly #path: string;
  readonly #lock: WriterLock | undefined;

  /** @throws {CatalogueFault} when the directory cannot be used; {CatalogueLockedFault} when another process writes */
  constructor({ path, access, now = () => new Date() }: CatalogueOptions) {
    this.#path = path;
    this.#data = openCatalogueData(path, access);
    try {
      this.#lock = access === 'write' ? new WriterLock(this.#data, path, now) : undefined;
    } catch (error) {
      void this.#data.environment.close();
      throw error;
    }
  }

  /** The state of now. The caller ends it. */
  snapshot(): Snapshot {
    return new Snapshot(this.#data);
  }

  /** What the latest look at a URL gave. */
  outcomeOf(url: string): UrlOutcome | undefined {
    return this.#data.outcomes.get(storageKey(url));
  }

  /** The JSON text a record graph was made from. */
  documentOf(graph: string): string | undefined {
    return this.#data.documents.get(storageKey(graph));
  }

  /**
   * Writes all of the content or, when it throws, nothing. @returns a receipt an entry, in the same order
   * @throws {CatalogueFault} `write-failed`; {CatalogueLockedFault} when another process has taken over
   */
  commit({ entries, outcomes }: CommitContent): Receipt[] {
    return this.#write(() => {
      const touched = new Set<string>();
      let { change, graphs, quads } = this.#totals();
      const receipts = entries.map((entry) => {
        const { receipt, written, growth } = this.#put(entry);
        if (written) touched.add(receipt.graph);
        if (receipt.state === 'added') graphs += 1;
        quads += growth;
        return receipt;
      });
      for (const outcome of outcomes) {
        this.#data.outcomes.putSync(storageKey(outcome.url), outcome);
      }
      if (touched.size > 0) {
        change += 1;
        this.#noteChange({ change, graphs, quads }, [...touched]);
      }
      return receipts;
    });
  }

  /** Notes the start of a run. @returns its id, made of the time and unique in the catalogue */
  beginRun(startedAt: Date): string {
    return this.#write(() => {
      const stamp = startedAt.toISOString().replace(/\.\d+/u, '').replaceAll(/[-:]/gu, '');
      let run = stamp;
      for (let count = 2; this.#data.runs.doesExist(run); count += 1) run = `${stamp}-${count}`;
      this.#putRun({ run, startedAt: startedAt.toISOString() });
      return run;
    });
  }

  keepReport(report: RunReport): void {
    this.#write(() => this.#putRun({ run: report.run, startedAt: report.startedAt, report }));
  }

  async close(): Promise<void> {
    this.#lock?.release();
    await this.#data.environment.close();
  }

  #put(entry: RecordEntry): PutResult {
    const { facts, nquads, documents } = this.#data;
    const { graph } = entry;
    const key = storageKey(graph.graph);
    const before = facts.get(key);
    const after = factsOf(entry);
    const unchanged = before !== undefined && nquads.get(key) === graph.nquads;
    const written = !unchanged || !sameOrigin(before, after);
    if (written) {
      facts.putSync(key, after);
      documents.putSync(key, graph.json);
    }
    if (!unchanged) nquads.putSync(key, graph.nquads);
    const state = before === undefined ? 'added' : unchanged ? 'unchanged' : 'replaced';
    const receipt = { graph: graph.graph, state, quads: graph.quads } as const;
    return { receipt, written, growth: graph.quads - (before?.quads ?? 0) };
  }

  /** A run is part of the provenance, so that a reader must hear of it as of a record. */
  #putRun(facts: RunFacts): void {
    this.#data.runs.putSync(facts.run, facts);
    const totals = this.#totals();
    this.#noteChange({ ...totals, change: totals.change + 1 }, []);
  }

  #noteChange(totals: Totals, touched: readonly string[]): void {
    this.#data.meta.putSync('totals', totals);
    this.#data.changes.putSync(totals.change, touched);
    this.#data.changes.removeSync(totals.change - rememberedChanges);
  }

  #totals(): Totals {
    return this.#data.meta.get('totals') ?? { change: 0, graphs: 0, quads: 0 };
  }

  /** Runs `work` in a transaction that is rolled back when it throws. */
  #write<Result>(work: () => Result): Result {
    const lock = this.#lock;
    if (lock === undefined) throw new TypeError('The catalogue was opened to read.');
    try {
      return this.#data.environment.transactionSync(() => {
        lock.assertHeld();
        return work();
      });
    } catch (error) {
      if (error instanceof Fault || !isFromLmdb(error)) throw error;
      const detail = `could not be written to (${error.message}); is the disk full? What was being written is not in it`;
      throw new CatalogueFault('write-failed', this.#path, detail, { cause: error });
    }
  }
}

interface PutResult {
  readonly receipt: Receipt;
  readonly written: boolean;
  /** How many statements there are more. */
  readonly growth: number;
}

/** The errors of LMDB and of the file system below it carry a number; no other error does. */
function isFromLmdb(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && typeof error.code === 'number';
}
