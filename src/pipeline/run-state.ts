import type { UnlistedUrl } from '../catalogue/find-urls.ts';
import { credentialsFor } from '../config/credentials.ts';
import { type Source, startOf } from '../config/schema.ts';
import { UrlFilters } from '../discover/url-filter.ts';
import type { Outcome } from '../model/outcome.ts';
import type { Problem } from '../model/problem.ts';
import type { ListingState, RevisitCounts } from '../model/run.ts';
import type { Discovery, Listing, Target } from '../model/target.ts';
import type { KnownUrl } from '../model/url-update.ts';
import { memoize } from '../text/collections.ts';
import type { Frontier } from './frontier.ts';
import type { HarvestPlan, PlannedSource } from './harvest-plan.ts';
import type { ExtractionOptions } from './extraction-options.ts';
import type { VisitLedger } from './report/visit-ledger.ts';
import type { UrlEntry, UrlTable } from './url-table.ts';
import type { VisitResult } from './visit-result.ts';
import type { PendingWrites } from './write-buffers.ts';

/** A run in progress: its plan, and what it knows and has in progress. */
export interface RunState {
  readonly plan: HarvestPlan;
  readonly urls: UrlTable;
  readonly sources: RunSources;
  readonly frontier: Frontier;
  readonly writes: PendingWrites;
}

/** One target on its way through the stages. */
export interface TargetContext extends RunState {
  readonly target: Target;
  /** What the run knows of the URL. */
  readonly entry: UrlEntry;
  /** What the catalogue knows of the URL from runs before. */
  readonly known: KnownUrl | undefined;
  /** Counts the visit for the source of the target. */
  readonly ledger: VisitLedger;
  readonly options: ExtractionOptions;
  /** The source whose credentials the request shows. */
  readonly credentialsOf: string | undefined;
  readonly result: VisitResult;
}

/** A source of the run, and how far its listing has come. */
export interface RunSource extends PlannedSource {
  readonly listing: SourceListing;
}

/** The sources of a run. */
export class RunSources {
  readonly all: readonly RunSource[];
  /** Which URLs the sources want, by their `include` and `exclude`. */
  readonly filters: UrlFilters;
  /** The results of revisits of a source in its latest runs; read when they are first needed. */
  readonly rechecksOf: (source: string) => Promise<RevisitCounts>;
  readonly #byName: ReadonlyMap<string, RunSource>;
  readonly #credentials: HarvestPlan['credentials'];

  constructor(plan: HarvestPlan) {
    this.all = plan.sources.map((each) => ({ ...each, listing: new SourceListing(each, plan) }));
    this.#byName = new Map(this.all.map((each) => [each.source.name, each]));
    this.filters = new UrlFilters(plan.sources.map(({ source }) => source));
    this.#credentials = plan.credentials;
    this.rechecksOf = memoize(async (source) => plan.memory.rechecksOf(source));
  }

  /** A source of the run by its name. @throws {TypeError} where there is none */
  get(name: string): RunSource {
    const source = this.#byName.get(name);
    if (source === undefined) throw new TypeError(`No source is named ${name}`);
    return source;
  }

  /** The sources of the run that have some of the listings, in the order of the listings. */
  havingListed(listings: readonly Listing[]): readonly RunSource[] {
    return listings.flatMap(({ source }) => this.#byName.get(source) ?? []);
  }

  /**
   * Chooses the source whose credentials a request shows: of the sources that list or link the URL,
   * now or in the run before, the first by name that has some for its origin; else the first that
   * has any, since a redirect may lead to their origin. The order of listing does not matter.
   * @returns undefined where none of them has credentials
   */
  chooseCredentials(url: string, listings: readonly Listing[]): string | undefined {
    let chosen: string | undefined;
    for (const { source } of listings) {
      if (this.credentialsComeFirst(source, chosen, url)) chosen = source;
    }
    return chosen;
  }

  /** Whether the credentials of a source come before those of another one, for a URL. */
  credentialsComeFirst(source: string, other: string | undefined, url: string): boolean {
    if (!this.#credentials.has(source)) return false;
    if (other === undefined) return true;
    const { origin } = new URL(url);
    const [isFor, isOtherFor] = [source, other].map((name) => {
      return credentialsFor(this.#credentials, name, origin) !== undefined;
    });
    return isFor === isOtherFor ? source < other : isFor === true;
  }

  /**
   * Whether a URL that a source does not list may still be listed: its former listing names only
   * what is new, and the source wants it. Not for links of pages, which are followed again.
   */
  mayStillList({ url, listings }: UnlistedUrl, { source: { name }, listing }: RunSource): boolean {
    const own = listings.find(({ source }) => source === name);
    if (own?.depth !== 0 || !listing.mayOmit(own.found)) return false;
    return this.filters.isWanted(name, own.found.describes ?? url);
  }

  /** The names of the sources that were listed whole; known when the run ends. */
  listedWhole(): ReadonlySet<string> {
    const whole = this.all.filter(({ listing }) => listing.isComplete);
    return new Set(whole.map(({ source }) => source.name));
  }
}

/**
 * The state of the listing of one source. The items of its lists count as URLs that it lists; a
 * list can be visited long after discovery has ended, and can still make the listing incomplete.
 */
class SourceListing {
  readonly #source: PlannedSource;
  readonly #plan: HarvestPlan;
  #admitted = 0;
  #isEmpty = true;
  #pages = 0;
  #items = 0;
  #state: ListingState = 'complete';
  #isEnded = false;
  #isTooLarge = false;
  /** The URLs of listings that name only what is new, such as feeds. */
  readonly #partialListings = new Set<string>();
  /** The URLs of all listings that named something in this run. */
  readonly #listingUrls = new Set<string>();
  #hasListedKnown = false;

  constructor(source: PlannedSource, plan: HarvestPlan) {
    this.#source = source;
    this.#plan = plan;
  }

  /** Notes an outcome of discovery. */
  note(outcome: Outcome<Target>): void {
    this.#source.ledger.noteListing(outcome);
    if (outcome.kind === 'noted' && outcome.problem.kind === 'listing-partial') {
      this.#partialListings.add(outcome.problem.url);
      // A partial listing may be incomplete as well.
      if (this.#state === 'complete') this.#become('partial');
    }
    if (outcome.kind === 'skipped' && outcome.reason === 'not-sampled') this.#sampled();
    if (outcome.kind === 'produced') this.#listingUrls.add(outcome.value.found.in ?? '');
    if (outcome.kind !== 'failed') return;
    if (outcome.problem.kind === 'source-too-large') this.#isTooLarge = true;
    if (!this.#isConfirmedEmpty(outcome.problem)) this.#become('incomplete');
  }

  /**
   * Takes a place for a URL.
   * @returns false where the limit is reached, which the ledger reports
   */
  reserve(): boolean {
    const { admittedPerSource, urlsPerSource: maxUrls } = this.#plan.limits;
    if (this.#admitted >= admittedPerSource) {
      this.#become('limited');
      return false;
    }
    if (this.#admitted >= maxUrls) {
      if (!this.#isTooLarge) this.#fail({ kind: 'source-too-large', ...this.#place, maxUrls });
      this.#isTooLarge = true;
      this.#become('incomplete');
      return false;
    }
    this.#admitted += 1;
    this.#isEmpty = false;
    return true;
  }

  /**
   * Takes a place for a further page of a catalogue or list, which is a URL as well.
   * @returns as `reserve`
   */
  reservePage(): boolean {
    const { cataloguePages: maxPages } = this.#plan.limits;
    if (this.#pages < maxPages) {
      this.#pages += 1;
      return this.reserve();
    }
    if (this.#pages === maxPages) this.#fail({ kind: 'too-many-pages', ...this.#place, maxPages });
    this.#pages = maxPages + 1;
    this.#become('incomplete');
    return false;
  }

  /**
   * Takes a place in the sample for an item of a list.
   * @returns false where the sample is complete, which the ledger reports
   */
  reserveItem(): boolean {
    this.#items += 1;
    if (this.#items <= (this.#plan.limits.sampledItems ?? Number.POSITIVE_INFINITY)) return true;
    this.#sampled();
    return false;
  }

  /** Gives a place back: the URL was known already. */
  release(): void {
    this.#admitted -= 1;
  }

  /** A page of a list or catalogue could not be read whole, so the source may list more. */
  miss(): void {
    this.#become('incomplete');
  }

  /** Whether all that the source has was listed; known when the run ends. */
  get isComplete(): boolean {
    return this.#isEnded && this.#state === 'complete';
  }

  /** Whether URLs of runs before must be listed as well, since a listing names only what is new. */
  get wantsKnown(): boolean {
    const isCutShort = this.#state === 'interrupted' || this.#state === 'limited';
    return this.#partialListings.size > 0 && !isCutShort && !this.#isTooLarge;
  }

  /**
   * Whether the listing that named a URL in a run before may omit it now, although the URL is still
   * listed: it names only what is new, or was not read in this run, or the listing is incomplete.
   */
  mayOmit({ in: place = '' }: Discovery): boolean {
    const isWhole = this.#listingUrls.has(place) && !this.#partialListings.has(place);
    return this.#state === 'incomplete' || !isWhole;
  }

  /** What partial listings named in runs before is listed now. */
  endKnown(): void {
    this.#hasListedKnown = true;
    if (!this.#isEmpty) return;
    const { allowRemovals } = this.#plan.policy;
    const policy = allowRemovals ? ({ removalsAllowed: true } as const) : {};
    this.#fail({ kind: 'source-empty', ...this.#place, ...policy });
    this.#become('incomplete');
  }

  /**
   * Whether a known URL that was not listed no longer belongs to the source; known when the run
   * ends.
   * @param mayStillBeListed see `RunSources.mayStillList`; counts where the listing is partial
   */
  isRemovable(mayStillBeListed: boolean): boolean {
    if (this.isComplete) return true;
    const isPartial = this.#isEnded && this.#state === 'partial';
    return isPartial && this.#hasListedKnown && !mayStillBeListed;
  }

  /** Discovery has ended. */
  end(interrupted: boolean): void {
    this.#isEnded = true;
    this.#become(interrupted ? 'interrupted' : this.#state);
  }

  /** Whether a problem only says that nothing is listed, and the operator has confirmed that. */
  #isConfirmedEmpty(problem: Problem): boolean {
    if (!this.#plan.policy.allowRemovals) return false;
    if (problem.kind === 'sitemap-empty') return problem.isBlank !== true;
    return problem.kind === 'source-empty';
  }

  /** A URL is left out of the sample. */
  #sampled(): void {
    if (this.#state === 'complete' || this.#state === 'partial') this.#become('limited');
  }

  get #place(): ReturnType<typeof problemPlace> {
    return problemPlace(this.#source.source);
  }

  #fail(problem: Problem): void {
    this.#source.ledger.noteListing({ kind: 'failed', problem });
  }

  #become(state: ListingState): void {
    if (this.#state === 'interrupted') return;
    this.#state = state;
    if (this.#isEnded) this.#source.ledger.listed(state, this.#plan.context.now());
  }
}

/** The place of a problem of a whole source. */
export function problemPlace(source: Source): { readonly url: string; readonly source: string } {
  return { url: startOf(source), source: source.name };
}
