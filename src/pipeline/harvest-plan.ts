import type { Source } from '../config/schema.ts';
import type { Receipt } from '../model/receipt.ts';
import type { Derived } from '../model/record.ts';
import type { Response } from '../model/response.ts';
import type { Stage, StageContext } from '../model/stage.ts';
import type { Listing, Target } from '../model/target.ts';
import type { UrlUpdate } from '../model/url-update.ts';
import type { SourceLedger } from '../report/ledger.ts';
import type { Frontier } from './frontier.ts';
import type { ListingBook } from './listing-book.ts';
import type { PendingWrites } from './pending-writes.ts';

export interface HarvestPlan {
  readonly run: string;
  readonly sources: readonly SourceLine[];
  readonly stages: HarvestStages;
  readonly limits: HarvestLimits;
  readonly context: StageContext;
  /** Notes that a further source lists a URL, or that one lists it otherwise than was written. */
  readonly relist: (url: string, listing: Listing) => Promise<void>;
}

/** A source and the ledger its URLs and records are counted in. */
export interface SourceLine {
  readonly source: Source;
  readonly ledger: SourceLedger;
}

export interface HarvestStages {
  readonly discover: Stage<Source, Target>;
  readonly fetch: Stage<Target, Response>;
  /** Extract and expand in one, here or in another thread. */
  readonly derive: Stage<Response, Derived>;
  readonly load: Stage<UrlUpdate, Receipt>;
}

export interface HarvestLimits {
  /** URLs in progress at once, in all and per host. */
  readonly connections: number;
  readonly perHost: number;
  readonly linkDepth: number;
  /** URLs of a source after which its listing ends (`--limit`). */
  readonly urlsPerSource: number;
}

/** What the parts of a run share. */
export interface Running extends HarvestPlan {
  readonly frontier: Frontier;
  readonly listings: ListingBook;
  /** URLs with records that no source wanted which had listed them by then. */
  readonly leftOut: Set<string>;
  readonly writes: PendingWrites;
  /** Whether a source wants a URL, by its `include` and `exclude`. */
  readonly wanted: (source: string, url: string) => boolean;
}

/** The ledger of a source of the run. */
export function ledgerOf(source: string, { sources }: HarvestPlan): SourceLedger {
  const line = sources.find((candidate) => candidate.source.name === source);
  if (line === undefined) throw new TypeError(`No source is named ${source}`);
  return line.ledger;
}

/** A URL that was offered before. Where something was left out that this source may want, it is carried once more. */
export async function listAgain(target: Target, isNews: boolean, running: Running): Promise<void> {
  const { url } = target;
  const ledger = ledgerOf(target.source, running);
  if (isNews && running.leftOut.delete(url)) {
    if (running.frontier.repeat(target) === 'queued') ledger.admit();
    return;
  }
  ledger.skip('already-listed');
  const listing = running.listings.of(url).find(({ source }) => source === target.source);
  if (isNews && listing !== undefined) await running.writes.add(running.relist(url, listing));
}
