import type { CatalogueData } from './catalogue-layout.ts';
import type { Totals } from './rows.ts';

/**
 * How much is remembered of what changed: a change weighs one, and one more for each graph that it touched. A reader that
 * is further behind starts anew.
 */
export const maxMemory = 100_000;

/**
 * Remembers a change and forgets the oldest ones that no longer fit; the latest is always remembered.
 * @param before the totals, of which `graphs` and `quads` are those after the change
 * @returns the totals after it
 */
export function rememberChange(
  { changes }: Pick<CatalogueData, 'changes'>,
  before: Totals,
  touched: readonly string[],
  limit = maxMemory,
): Totals {
  const change = before.change + 1;
  let { oldestChange } = before;
  let memory = before.memory + weightOf(touched);
  changes.putSync(change, touched);
  while (memory > limit && oldestChange < change) {
    memory -= weightOf(changes.get(oldestChange) ?? []);
    changes.removeSync(oldestChange);
    oldestChange += 1;
  }
  return { ...before, change, oldestChange, memory };
}

/** What a change weighs that touched so many graphs. */
export function weightOf(touched: readonly string[]): number {
  return touched.length + 1;
}
