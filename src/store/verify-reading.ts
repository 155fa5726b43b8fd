import type { Database, Transaction } from 'lmdb';
import type { Finding } from '../model/verification.ts';
import type { CatalogueData } from './catalogue-layout.ts';
import type { GraphFacts, MetaValues } from './rows.ts';

/** The databases of a catalogue. */
export type DatabaseName = Exclude<keyof CatalogueData, 'environment'>;

/** What is found to be wrong; undefined is a breath between two entries. */
export type Findings = Generator<Finding | undefined>;

/** What is wrong with the statements of a record, in words: see `rdf/statement-faults.ts`. */
export type StatementFaults = (
  nquads: string,
  facts: Pick<GraphFacts, 'graph' | 'quads'>,
) => Iterable<string>;

export interface Entry<Value, Key> {
  readonly key: Key;
  readonly value: Value;
}

/**
 * Reads one state of a catalogue for those who take nothing in it for granted: what cannot be read is a finding, and what
 * stands behind it is still read.
 */
export class VerifyReading {
  readonly data: CatalogueData;
  /** How many entries of each database were met. */
  readonly entries: Partial<Record<DatabaseName, number>> = {};
  /** What the totals should be. */
  readonly sums = { graphs: 0, quads: 0, characters: 0 };
  readonly statementFaults: StatementFaults;
  readonly #transaction: Transaction;

  constructor(data: CatalogueData, transaction: Transaction, statementFaults: StatementFaults) {
    this.data = data;
    this.#transaction = transaction;
    this.statementFaults = statementFaults;
  }

  /** Hands every entry of a database to `check`, in the order of the keys. Values are decoded one by one. */
  *each<Value, Key extends string | number>(
    name: DatabaseName,
    database: Database<Value, Key>,
    check: (entry: Entry<Value, Key>) => Iterable<Finding>,
  ): Findings {
    this.entries[name] = 0;
    try {
      for (const key of database.getKeys({ transaction: this.#transaction })) {
        this.entries[name] += 1;
        yield* this.#checkOne(name, key, () => {
          const value = this.get(database, key);
          return value === undefined ? [] : check({ key, value });
        });
        yield undefined;
      }
    } catch (error) {
      yield { damage: 'entry-unreadable', where: name, found: `reading ends: ${String(error)}` };
    }
  }

  /** @throws when it cannot be read */
  get<Value, Key extends string | number>(
    database: Pick<Database<Value, Key>, 'get'>,
    key: Key,
  ): Value | undefined {
    return database.get(key, { transaction: this.#transaction });
  }

  getMeta<Key extends keyof MetaValues>(key: Key): MetaValues[Key] | undefined {
    return this.data.meta.get(key, { transaction: this.#transaction });
  }

  /** Whether there is such an entry, without decoding it. */
  has(database: Pick<Database<unknown, string>, 'getBinaryFast'>, key: string): boolean {
    // The types of the package do not know of the second parameter.
    const get = database.getBinaryFast as (
      this: unknown,
      ...place: [string, { readonly transaction: Transaction }]
    ) => Buffer | undefined;
    return get.call(database, key, { transaction: this.#transaction }) !== undefined;
  }

  *#checkOne(
    name: DatabaseName,
    key: string | number,
    check: () => Iterable<Finding>,
  ): Generator<Finding> {
    try {
      yield* check();
    } catch (error) {
      yield { damage: 'entry-unreadable', where: placeOf(name, key), found: String(error) };
    }
  }
}

/** An entry of a database, in words: the keys of names hold a control character. */
export function placeOf(name: DatabaseName, key: string | number): string {
  return `${name} ${String(key).replaceAll('\t', ' ')}`;
}
