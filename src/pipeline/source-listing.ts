import { startOf } from '../config/schema.ts';
import type { Outcome } from '../model/outcome.ts';
import type { Problem } from '../model/problem.ts';
import type { ListingState } from '../model/run.ts';
import type { Discovery, Target } from '../model/target.ts';
import type { HarvestLimits, HarvestPlan, SourceLine } from './harvest-plan.ts';

type ListingPlan = Pick<HarvestPlan, 'limits' | 'context' | 'looking'>;

/**
 * How far the listing of one source has come. What its lists name counts as what discovery finds does; a list can be read
 * long after discovery has ended, and can still make the listing one that is not complete.
 */
export class SourceListing {
  readonly #line: SourceLine;
  readonly #limits: HarvestLimits;
  readonly #now: () => Date;
  readonly #allowsRemovals: boolean;
  #admitted = 0;
  #isEmpty = true;
  #pages = 0;
  #state: ListingState = 'complete';
  #isEnded = false;
  #isTooLarge = false;
  /** The URLs of those listings that name what is new alone. */
  readonly #parts = new Set<string>();
  /** The URLs of all listings that have named something in this run. */
  readonly #places = new Set<string>();
  #hasKnown = false;

  /** @param plan with the limits, the clock, and whether the operator has confirmed that records go */
  constructor(line: SourceLine, { limits, context, looking }: ListingPlan) {
    this.#line = line;
    this.#limits = limits;
    this.#now = context.now;
    this.#allowsRemovals = looking.allowRemovals;
  }

  /** Takes down an outcome of discovery. */
  note(outcome: Outcome<Target>): void {
    this.#line.ledger.noteListing(outcome);
    if (outcome.kind === 'noted') this.#notePart(outcome.problem);
    if (outcome.kind === 'produced') this.#places.add(outcome.value.found.in ?? '');
    if (outcome.kind !== 'failed') return;
    if (outcome.problem.kind === 'source-too-large') this.#isTooLarge = true;
    if (!this.#isConfirmed(outcome.problem)) this.#become('incomplete');
  }

  /** Takes a place for a URL. @returns false where there is none left, which is then told by the ledger */
  reserve(): boolean {
    const { source, ledger } = this.#line;
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
   * Takes a place for a further page of a catalogue or list, which is one of the URLs of the source.
   * @returns as `reserve`
   */
  reservePage(): boolean {
    const { source, ledger } = this.#line;
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

  /** A page of a list or catalogue could not be read in whole, so that something may be listed that nobody has seen. */
  miss(): void {
    this.#become('incomplete');
  }

  /** Whether all was listed that the source has; to be asked when the run ends. */
  get isComplete(): boolean {
    return this.#isEnded && this.#state === 'complete';
  }

  /** Whether what is known from runs before is to be listed, too: something of the listing names what is new alone. */
  get wantsKnown(): boolean {
    const isCutShort = this.#state === 'interrupted' || this.#state === 'limited';
    return this.#parts.size > 0 && !isCutShort && !this.#isTooLarge;
  }

  /**
   * Whether what named a URL in a run before, and does not now, may mean it all the same: it names what is new alone, or was
   * not read, and may have been such a listing; or nobody knows all that is listed now.
   */
  mayMean({ in: place = '' }: Discovery): boolean {
    const isWhole = this.#places.has(place) && !this.#parts.has(place);
    return this.#state === 'incomplete' || !isWhole;
  }

  /** All that listings of what is new named in runs before is listed now. */
  endKnown(): void {
    const { source, ledger } = this.#line;
    this.#hasKnown = true;
    if (!this.#isEmpty) return;
    const problem = { kind: 'source-empty', url: startOf(source), source: source.name } as const;
    ledger.noteListing({ kind: 'failed', problem });
    this.#become('incomplete');
  }

  /**
   * Whether a URL that is known and was not listed is no longer the source's; to be asked when the run ends. Where something of
   * the listing names what is new alone, that is true of all but what that may mean: what it meant was listed.
   * @param isMeant see `mayMean`
   */
  hasLeft(isMeant: boolean): boolean {
    return (
      this.isComplete || (this.#isEnded && this.#state === 'partial' && this.#hasKnown && !isMeant)
    );
  }

  /** Gives a place back: the URL had been offered before. */
  release(): void {
    this.#admitted -= 1;
  }

  /** Discovery has ended. */
  end(interrupted: boolean): void {
    this.#isEnded = true;
    this.#become(interrupted ? 'interrupted' : this.#state);
  }

  /** Whether a problem says no more than that nothing is listed, and the operator has confirmed that. */
  #isConfirmed(problem: Problem): boolean {
    if (!this.#allowsRemovals) return false;
    if (problem.kind === 'sitemap-empty') return problem.isBlank !== true;
    return problem.kind === 'source-empty';
  }

  /** What is said to be a part may be less than that. */
  #notePart({ kind, url }: Problem): void {
    if (kind !== 'listing-partial') return;
    this.#parts.add(url);
    if (this.#state === 'complete') this.#become('partial');
  }

  #become(state: ListingState): void {
    if (this.#state === 'interrupted') return;
    this.#state = state;
    if (this.#isEnded) this.#line.ledger.listed(state, this.#now());
  }
}
