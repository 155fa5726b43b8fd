import type { IsWantedRun } from '../catalogue/find-runs.ts';
import {
  type FoundProblem,
  NameGroup,
  type RecordNames,
  sharedNamesOf,
  unsharedParts,
} from '../catalogue/found-problems.ts';
import type { HarvestPointMemory } from '../catalogue/harvest-memory.ts';
import { sourceNames } from '../catalogue/history.ts';
import { skipWhenAborted } from '../catalogue/interruptible-reading.ts';
import type { CatalogueStore, GraphStore } from '../catalogue/store.ts';
import type { RunPlan, RunStart } from '../catalogue/run-rows.ts';
import { engineNearlyFull } from '../engine/engine-memory.ts';
import type {
  ContextMemory,
  ListingMemories,
  RobotsMemory,
  SiteMemory,
} from '../model/harvest-memory.ts';
import { ResourceError } from '../model/http.ts';
import type { Stage } from '../model/outcome.ts';
import {
  type CatalogueProblems,
  type FullEngine,
  noRevisits,
  type RunReport,
} from '../model/run.ts';
import { emptyReceipt, type Receipt, type UrlUpdate } from '../model/url-update.ts';
import type { HarvestMemory } from './harvest-plan.ts';
import type { LastRuns } from './report/run-report.ts';

/**
 * Where a run keeps its results, and what it knows from runs before: in a catalogue, or nowhere.
 */
export interface RunStorage {
  begin(startedAt: Date, plan: RunPlan): Promise<RunStart>;
  /**
   * The latest complete run of each of these sources; undefined where no run before is known, or
   * the signal is aborted.
   */
  lastRuns(sources: readonly string[], signal: AbortSignal): Promise<LastRuns | undefined>;
  readonly load: Stage<UrlUpdate, Receipt>;
  readonly memory: HarvestMemory;
  /** What listings gave before; undefined where nothing is known. */
  listings<Item>(): ListingMemories<Item> | undefined;
  readonly robots?: RobotsMemory;
  readonly sites?: SiteMemory;
  readonly contexts?: ContextMemory;
  readonly points?: HarvestPointMemory;
  /** The names that records share. */
  sharedNames(signal: AbortSignal): AsyncIterable<FoundProblem> | Iterable<FoundProblem>;
  /** The problems of the catalogue as a whole. @throws the signal's reason when it is aborted */
  problems(signal: AbortSignal): Promise<CatalogueProblems>;
  /** @returns as `RunReport.fullEngine` */
  end(report: RunReport, signal: AbortSignal): Promise<FullEngine | undefined>;
}

/** The storage of a run in a catalogue that is open for writing. */
export function catalogueStorage(store: CatalogueStore): RunStorage {
  return {
    begin: async (startedAt, plan) => store.beginRun(startedAt, plan),
    lastRuns: async (sources, signal) =>
      skipWhenAborted(async () => store.lastRuns(sources, isUnlimited, signal), signal),
    load: createLoadStage(store),
    memory: store,
    listings: () => store.listings(),
    robots: store.robots,
    sites: store.sites,
    contexts: store.contexts,
    points: store.points,
    sharedNames: (signal) => store.sharedNames(signal),
    problems: async (signal) => store.catalogueProblems(signal),
    end: async (report, signal) => {
      await store.keepReport(report, signal);
      if (signal.aborted) return undefined;
      return engineNearlyFull(store);
    },
  };
}

/** The figures of a run with `--limit` cover only a part of the source. */
const isUnlimited: IsWantedRun = (_, { listing }) => listing !== 'limited';

/** The storage of a dry run. @param onUpdate receives what would be stored */
export function dryRunStorage(onUpdate?: (update: UrlUpdate) => void): RunStorage {
  const names = new DryNames();
  return {
    begin: async () => ({ run: 'dry-run', continues: [], unfinished: new Map() }),
    lastRuns: async () => undefined,
    load: createDryLoadStage((update) => {
      names.note(update);
      onUpdate?.(update);
    }),
    memory: noMemory,
    listings: () => undefined,
    sharedNames: () => names.shared(),
    problems: async () => ({ problems: [], counts: {} }),
    end: async () => undefined,
  };
}

/** The memory of a dry run, which knows nothing and keeps nothing. */
export const noMemory: HarvestMemory = {
  conformingCopy: async () => undefined,
  keepScriptLabels: async () => undefined,
  known: async () => undefined,
  leadsOf: async () => [],
  leaving: async () => [],
  list: async () => undefined,
  async *missing() {
    // Nothing is known that could be missed.
  },
  rechecksOf: async () => noRevisits,
  async *recordProblems() {
    // No record is known.
  },
  remove: async () => emptyReceipt,
  sourceSizes: async () => [],
  touch: async () => undefined,
  waysOf: async () => [],
};

/** The most records whose names are held in memory; shared names of others are not reported. */
const maxRecords = 100_000;

/**
 * Finds the names that the records of a dry run share, as the catalogue does. Most names are those
 * of one record, so a name takes little memory until a second record has it.
 */
class DryNames {
  readonly #records: { readonly record: RecordNames; readonly sources: readonly string[] }[] = [];
  /** By name, the graph of the only record that has it, or all of them. */
  readonly #groups = new Map<string, string | NameGroup>();

  /** Notes what would be stored. */
  note({ graphs, listings }: UrlUpdate): void {
    const sources = sourceNames(listings);
    for (const each of graphs) {
      if (this.#records.length >= maxRecords) return;
      const record = namesOf(each);
      this.#records.push({ record, sources });
      for (const part of unsharedParts(record)) this.#add(part, record.graph);
    }
  }

  #add(part: string, graph: string): void {
    const known = this.#groups.get(part);
    if (known instanceof NameGroup) known.add(graph);
    else if (known === undefined) this.#groups.set(part, graph);
    else {
      const group = new NameGroup();
      group.add(known);
      group.add(graph);
      this.#groups.set(part, group);
    }
  }

  *shared(): Generator<FoundProblem> {
    for (const { record, sources } of this.#records) {
      yield* sharedNamesOf(record, sources, (part) => {
        const group = this.#groups.get(part);
        return group instanceof NameGroup ? group : undefined;
      });
    }
  }
}

const none: readonly string[] = [];

/** The names of a record, without what is not needed to find shared ones. */
function namesOf({ graph, documentUrl, recordIri, describes }: RecordNames): RecordNames {
  const named = describes.flatMap(({ iri }) => {
    return iri === undefined ? [] : [{ iri, types: none, identifiers: none }];
  });
  return recordIri === undefined
    ? { graph, documentUrl, describes: named }
    : { graph, documentUrl, recordIri, describes: named };
}

/**
 * Makes the stage that stores the result of a visit. Yields one receipt when everything is durable,
 * or one failure with `graph-too-large`. Concurrent updates share a commit.
 */
export function createLoadStage(store: Pick<GraphStore, 'write'>): RunStorage['load'] {
  return {
    name: 'load',
    async *process(update) {
      try {
        yield { kind: 'produced', value: await store.write(update) };
      } catch (error) {
        if (!(error instanceof ResourceError)) throw error;
        yield { kind: 'failed', problem: error.problem };
      }
    },
  };
}

/**
 * Makes the load stage of a dry run: reports `would-load` for every graph and stores nothing.
 * @param onUpdate receives each update that would be stored
 */
export function createDryLoadStage(onUpdate: (update: UrlUpdate) => void): RunStorage['load'] {
  return {
    name: 'load',
    async *process(update) {
      onUpdate(update);
      const receipts = update.graphs.map(
        ({ graph, quads }) => ({ graph, state: 'would-load', quads }) as const,
      );
      yield { kind: 'produced', value: { ...emptyReceipt, graphs: receipts } };
    },
  };
}
