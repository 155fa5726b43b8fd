import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import {
  credentialsBySource,
  type CredentialsBySource,
  hasCredentials,
} from '../config/credentials.ts';
import { type Config, type Source, sourceOf } from '../config/schema.ts';
import { createDiscoverStage } from '../discover/discover-stage.ts';
import type { ListingItem } from '../discover/discoverer.ts';
import { createContextFetch } from '../web/fetch-context.ts';
import type { FetchPermission, MappedFolder } from '../web/fetch-file.ts';
import { createFetchStage } from '../web/fetch-stage.ts';
import { Hosts } from '../web/hosts.ts';
import { HttpClient } from '../web/http-client.ts';
import { RemoteContexts } from '../web/remote-contexts.ts';
import type { RequestBudget } from '../web/request-budget.ts';
import type {
  ContextMemory,
  HarvestPoint,
  HarvestPoints,
  ListingMemories,
  RobotsMemory,
} from '../model/harvest-memory.ts';
import type { Response, RobotsDecision } from '../model/http.ts';
import type { Problem } from '../model/problem.ts';
import type { ContextSource } from '../model/remote-context.ts';
import type { RunObserver, RunReport, SitemapRead } from '../model/run.ts';
import type { Target } from '../model/target.ts';
import type { UrlUpdate } from '../model/url-update.ts';
import { SourceLedger } from './report/source-ledger.ts';
import { RunMeter } from './report/run-meter.ts';
import {
  type LastRuns,
  makeRunReport,
  rankHosts,
  type RunFacts,
  withoutExamples,
} from './report/run-report.ts';
import { RobotsCache } from '../web/robots/robots-cache.ts';
import { explainFailure } from '../catalogue/integrity-check.ts';
import { openEmbeddedStore } from '../catalogue/store.ts';
import { type LockWait, openUnlocked } from '../catalogue/writer-lock.ts';
import type { RunStart } from '../catalogue/run-rows.ts';
import { version } from '../version.ts';
import { type Deriver, openDeriver } from './derive-pool.ts';
import { ExhaustionBreaker } from './exhaustion-breaker.ts';
import { extractionOptionsBySource, runSettings, wantedTypes } from './extraction-options.ts';
import type { HarvestStages, PlannedSource } from './harvest-plan.ts';
import { harvest } from './harvest.ts';
import { sampleListing } from './sample-listing.ts';
import { createVisitor } from './visit.ts';
import { catalogueStorage, dryRunStorage, type RunStorage } from './run-storage.ts';

/** How long visits in progress may go on after the run is aborted. */
const usualGraceMs = 10_000;

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

/**
 * Harvests sources into the catalogue of their configuration.
 * @returns the report of the run, also of an aborted one; the catalogue keeps it, too, without
 * `fullEngine`
 * @throws {Fault} when the catalogue cannot be opened or written, a `CatalogueLockedFault` when
 * another process writes to it; the signal's reason when it is aborted while waiting for that
 * process
 */
export async function runHarvest(request: HarvestRequest): Promise<RunReport> {
  if (request.dryRun) return harvestInto(dryRunStorage(request.onUpdate), request);
  const { sources, store: place } = request.config;
  const { path, keepRuns } = place;
  const isPrivate = hasCredentials(sources);
  const open = () => openEmbeddedStore({ path, access: 'write', keepRuns, isPrivate });
  const store = await openUnlocked(open, request.wait);
  try {
    try {
      return await harvestInto(catalogueStorage(store), request);
    } finally {
      await store.close();
    }
  } catch (error) {
    throw await explainFailure(path, error);
  }
}

async function harvestInto(storage: RunStorage, request: HarvestRequest): Promise<RunReport> {
  const { sources, signal, now, observer } = request;
  const startedAt = now();
  const names = sources.map(({ name }) => name);
  const configured = request.config.sources.map(({ name }) => name);
  const plan = { sources: names, configured, ...(request.full === true ? { full: true } : {}) };
  const { run, continues, unfinished } = await storage.begin(startedAt, plan);
  // With thousands of sources that takes a while; now a signal can be handled.
  await setImmediate();
  const lastRuns = await storage.lastRuns(names, signal);
  const planned = sources.map((source) => ({
    source,
    ledger: new SourceLedger(source.name, startedAt, observer),
  }));
  const ledgers = planned.map(({ ledger }) => ledger);
  const meter = request.web?.meter ?? new RunMeter();
  const web = request.web ?? openWeb(request, meter, { memory: storage.robots });
  const stop = stopOf(web, signal);
  observer?.tell({
    event: 'run-started',
    run,
    continues,
    dryRun: request.dryRun,
    sources: sources.map(({ name, kind }) => ({ source: name, kind })),
  });
  request.onStart?.({ run, continues, ledgers, lastRuns });
  // Listings are read as if nothing were known, or not read at all.
  const ignoresListings = request.full === true || request.targets !== undefined;
  const listings = ignoresListings ? undefined : storage.listings<ListingItem>();
  const points = proposePoints(storage, request);
  try {
    // A run that is aborted before its first request needs no threads.
    if (!stop.aborted) {
      const parts = { storage, web, listings, points, planned, meter, stop };
      await harvestInThreads({ run, unfinished }, parts, request);
    }
  } finally {
    if (request.web === undefined) await web.http.close();
  }
  const listedWhole = ledgers.filter(({ listing }) => ['complete', 'partial'].includes(listing));
  await listings?.end(listedWhole.map(({ source }) => source));
  points.keep(ledgers, stop);
  const costs = {
    phases: meter.phases.seconds(),
    requests: { ...meter.requests, ...web.hosts.traffic() },
    hosts: rankHosts(web.hosts.facts()),
  };
  const ending = { storage, request: { ...request, signal: stop } };
  return endRun({ run, continues, startedAt, costs }, ledgers, ending);
}

/** Harvest points of a run that is in progress. */
interface ProposedPoints extends HarvestPoints {
  /**
   * Keeps those of sources that were listed whole, when all that they gave is in the catalogue.
   * @param stop where it is aborted, URLs may have been left out
   */
  keep(ledgers: readonly SourceLedger[], stop: AbortSignal): void;
}

function proposePoints(
  { memory, points }: RunStorage,
  { config, full }: HarvestRequest,
): ProposedPoints {
  const configured = config.sources.map(sourceOf);
  const byName = new Map(configured.map((source) => [source.name, source]));
  const shared = runSettings(config.limits, wantedTypes(configured));
  const options = extractionOptionsBySource(configured);
  const proposed = new Map<string, HarvestPoint>();
  return {
    get: async (source) => (full === true ? undefined : points?.get(source)),
    put: (source, point) => proposed.set(source, point),
    settingsOf: (source) => {
      const { include, exclude } = byName.get(source) ?? {};
      const settings = JSON.stringify([shared, options.get(source), include, exclude]);
      return hash('sha256', settings).slice(0, 32);
    },
    known: (isLeftOut) => memory.missing(isLeftOut),
    keep: (ledgers, stop) => {
      if (stop.aborted) return;
      for (const { source, listing } of ledgers) {
        const point = listing === 'complete' ? proposed.get(source) : undefined;
        if (point !== undefined) points?.put(source, point);
      }
    },
  };
}

/** Aborted with the signal of the run, and when a request is refused. */
function stopOf({ budget }: Web, signal: AbortSignal): AbortSignal {
  return budget === undefined ? signal : AbortSignal.any([signal, budget.signal]);
}

interface RunParts {
  readonly storage: RunStorage;
  readonly web: Web;
  readonly listings: ListingMemories<ListingItem> | undefined;
  readonly points: ProposedPoints;
  readonly planned: readonly PlannedSource[];
  readonly meter: RunMeter;
  /** Aborted when no further visit may begin. */
  readonly stop: AbortSignal;
}

/** Harvests with worker threads, which are closed at the end. */
async function harvestInThreads(
  { run, unfinished }: Pick<RunStart, 'run' | 'unfinished'>,
  parts: RunParts,
  request: HarvestRequest,
): Promise<void> {
  const { config, signal, now, observer, graceMs = usualGraceMs } = request;
  const { storage, web, planned, meter, stop } = parts;
  // All of the configuration: sources that the run is not for can list its URLs, too.
  const configured = config.sources.map(sourceOf);
  const types = wantedTypes(configured);
  const breaker = new ExhaustionBreaker(config.limits.maxExhaustions);
  const cut = abortAfterGrace(signal, graceMs);
  const contexts = request.contexts ?? openContexts(request, parts, cut);
  const deriver = await openDeriver('derive', config, { breaker, contexts });
  try {
    await harvest({
      run,
      sources: planned,
      stages: createStages(request, parts, { deriver, breaker }),
      limits: {
        ...config.limits,
        connections: config.http.connections,
        admittedPerSource: request.limit ?? Number.POSITIVE_INFINITY,
        sampledItems: request.sample ?? Number.POSITIVE_INFINITY,
      },
      hosts: web.hosts,
      context: { signal: cut, now },
      stop,
      types,
      memory: storage.memory,
      contexts,
      policy: {
        full: request.full === true,
        allowRemovals: request.allowRemovals === true,
        continues: unfinished,
        settings: runSettings(config.limits, types),
        options: extractionOptionsBySource(configured),
      },
      credentials: web.credentials,
      meter,
      observer,
    });
  } finally {
    await deriver.close();
  }
}

/** @param signal ends requests */
function openContexts(
  { config, contextMemory, full, now }: HarvestRequest,
  { storage, web }: RunParts,
  signal: AbortSignal,
): ContextSource {
  const fetch = createContextFetch({ ...web, signal });
  return new RemoteContexts(config, {
    memory: contextMemory ?? storage.contexts,
    fetch,
    isFull: full === true,
    now,
  });
}

/** Makes the report of a run, and keeps it. */
async function endRun(
  facts: Pick<RunFacts, 'run' | 'continues' | 'startedAt' | 'costs'>,
  ledgers: readonly SourceLedger[],
  { storage, request }: { readonly storage: RunStorage; readonly request: HarvestRequest },
): Promise<RunReport> {
  const { dryRun, now, observer, signal } = request;
  await noteSharedNames(storage, ledgers, request);
  const catalogue = await storage.problems(signal);
  const ended = { endedAt: now(), dryRun, catalogue, interrupted: signal.aborted };
  const report = makeRunReport({ ...facts, ...ended }, ledgers);
  const fullEngine = await storage.end(report, signal);
  observer?.tell({ event: 'run-ended', report: withoutExamples(report) });
  // A store that answers queries has no such limit.
  const isOwnEngine = request.config.engine?.query === undefined;
  return fullEngine !== undefined && isOwnEngine ? { ...report, fullEngine } : report;
}

/**
 * Counts the problems of names that records share, each for one source of the run. An interrupted
 * run does not count all of them.
 */
async function noteSharedNames(
  storage: RunStorage,
  ledgers: readonly SourceLedger[],
  { signal, onSharedName }: Pick<HarvestRequest, 'signal' | 'onSharedName'>,
): Promise<void> {
  const byName = new Map(ledgers.map((ledger) => [ledger.source, ledger]));
  for await (const { problem, sources } of storage.sharedNames(signal)) {
    const name = sources.find((source) => byName.has(source)) ?? '';
    byName.get(name)?.note({ kind: 'noted', problem });
    onSharedName?.(problem);
  }
}

/** What derives records in a run. */
interface VisitorThreads {
  readonly deriver: Deriver<Response>;
  readonly breaker: ExhaustionBreaker;
}

function createStages(
  { config, targets, allowRemovals, limit, sample }: HarvestRequest,
  { storage, web: { http, robots }, listings, points, planned, meter }: RunParts,
  { deriver, breaker }: VisitorThreads,
): HarvestStages {
  const { limits } = config;
  const ledgers = new Map(planned.map(({ source, ledger }) => [source.name, ledger]));
  const discovering = {
    onSitemap: (name: string, read: SitemapRead) => ledgers.get(name)?.sitemapRead(read),
    http,
    robots,
    limits: { ...limits, maxRatio: config.http.maxRatio },
    memory: listings,
    sites: storage.sites,
    points,
    // A run with a limit or sample removes nothing, so it must not confirm a listing for later runs.
    allowRemovals: allowRemovals === true && limit === undefined && sample === undefined,
  };
  const discover =
    targets === undefined ? createDiscoverStage(discovering) : listKnownTargets(targets);
  return {
    discover: sample === undefined ? discover : sampleListing(discover, sample),
    visit: createVisitor({
      fetch: createFetchStage({
        http,
        limits: { ...limits, maxRatio: config.http.maxRatio },
        folders: configuredFolders(config),
        permit: robotsPermit(config, robots),
      }),
      derive: deriver.stage,
      breaker,
      meter,
    }),
    load: storage.load,
  };
}

/** A discover stage for sources whose targets are known. */
function listKnownTargets(targets: readonly Target[]): HarvestStages['discover'] {
  return {
    name: 'discover',
    async *process({ name }) {
      for (const value of targets) if (value.source === name) yield { kind: 'produced', value };
    },
  };
}

/** A signal that is aborted some time after another one, and does not keep the process alive. */
function abortAfterGrace(signal: AbortSignal, graceMs: number): AbortSignal {
  const cut = new AbortController();
  const wait = (): void => void setTimeout(() => cut.abort(signal.reason), graceMs).unref();
  if (signal.aborted) wait();
  else signal.addEventListener('abort', wait, { once: true });
  return cut.signal;
}

/** The HTTP client of a run, with the state of its hosts and their robots.txt. */
export interface Web {
  readonly hosts: Hosts;
  readonly http: HttpClient;
  readonly robots: RobotsCache;
  readonly credentials: CredentialsBySource;
  readonly meter: RunMeter;
  /** Limits the requests of everybody who uses the client. */
  readonly budget?: RequestBudget | undefined;
}

interface OwnWebOptions extends Pick<Web, 'budget'> {
  /** Stored copies of robots.txt of earlier runs; none by default. */
  readonly memory?: RobotsMemory | undefined;
}

/** Opens the HTTP client of a run. The caller closes it (`http.close`). */
export function openWeb(
  { config, now, observer }: Pick<HarvestRequest, 'config' | 'now' | 'observer'>,
  meter: RunMeter,
  { memory, budget }: OwnWebOptions = {},
): Web {
  const { http: httpConfig, limits, sources } = config;
  const hosts = new Hosts(httpConfig, {
    runMs: limits.runMs,
    onQuiet: ({ host, state, requests, failures }) =>
      observer?.tell({ event: 'host-changed', host, state, requests, failures }),
  });
  const credentials = credentialsBySource(sources);
  const http = new HttpClient(httpConfig, version, { hosts, credentials, watcher: meter, budget });
  const robots = new RobotsCache(http, { hosts, credentials, memory, now });
  return { hosts, http, credentials, robots, meter, budget };
}

/** Applies robots.txt, except for sources with `robots: ignore`. */
function robotsPermit({ sources }: Config, robots: RobotsCache): FetchPermission {
  const ignoring = sources.filter((source) => source.robots === 'ignore');
  const names = new Set(ignoring.map(({ name }) => name));
  return async ({ target, credentialsOf, onAllowed }, url, signal) => {
    const decision: RobotsDecision = names.has(target.source)
      ? { by: 'ignored' }
      : await robots.permit(url, signal, credentialsOf);
    // For a redirect it matters only whether robots.txt forbids it.
    if (url === target.url) onAllowed?.(decision);
  };
}

/** All folders of the configuration, since links lead from one to another. */
function configuredFolders({ sources }: Config): readonly MappedFolder[] {
  const folders = sources.filter(({ folder }) => folder !== undefined);
  return folders.map(sourceOf).filter((source) => source.kind === 'folder');
}
