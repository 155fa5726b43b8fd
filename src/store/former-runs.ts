import type { Database, Transaction } from 'lmdb';
import type { RunReport } from '../model/run.ts';
import type { CatalogueData } from './catalogue-layout.ts';
import { wholeReport, type KeptReport } from './kept-report.ts';
import type { RunHead, RunPlanRow } from './rows.ts';
import { hasEnded, type EndedRun, type RunReader, type SourceRun } from './run-reader.ts';

/** A row of `runs` before format 5, by the id of the run. */
export interface FormerRun extends RunPlanRow {
  readonly run: string;
  readonly startedAt: string;
  readonly continues?: readonly string[];
  readonly full?: boolean;
  readonly report?: KeptReport;
  readonly change?: number;
}

/** A run of an older format, split into the parts of format 5. */
export interface NumberedRun {
  readonly head: RunHead;
  readonly plan: RunPlanRow;
  readonly report?: RunReport;
}

/** The `runs` database as formats before 5 wrote it. */
export function formerRunsIn({ runs }: Pick<CatalogueData, 'runs'>): Database<FormerRun, string> {
  // The format version decides the row type.
  return runs as unknown as Database<FormerRun, string>;
}

/** The runs of a catalogue of a format before 5, numbered in the order in which they began. */
export function numberedRuns(
  data: Pick<CatalogueData, 'runs'>,
  options: { readonly transaction?: Transaction } = {},
): readonly NumberedRun[] {
  const rows = Array.from(formerRunsIn(data).getRange(options), ({ value }) => value);
  return inOrder(rows).map((row, index) => numberedRun(row, index + 1));
}

function numberedRun(former: FormerRun, number: number): NumberedRun {
  const { sources, configured, report: kept, ...row } = former;
  const report = kept && wholeReport(kept);
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
function inOrder(rows: readonly FormerRun[]): readonly FormerRun[] {
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
export class FormerRuns implements RunReader {
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
    this.#bySource ??= reportsBySource(this.#runs);
    return (this.#bySource.get(name) ?? []).filter(({ run }) => counts(run));
  }
}

/** The reports about each source, latest run first. */
function reportsBySource(runs: readonly NumberedRun[]): ReadonlyMap<string, readonly SourceRun[]> {
  const bySource = new Map<string, SourceRun[]>();
  for (const { head: run, report } of runs.toReversed()) {
    if (report === undefined || !hasEnded(run)) continue;
    for (const source of report.sources) {
      const reports = bySource.get(source.source);
      if (reports === undefined) bySource.set(source.source, [{ run, source }]);
      else reports.push({ run, source });
    }
  }
  return bySource;
}
