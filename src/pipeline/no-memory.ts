import { nothingDone } from '../model/receipt.ts';
import { noRechecks } from '../model/run.ts';
import type { HarvestMemory } from './harvest-plan.ts';

/** What a run knows that is for nobody to keep: nothing. */
export const noMemory: HarvestMemory = {
  known: async () => undefined,
  leadsOf: async () => [],
  leaving: async () => [],
  list: async () => undefined,
  async *missing() {
    // Nothing is known that could be missed.
  },
  rechecksOf: async () => noRechecks,
  async *recordProblems() {
    // No record is known.
  },
  remove: async () => nothingDone,
  sourceSizes: async () => [],
  touch: async () => undefined,
  waysOf: async () => [],
};
