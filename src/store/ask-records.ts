import { Store } from 'oxigraph';
import { engineLoadOptions } from './engine-graphs.ts';
import type { RecordFacts } from './graph-facts.ts';
import { recordHeads } from './record-heads.ts';

/** A record as it is asked: its statements, and what it describes. */
export interface AskedRecord extends Pick<RecordFacts, 'graph' | 'describes'> {
  /** Of its graph. */
  readonly nquads: string;
}

/**
 * Answers SELECT queries of some records as if nothing else were in the catalogue, of the index what says which resources they
 * describe. It takes their size in memory, and a time that grows with it.
 * @returns of each query its answer as SPARQL 1.1 Query Results TSV
 * @throws what the engine throws, which is a mistake in a query or in what is kept of a record
 */
export function askRecords(
  records: readonly AskedRecord[],
  queries: readonly string[],
): readonly string[] {
  const store = new Store();
  try {
    for (const record of records) {
      // Bytes are taken faster than a text.
      store.load(Buffer.from(record.nquads + recordHeads(record)), engineLoadOptions);
    }
    // With a format, whatever the query's form, the answer is a text.
    return queries.map((query) => store.query(query, { results_format: 'tsv' }) as string);
  } finally {
    release(store);
  }
}

/** Its memory is the engine's, of which the collector of garbage knows nothing. The types of the package leave the method out. */
function release(store: Store & { free?: () => void }): void {
  store.free?.();
}
