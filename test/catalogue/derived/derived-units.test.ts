import { describe, expect, it } from 'vitest';
import { derivedUnits } from '../../../src/catalogue/derived/derived-units.ts';
import { TextSet } from '../../../src/text/text-set.ts';
import { harvestNight, randomNights } from '../../export/change-exports.ts';
import { newPath, openCatalogue, openStore } from '../updates.ts';

const graphs = ['index', 'views', 'provenance', 'problems'] as const;

describe('the units of derived graphs', () => {
  it.each(graphs)(
    'have keys of their own, and statements that their inputs determine: %s',
    async (graph) => {
      const path = newPath();
      const catalogue = openCatalogue(path);
      const store = openStore(path, 'read');
      const statementsOf = new Map<string, string>();
      for (const night of randomNights(5, 6)) {
        harvestNight(catalogue, night);
        await store.ofOneState(async (snapshot) => {
          const keys: string[] = [];
          for (const unit of derivedUnits(snapshot, graph, undefined)) {
            if (unit === undefined) continue;
            keys.push(unit.key);
            const inputs = `${unit.key}\n${unit.inputs()}`;
            const statements = [...unit.write(new TextSet())].join('');
            expect(statementsOf.get(inputs) ?? statements).toBe(statements);
            statementsOf.set(inputs, statements);
          }
          expect(new Set(keys).size).toBe(keys.length);
        });
      }
      expect(statementsOf.size).toBeGreaterThan(5);
    },
  );
});
