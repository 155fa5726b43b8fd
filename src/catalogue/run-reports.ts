import type { Problem, ProblemOf, Sharing } from '../model/problem.ts';
import { noRunCosts, noSourceCosts } from '../model/run-costs.ts';
import {
  emptyRecordCounts,
  emptyUrlCounts,
  type RunReport,
  type SourceReport,
} from '../model/run.ts';
import { parseUrl } from '../text/parsed-url.ts';

/** A report as stored; fields that its program did not count are missing. */
export type StoredReport = Omit<RunReport, keyof typeof noRunCosts | 'sources'> &
  Partial<Pick<RunReport, keyof typeof noRunCosts>> & {
    readonly sources: readonly StoredSourceReport[];
  };

/** A source report as stored; fields that its program did not count are missing. */
export type StoredSourceReport = Omit<
  SourceReport,
  keyof typeof noSourceCosts | 'urls' | 'records'
> &
  Partial<Pick<SourceReport, keyof typeof noSourceCosts>> & {
    readonly urls: Partial<SourceReport['urls']>;
    readonly records: Partial<SourceReport['records']>;
  };

/** Completes a stored report: what was not counted is zero. */
export function completeReport(report: StoredReport): RunReport {
  const sources = report.sources.map(completeSourceReport);
  const examples = report.examples.map(wholeProblem);
  const { problems, counts } = report.catalogue;
  const catalogue = { problems: problems.map(wholeProblem), counts };
  return { ...noRunCosts, ...report, sources, examples, catalogue };
}

/** Completes a stored source report: what was not counted is zero. */
export function completeSourceReport(source: StoredSourceReport): SourceReport {
  return {
    ...noSourceCosts,
    ...source,
    examples: (source.examples ?? []).map(wholeProblem),
    urls: { ...emptyUrlCounts(), ...source.urls },
    records: { ...emptyRecordCounts(), ...source.records },
  };
}

/**
 * The stored form of a source report. Zeros are left out, since there is one for each source and
 * run.
 */
export function compactSourceReport(report: SourceReport): StoredSourceReport {
  const { urls, records, examples, phases, requests, saved, leftHosts, doneBefore, ...rest } =
    report;
  const costs = { examples, phases, requests, saved, leftHosts };
  const some = Object.entries(costs).filter(([, cost]) =>
    Object.values(cost).some((value) => value !== 0),
  );
  return {
    ...rest,
    ...Object.fromEntries(some),
    ...(doneBefore > 0 ? { doneBefore } : {}),
    urls: withoutZeros(urls),
    records: withoutZeros(records),
  };
}

function withoutZeros<Name extends string>(
  counts: Readonly<Record<Name, number>>,
): Partial<Record<Name, number>> {
  const some = Object.entries(counts).filter(([, count]) => count !== 0);
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

/** The kinds of problem of names that several records share. */
export type SharingKind = 'record-iri-shared' | 'resource-shared';

/** A problem of one of the records that share a name. */
export type SharingProblem = ProblemOf<SharingKind>;

/** How many of the other records are named to each record that shares a name. */
const maxOthers = 10;

/**
 * The records that share one name in one role. Gives the same result in whatever order records are
 * added.
 */
export class NameGroup {
  #records = 0;
  /** The first graph IRIs, sorted; one more than are named, since a record does not name itself. */
  #first: string[] = [];
  readonly #bySite = new Map<string, number>();

  /** The number of records. */
  get size(): number {
    return this.#records;
  }

  add(graph: string): void {
    this.#records += 1;
    const site = siteOf(graph);
    this.#bySite.set(site, (this.#bySite.get(site) ?? 0) + 1);
    const last = this.#first[maxOthers];
    if (last !== undefined && graph > last) return;
    this.#first = [...this.#first, graph].toSorted().slice(0, maxOthers + 1);
  }

  /** The problem facts for one of the records. @param iri the name as that record writes it */
  sharingOf(graph: string, iri: string): Sharing {
    const others = this.#first.filter((each) => each !== graph).slice(0, maxOthers);
    return { iri, records: this.#records, onSite: this.#bySite.get(siteOf(graph)) ?? 1, others };
  }
}

/** The site of a record as far as its URL tells: host and port. */
function siteOf(graph: string): string {
  return parseUrl(graph)?.host ?? graph;
}
