import { type Config, type Source, startOf } from '../config/schema.ts';
import type { ContextMemory } from '../model/harvest-memory.ts';
import type { ContextSource } from '../model/remote-context.ts';
import type { RunObserver, RunReport } from '../model/run.ts';
import type { Listing, Target } from '../model/target.ts';
import type { LiveVisit, UrlUpdate } from '../model/url-update.ts';
import type { HarvestRequest } from './harvest-request.ts';
import { runHarvest } from './run-harvest.ts';

interface LiveVisitRequest {
  readonly config: Config;
  readonly settings: LiveSettings;
  /** See `HarvestRequest`. */
  readonly contexts?: ContextSource | undefined;
  readonly contextMemory?: ContextMemory | undefined;
  /** The target of the URL as the catalogue has it from its source. */
  readonly target?: Target | undefined;
  readonly signal: AbortSignal;
  readonly now: () => Date;
}

/** The name of the source where none gives the settings. */
const liveSource = 'command-line';

/**
 * Visits a URL, and what it links to, as a harvest of a source does, and stores nothing. `include`
 * and `exclude` do not count.
 * @returns the visits in the order in which they ended, that of the URL itself first
 * @throws {Fault} as a harvest does
 */
export async function visitLive(
  url: string,
  { config, settings, contexts, contextMemory, target, signal, now }: LiveVisitRequest,
): Promise<readonly LiveVisit[]> {
  const visits: LiveVisit[] = [];
  await harvestLive({
    config,
    contexts,
    contextMemory,
    source: sourceFor(url, settings),
    ...(target === undefined ? {} : { targets: [target] }),
    onVisit: (visit) => void visits.push(visit),
    signal,
    now,
  });
  return visits.toSorted(byDepth);
}

/** What to harvest without storing anything. */
export interface LiveHarvest extends Pick<
  HarvestRequest,
  | 'config'
  | 'contextMemory'
  | 'contexts'
  | 'limit'
  | 'now'
  | 'onSharedName'
  | 'onStart'
  | 'sample'
  | 'signal'
  | 'targets'
  | 'web'
> {
  readonly source: Source;
  readonly observer?: RunObserver;
  /** Receives each URL when its visit has ended. */
  readonly onVisit: (visit: LiveVisit) => void;
}

/**
 * Harvests a source and stores nothing.
 * @throws {Fault} as a harvest does
 */
export async function harvestLive({
  source,
  onVisit,
  ...request
}: LiveHarvest): Promise<RunReport> {
  /** The parts of visits that have not ended. */
  const begun = new Map<string, UrlUpdate[]>();
  return runHarvest({
    ...request,
    sources: [source],
    dryRun: true,
    onUpdate: (update) => {
      const parts = [...(begun.get(update.url) ?? []), update];
      if (update.end === undefined) begun.set(update.url, parts);
      else {
        begun.delete(update.url);
        onVisit(joinParts(update.end.outcome, parts));
      }
    },
    // A dry run has nothing to finish, so it needs no time after an abort.
    graceMs: 0,
  });
}

/** Joins the parts in which a visit was written. */
function joinParts(outcome: LiveVisit['outcome'], parts: readonly UrlUpdate[]): LiveVisit {
  const retrieval = parts.findLast((part) => part.retrieval !== undefined)?.retrieval;
  return {
    outcome,
    records: parts.flatMap(({ graphs }) => graphs),
    recordProblems: parts.flatMap(({ recordProblems = [] }) => recordProblems),
    documents: parts.flatMap(({ documents }) => documents),
    ...(retrieval === undefined ? {} : { retrieval }),
  };
}

/**
 * A source of the URL alone. It has the name of the source with its settings, since others are
 * found by name.
 */
function sourceFor(url: string, settings: LiveSettings): Source {
  const alone = { kind: 'urls', urls: [url], include: [], exclude: [] } as const;
  if (settings.source === undefined) return { ...alone, name: liveSource };
  return { ...settings.source, ...alone };
}

/** Puts pages before what they lead to. */
export function byDepth(one: LiveVisit, other: LiveVisit): number {
  return depthOf(one) - depthOf(other);
}

function depthOf({ outcome: { listings } }: LiveVisit): number {
  return listings[0]?.depth ?? 0;
}

/** The source whose settings a live visit takes, and why. */
export type LiveSettings =
  | {
      readonly source: Source;
      readonly because: 'named' | 'listed' | 'same-host';
      /** How the source lists the URL in the catalogue. */
      readonly listing?: Listing;
    }
  /** None; the candidates are the sources on the host of the URL, where there are several. */
  | { readonly source: undefined; readonly candidates: readonly string[] };

interface LiveSettingsRequest {
  readonly url: string;
  /** All of the configuration. */
  readonly sources: readonly Source[];
  /** The source that the user named. */
  readonly named?: Source | undefined;
  /** The listings of the URL in the catalogue. */
  readonly listings: readonly Listing[];
}

/**
 * Chooses the source whose settings a live visit takes: the one that the user named, else one that
 * lists the URL in the catalogue (of several the one with the fewest links to it, then by name),
 * else the only one of the configuration that starts from its host.
 */
export function chooseLiveSettings({
  url,
  sources,
  named,
  listings,
}: LiveSettingsRequest): LiveSettings {
  const known = listings
    .flatMap((listing) => {
      const source = sources.find(({ name }) => name === listing.source);
      return source === undefined ? [] : [{ source, listing }];
    })
    .toSorted((one, other) => one.listing.depth - other.listing.depth);
  const listed = known.find(({ source }) => named === undefined || source.name === named.name);
  const source = named ?? listed?.source;
  if (source !== undefined) {
    const because = named === undefined ? 'listed' : 'named';
    return { source, because, ...(listed === undefined ? {} : { listing: listed.listing }) };
  }
  const { host } = new URL(url);
  const candidates = sources.filter((each) => {
    return startsOf(each).some((start) => new URL(start).host === host);
  });
  const [only, ...others] = candidates;
  return only !== undefined && others.length === 0
    ? { source: only, because: 'same-host' }
    : { source: undefined, candidates: candidates.map(({ name }) => name) };
}

function startsOf(source: Source): readonly string[] {
  return source.kind === 'urls' ? source.urls : [startOf(source)];
}
