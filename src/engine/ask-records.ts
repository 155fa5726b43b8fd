import { Store } from 'oxigraph';
import { freeStore, oxigraphLoad } from '../rdf/oxigraph.ts';
import { recordHeads } from './record-heads.ts';
import type { RecordFacts } from '../store/rows.ts';

/** A record as it is asked: its statements, what it describes, and where it is from. */
export interface AskedRecord extends Pick<RecordFacts, 'graph' | 'describes'> {
  /** Of its graph. */
  readonly nquads: string;
  /** What the provenance graph says of it, as N-Quads. */
  readonly provenance: string;
}

/**
 * Answers SELECT queries of some records as if nothing else were in the catalogue, of the index what says which resources they
 * describe, and what is known of where they are from. It takes their size in memory, and a time that grows with it.
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
      const nquads = record.nquads + recordHeads(record) + record.provenance;
      store.load(Buffer.from(nquads), oxigraphLoad);
    }
    // With a format, whatever the query's form, the answer is a text.
    return queries.map((query) => store.query(query, { results_format: 'tsv' }) as string);
  } finally {
    freeStore(store);
  }
}
