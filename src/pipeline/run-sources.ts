import { startOf } from '../config/schema.ts';
import { credentialsFor, type CredentialsBySource } from '../config/credentials.ts';
import { UrlFilters } from '../discover/url-filter.ts';
import type { Outcome } from '../model/outcome.ts';
import type { Problem } from '../model/problem.ts';
import type { ListingState, RevisitCounts } from '../model/run.ts';
import type { Discovery, Listing, Target } from '../model/target.ts';
import { memoize } from '../text/memoize.ts';
import type { HarvestLimits, HarvestPlan, PlannedSource } from './harvest-plan.ts';

/** A source of the run, and how far its listing has come. */
export interface RunSource extends PlannedSource {
  readonly listing: SourceListing;
}

type SourcesPlan = Pick<
  HarvestPlan,
  'sources' | 'memory' | 'limits' | 'context' | 'policy' | 'credentials'
>;

/** The sources of a run. */
export class RunSources {
  readonly all: readonly RunSource[];
  /** The results of revisits of a source in its latest runs; read when they are first needed. */
  readonly rechecksOf: (source: string) => Promise<RevisitCounts>;
  readonly #byName: ReadonlyMap<string, RunSource>;
  readonly #filters: UrlFilters;
  readonly #credentials: CredentialsBySource;

  constructor(plan: SourcesPlan) {
    this.all = plan.sources.map((each) => ({ ...each, listing: new SourceListing(each, plan) }));
    this.#byName = new Map(this.all.map((each) => [each.source.name, each]));
    this.#filters = new UrlFilters(plan.sources.map(({ source }) => source));
    this.#credentials = plan.credentials;
    this.rechecksOf = memoize(async (source) => plan.memory.rechecksOf(source));
  }

  /** A source of the run by its name. @throws {TypeError} where there is none */
  get(name: string): RunSource {
    const source = this.#byName.get(name);
    if (source === undefined) throw new TypeError(`No source is named ${name}`);
    return source;
  }

  /** The sources of the run among those of some listings, in the order of the listings. */
  listing(listings: readonly Listing[]): readonly RunSource[] {
    return listings.flatMap(({ source }) => this.#byName.get(source) ?? []);
  }

  /** Whether a source wants a URL, by its `include` and `exclude`. */
  wants(source: string, url: string): boolean {
    return this.#filters.isWanted(source, url);
  }

  /** Whether any source of the run wants a URL. */
  anyWants(url: string): boolean {
    return this.#filters.isWantedByAny(url);
  }

  /** Whether any source of the configuration has credentials. */
  get haveCredentials(): boolean {
    return this.#credentials.size > 0;
  }

  /**
   * Chooses the source whose credentials a request shows: of the sources that list or link the URL,
   * now or in the run before, the first by name that has some for its origin; else the first that
   * has any, since a redirect may lead to where they are for. So it does not matter which of the
   * sources lists the URL first.
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

  /** The names of the sources that were listed whole; known when the run ends. */
  listedWhole(): ReadonlySet<string> {
    const whole = this.all.filter(({ listing }) => listing.isComplete);
    return new Set(whole.map(({ source }) => source.name));
  }
}

type ListingPlan = Pick<HarvestPlan, 'limits' | 'context' | 'policy'>;

/**
 * The state of the listing of one source. The items of its lists count as URLs that it lists; a
 * list can be visited long after discovery has ended, and can still make the listing incomplete.
 */
class SourceListing {
  readonly #source: PlannedSource;
  readonly #limits: HarvestLimits;
  readonly #now: () => Date;
  readonly #allowsRemovals: boolean;
  #admitted = 0;
  #isEmpty = true;
  #pages = 0;
  #state: ListingState = 'complete';
  #isEnded = false;
  #isTooLarge = false;
  /** The URLs of listings that name only what is new, such as feeds. */
  readonly #partialListings = new Set<string>();
  /** The URLs of all listings that named something in this run. */
  readonly #listingUrls = new Set<string>();
  #hasListedKnown = false;

  /**
   * @param plan with the limits, the clock, and whether the operator has confirmed that records go
   */
  constructor(source: PlannedSource, { limits, context, policy }: ListingPlan) {
    this.#source = source;
    this.#limits = limits;
    this.#now = context.now;
    this.#allowsRemovals = policy.allowRemovals;
  }

  /** Notes an outcome of discovery. */
  note(outcome: Outcome<Target>): void {
    this.#source.ledger.noteListing(outcome);
    if (outcome.kind === 'noted') this.#notePart(outcome.problem);
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
    const { source, ledger } = this.#source;
    const { admittedPerSource, urlsPerSource: maxUrls } = this.#limits;
    if (this.#admitted >= admittedPerSource) {
      this.#become('limited');
      return false;
    }
    if (this.#admitted >= maxUrls) {
      const url = startOf(source);
      const problem = { kind: 'source-too-large', url, source: source.name, maxUrls } as const;
      if (!this.#isTooLarge) ledger.noteListing({ kind: 'failed', problem });
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
    const { source, ledger } = this.#source;
    const { cataloguePages: maxPages } = this.#limits;
    if (this.#pages >= maxPages) {
      const url = startOf(source);
      const problem = { kind: 'too-many-pages', url, source: source.name, maxPages } as const;
      if (this.#pages === maxPages) ledger.noteListing({ kind: 'failed', problem });
      this.#pages = maxPages + 1;
      this.#become('incomplete');
      return false;
    }
    this.#pages += 1;
    return this.reserve();
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
    const { source, ledger } = this.#source;
    this.#hasListedKnown = true;
    if (!this.#isEmpty) return;
    const problem = { kind: 'source-empty', url: startOf(source), source: source.name } as const;
    ledger.noteListing({ kind: 'failed', problem });
    this.#become('incomplete');
  }

  /**
   * Whether a known URL that was not listed no longer belongs to the source; known when the run
   * ends. Where a listing is partial, that is so unless the listing may omit the URL.
   * @param isMeant see `mayStillList`
   */
  isRemovable(isMeant: boolean): boolean {
    return (
      this.isComplete ||
      (this.#isEnded && this.#state === 'partial' && this.#hasListedKnown && !isMeant)
    );
  }

  /** Gives a place back: the URL was known already. */
  release(): void {
    this.#admitted -= 1;
  }

  /** Discovery has ended. */
  end(interrupted: boolean): void {
    this.#isEnded = true;
    this.#become(interrupted ? 'interrupted' : this.#state);
  }

  /** Whether a problem only says that nothing is listed, and the operator has confirmed that. */
  #isConfirmedEmpty(problem: Problem): boolean {
    if (!this.#allowsRemovals) return false;
    if (problem.kind === 'sitemap-empty') return problem.isBlank !== true;
    return problem.kind === 'source-empty';
  }

  /** A partial listing may be incomplete as well. */
  #notePart({ kind, url }: Problem): void {
    if (kind !== 'listing-partial') return;
    this.#partialListings.add(url);
    if (this.#state === 'complete') this.#become('partial');
  }

  #become(state: ListingState): void {
    if (this.#state === 'interrupted') return;
    this.#state = state;
    if (this.#isEnded) this.#source.ledger.listed(state, this.#now());
  }
}
