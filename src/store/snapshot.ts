import type { Database, Transaction } from 'lmdb';
import type { CatalogueData, Totals } from './catalogue-layout.ts';
import type { RecordFacts, RunFacts } from './record-facts.ts';
import { storageKey } from './catalogue-layout.ts';

/**
 * One state of the catalogue, whatever is written meanwhile. It holds on to space in the file, so it must be ended, and
 * soon.
 */
export class Snapshot {
  readonly #data: CatalogueData;
  readonly #transaction: Transaction;

  constructor(data: CatalogueData) {
    this.#data = data;
    // What is read in one turn of the event loop shares a state, which may be older than this call.
    data.environment.resetReadTxn();
    this.#transaction = data.environment.useReadTransaction();
  }

  end(): void {
    this.#transaction.done();
  }

  totals(): Totals {
    // Every catalogue that could be opened has them.
    return (
      this.#data.meta.get('totals', { transaction: this.#transaction }) ?? {
        change: 0,
        graphs: 0,
        quads: 0,
      }
    );
  }

  /** The statements of each record graph as N-Quads, in the order of the graph IRIs. */
  nquads(): Iterable<string> {
    return this.#values(this.#data.nquads);
  }

  /** The statements of one record graph. */
  nquadsOf(graph: string): string | undefined {
    return this.#data.nquads.get(storageKey(graph), { transaction: this.#transaction });
  }

  /** In the order of the graph IRIs. */
  facts(): Iterable<RecordFacts> {
    return this.#values(this.#data.facts);
  }

  /** In the order of their ids, which is that of their starts. */
  runs(): Iterable<RunFacts> {
    return this.#values(this.#data.runs);
  }

  /**
   * The record graphs that were touched after `change`, each once.
   * @returns undefined when that is too long ago to be told, or has not been yet
   */
  touchedSince(change: number): ReadonlySet<string> | undefined {
    const { change: latest } = this.totals();
    if (change > latest) return undefined;
    const touched = new Set<string>();
    for (let next = change + 1; next <= latest; next += 1) {
      const graphs = this.#data.changes.get(next, { transaction: this.#transaction });
      if (graphs === undefined) return undefined;
      for (const graph of graphs) touched.add(graph);
    }
    return touched;
  }

  *#values<Value, Key extends string | number>(database: Database<Value, Key>): Iterable<Value> {
    for (const { value } of database.getRange({ transaction: this.#transaction })) yield value;
  }
}
