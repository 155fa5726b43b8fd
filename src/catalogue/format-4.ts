import type { Database } from 'lmdb';
import type { RunReport } from '../model/run.ts';
import { groupBy } from '../text/collections.ts';
import { type CatalogueData, formatVersion } from './layout.ts';
import type { RunHead, RunPlanRow, StoredReport } from './rows.ts';
import {
  completeReport,
  type EndedRun,
  hasEnded,
  putReport,
  putRun,
  type ReadOptions,
  type RunReader,
  type SourceRun,
  StoredRuns,
} from './run-rows.ts';

// Format 4 differs from format 5 in one thing: each run was one row, under the id of the run.

/** A row of `runs` in format 4, under the id of the run. */
export interface Format4Run extends RunPlanRow {
  readonly run: string;
  readonly startedAt: string;
  readonly continues?: readonly string[];
  readonly full?: boolean;
  readonly report?: StoredReport;
  readonly change?: number;
}

/** Reads the runs in one snapshot of a catalogue, also of format 4. */
export function openRuns(data: CatalogueData, options: ReadOptions): RunReader {
  return data.meta.get('format', options) === formatVersion
    ? new StoredRuns(data, options)
    : new Format4Runs(numberRuns(data, options));
}

/**
 * Migrates a catalogue of format 4. Must run inside a transaction, so that it is done completely or
 * not at all.
 */
export function migrateCatalogue(data: CatalogueData): void {
  if (data.meta.get('format') === formatVersion) return;
  const rows = format4Runs(data);
  const runs = numberRuns(data);
  const ids = [...rows.getKeys()];
  for (const id of ids) rows.removeSync(id);
  for (const { head, plan, report } of runs) {
    const { number: _, ...row } = head;
    putRun(data, row, plan);
    if (report !== undefined) putReport(data, report, row.change);
  }
  data.meta.putSync('format', formatVersion);
}

/** The database `runs` with the rows of format 4. */
export function format4Runs({ runs }: Pick<CatalogueData, 'runs'>): Database<Format4Run, string> {
  // The format version decides the row type.
  return runs as unknown as Database<Format4Run, string>;
}

/** A run of format 4, split into the parts of format 5. */
interface NumberedRun {
  readonly head: RunHead;
  readonly plan: RunPlanRow;
  readonly report?: RunReport;
}

/** The runs of a catalogue of format 4, numbered in the order in which they began. */
function numberRuns(data: CatalogueData, options: ReadOptions = {}): readonly NumberedRun[] {
  const rows = Array.from(format4Runs(data).getRange(options), ({ value }) => value);
  return sortRuns(rows).map((former, index) => {
    const { sources, configured, report: stored, ...row } = former;
    const report = stored && completeReport(stored);
    const names = sources ?? report?.sources.map(({ source }) => source);
    const plan = { ...(names && { sources: names }), ...(configured && { configured }) };
    const head = { number: index + 1, ...row };
    if (report === undefined) return { head, plan };
    const { endedAt, interrupted } = report;
    return { head: { ...head, endedAt, interrupted }, plan, report };
  });
}

/**
 * Sorts runs by the change in which they ended. A run without such a change comes before the first
 * run that continues it or, if there is none, after the previous run by id.
 * @param rows in the order of their ids
 */
function sortRuns(rows: readonly Format4Run[]): readonly Format4Run[] {
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

/** Reads the runs of a catalogue of format 4. */
class Format4Runs implements RunReader {
  readonly #runs: readonly NumberedRun[];
  readonly #latest: readonly NumberedRun[];
  #bySource: ReadonlyMap<string, readonly SourceRun[]> | undefined;

  constructor(runs: readonly NumberedRun[]) {
    this.#runs = runs;
    this.#latest = runs.toReversed();
  }

  all(): Iterable<RunHead> {
    return this.#runs.map(({ head }) => head);
  }

  latest(limit?: number): Iterable<RunHead> {
    return this.#latest.slice(0, limit).map(({ head }) => head);
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
      this.#latest.flatMap(({ head: run, report }) =>
        hasEnded(run) ? (report?.sources ?? []).map((source) => ({ run, source })) : [],
      ),
      ({ source }) => source.source,
    );
    return (this.#bySource.get(name) ?? []).filter(({ run }) => counts(run));
  }
}
