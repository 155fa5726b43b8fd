import type { CatalogueData } from '../layout.ts';
import type { Totals } from '../rows.ts';

/**
 * Bound of the change log: a change weighs one, plus one for each graph that it touched. A reader
 * that is further behind reads everything.
 */
export const maxChangeLogWeight = 100_000;

/**
 * Appends a change to the log and drops the oldest ones beyond the limit; the latest always stays.
 * @param before the totals, with `graphs` and `quads` as after the change
 * @returns the totals after the change
 */
export function logChange(
  { changes }: Pick<CatalogueData, 'changes'>,
  before: Totals,
  touched: readonly string[],
  limit = maxChangeLogWeight,
): Totals {
  const change = before.change + 1;
  let { oldestChange } = before;
  let memory = before.memory + changeWeight(touched);
  changes.putSync(change, touched);
  while (memory > limit && oldestChange < change) {
    memory -= changeWeight(changes.get(oldestChange) ?? []);
    changes.removeSync(oldestChange);
    oldestChange += 1;
  }
  return { ...before, change, oldestChange, memory };
}

/** The weight of a change that touched these graphs. */
export function changeWeight(touched: readonly string[]): number {
  return touched.length + 1;
}
