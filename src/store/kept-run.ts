import { noRunCosts, noSourceCosts } from '../model/run-costs.ts';
import type { RunReport, SourceReport } from '../model/run.ts';
import { noRecords, noUrls } from '../model/url-states.ts';
import type { RunFacts } from './rows.ts';

/** A run as it is kept, whose report lacks what the program that kept it did not count. */
export interface KeptRun extends Omit<RunFacts, 'report'> {
  readonly report?: KeptReport;
}

type KeptReport = Omit<RunReport, keyof typeof noRunCosts | 'sources'> &
  Partial<Pick<RunReport, keyof typeof noRunCosts>> & { readonly sources: readonly KeptSource[] };

type KeptSource = Omit<SourceReport, keyof typeof noSourceCosts> &
  Partial<Pick<SourceReport, keyof typeof noSourceCosts>>;

/** A run with all that a report has today: what was not counted is nothing. */
export function wholeRun(run: KeptRun): RunFacts {
  const { report, ...facts } = run;
  if (report === undefined) return facts;
  const sources = report.sources.map((source) => ({
    ...noSourceCosts,
    ...source,
    urls: { ...noUrls(), ...source.urls },
    records: { ...noRecords(), ...source.records },
  }));
  return { ...facts, report: { ...noRunCosts, ...report, sources } };
}
