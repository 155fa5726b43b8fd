import type { Limits } from '../config/schema.ts';
import { createExpandStage } from '../expand/expand.ts';
import type { Derived } from '../model/record.ts';
import type { Stage } from '../model/stage.ts';
import type { DeriveInputs, DeriveStageName } from './derive-inputs.ts';
import { createDeriveStage } from './derive.ts';

/**
 * The stages that are computing alone, plain data in and plain data out, so that any thread can run them with the same
 * result: one line a stage, by the name under which a thread finds it. What they need takes long to load, so only the
 * thread that runs one imports this.
 */
export const deriveStages: {
  readonly [Name in DeriveStageName]: (limits: Limits) => Stage<DeriveInputs[Name], Derived>;
} = {
  derive: createDeriveStage,
  expand: (limits) => createExpandStage({ limits }),
};
