import type { Rechecks } from '../model/run.ts';
import type { RunMeter } from '../report/run-meter.ts';
import type { CredentialChoice } from './credential-choice.ts';
import type { Frontier } from './frontier.ts';
import type { HarvestPlan, SourceLine } from './harvest-plan.ts';
import type { LinkBook } from './link-book.ts';
import type { ListingBook } from './listing-book.ts';
import type { MentionBook } from './mention-book.ts';
import type { PageBook } from './page-book.ts';
import type { PendingWrites } from './pending-writes.ts';
import type { SourceListing } from './source-listing.ts';
import type { Visits } from './visits.ts';

/** A source of the run, and how far its listing has come. */
export interface RunningLine extends SourceLine {
  readonly listing: SourceListing;
}

/** The state of a harvest in progress, which its parts share. */
export interface Running extends HarvestPlan {
  /** Also aborted when requests in flight are cut off. */
  readonly stop: AbortSignal;
  readonly meter: RunMeter;
  readonly sources: readonly RunningLine[];
  /** The same by the name of the source. */
  readonly lines: ReadonlyMap<string, RunningLine>;
  readonly frontier: Frontier;
  readonly listings: ListingBook;
  readonly links: LinkBook;
  readonly mentions: MentionBook;
  readonly pages: PageBook;
  readonly choice: CredentialChoice;
  readonly visits: Visits;
  /** The results of revisits of a source in its latest runs; read when they are first asked for. */
  readonly rechecksOf: (source: string) => Promise<Rechecks>;
  /** By URL, the sources that listed it before, where it is now processed for another source. */
  readonly former: Map<string, readonly string[]>;
  /** By URL that has records waiting to be removed, the source that it was processed for. */
  readonly losing: Map<string, RunningLine>;
  readonly writes: PendingWrites;
  /** Whether a source wants a URL, by its `include` and `exclude`. */
  readonly wanted: (source: string, url: string) => boolean;
  /** Whether any source of the run wants a URL. */
  readonly wantedByAny: (url: string) => boolean;
}

/** A source of the run by its name. */
export function lineOf(source: string, { lines }: Pick<Running, 'lines'>): RunningLine {
  const line = lines.get(source);
  if (line === undefined) throw new TypeError(`No source is named ${source}`);
  return line;
}

/** The names of those sources that have listed all they have; to be asked when the run ends. */
export function completeSources(sources: readonly RunningLine[]): ReadonlySet<string> {
  const complete = sources.filter(({ listing }) => listing.isComplete);
  return new Set(complete.map(({ source }) => source.name));
}
