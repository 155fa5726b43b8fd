import { credentialsOf } from '../config/credentials.ts';
import { sourceOf, type Config, type Source } from '../config/schema.ts';
import { createDiscoverStage } from '../discover/discover-stage.ts';
import type { Permit } from '../fetch/fetch-options.ts';
import { createFetchStage } from '../fetch/fetch-stage.ts';
import type { FolderPlace } from '../fetch/folder-file.ts';
import { Hosts } from '../http/hosts.ts';
import { HttpClient } from '../http/http-client.ts';
import { createDryLoadStage } from '../load/dry-load-stage.ts';
import { createLoadStage } from '../load/load-stage.ts';
import type { RobotsMemory } from '../model/robots-memory.ts';
import type { CatalogueProblems, RobotsLeave, RunReport } from '../model/run.ts';
import type { Target } from '../model/target.ts';
import { RobotsBook } from '../robots/robots-book.ts';
import type { UrlUpdate } from '../model/url-update.ts';
import { runReport } from '../report/run-report.ts';
import { openEmbeddedStore } from '../store/embedded-store.ts';
import type { CatalogueStore, RunStart } from '../store/store.ts';
import { version } from '../version.ts';
import { openDeriver } from './deriver.ts';
import { givenTargets } from './given-targets.ts';
import type { HarvestLimits } from './harvest-plan.ts';
import { harvest } from './harvest.ts';
import { runSettings } from './look-terms.ts';
import { noMemory } from './no-memory.ts';
import { SourceLedger } from '../report/ledger.ts';
import { wantedTypes } from './wanted-types.ts';

const dryRun: RunStart = { run: 'dry-run', continues: [] };
/** Of a kind; `status` counts them all. */
const maxCatalogueProblems = 100;
const noProblems: CatalogueProblems = { problems: [], counts: {} };

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
  readonly signal: AbortSignal;
  readonly now: () => Date;
  /** Called before anything is asked for; the ledgers can be read at any time to see how far the run is. */
  readonly onStart?: (ledgers: readonly SourceLedger[]) => void;
}

/**
 * Harvests sources into the catalogue of their configuration.
 * @returns the report of the run, which the catalogue keeps too (but what it says of the engine); also when the signal
 * ended it early
 * @throws {Fault} when the catalogue cannot be opened or written
 */
export async function runHarvest(request: HarvestRequest): Promise<RunReport> {
  if (request.dryRun) return harvestInto(undefined, request);
  const { path, keepRuns } = request.config.store;
  const store = openEmbeddedStore({ path, access: 'write', keepRuns });
  try {
    return await harvestInto(store, request);
  } finally {
    await store.close();
  }
}

async function harvestInto(
  store: CatalogueStore | undefined,
  request: HarvestRequest,
): Promise<RunReport> {
  const { config, sources, targets, signal, now } = request;
  const { limits } = config;
  const startedAt = now();
  const { run, continues } = (await store?.beginRun(startedAt)) ?? dryRun;
  const { full = false, allowRemovals = false } = request;
  const types = wantedTypes(config.sources.map(sourceOf));
  const lines = sources.map((source) => ({
    source,
    ledger: new SourceLedger(source.name, startedAt),
  }));
  const ledgers = lines.map(({ ledger }) => ledger);
  const { hosts, http, robots } = openWeb(config, store?.robots, now);
  const permit = permitFor(config, robots);
  const deriver = await openDeriver('derive', config);
  try {
    request.onStart?.(ledgers);
    await harvest({
      run,
      sources: lines,
      stages: {
        discover:
          targets === undefined
            ? createDiscoverStage({
                http,
                robots,
                limits: { ...limits, maxRatio: httpConfig.maxRatio },
                memory: full ? undefined : store?.listings(),
              })
            : givenTargets(targets),
        fetch: createFetchStage({ http, limits, folders: foldersOf(config), permit }),
        derive: deriver.stage,
        load:
          store === undefined ? createDryLoadStage(request.onUpdate) : createLoadStage({ store }),
      },
      limits: limitsOf(config, request.limit),
      hosts,
      context: { signal, now },
      types,
      memory: store ?? noMemory,
      looking: {
        full,
        allowRemovals,
        continues: new Set(continues),
        settings: runSettings(limits, types),
      },
    });
  } finally {
    await Promise.all([http.close(), deriver.close()]);
  }
  const catalogue = (await store?.catalogueProblems(maxCatalogueProblems)) ?? noProblems;
  const facts = { run, startedAt, endedAt: now(), dryRun: request.dryRun, catalogue };
  const report = runReport({ ...facts, interrupted: signal.aborted }, ledgers);
  await store?.keepReport(report);
  const fullEngine = await store?.fullEngine();
  return fullEngine === undefined ? report : { ...report, fullEngine };
}

function limitsOf({ http, limits }: Config, limit: number | undefined): HarvestLimits {
  const { connections } = http;
  const { linkDepth, urlsPerSource, cataloguePages } = limits;
  const admittedPerSource = limit ?? Number.POSITIVE_INFINITY;
  return { connections, linkDepth, urlsPerSource, cataloguePages, admittedPerSource };
}

/** What asks the Web, and what knows the hosts there and their robots.txt. */
function openWeb(
  { http: httpConfig, limits: { runMs }, sources }: Config,
  memory: RobotsMemory | undefined,
  now: () => Date,
): { readonly hosts: Hosts; readonly http: HttpClient; readonly robots: RobotsBook } {
  const hosts = new Hosts(httpConfig, { runMs });
  const credentials = credentialsOf(sources);
  const http = new HttpClient(httpConfig, version, { hosts, credentials });
  return { hosts, http, robots: new RobotsBook(http, { hosts, memory, now }) };
}

/** Applies robots.txt, but to what a source names that is to be harvested whatever that says. */
function permitFor({ sources }: Config, robots: RobotsBook): Permit {
  const ignoring = new Set(
    sources.filter((source) => source.robots === 'ignore').map(({ name }) => name),
  );
  return async ({ target, onAllowed }, url, signal) => {
    const leave: RobotsLeave = ignoring.has(target.source)
      ? { by: 'ignored' }
      : await robots.permit(url, signal);
    // What it says of a redirect matters only where that is forbidden.
    if (url === target.url) onAllowed?.(leave);
  };
}

/** All folders of the configuration, since links from one lead to another whichever sources this run is for. */
function foldersOf({ sources }: Config): readonly FolderPlace[] {
  return sources.map(sourceOf).filter((source) => source.kind === 'folder');
}
