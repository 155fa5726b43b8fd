import type { RunPhase } from '../model/run-costs.ts';
import type { RunMeter } from '../report/run-meter.ts';

/** Whose time is measured: that of the run, and of a source. */
interface Measured {
  readonly running: { readonly meter: RunMeter };
  readonly ledger: { spent(phase: RunPhase, ms: number): void };
}

/** Something enters a phase. @returns what ends that; again it does nothing */
export function spend(phase: RunPhase, { running, ledger }: Measured): () => void {
  const stop = running.meter.phases.begin(phase);
  return () => ledger.spent(phase, stop());
}

/**
 * The same items. Only the time counts in which one is waited for, and not that in which it is made use of.
 * @param begin called when one is asked for; what it returns, when it is there
 */
export async function* timed<T>(
  items: AsyncIterable<T>,
  begin: () => () => void,
): AsyncGenerator<T> {
  let stop = begin();
  try {
    for await (const item of items) {
      stop();
      yield item;
      stop = begin();
    }
  } finally {
    stop();
  }
}
