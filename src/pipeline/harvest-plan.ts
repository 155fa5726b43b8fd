import type { CredentialsBySource } from '../config/credentials.ts';
import type { Source } from '../config/schema.ts';
import type { Hosts } from '../http/hosts.ts';
import type { Ask } from '../model/ask.ts';
import type { Receipt } from '../model/receipt.ts';
import type { Derived } from '../model/record.ts';
import type { Response } from '../model/response.ts';
import type { RunObserver } from '../model/run-event.ts';
import type { Stage, StageContext } from '../model/stage.ts';
import type { Target } from '../model/target.ts';
import type { UrlUpdate } from '../model/url-update.ts';
import type { SourceLedger } from '../report/ledger.ts';
import type { RunMeter } from '../report/run-meter.ts';
import type { CatalogueStore } from '../store/store.ts';
import type { ExhaustionBreaker } from './exhaustion-breaker.ts';
import type { Readings } from './reading.ts';
import type { WantedTypes } from './wanted-types.ts';

/** What a harvest is given: sources, stages, limits, and what is known from runs before. */
export interface HarvestPlan {
  readonly run: string;
  readonly sources: readonly SourceLine[];
  readonly stages: HarvestStages;
  readonly limits: HarvestLimits;
  /** Those that the stages ask, and when they can be asked. */
  readonly hosts: Hosts;
  /** Its signal cuts off what is in flight. */
  readonly context: StageContext;
  /** Ends listing, and lets no further URL begin; what is in flight is finished, unless it is cut off. */
  readonly stop?: AbortSignal;
  /** Of all sources of the configuration, also of those this run is not for. */
  readonly types: WantedTypes;
  readonly memory: HarvestMemory;
  readonly looking: Looking;
  /** Of all sources of the configuration. By default none has any. */
  readonly credentials?: CredentialsBySource;
  /** Gives up sources whose documents exhaust the threads. By default none is. */
  readonly breaker?: Pick<ExhaustionBreaker, 'refusal'>;
  /** Hears what happens; the ledgers tell it most. */
  readonly observer?: RunObserver | undefined;
  /** Measures what the run takes. By default nobody asks. */
  readonly meter?: RunMeter;
}

/** What is known from runs before, and what is noted there beside what is loaded. */
export type HarvestMemory = Pick<
  CatalogueStore,
  | 'known'
  | 'leadsOf'
  | 'leaving'
  | 'list'
  | 'missing'
  | 'rechecksOf'
  | 'recordProblems'
  | 'remove'
  | 'sourceSizes'
  | 'touch'
  | 'waysOf'
>;

/** How what is known counts. */
export interface Looking {
  /** Whether everything is asked for and read as if nothing were known (`--full`), but what is done. */
  readonly full: boolean;
  /** By source, the runs before that did not come to their end: what they did is done. */
  readonly continues: ReadonlyMap<string, ReadonlySet<string>>;
  /** See `look-terms.ts`. */
  readonly settings: string;
  readonly readings: Readings;
  /** Whether more may be removed than the share of each source (`--allow-removals`). */
  readonly allowRemovals: boolean;
}

/** A source and the ledger its URLs and records are counted in. */
export interface SourceLine {
  readonly source: Source;
  readonly ledger: SourceLedger;
}

/** The stages that a harvest joins. */
export interface HarvestStages {
  readonly discover: Stage<Source, Target>;
  readonly fetch: Stage<Ask, Response>;
  /** Extract and expand in one, here or in another thread. */
  readonly derive: Stage<Response, Derived>;
  readonly load: Stage<UrlUpdate, Receipt>;
}

/** Limits on the whole harvest and on each source. */
export interface HarvestLimits {
  /** URLs in progress at once, over all hosts. */
  readonly connections: number;
  readonly linkDepth: number;
  /** URLs that a source may list, itself or by its lists, before that is a problem. */
  readonly urlsPerSource: number;
  /** Further pages of the catalogues and lists of a source before that is a problem. */
  readonly cataloguePages: number;
  /** URLs of a source after which its listing ends without one (`--limit`). */
  readonly admittedPerSource: number;
}
