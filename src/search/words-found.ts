import { BitSet } from './bit-set.ts';
import type { Columns, ColumnName } from './columns/columns.ts';
import type { Relation } from './relation.ts';
import type { WordClause } from './word-query.ts';

/** The columns in which words are looked for. */
export const wordColumns = [
  'titles',
  'descriptions',
  'keywords',
  'placeNames',
  'timeNames',
  'variables',
] as const satisfies readonly ColumnName[];

/** Entries that meet a condition, and by how much each fits where that can be told. */
export interface Found {
  readonly entries: BitSet;
  /** By the number of the entry: the greater, the better. */
  readonly ranks?: Uint16Array;
}

/** What a word counts by where it stands, the least first. */
const weights = { description: 1, label: 2, title: 3 } as const;

/**
 * The entries in whose texts all clauses are met, perhaps each in another text. The rank is the sum
 * of what each clause counts: 3 in a title, 2 in a keyword or a name, 1 in a description.
 * @param count how many entries there are
 */
export function findWords(columns: Columns, count: number, clauses: readonly WordClause[]): Found {
  const ranks = new Uint16Array(count);
  const entries = BitSet.full(count);
  for (const clause of clauses) {
    const weighed = weighClause(columns, count, clause);
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

/** What a clause counts in each entry; 0 where it is nowhere. */
function weighClause(columns: Columns, count: number, clause: WordClause): Uint8Array {
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
