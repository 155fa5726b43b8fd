import type { Problem, Sharing } from '../model/problem.ts';
import { noRunCosts, noSourceCosts } from '../model/run-costs.ts';
import type { RunReport, SourceReport } from '../model/run.ts';
import { noRecords, noUrls } from '../model/url-states.ts';
import type { SharingKind } from './name-group.ts';

/** A report as it is kept, which lacks what the program that kept it did not count. */
export type KeptReport = Omit<RunReport, keyof typeof noRunCosts | 'sources'> &
  Partial<Pick<RunReport, keyof typeof noRunCosts>> & { readonly sources: readonly KeptSource[] };

/** The same of the report about one source. */
export type KeptSource = Omit<SourceReport, keyof typeof noSourceCosts | 'urls' | 'records'> &
  Partial<Pick<SourceReport, keyof typeof noSourceCosts>> & {
    readonly urls: Partial<SourceReport['urls']>;
    readonly records: Partial<SourceReport['records']>;
  };

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

/**
 * What is kept of the report about a source: a catalogue has one for each source and run, so what
 * is nothing is left out.
 */
export function keptSourceReport(report: SourceReport): KeptSource {
  const { urls, records, examples, phases, requests, saved, leftHosts, doneBefore, ...rest } =
    report;
  const costs = { examples, phases, requests, saved, leftHosts };
  const some = Object.entries(costs).filter(([, cost]) => Object.values(cost).some(isSomething));
  return {
    ...rest,
    ...Object.fromEntries(some),
    ...(doneBefore > 0 ? { doneBefore } : {}),
    urls: somethingOf(urls),
    records: somethingOf(records),
  };
}

function isSomething(value: unknown): boolean {
  return value !== 0;
}

function somethingOf<Name extends string>(
  counts: Readonly<Record<Name, number>>,
): Partial<Record<Name, number>> {
  const some = Object.entries(counts).filter(([, count]) => isSomething(count));
  return Object.fromEntries(some) as Partial<Record<Name, number>>; // Some of its entries.
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
