import type { ProblemCounts } from '../model/problem-tally.ts';
import type { NotDueCounts } from '../model/revisit.ts';
import type { RunReport, VisitState } from '../model/run.ts';
import type { RunMoment } from './rows.ts';

/** What is in a catalogue. */
export interface CatalogueStatus {
  readonly records: number;
  /** Records of old programs without search facts; `rebuild` adds these. */
  readonly unsearchedRecords: number;
  readonly quads: number;
  readonly change: number;
  readonly formatVersion: number;
  /** Total length of their N-Quads. */
  readonly characters: number;
  /** Sources of the latest runs, and those that still have URLs; sorted by name. */
  readonly sources: readonly SourceStatus[];
  /** Newest first, at most ten. A run without report is in progress or was killed. */
  readonly runs: readonly {
    readonly run: string;
    readonly startedAt: string;
    readonly behind?: RunMoment;
    readonly report?: RunReport;
  }[];
  /** All problems, each once: see `foundProblems`. */
  readonly problems: ProblemCounts;
  readonly sizes: CatalogueSizes;
}

/** The part of a catalogue that one source lists. */
export interface SourceStatus {
  readonly source: string;
  readonly urls: Readonly<Record<VisitState, number>>;
  readonly records: number;
  readonly quads: number;
  /** The time of the latest visit to one of its URLs, ISO 8601 in UTC. */
  readonly lastLook?: string;
  /** Problems of its URLs and records, and of its listing. */
  readonly problems: ProblemCounts;
  /** Absent if no URL fails. */
  readonly failing?: FailingUrls;
  /** Records pending removal, until fewer are affected or `--allow-removals` is given. */
  readonly leaving: number;
  /** Records that were removed and have not come back. */
  readonly removed: number;
  /** URLs that were not due in the latest run of the source; absent if there were none. */
  readonly notDue?: NotDueCounts;
  /**
   * Present if the configuration of the latest run lacks the source, with the latest run that
   * harvested it.
   */
  readonly notConfigured?: { readonly lastRun?: string };
}

/** URLs whose latest visit failed. */
export interface FailingUrls {
  readonly urls: number;
  /** The start of the longest series of failures, ISO 8601 in UTC. */
  readonly since: string;
  /** The largest number of consecutive failures of one URL. */
  readonly longestStreak: number;
  /** How many of them have records from earlier visits. */
  readonly withRecords: number;
  /** The oldest last success among these. Absent where it is not known. */
  readonly oldestGood?: string;
}

/** Bytes on disk. */
export interface CatalogueSizes {
  /** The size of the file. */
  readonly total: number;
  /** Free pages in the file, which `compact` releases. */
  readonly free: number;
  readonly graphs: number;
  readonly documents: number;
  /** Everything else: facts, names, outcomes, runs, former statements, tombstones. */
  readonly other: number;
  /** Unused files of earlier versions beside the catalogue, which `compact` removes. */
  readonly formerImages: number;
}
