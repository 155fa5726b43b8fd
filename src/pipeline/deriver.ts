import { availableParallelism } from 'node:os';
import type { Config } from '../config/schema.ts';
import type { Derived } from '../model/record.ts';
import type { Stage } from '../model/stage.ts';
import { DerivePool } from './derive-pool.ts';
import type { ExhaustionBreaker } from './exhaustion-breaker.ts';
import type { DeriveInputs, DeriveStageName } from './derive-inputs.ts';

/** A stage that derives, in the calling thread or in others. */
export interface Deriver<In> {
  readonly stage: Stage<In, Derived>;
  /** With so many inputs in progress at once, threads seldom wait for the next. */
  readonly inputs: number;
  /** Ends the threads, where there are any. What they were doing is lost. */
  close(): Promise<void>;
}

/**
 * Derives in as many threads as `workers` says, with 0 in the calling one; the outcomes are the
 * same.
 * @param breaker gives up sources whose documents exhaust the threads; by default none is
 */
export async function openDeriver<Name extends DeriveStageName>(
  name: Name,
  { limits, workers }: Pick<Config, 'limits' | 'workers'>,
  breaker?: ExhaustionBreaker,
): Promise<Deriver<DeriveInputs[Name]>> {
  // One processor is left to the main thread, which reads and stores.
  const size = workers ?? Math.max(1, availableParallelism() - 1);
  if (size === 0) {
    const { deriveStages } = await import('./derive-stages.ts');
    const stage = deriveStages[name](limits);
    return { stage, inputs: 1, close: async () => undefined };
  }
  const pool = new DerivePool(name, limits, size, breaker);
  return { stage: pool, inputs: pool.inputs, close: () => pool.close() };
}
