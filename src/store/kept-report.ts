import type { Problem, Sharing } from '../model/problem.ts';
import { noRunCosts, noSourceCosts } from '../model/run-costs.ts';
import type { RunReport, SourceReport } from '../model/run.ts';
import { noRecords, noUrls } from '../model/url-states.ts';
import type { SharingKind } from './name-group.ts';

/** A report as it is kept, which lacks what the program that kept it did not count. */
export type KeptReport = Omit<RunReport, keyof typeof noRunCosts | 'sources'> &
  Partial<Pick<RunReport, keyof typeof noRunCosts>> & { readonly sources: readonly KeptSource[] };

/** The same of the report about one source. */
export type KeptSource = Omit<SourceReport, keyof typeof noSourceCosts> &
  Partial<Pick<SourceReport, keyof typeof noSourceCosts>>;

/** A report with all that a report has today: what was not counted is nothing. */
export function wholeReport(report: KeptReport): RunReport {
  const sources = report.sources.map(wholeSourceReport);
  const examples = report.examples.map(wholeProblem);
  const { problems, counts } = report.catalogue;
  const catalogue = { problems: problems.map(wholeProblem), counts };
  return { ...noRunCosts, ...report, sources, examples, catalogue };
}

/** The same of the report about one source. */
export function wholeSourceReport(source: KeptSource): SourceReport {
  return {
    ...noSourceCosts,
    ...source,
    examples: (source.examples ?? []).map(wholeProblem),
    urls: { ...noUrls(), ...source.urls },
    records: { ...noRecords(), ...source.records },
  };
}

/** A problem of a shared name, when it was told once a name. */
interface KeptSharing extends Pick<Sharing, 'iri' | 'records'> {
  readonly kind: SharingKind;
  readonly url: string;
  readonly other: string;
}

/** A problem with all that its kind knows today. */
function wholeProblem(problem: Problem | KeptSharing): Problem {
  if (!('other' in problem)) return problem;
  const { other, ...facts } = problem;
  return { ...facts, onSite: 1, others: [other] };
}
