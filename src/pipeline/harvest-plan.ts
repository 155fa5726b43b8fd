import type { CredentialsBySource } from '../config/credentials.ts';
import type { Limits, Source } from '../config/schema.ts';
import type { Receipt, UrlUpdate } from '../model/url-update.ts';
import type { RunObserver } from '../model/run.ts';
import type { Stage, StageContext } from '../model/outcome.ts';
import type { ContextSource } from '../model/remote-context.ts';
import type { Target } from '../model/target.ts';
import type { SourceLedger } from './report/source-ledger.ts';
import type { RunMeter } from './report/run-meter.ts';
import type { CatalogueStore } from '../catalogue/store.ts';
import type { ExtractionOptionsBySource, WantedTypes } from './extraction-options.ts';
import type { FrontierHosts } from './frontier.ts';
import type { Visitor } from './visit.ts';

/** What a harvest is given: sources, stages, limits, and what is known from runs before. */
export interface HarvestPlan {
  readonly run: string;
  readonly sources: readonly PlannedSource[];
  readonly stages: HarvestStages;
  readonly limits: HarvestLimits;
  /** The hosts that visits send requests to, which know when they are available. */
  readonly hosts: FrontierHosts;
  /** Its signal cuts off what is in flight. */
  readonly context: StageContext;
  /** Ends listing, and begins no further visit; what is in flight is finished. */
  readonly stop: AbortSignal;
  /** Of all sources of the configuration, also of those that this run is not for. */
  readonly types: WantedTypes;
  readonly memory: HarvestMemory;
  /** The contexts that are not bundled. By default there are none. */
  readonly contexts?: ContextSource;
  readonly policy: VisitPolicy;
  /** Of all sources of the configuration. */
  readonly credentials: CredentialsBySource;
  /** Told what happens, mostly by the ledgers. */
  readonly observer?: RunObserver | undefined;
  /** Measures what the run takes. */
  readonly meter: RunMeter;
}

/** What the catalogue knows from runs before, and what a run notes there besides what it loads. */
export type HarvestMemory = Pick<
  CatalogueStore,
  | 'conformingCopy'
  | 'keepScriptLabels'
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

/** How a run treats what is known. */
interface VisitPolicy {
  /** Whether every URL is fetched and processed as if nothing were known (`--full`). */
  readonly full: boolean;
  /** By source, the unfinished runs that this one continues: their visits need not be repeated. */
  readonly continues: ReadonlyMap<string, ReadonlySet<string>>;
  /** See `runSettings`. */
  readonly settings: string;
  /** How each source of the configuration wants its pages read. */
  readonly options: ExtractionOptionsBySource;
  /** Whether more may be removed than the share of each source (`--allow-removals`). */
  readonly allowRemovals: boolean;
}

/** A source, and the ledger that counts its URLs and records. */
export interface PlannedSource {
  readonly source: Source;
  readonly ledger: SourceLedger;
}

/** The stages that a harvest joins. */
export interface HarvestStages {
  readonly discover: Stage<Source, Target>;
  /** Fetch, extract and expand: all that needs neither the catalogue nor other URLs. */
  readonly visit: Visitor;
  readonly load: Stage<UrlUpdate, Receipt>;
}

/** Limits on the whole harvest and on each source. */
interface HarvestLimits extends Pick<Limits, 'cataloguePages' | 'linkDepth' | 'urlsPerSource'> {
  /** URLs in progress at once, over all hosts. */
  readonly lanes: number;
  /** Sources that are listed at once: see `listSources`. */
  readonly listings: number;
  /** URLs of a source after which its listing ends without a problem (`--limit`). */
  readonly admittedPerSource: number;
  /** Items of lists that are visited for a source (`--sample`); all by default. */
  readonly sampledItems?: number;
}
