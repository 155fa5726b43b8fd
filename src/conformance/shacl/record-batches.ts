import type { StatementText } from '../../rdf/n-quads.ts';

/**
 * The most records that shapes are evaluated for at once, and characters of their N-Quads: those
 * of a batch share one engine of SPARQL.
 */
export const batchLimits = { records: 500, characters: 16_000_000 };

/** Joins records to batches; the graphs of a batch have different names. */
export async function* batchesOf(
  records: Iterable<StatementText> | AsyncIterable<StatementText>,
): AsyncGenerator<readonly StatementText[]> {
  let batch = new Map<string, StatementText>();
  let characters = 0;
  for await (const record of records) {
    const isFull = batch.size >= batchLimits.records || characters > batchLimits.characters;
    // The engine would merge two graphs of one name.
    if (isFull || batch.has(record.graph)) {
      yield [...batch.values()];
      batch = new Map();
      characters = 0;
    }
    batch.set(record.graph, record);
    characters += record.nquads.length;
  }
  if (batch.size > 0) yield [...batch.values()];
}
