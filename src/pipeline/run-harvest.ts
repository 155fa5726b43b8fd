import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { explainFailure } from '../catalogue/integrity-check.ts';
import type { RunPlan, RunStart } from '../catalogue/run-rows.ts';
import { openEmbeddedStore } from '../catalogue/store.ts';
import { openUnlocked } from '../catalogue/writer-lock.ts';
import { hasCredentials } from '../config/credentials.ts';
import { sourceOf } from '../config/schema.ts';
import type { ListingItem } from '../discover/discoverer.ts';
import type { HarvestPoint, HarvestPoints, ListingMemories } from '../model/harvest-memory.ts';
import type { ContextSource } from '../model/remote-context.ts';
import type { RunReport } from '../model/run.ts';
import { createContextFetch } from '../web/fetch-context.ts';
import { RemoteContexts } from '../web/remote-contexts.ts';
import { openDeriver } from './derive-pool.ts';
import { ExhaustionBreaker } from './exhaustion-breaker.ts';
import { extractionOptionsBySource, runSettings, wantedTypes } from './extraction-options.ts';
import { harvest } from './harvest.ts';
import type { HarvestRequest } from './harvest-request.ts';
import { createStages, type StageParts } from './harvest-stages.ts';
import { openWeb, tellOfHost, webStop } from './harvest-web.ts';
import { runCosts } from './report/run-costs.ts';
import { RunMeter } from './report/run-meter.ts';
import { makeRunReport, type RunFacts, withoutExamples } from './report/run-report.ts';
import { SourceLedger } from './report/source-ledger.ts';
import { catalogueStorage, dryRunStorage, type RunStorage } from './run-storage.ts';
import { distantHosts, handedOutAtOnce, type VisitDistribution } from './visit-distribution.ts';

/**
 * How many sources are listed at once, for each connection: twice as many, since a listing also
 * waits while what it listed is harvested. What arrived of a list waits in memory.
 */
const listingsPerConnection = 2;
/** How long visits in progress may go on after the run is aborted. */
const usualGraceMs = 10_000;

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
  const { run, continues, unfinished } = await storage.begin(startedAt, runPlan(request));
  // With thousands of sources that takes a while; now a signal can be handled.
  await setImmediate();
  const lastRuns = await storage.lastRuns(names, signal);
  const planned = sources.map((source) => ({
    source,
    ledger: new SourceLedger(source.name, startedAt, observer),
  }));
  const ledgers = planned.map(({ ledger }) => ledger);
  const meter = request.web?.meter ?? new RunMeter();
  const faulty = new AbortController();
  const distribution = await distribute(run, { storage, request, faulty });
  const web = request.web ?? openWeb(request, meter, webOptions(storage, distribution));
  const stop = AbortSignal.any([webStop(web, signal), faulty.signal]);
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
      const parts = { storage, web, listings, points, planned, meter, stop, distribution };
      await harvestInThreads({ run, unfinished }, parts, request);
    }
  } finally {
    await distribution?.close();
    if (request.web === undefined) await web.http.close();
  }
  faulty.signal.throwIfAborted();
  await keepListings(listings, ledgers);
  points.keep(ledgers, stop);
  const costs = runCosts(meter, web.hosts, distribution?.costs());
  const ending = { storage, request: { ...request, signal: stop } };
  return endRun({ run, continues, startedAt, costs }, ledgers, ending);
}

function runPlan({ config, sources, full }: HarvestRequest): RunPlan {
  return {
    sources: sources.map(({ name }) => name),
    configured: config.sources.map(({ name }) => name),
    ...(full === true ? { full: true } : {}),
  };
}

/** Keeps the listings of sources that were read whole, for the next run. */
async function keepListings(
  listings: ListingMemories<ListingItem> | undefined,
  ledgers: readonly SourceLedger[],
): Promise<void> {
  const listedWhole = ledgers.filter(({ listing }) => ['complete', 'partial'].includes(listing));
  await listings?.end(listedWhole.map(({ source }) => source));
}

/** Opens what hands the visits out, where the request has that. @param faulty ends the run */
async function distribute(
  name: string,
  {
    storage: { robots },
    request: { config, distribute: open, observer },
    faulty,
  }: {
    readonly storage: RunStorage;
    readonly request: HarvestRequest;
    readonly faulty: AbortController;
  },
): Promise<VisitDistribution | undefined> {
  return open?.({
    name,
    config,
    robots,
    onQuiet: (facts) => tellOfHost(facts, observer),
    onFault: (error) => faulty.abort(error),
  });
}

function webOptions(
  { robots: memory }: RunStorage,
  distribution: VisitDistribution | undefined,
): Parameters<typeof openWeb>[2] {
  return { memory, leases: distribution?.leases };
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

interface RunParts extends StageParts {
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
  const { storage, web, planned, meter, stop, distribution } = parts;
  // All of the configuration: sources that the run is not for can list its URLs, too.
  const configured = config.sources.map(sourceOf);
  const types = wantedTypes(configured);
  const breaker = new ExhaustionBreaker(config.limits.maxExhaustions);
  const cut = abortAfterGrace(signal, graceMs);
  const contexts = request.contexts ?? openContexts(request, parts, cut);
  const isSpare = distribution !== undefined;
  const deriver = await openDeriver('derive', config, { breaker, contexts, isSpare });
  stop.addEventListener('abort', () => distribution?.stop());
  if (stop.aborted) distribution?.stop();
  try {
    await harvest({
      run,
      sources: planned,
      stages: createStages(request, parts, { deriver, breaker, contexts }),
      limits: {
        ...config.limits,
        lanes: distribution === undefined ? config.http.connections : handedOutAtOnce,
        listings: listingsPerConnection * config.http.connections,
        admittedPerSource: request.limit ?? Number.POSITIVE_INFINITY,
        sampledItems: request.sample ?? Number.POSITIVE_INFINITY,
      },
      hosts: distribution === undefined ? web.hosts : distantHosts,
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

/** A signal that is aborted some time after another one, and does not keep the process alive. */
function abortAfterGrace(signal: AbortSignal, graceMs: number): AbortSignal {
  const cut = new AbortController();
  const wait = (): void => void setTimeout(() => cut.abort(signal.reason), graceMs).unref();
  if (signal.aborted) wait();
  else signal.addEventListener('abort', wait, { once: true });
  return cut.signal;
}
