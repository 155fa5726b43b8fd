import type { NotDueCounts } from '../model/not-due.ts';
import type { ProblemCounts } from '../model/problem-tally.ts';
import type { RunMoment } from './rows.ts';
import type { LookState, RunReport } from '../model/run.ts';

/** What is in a catalogue. */
export interface CatalogueStatus {
  readonly records: number;
  /** Of these, what an older program harvested, and cannot be searched until `rebuild` has read it. */
  readonly unsearchedRecords: number;
  readonly quads: number;
  readonly change: number;
  readonly formatVersion: number;
  /** The length of their N-Quads. */
  readonly characters: number;
  /** Sorted by name: sources of the latest runs, and those that still have URLs. */
  readonly sources: readonly SourceStatus[];
  /** The newest first, at most ten. Without a report a run is under way, or was ended by force. */
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

export interface SourceStatus {
  readonly source: string;
  readonly urls: Readonly<Record<LookState, number>>;
  readonly records: number;
  readonly quads: number;
  /** When a URL of it was looked at last, ISO 8601 in UTC. */
  readonly lastLook?: string;
  /** Those of what it lists, and of its listing. */
  readonly problems: ProblemCounts;
  /** Absent where none fails. */
  readonly failing?: FailingUrls;
  /** Records that wait to be removed, until more may go or `--allow-removals` is given. */
  readonly leaving: number;
  /** Records that were removed, and have not come back. */
  readonly removed: number;
  /**
   * The URLs that were not due in the latest run that harvested it; absent where there were none.
   */
  readonly notDue?: NotDueCounts;
  /** Present where the configuration of the latest run does not name it, with the latest run that harvested it. */
  readonly notConfigured?: { readonly lastRun?: string };
}

/** URLs whose latest look failed. */
export interface FailingUrls {
  readonly urls: number;
  /** The earliest time since when one of them fails, ISO 8601 in UTC. */
  readonly since: string;
  /** How often the one failed in a row that did so most often. */
  readonly longestStreak: number;
  /** How many of them have records from before. */
  readonly withRecords: number;
  /** Of these, when the one was good last of which that is longest ago. Absent where that is not known. */
  readonly oldestGood?: string;
}

/** Bytes on disk. */
export interface CatalogueSizes {
  /** The whole file. */
  readonly total: number;
  /** Of that, pages that are free: `compact` gives them back. */
  readonly free: number;
  readonly graphs: number;
  readonly documents: number;
  /** Everything else: facts, names, outcomes, runs, what records said before, tombstones. */
  readonly other: number;
  /** Files beside it that earlier versions kept and nothing reads: `compact` removes them. */
  readonly formerImages: number;
}
