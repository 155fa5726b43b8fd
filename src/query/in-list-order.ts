import type { AnswerTerm } from './tsv-answer.ts';

/** What stands in an `rdf:List` has the cell it is in, and the next one. */
export interface Listed {
  readonly cell?: AnswerTerm | undefined;
  readonly next?: AnswerTerm | undefined;
}

/** Those in a list in its order, all others before them by their keys. */
export function inListOrder<Row extends Listed>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): readonly Row[] {
  if (rows.length < 2) return rows;
  const sorted = rows.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
  const cells = new Map(
    sorted.flatMap((row) => (row.cell ? [[row.cell.value, row] as const] : [])),
  );
  const followers = new Set(sorted.flatMap(({ next }) => next?.value ?? []));
  // What is nil has no row, so that another chain begins behind it; of a circle each may be the first.
  const firsts = sorted.filter(({ cell }) => cell !== undefined && !followers.has(cell.value));
  const ordered = new Set(sorted.filter(({ cell }) => cell === undefined));
  for (const first of [...firsts, ...sorted]) {
    let row: Row | undefined = first;
    while (row !== undefined && !ordered.has(row)) {
      ordered.add(row);
      row = cells.get(row.next?.value ?? '');
    }
  }
  return [...ordered];
}
