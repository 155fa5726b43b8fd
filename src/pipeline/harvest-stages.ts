import type { ListingItem } from '../discover/discoverer.ts';
import { createDiscoverStage } from '../discover/discover-stage.ts';
import { type Config, sourceOf } from '../config/schema.ts';
import type { HarvestPoints, ListingMemories } from '../model/harvest-memory.ts';
import type { Response } from '../model/http.ts';
import type { ContextSource } from '../model/remote-context.ts';
import type { SitemapRead } from '../model/run.ts';
import type { Target } from '../model/target.ts';
import { isAtHand, type MappedFolder } from '../web/fetch-file.ts';
import { createFetchStage } from '../web/fetch-stage.ts';
import { permitByRobots } from '../web/robots/robots-cache.ts';
import type { Deriver } from './derive-pool.ts';
import type { ExhaustionBreaker } from './exhaustion-breaker.ts';
import type { HarvestStages, PlannedSource } from './harvest-plan.ts';
import type { HarvestRequest } from './harvest-request.ts';
import type { Web } from './harvest-web.ts';
import type { RunMeter } from './report/run-meter.ts';
import type { RunStorage } from './run-storage.ts';
import { sampleListing } from './sample-listing.ts';
import { createVisitor } from './visit.ts';
import type { VisitDistribution } from './visit-distribution.ts';

/** What the stages of a run need. */
export interface StageParts {
  readonly storage: RunStorage;
  readonly web: Web;
  readonly listings: ListingMemories<ListingItem> | undefined;
  readonly points: HarvestPoints;
  readonly planned: readonly PlannedSource[];
  readonly meter: RunMeter;
  /** Undefined where this process makes all visits. */
  readonly distribution: VisitDistribution | undefined;
}

/** What derives records in a run. */
interface VisitorThreads {
  readonly deriver: Deriver<Response>;
  readonly breaker: ExhaustionBreaker;
  readonly contexts: ContextSource;
}

/** Creates the stages of a run. */
export function createStages(
  { config, targets, allowRemovals, limit, sample }: HarvestRequest,
  { storage, web: { http, robots }, listings, points, planned, meter, distribution }: StageParts,
  { deriver, breaker, contexts }: VisitorThreads,
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
    // A run with a limit or sample removes nothing, so it confirms no listing for later runs.
    allowRemovals: allowRemovals === true && limit === undefined && sample === undefined,
  };
  const discover =
    targets === undefined ? createDiscoverStage(discovering) : listKnownTargets(targets);
  const folders = configuredFolders(config);
  const visit = createVisitor({
    fetch: createFetchStage({
      http,
      limits: { ...limits, maxRatio: config.http.maxRatio },
      folders,
      permit: permitByRobots(sourcesWithoutRobots(config), robots),
    }),
    derive: deriver.stage,
    breaker,
    meter,
  });
  return {
    discover: sample === undefined ? discover : sampleListing(discover, sample),
    visit:
      distribution?.visitor({
        isAtHand: async (target) => isAtHand(target, folders),
        visit,
        breaker,
        contexts,
      }) ?? visit,
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

/** The names of the sources with `robots: ignore`. */
function sourcesWithoutRobots({ sources }: Config): ReadonlySet<string> {
  const ignoring = sources.filter((source) => source.robots === 'ignore');
  return new Set(ignoring.map(({ name }) => name));
}

/** All folders of the configuration, since links lead from one to another. */
function configuredFolders({ sources }: Config): readonly MappedFolder[] {
  const folders = sources.filter(({ folder }) => folder !== undefined);
  return folders.map(sourceOf).filter((source) => source.kind === 'folder');
}
