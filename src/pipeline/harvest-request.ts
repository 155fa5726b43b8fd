import type { Config, Source } from '../config/schema.ts';
import type { RunStart } from '../catalogue/run-rows.ts';
import type { LockWait } from '../catalogue/writer-lock.ts';
import type { ContextMemory } from '../model/harvest-memory.ts';
import type { Problem } from '../model/problem.ts';
import type { ContextSource } from '../model/remote-context.ts';
import type { RunObserver } from '../model/run.ts';
import type { Target } from '../model/target.ts';
import type { UrlUpdate } from '../model/url-update.ts';
import type { Web } from './harvest-web.ts';
import type { LastRuns } from './report/run-report.ts';
import type { SourceLedger } from './report/source-ledger.ts';
import type { OpenDistribution } from './visit-distribution.ts';

/** What to harvest, and how. */
export interface HarvestRequest {
  readonly config: Config;
  /** All sources of the configuration, or some. */
  readonly sources: readonly Source[];
  /** What the sources list, where that is known; otherwise discovery finds out. */
  readonly targets?: readonly Target[];
  /** Whether to do everything but write: nothing on disk is touched. */
  readonly dryRun: boolean;
  /** Told, in a dry run, what would be stored. */
  readonly onUpdate?: (update: UrlUpdate) => void;
  /** Told, at the end of a run, of each name that a record shares with others. */
  readonly onSharedName?: ((problem: Problem) => void) | undefined;
  /** URLs of a source after which its listing ends. */
  readonly limit?: number | undefined;
  /**
   * How many of the URLs of a source are visited; the listing is read to its end. Lists and the
   * pages of catalogues are always visited, and as many of the URLs that the lists name.
   */
  readonly sample?: number | undefined;
  /**
   * The HTTP client to use, which stays open; by default the run has one of its own. Where it has a
   * budget of requests, the run ends as an interrupted one when a request is refused; visits in
   * progress end with what they have.
   */
  readonly web?: Web | undefined;
  /** Loads the contexts that are not bundled; by default by the configuration of the run. */
  readonly contexts?: ContextSource | undefined;
  /** The contexts that earlier runs fetched; by default those of the catalogue of the run. */
  readonly contextMemory?: ContextMemory | undefined;
  /** Whether to re-fetch and re-process every URL, ignoring cached validators. */
  readonly full?: boolean;
  /** Whether more may be removed than the share of each source. */
  readonly allowRemovals?: boolean;
  /** How long to wait while another process writes to the catalogue; by default not at all. */
  readonly wait?: LockWait | undefined;
  /** Told what happens, from the start of the run to its end. */
  readonly observer?: RunObserver | undefined;
  readonly signal: AbortSignal;
  /**
   * How long visits in progress may go on after an abort, in milliseconds; ten seconds by default.
   */
  readonly graceMs?: number;
  readonly now: () => Date;
  /** Hands the visits out to other processes; by default this one makes them all. */
  readonly distribute?: OpenDistribution | undefined;
  /** Called before anything is requested. */
  readonly onStart?: (started: StartedRun) => void;
}

/** A run that has begun. */
export interface StartedRun extends Pick<RunStart, 'run' | 'continues'> {
  /** One for each source; they give the progress at any time. */
  readonly ledgers: readonly SourceLedger[];
  /** Undefined where no run before is known. */
  readonly lastRuns: LastRuns | undefined;
}
