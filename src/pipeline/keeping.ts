import { fullEngine } from '../engine/engine-use.ts';
import { createDryLoadStage } from '../load/dry-load-stage.ts';
import { createLoadStage } from '../load/load-stage.ts';
import type { ListingMemories } from '../model/listing-memory.ts';
import type { Receipt } from '../model/receipt.ts';
import type { RobotsMemory } from '../model/robots-memory.ts';
import type { SiteMemory } from '../model/site-memory.ts';
import type { CatalogueProblems, FullEngine, RunReport } from '../model/run.ts';
import type { Stage } from '../model/stage.ts';
import type { UrlUpdate } from '../model/url-update.ts';
import type { LastRuns } from '../report/source-figures.ts';
import type { FoundProblem } from '../store/found-problems.ts';
import { untilAborted } from '../store/in-turns.ts';
import type { IsWantedRun } from '../store/last-runs.ts';
import type { CatalogueStore, RunPlan, RunStart } from '../store/store.ts';
import { DryNames } from './dry-names.ts';
import type { HarvestMemory } from './harvest-plan.ts';
import { noMemory } from './no-memory.ts';

/** Where a run keeps what it does, and what it knows from runs before: in a catalogue, or nowhere. */
export interface Keeping {
  begin(startedAt: Date, plan: RunPlan): Promise<RunStart>;
  /**
   * The latest run of each of these sources that read it to its end; undefined where nothing is
   * known of runs before, or the signal is aborted before all are found.
   */
  lastRuns(sources: readonly string[], signal: AbortSignal): Promise<LastRuns | undefined>;
  readonly load: Stage<UrlUpdate, Receipt>;
  readonly memory: HarvestMemory;
  /** Of listings; absent where nothing is known. */
  listings<Item>(): ListingMemories<Item> | undefined;
  readonly robots?: RobotsMemory;
  readonly sites?: SiteMemory;
  /** The names that records share. */
  sharedNames(signal: AbortSignal): AsyncIterable<FoundProblem> | Iterable<FoundProblem>;
  /** Problems of the catalogue as a whole. @throws the signal's reason when it is aborted */
  problems(signal: AbortSignal): Promise<CatalogueProblems>;
  /** @returns as `RunReport.fullEngine` */
  end(report: RunReport, signal: AbortSignal): Promise<FullEngine | undefined>;
}

export function keepIn(store: CatalogueStore): Keeping {
  return {
    begin: async (startedAt, plan) => store.beginRun(startedAt, plan),
    lastRuns: async (sources, signal) =>
      untilAborted(async () => store.lastRuns(sources, isUnlimited, signal), signal),
    load: createLoadStage({ store }),
    memory: store,
    listings: () => store.listings(),
    robots: store.robots,
    sites: store.sites,
    sharedNames: (signal) => store.sharedNames(signal),
    problems: async (signal) => store.catalogueProblems(signal),
    end: async (report, signal) => {
      await store.keepReport(report, signal);
      if (signal.aborted) return undefined;
      return fullEngine(store);
    },
  };
}

/** The figures of a run with `--limit` are of a part of the source. */
const isUnlimited: IsWantedRun = (_, { listing }) => listing !== 'limited';

/** @param onUpdate hears of what would be stored */
export function keepNothing(onUpdate?: (update: UrlUpdate) => void): Keeping {
  const names = new DryNames();
  const note = (update: UrlUpdate): void => {
    names.note(update);
    onUpdate?.(update);
  };
  return {
    begin: async () => ({ run: 'dry-run', continues: [], unfinished: new Map() }),
    lastRuns: async () => undefined,
    load: createDryLoadStage(note),
    memory: noMemory,
    listings: () => undefined,
    sharedNames: () => names.shared(),
    problems: async () => ({ problems: [], counts: {} }),
    end: async () => undefined,
  };
}
