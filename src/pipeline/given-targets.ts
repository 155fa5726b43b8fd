import type { Source } from '../config/schema.ts';
import type { Stage } from '../model/stage.ts';
import type { Target } from '../model/target.ts';

/** Makes a stage that lists the targets of a source which are known, in place of one that finds out what it lists. */
export function givenTargets(targets: readonly Target[]): Stage<Source, Target> {
  return {
    name: 'discover',
    async *process({ name }) {
      for (const target of targets) {
        if (target.source === name) yield { kind: 'produced', value: target };
      }
    },
  };
}
