import { noRunCosts } from '../../src/model/run-costs.ts';
import type { RunReport } from '../../src/model/run.ts';
import type { Catalogue } from '../../src/catalogue/catalogue.ts';

const minute = 60_000;

/** What a run reports that met nothing. */
export function emptyReport(run: string, startedAt: Date): RunReport {
  return {
    run,
    startedAt: startedAt.toISOString(),
    endedAt: new Date(startedAt.getTime() + minute).toISOString(),
    dryRun: false,
    interrupted: false,
    ...noRunCosts,
    sources: [],
    examples: [],
    catalogue: { problems: [], counts: {} },
  };
}

/** Begins and ends a run. @returns its id */
export function endRun(catalogue: Catalogue, startedAt = new Date(Date.UTC(2026, 10, 20))): string {
  const { run } = catalogue.beginRun(startedAt);
  catalogue.keepReport(emptyReport(run, startedAt));
  return run;
}
