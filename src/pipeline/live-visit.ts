import { type Config, type Source, startOf } from '../config/schema.ts';
import type { Problem } from '../model/problem.ts';
import type { KeptDocument, RecordGraph } from '../model/record.ts';
import type { Retrieval } from '../model/http.ts';
import type { Listing, Target } from '../model/target.ts';
import type { UrlOutcome, UrlUpdate } from '../model/url-update.ts';
import { groupBy } from '../text/collections.ts';
import { runHarvest } from './run-harvest.ts';

/** What one URL gave in a dry run. */
export interface LiveVisit {
  readonly outcome: UrlOutcome;
  readonly records: readonly RecordGraph[];
  /** Problems that belong to the records. */
  readonly recordProblems: readonly Problem[];
  /** What the records were made from. */
  readonly documents: readonly KeptDocument[];
  /** How the documents were retrieved; absent without an answer. */
  readonly retrieval?: Retrieval;
}

interface LiveVisitRequest {
  readonly config: Config;
  readonly settings: LiveSettings;
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
  { config, settings, target, signal, now }: LiveVisitRequest,
): Promise<readonly LiveVisit[]> {
  const updates: UrlUpdate[] = [];
  await runHarvest({
    config,
    sources: [sourceFor(url, settings)],
    ...(target === undefined ? {} : { targets: [target] }),
    dryRun: true,
    onUpdate: (update) => void updates.push(update),
    signal,
    // A dry run has nothing to finish, so it needs no time after an abort.
    graceMs: 0,
    now,
  });
  return [...groupBy(updates, (update) => update.url).values()]
    .flatMap(visitOf)
    .toSorted((one, other) => depthOf(one) - depthOf(other));
}

/** Joins the parts in which a visit was written; none where the visit did not end. */
function visitOf(parts: readonly UrlUpdate[]): readonly LiveVisit[] {
  const outcome = parts.findLast(({ end }) => end !== undefined)?.end?.outcome;
  const retrieval = parts.findLast((part) => part.retrieval !== undefined)?.retrieval;
  if (outcome === undefined) return [];
  return [
    {
      outcome,
      records: parts.flatMap(({ graphs }) => graphs),
      recordProblems: parts.flatMap(({ recordProblems = [] }) => recordProblems),
      documents: parts.flatMap(({ documents }) => documents),
      ...(retrieval === undefined ? {} : { retrieval }),
    },
  ];
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
