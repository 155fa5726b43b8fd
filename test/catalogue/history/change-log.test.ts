import { describe, expect, it } from 'vitest';
import type { CatalogueData } from '../../../src/catalogue/layout.ts';
import { noTotals } from '../../../src/catalogue/rows.ts';
import { logChange } from '../../../src/catalogue/history/change-log.ts';
import { newPath, openCatalogue } from '../updates.ts';

const limit = 10;

/** Remembers changes that touch so many graphs each. @returns which changes are remembered then, and what they weigh */
function remembered(...touched: number[]) {
  return openCatalogue(newPath()).change(({ changes }: CatalogueData) => {
    let totals = noTotals;
    for (const count of touched) {
      const graphs = Array.from({ length: count }, (_, index) => `g${index}`);
      totals = logChange({ changes }, totals, graphs, limit);
    }
    const keys = [...changes.getKeys()].filter((key) => key >= totals.oldestChange);
    expect([...changes.getKeys()]).toEqual(keys);
    return { keys, memory: totals.memory };
  });
}

describe('what is remembered of changes', () => {
  it('are the latest, as far as they fit, of which one that touches nothing counts too', () => {
    expect(remembered(1, 2, 3)).toEqual({ keys: [1, 2, 3], memory: 9 });
    expect(remembered(1, 2, 3, 1)).toEqual({ keys: [2, 3, 4], memory: 9 });
    expect(remembered(1, 2, 3, 1, 8)).toEqual({ keys: [5], memory: 9 });
    expect(remembered(...Array.from({ length: 50 }, () => 0)).keys).toHaveLength(10);
  });

  it('is the latest change, however large', () => {
    expect(remembered(5, 50)).toEqual({ keys: [2], memory: 51 });
    expect(remembered(5, 50, 1)).toEqual({ keys: [3], memory: 2 });
  });
});
