import { BitSet } from './bit-set.ts';
import type { ColumnName, IndexColumns } from './columns/columns.ts';
import type { Relation } from './number-tables.ts';
import type { WordClause } from './word-query.ts';

/** The columns for word search. */
export const wordColumns = [
  'titles',
  'descriptions',
  'keywords',
  'placeNames',
  'timeNames',
  'variables',
] as const satisfies readonly ColumnName[];

/** Matching entries, with ranks if the condition has them. */
export interface RankedEntries {
  readonly entries: BitSet;
  /** By entry number; greater is better. */
  readonly ranks?: Uint16Array;
}

/** Weights by place of a word, ascending. */
const weights = { description: 1, label: 2, title: 3 } as const;

/**
 * The entries that match all clauses, each perhaps in a different text. The rank sums the weights
 * of clauses: 3 for a title, 2 for a keyword or name, 1 for a description.
 * @param count number of entries
 */
export function findWords(
  columns: IndexColumns,
  count: number,
  clauses: readonly WordClause[],
): RankedEntries {
  const ranks = new Uint16Array(count);
  const entries = BitSet.full(count);
  for (const clause of clauses) {
    const weighed = weightsOfClause(columns, count, clause);
    const found = BitSet.ofNonZero(weighed);
    if (clause.isExcluded) {
      entries.deleteAll(found);
      continue;
    }
    entries.keepAll(found);
    for (let entry = 0; entry < count; entry += 1) {
      ranks[entry] = (ranks[entry] ?? 0) + (weighed[entry] ?? 0);
    }
  }
  return { entries, ranks };
}

/** The weight of a clause in each entry; 0 without match. */
function weightsOfClause(columns: IndexColumns, count: number, clause: WordClause): Uint8Array {
  const weighed = new Uint8Array(count);
  const texts = columns.texts.textsWith(clause);
  const labels = columns.labels.labelsWith(clause);
  const variables = columns.get('variables');
  const weigh = (relation: Relation, owners: BitSet, weight: number): void => {
    relation.eachOwnerOf(owners, (entry) => {
      weighed[entry] = weight;
    });
  };
  weigh(columns.get('descriptions').entries, texts, weights.description);
  weigh(variables.entries, variables.descriptions.ownersOfAny(texts), weights.description);
  for (const relation of [
    columns.get('keywords').entries,
    columns.get('placeNames').named,
    columns.get('timeNames').entries,
  ]) {
    weigh(relation, labels, weights.label);
  }
  weigh(variables.entries, variables.labels.ownersOfAny(labels), weights.label);
  weigh(columns.get('titles').entries, texts, weights.title);
  return weighed;
}
