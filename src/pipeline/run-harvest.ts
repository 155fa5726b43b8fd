import { setImmediate } from 'node:timers/promises';
import { hasCredentials } from '../config/credentials.ts';
import { sourceOf, type Config, type Source } from '../config/schema.ts';
import { createDiscoverStage } from '../discover/discover-stage.ts';
import type { Listed } from '../discover/discoverer.ts';
import { createFetchStage } from '../fetch/fetch-stage.ts';
import type { Hosts } from '../http/hosts.ts';
import type { ListingMemories } from '../model/listing-memory.ts';
import type { Response } from '../model/response.ts';
import type { RunObserver } from '../model/run-event.ts';
import type { RunReport } from '../model/run.ts';
import type { Target } from '../model/target.ts';
import type { UrlUpdate } from '../model/url-update.ts';
import { SourceLedger } from '../report/ledger.ts';
import { runHosts } from '../report/run-hosts.ts';
import { RunMeter } from '../report/run-meter.ts';
import { countsOf, runReport, type RunFacts } from '../report/run-report.ts';
import type { LastRuns } from '../report/source-figures.ts';
import { whyFailed } from '../store/damage.ts';
import { openEmbeddedStore } from '../store/embedded-store.ts';
import { openUnlocked, type LockWait } from '../store/lock-wait.ts';
import type { RunPlan, RunStart } from '../store/store.ts';
import { openDeriver, type Deriver } from './deriver.ts';
import { ExhaustionBreaker } from './exhaustion-breaker.ts';
import { afterGrace } from './grace.ts';
import { givenTargets } from './given-targets.ts';
import type { HarvestLimits, HarvestPlan, HarvestStages } from './harvest-plan.ts';
import { harvest } from './harvest.ts';
import { keepIn, keepNothing, type Keeping } from './keeping.ts';
import { runSettings } from './look-terms.ts';
import { foldersOf, openWeb, permitFor, type Web } from './open-web.ts';
import { readingsOf } from './reading.ts';
import { wantedTypes } from './wanted-types.ts';

/** So long what is in flight may go on when the run is ended from outside. */
const usualGraceMs = 10_000;

export interface HarvestRequest {
  readonly config: Config;
  /** All of the configuration's, or some. */
  readonly sources: readonly Source[];
  /** What the sources list, where that is known; else they are asked. */
  readonly targets?: readonly Target[];
  /** Everything but the store: nothing on disk is touched. */
  readonly dryRun: boolean;
  /** Hears, in a dry run, of what would be stored. */
  readonly onUpdate?: (update: UrlUpdate) => void;
  /** URLs of a source after which its listing ends. */
  readonly limit?: number | undefined;
  /** Whether everything is asked for and read as if nothing were known. */
  readonly full?: boolean;
  /** Whether more may be removed than the share of each source. */
  readonly allowRemovals?: boolean;
  /**
   * Whether to wait while another process writes to the catalogue, and how long; by default not at
   * all.
   */
  readonly wait?: LockWait | undefined;
  /** Hears what happens, from the start of the run to its end. */
  readonly observer?: RunObserver | undefined;
  readonly signal: AbortSignal;
  /** How long what is under way may go on once the signal is aborted, in milliseconds; ten seconds where it is not said. */
  readonly graceMs?: number;
  readonly now: () => Date;
  /** Called before anything is requested. */
  readonly onStart?: (started: StartedRun) => void;
}

/** A run that has begun. */
export interface StartedRun extends Pick<RunStart, 'run' | 'continues'> {
  /** One for each source; they can be read at any time to see how far the run is. */
  readonly ledgers: readonly SourceLedger[];
  /** Of the sources; undefined where nothing is known of runs before. */
  readonly lastRuns: LastRuns | undefined;
}

/**
 * Harvests sources into the catalogue of their configuration.
 * @returns the report of the run, which the catalogue keeps too (but what it says of the engine); also when the signal
 * ended it early
 * @throws {Fault} when the catalogue cannot be opened or written, as `CatalogueLockedFault` when
 * another process writes to it; the signal's reason when it is aborted while waiting for that
 * process
 */
export async function runHarvest(request: HarvestRequest): Promise<RunReport> {
  if (request.dryRun) return harvestInto(keepNothing(request.onUpdate), request);
  const { sources, store: place } = request.config;
  const { path, keepRuns } = place;
  const isPrivate = hasCredentials(sources);
  const open = () => openEmbeddedStore({ path, access: 'write', keepRuns, isPrivate });
  const store = await openUnlocked(open, request.wait);
  try {
    try {
      return await harvestInto(keepIn(store), request);
    } finally {
      await store.close();
    }
  } catch (error) {
    throw await whyFailed(path, error);
  }
}

async function harvestInto(keeping: Keeping, request: HarvestRequest): Promise<RunReport> {
  const { config, sources, signal, now, observer } = request;
  const startedAt = now();
  const { run, continues, unfinished } = await keeping.begin(startedAt, planOf(request));
  // With thousands of sources that takes a while, after which a signal is to be heard.
  await setImmediate();
  const names = sources.map(({ name }) => name);
  const lastRuns = await keeping.lastRuns(names, signal);
  const lines = sources.map((source) => ({
    source,
    ledger: new SourceLedger(source.name, startedAt, observer),
  }));
  const ledgers = lines.map(({ ledger }) => ledger);
  // Of all sources of the configuration, also of those that the run is not for.
  const configured = config.sources.map(sourceOf);
  const types = wantedTypes(configured);
  const meter = new RunMeter();
  const web = openWeb(config, {
    memory: keeping.robots,
    now,
    watcher: meter,
    onQuiet: ({ host, state, requests, failures }) =>
      observer?.tell({ event: 'host-changed', host, state, requests, failures }),
  });
  tellStart(request, { run, continues });
  request.onStart?.({ run, continues, ledgers, lastRuns });
  const listings = listingsOf(request, keeping);
  const plan: PlanToDerive = {
    run,
    sources: lines,
    limits: limitsOf(config, request.limit),
    hosts: web.hosts,
    context: { signal: afterGrace(signal, request.graceMs ?? usualGraceMs), now },
    stop: signal,
    types,
    memory: keeping.memory,
    looking: {
      full: request.full === true,
      allowRemovals: request.allowRemovals === true,
      continues: unfinished,
      settings: runSettings(config.limits, types),
      readings: readingsOf(configured),
    },
    credentials: web.credentials,
    meter,
    observer,
  };
  try {
    // What is stopped before anything is asked needs no threads.
    if (!signal.aborted) await harvestInThreads(plan, request, { keeping, web, listings });
  } finally {
    await web.http.close();
  }
  await listings?.end(completeOf(ledgers));
  const costs = costsOf(meter, web.hosts);
  return endRun({ run, continues, startedAt, costs }, ledgers, { keeping, request });
}

/** A harvest that lacks what derives. */
type PlanToDerive = Omit<HarvestPlan, 'stages' | 'breaker'>;

/** Harvests with what derives, which is closed at the end. */
async function harvestInThreads(
  plan: PlanToDerive,
  request: HarvestRequest,
  means: Omit<Means, 'deriver'>,
): Promise<void> {
  const { config } = request;
  const breaker = new ExhaustionBreaker(config.limits.maxExhaustions);
  const deriver = await openDeriver('derive', config, breaker);
  try {
    await harvest({ ...plan, breaker, stages: stagesOf(request, { ...means, deriver }) });
  } finally {
    await deriver.close();
  }
}

/** Sums up a run, and keeps its report. */
async function endRun(
  facts: Pick<RunFacts, 'run' | 'continues' | 'startedAt' | 'costs'>,
  ledgers: readonly SourceLedger[],
  { keeping, request }: { readonly keeping: Keeping; readonly request: HarvestRequest },
): Promise<RunReport> {
  const { dryRun, now, observer, signal } = request;
  await noteSharedNames(keeping, ledgers, signal);
  const catalogue = await keeping.problems(signal);
  const ended = { endedAt: now(), dryRun, catalogue, interrupted: signal.aborted };
  const report = runReport({ ...facts, ...ended }, ledgers);
  const fullEngine = await keeping.end(report, signal);
  observer?.tell({ event: 'run-ended', report: countsOf(report) });
  return fullEngine === undefined ? report : { ...report, fullEngine };
}

/**
 * Counts the names that records share for the sources of these, each once as the other problems of
 * a URL; those of a run that is interrupted are not all counted.
 */
async function noteSharedNames(
  keeping: Keeping,
  ledgers: readonly SourceLedger[],
  signal: AbortSignal,
): Promise<void> {
  const byName = new Map(ledgers.map((ledger) => [ledger.source, ledger]));
  for await (const { problem, sources } of keeping.sharedNames(signal)) {
    const name = sources.find((source) => byName.has(source));
    if (name !== undefined) byName.get(name)?.note({ kind: 'noted', problem });
  }
}

function tellStart(
  { sources, dryRun, observer }: HarvestRequest,
  start: Pick<RunStart, 'run' | 'continues'>,
): void {
  const names = sources.map(({ name, kind }) => ({ source: name, kind }));
  observer?.tell({ event: 'run-started', ...start, dryRun, sources: names });
}

function planOf({ config, sources, full }: HarvestRequest): RunPlan {
  return {
    sources: sources.map(({ name }) => name),
    configured: config.sources.map(({ name }) => name),
    ...(full === true ? { full } : {}),
  };
}

function costsOf(meter: RunMeter, hosts: Hosts): Pick<RunReport, 'phases' | 'requests' | 'hosts'> {
  return {
    phases: meter.phases.seconds(),
    requests: { ...meter.requests, ...hosts.traffic() },
    hosts: runHosts(hosts.facts()),
  };
}

/** Undefined where listings are read as if nothing were known, or not at all. */
function listingsOf(
  { full, targets }: HarvestRequest,
  keeping: Keeping,
): ListingMemories<Listed> | undefined {
  return full === true || targets !== undefined ? undefined : keeping.listings<Listed>();
}

/** The sources all of whose listings were read. */
function completeOf(ledgers: readonly SourceLedger[]): readonly string[] {
  return ledgers
    .filter(({ listing }) => listing === 'complete' || listing === 'partial')
    .map(({ source }) => source);
}

interface Means {
  readonly keeping: Keeping;
  readonly web: Web;
  readonly listings: ListingMemories<Listed> | undefined;
  readonly deriver: Deriver<Response>;
}

function stagesOf(
  { config, targets, allowRemovals, limit }: HarvestRequest,
  { keeping, web: { http, robots }, listings, deriver }: Means,
): HarvestStages {
  const { limits } = config;
  const discovering = {
    http,
    robots,
    limits: { ...limits, maxRatio: config.http.maxRatio },
    memory: listings,
    sites: keeping.sites,
    // A run that ends its listings early removes nothing that they do not name, so it confirms none of them for later runs.
    allowRemovals: allowRemovals === true && limit === undefined,
  };
  return {
    discover: targets === undefined ? createDiscoverStage(discovering) : givenTargets(targets),
    fetch: createFetchStage({
      http,
      limits,
      folders: foldersOf(config),
      permit: permitFor(config, robots),
    }),
    derive: deriver.stage,
    load: keeping.load,
  };
}

function limitsOf({ http, limits }: Config, limit: number | undefined): HarvestLimits {
  const { connections } = http;
  const { linkDepth, urlsPerSource, cataloguePages } = limits;
  const admittedPerSource = limit ?? Number.POSITIVE_INFINITY;
  return { connections, linkDepth, urlsPerSource, cataloguePages, admittedPerSource };
}
