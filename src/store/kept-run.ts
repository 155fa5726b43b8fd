import type { Problem, Sharing } from '../model/problem.ts';
import { noRunCosts, noSourceCosts } from '../model/run-costs.ts';
import type { RunReport, SourceReport } from '../model/run.ts';
import { noRecords, noUrls } from '../model/url-states.ts';
import type { SharingKind } from './name-group.ts';
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
    examples: (source.examples ?? []).map(wholeProblem),
    urls: { ...noUrls(), ...source.urls },
    records: { ...noRecords(), ...source.records },
  }));
  const examples = report.examples.map(wholeProblem);
  const { problems, counts } = report.catalogue;
  const catalogue = { problems: problems.map(wholeProblem), counts };
  return { ...facts, report: { ...noRunCosts, ...report, sources, examples, catalogue } };
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
