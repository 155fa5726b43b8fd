import type { Transaction } from 'lmdb';
import {
  type RunReport,
  type SourceReport,
  emptyRecordCounts,
  emptyUrlCounts,
} from '../model/run.ts';
import { type KeyRange, storageKey } from './keys.ts';
import type { CatalogueData } from './layout.ts';
import {
  type RunHead,
  type RunPlanRow,
  type StoredRunFacts,
  type StoredReport,
  type StoredSourceReport,
} from './rows.ts';
import type { Problem, Sharing } from '../model/problem.ts';
import { noRunCosts, noSourceCosts } from '../model/run-costs.ts';

/** The plan of a run. */
export interface RunPlan {
  /** The names of the sources that the run harvests. */
  readonly sources: readonly string[];
  /** Whether the run re-fetches and re-processes every URL, ignoring cached validators. */
  readonly full?: boolean;
  /** The names of all configured sources, also those that the run does not harvest. */
  readonly configured: readonly string[];
}

/** A started run. */
export interface RunStart {
  readonly run: string;
  /** The unfinished earlier runs that it continues, latest first. */
  readonly continues: readonly string[];
  /** The continued runs by source. */
  readonly unfinished: ReadonlyMap<string, ReadonlySet<string>>;
}

/**
 * Reads the runs of a catalogue in the order in which they began, which is the order of their
 * numbers: times and run ids are unreliable where a clock was set back. Heads are cheap to read: no
 * plan and no report is decoded.
 */
export interface RunReader {
  /** The first run first. */
  all(): Iterable<RunHead>;
  /** The latest first, at most `limit`. */
  latest(limit?: number): Iterable<RunHead>;
  /** The plan of a run; members are absent where an old program did not record them. */
  planOf(number: number): RunPlanRow;
  /** The report of a run, with its source reports. */
  reportOf(number: number): RunReport | undefined;
  /**
   * The reports about one source, latest run first, each read on demand.
   * @param counts selects runs; reports of others are not decoded. By default all.
   */
  reportsOfSource(source: string, counts?: (run: EndedRun) => boolean): Iterable<SourceRun>;
}

/** A run that has a report. */
export interface EndedRun extends RunHead {
  readonly endedAt: string;
  readonly interrupted: boolean;
}

/** A run that has a report, and its report about one source. */
export interface SourceRun {
  readonly run: EndedRun;
  readonly source: SourceReport;
}

/** Whether a run has a report: it is not in progress and was not killed. */
export function hasEnded(run: RunHead): run is EndedRun {
  return run.endedAt !== undefined;
}

/** Collects head, plan and report of a run. */
export function completeRun(runs: RunReader, head: RunHead): StoredRunFacts {
  const report = runs.reportOf(head.number);
  return { ...head, ...runs.planOf(head.number), ...(report && { report }) };
}

/** The databases in which runs are kept. */
export type RunData = Pick<CatalogueData, 'runs' | 'plans' | 'reports' | 'sourceReports'>;

/** The options of a read; lmdb writes into them. */
export interface ReadOptions {
  readonly transaction?: Transaction;
}

/** Reads the runs of a catalogue. */
export class StoredRuns implements RunReader {
  readonly #data: RunData;
  readonly #options: ReadOptions;
  /** Cached run heads by number, because thousands of sources share them. */
  readonly #heads = new Map<number, RunHead | undefined>();

  constructor(data: RunData, options: ReadOptions = {}) {
    this.#data = data;
    this.#options = options;
  }

  *all(): Iterable<RunHead> {
    for (const { key, value } of this.#data.runs.getRange(this.#options)) {
      yield { number: key, ...value };
    }
  }

  *latest(limit?: number): Iterable<RunHead> {
    const most = limit === undefined ? {} : { limit };
    const options = { reverse: true, ...most, ...this.#options };
    for (const { key, value } of this.#data.runs.getRange(options)) yield { number: key, ...value };
  }

  planOf(number: number): RunPlanRow {
    return this.#data.plans.get(number, this.#options) ?? {};
  }

  reportOf(number: number): RunReport | undefined {
    const { reports, sourceReports } = this.#data;
    const kept = reports.get(number, this.#options);
    if (kept === undefined) return undefined;
    const sources = kept.sources.flatMap(
      (source) => sourceReports.get(sourceReportKey(source, number), this.#options) ?? [],
    );
    return completeReport({ ...kept, sources });
  }

  *reportsOfSource(
    source: string,
    counts: (run: EndedRun) => boolean = () => true,
  ): Iterable<SourceRun> {
    const { sourceReports } = this.#data;
    const { start, end } = sourceReportRange(source);
    const range = { start: end, end: start, reverse: true, ...this.#options };
    for (const key of sourceReports.getKeys(range)) {
      const run = this.#headOf(runNumberInKey(key));
      if (run === undefined || !hasEnded(run) || !counts(run)) continue;
      const report = sourceReports.get(key, this.#options);
      if (report !== undefined) yield { run, source: completeSourceReport(report) };
    }
  }

  #headOf(number: number): RunHead | undefined {
    if (this.#heads.has(number)) return this.#heads.get(number);
    const row = this.#data.runs.get(number, this.#options);
    const head = row && { number, ...row };
    this.#heads.set(number, head);
    return head;
  }
}

/** Enough for every safe integer. */
const numberDigits = 16;

/**
 * The key of the report of a run about a source: reports of one source are adjacent, in the order
 * of the runs. No source name contains a control character.
 */
export function sourceReportKey(source: string, number: number): string {
  return `${storageKey(source)}\t${String(number).padStart(numberDigits, '0')}`;
}

/** The key range of the reports about a source. */
export function sourceReportRange(source: string): KeyRange {
  const subject = storageKey(source);
  return { start: `${subject}\t`, end: `${subject}\n` };
}

/** The run number in a key made by `sourceReportKey`. */
export function runNumberInKey(key: string): number {
  return Number(key.slice(-numberDigits));
}

/**
 * Records the start of a run, after all others whatever its time. Must run inside a transaction.
 */
export function putRun(
  { runs, plans }: RunData,
  head: Omit<RunHead, 'number'>,
  plan: RunPlanRow,
): RunHead {
  const [last = 0] = runs.getKeys({ reverse: true, limit: 1 });
  const number = last + 1;
  runs.putSync(number, head);
  plans.putSync(number, plan);
  return { number, ...head };
}

/**
 * An unused run id: the time in UTC, as `20261120T113625Z`, with `-2` and so on where it is taken.
 */
export function freeRunId({ runs }: RunData, startedAt: Date): string {
  const stamp = startedAt.toISOString().replace(/\.\d+/u, '').replaceAll(/[-:]/gu, '');
  const taken = new Set(Array.from(runs.getRange(), ({ value }) => value.run));
  let run = stamp;
  for (let count = 2; taken.has(run); count += 1) run = `${stamp}-${count}`;
  return run;
}

/**
 * Stores the report of a run. Must run inside a transaction.
 * @param change the change in which the run ended; undefined where an older program did not record
 * it
 */
export function putReport(data: RunData, report: RunReport, change: number | undefined): void {
  const { run, startedAt, endedAt, interrupted } = report;
  const { number, ...row } = headOf(data, run) ?? putRun(data, { run, startedAt }, {});
  const sources = report.sources.map(({ source }) => source);
  const ended = { startedAt, endedAt, interrupted, ...(change === undefined ? {} : { change }) };
  data.runs.putSync(number, { ...row, ...ended });
  data.plans.putSync(number, { sources, ...data.plans.get(number) });
  data.reports.putSync(number, { ...report, sources });
  for (const source of report.sources) {
    data.sourceReports.putSync(sourceReportKey(source.source, number), compactSourceReport(source));
  }
}

/** Starts with the latest run, since that is the one that usually ends. */
function headOf(data: RunData, id: string): RunHead | undefined {
  for (const head of new StoredRuns(data).latest()) if (head.run === id) return head;
  return undefined;
}

/** Completes a stored report: what was not counted is zero. */
export function completeReport(report: StoredReport): RunReport {
  const sources = report.sources.map(completeSourceReport);
  const examples = report.examples.map(completeProblem);
  const { problems, counts } = report.catalogue;
  const catalogue = { problems: problems.map(completeProblem), counts };
  return { ...noRunCosts, ...report, sources, examples, catalogue };
}

/** Completes a stored source report: what was not counted is zero. */
export function completeSourceReport(source: StoredSourceReport): SourceReport {
  return {
    ...noSourceCosts,
    ...source,
    examples: (source.examples ?? []).map(completeProblem),
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

/** A problem of a name that records share, as reports had it before format 4. */
interface FormerSharing extends Pick<Sharing, 'iri' | 'records'> {
  readonly kind: 'record-iri-shared' | 'resource-shared';
  readonly url: string;
  readonly other: string;
}

/** Adds the members that a problem kind has today. */
function completeProblem(problem: Problem | FormerSharing): Problem {
  if (!('other' in problem)) return problem;
  const { other, ...facts } = problem;
  return { ...facts, onSite: 1, others: [other] };
}
