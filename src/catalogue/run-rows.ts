import type { Database, Transaction } from 'lmdb';
import type { RunReport, SourceReport } from '../model/run.ts';
import { groupBy } from '../text/collections.ts';
import { type KeyRange, storageKey } from './keys.ts';
import type { CatalogueData } from './layout.ts';
import type { RunHead, RunPlanRow, StoredRunFacts } from './rows.ts';
import {
  compactSourceReport,
  completeReport,
  completeSourceReport,
  type StoredReport,
} from './run-reports.ts';

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

/** The first format with run numbers. */
export const numberedSince = 5;

interface ReadOptions {
  readonly transaction?: Transaction;
}

/** Reads the runs in one snapshot, also of an older format. */
export function openRuns(data: CatalogueData, options: ReadOptions): RunReader {
  const format = data.meta.get('format', options) ?? numberedSince;
  return format < numberedSince
    ? new FormerRunReader(numberedRuns(data, options))
    : new KeptRuns(data, options);
}

class KeptRuns implements RunReader {
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
  for (const head of new KeptRuns(data).latest()) if (head.run === id) return head;
  return undefined;
}

/** A row of `runs` before format 5, by the id of the run. */
export interface RunBeforeFormat5 extends RunPlanRow {
  readonly run: string;
  readonly startedAt: string;
  readonly continues?: readonly string[];
  readonly full?: boolean;
  readonly report?: StoredReport;
  readonly change?: number;
}

/** A run of an older format, split into the parts of format 5. */
interface NumberedRun {
  readonly head: RunHead;
  readonly plan: RunPlanRow;
  readonly report?: RunReport;
}

/** The `runs` database as formats before 5 wrote it. */
export function runsBeforeFormat5({
  runs,
}: Pick<CatalogueData, 'runs'>): Database<RunBeforeFormat5, string> {
  // The format version decides the row type.
  return runs as unknown as Database<RunBeforeFormat5, string>;
}

/** The runs of a catalogue of a format before 5, numbered in the order in which they began. */
export function numberedRuns(
  data: Pick<CatalogueData, 'runs'>,
  options: { readonly transaction?: Transaction } = {},
): readonly NumberedRun[] {
  const rows = Array.from(runsBeforeFormat5(data).getRange(options), ({ value }) => value);
  return inOrder(rows).map((row, index) => numberedRun(row, index + 1));
}

function numberedRun(former: RunBeforeFormat5, number: number): NumberedRun {
  const { sources, configured, report: kept, ...row } = former;
  const report = kept && completeReport(kept);
  const names = sources ?? report?.sources.map(({ source }) => source);
  const plan = { ...(names && { sources: names }), ...(configured && { configured }) };
  if (report === undefined) return { head: { number, ...row }, plan };
  const { endedAt, interrupted } = report;
  return { head: { number, ...row, endedAt, interrupted }, plan, report };
}

/**
 * Sorts runs by the change in which they ended. A run without such a change comes before the first
 * run that continues it or, if there is none, after the previous run by id.
 * @param rows in the order of their ids
 */
function inOrder(rows: readonly RunBeforeFormat5[]): readonly RunBeforeFormat5[] {
  const continuedBy = new Map<string, number>();
  for (const { change, continues = [] } of rows) {
    if (change === undefined) continue;
    for (const run of continues) {
      continuedBy.set(run, Math.min(change, continuedBy.get(run) ?? Infinity));
    }
  }
  let rank = 0;
  const ranked = rows.map((row) => {
    const next = continuedBy.get(row.run);
    rank = row.change ?? (next === undefined ? rank : next - 0.5);
    return { row, rank };
  });
  return ranked.toSorted((one, other) => one.rank - other.rank).map(({ row }) => row);
}

/** Reads the runs of a catalogue of a format before 5. */
class FormerRunReader implements RunReader {
  readonly #runs: readonly NumberedRun[];
  #bySource: ReadonlyMap<string, readonly SourceRun[]> | undefined;

  constructor(runs: readonly NumberedRun[]) {
    this.#runs = runs;
  }

  all(): Iterable<RunHead> {
    return this.#runs.map(({ head }) => head);
  }

  latest(limit = Infinity): Iterable<RunHead> {
    return this.#runs
      .toReversed()
      .slice(0, limit)
      .map(({ head }) => head);
  }

  planOf(number: number): RunPlanRow {
    return this.#runs[number - 1]?.plan ?? {};
  }

  reportOf(number: number): RunReport | undefined {
    return this.#runs[number - 1]?.report;
  }

  reportsOfSource(
    name: string,
    counts: (run: EndedRun) => boolean = () => true,
  ): Iterable<SourceRun> {
    this.#bySource ??= groupBy(
      this.#runs
        .toReversed()
        .flatMap(({ head: run, report }) =>
          hasEnded(run) ? (report?.sources ?? []).map((source) => ({ run, source })) : [],
        ),
      ({ source }) => source.source,
    );
    return (this.#bySource.get(name) ?? []).filter(({ run }) => counts(run));
  }
}
