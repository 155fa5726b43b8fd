import type { Problem, Sharing } from '../model/problem.ts';
import { noRunCosts, noSourceCosts } from '../model/run-costs.ts';
import type { RunReport, SourceReport } from '../model/run.ts';
import { noRecords, noUrls } from '../model/url-states.ts';
import type { SharingKind } from './name-group.ts';

/** A report as stored; fields that its program did not count are missing. */
export type KeptReport = Omit<RunReport, keyof typeof noRunCosts | 'sources'> &
  Partial<Pick<RunReport, keyof typeof noRunCosts>> & { readonly sources: readonly KeptSource[] };

/** A source report as stored; fields that its program did not count are missing. */
export type KeptSource = Omit<SourceReport, keyof typeof noSourceCosts | 'urls' | 'records'> &
  Partial<Pick<SourceReport, keyof typeof noSourceCosts>> & {
    readonly urls: Partial<SourceReport['urls']>;
    readonly records: Partial<SourceReport['records']>;
  };

/** Completes a stored report: what was not counted is zero. */
export function wholeReport(report: KeptReport): RunReport {
  const sources = report.sources.map(wholeSourceReport);
  const examples = report.examples.map(wholeProblem);
  const { problems, counts } = report.catalogue;
  const catalogue = { problems: problems.map(wholeProblem), counts };
  return { ...noRunCosts, ...report, sources, examples, catalogue };
}

/** Completes a stored source report: what was not counted is zero. */
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
 * The stored form of a source report. Zeros are left out, since there is one for each source and
 * run.
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

/** A shared-name problem as older programs stored it, once per name. */
interface KeptSharing extends Pick<Sharing, 'iri' | 'records'> {
  readonly kind: SharingKind;
  readonly url: string;
  readonly other: string;
}

/** Adds the fields that a problem kind has today. */
function wholeProblem(problem: Problem | KeptSharing): Problem {
  if (!('other' in problem)) return problem;
  const { other, ...facts } = problem;
  return { ...facts, onSite: 1, others: [other] };
}
