import type { HttpStep, RequestCost } from '../model/http.ts';
import { problemsOf, type Outcome, type SkipReason } from '../model/outcome.ts';
import type { NotDue } from '../model/not-due.ts';
import { ProblemTally } from '../model/problem-tally.ts';
import type { Problem, ProblemKind } from '../model/problem.ts';
import {
  noRechecks,
  type ListingState,
  type Rechecks,
  type RecordState,
  type SourceReport,
  type UrlState,
} from '../model/run.ts';
import type { RunObserver, SettledFacts } from '../model/run-event.ts';
import type { RemovalReason } from '../model/tombstone.ts';
import { noPhases, noRequests, type RunPhase, type SavedLooks } from '../model/run-costs.ts';
import { noRecords } from '../model/url-states.ts';
import { NotDueTally } from './not-due-tally.ts';
import { LeftOutTally } from './left-out-counts.ts';
import { sourceIri } from '../store/own-terms.ts';
import { toSeconds } from './phase-clock.ts';
import { ProblemBook, standsBefore } from './problem-book.ts';
import { UrlStates } from './url-states.ts';

/**
 * Counts what becomes of one source. Each URL is in one state at a time (`UrlStates`), and all other numbers are sums of
 * final states, so that a report adds up by construction.
 */
export class SourceLedger {
  readonly source: string;
  readonly #startedAt: number;
  readonly #observer: RunObserver | undefined;
  readonly #urls = new UrlStates();
  readonly #records: Record<RecordState, number> = noRecords();
  readonly #skipped: Partial<Record<SkipReason, number>> = {};
  readonly #leftOut = new LeftOutTally();
  readonly #problems = new ProblemBook();
  readonly #listingProblems = new ProblemTally();
  readonly #rechecks = { ...noRechecks };
  /** In milliseconds. */
  readonly #phases = { ...noPhases };
  readonly #requests = { ...noRequests };
  readonly #saved = { notModified: 0, sameContent: 0 };
  readonly #notDue = new NotDueTally();
  #quads = 0;
  #listing: ListingState = 'interrupted';
  #endedAt: number | undefined;

  /** @param observer hears of each final state, and of what is wrong with the listing */
  constructor(source: string, now: Date, observer?: RunObserver) {
    this.source = source;
    this.#observer = observer;
    this.#startedAt = now.getTime();
  }

  /** A URL was listed or linked, and will be tried. */
  admit(url: string): void {
    this.#urls.move(url, 'waiting');
  }

  /** An admitted URL is carried now, for the first time or once more. */
  begin(url: string): void {
    this.#urls.move(url, 'under-way');
  }

  /** A URL reached its final state: one that was under way, or one that is known from before and was not listed. */
  settle(url: string, state: UrlState, now: Date, facts: SettledFacts = {}): void {
    this.#urls.move(url, state);
    if (state !== 'not-due') this.#notDue.delete(url);
    this.#endedAt = now.getTime();
    this.#observer?.tell({ event: 'url-settled', source: this.source, url, state, ...facts });
  }

  /** A URL is not requested. */
  notDue(url: string, reason: NotDue): void {
    this.#notDue.add(url, reason);
  }

  /** Records of a URL that stays are gone. */
  removed(url: string, reason: RemovalReason, graphs: readonly string[]): void {
    this.record('removed', 0, graphs.length);
    const { source } = this;
    this.#observer?.tell({ event: 'records-removed', source, url, reason, graphs });
  }

  /** A URL that was known was looked at again. */
  recheck({ days, changed, announced }: Omit<Rechecks, 'looks'>): void {
    this.#rechecks.looks += 1;
    this.#rechecks.days += days;
    this.#rechecks.changed += changed;
    this.#rechecks.announced += announced;
  }

  record(state: RecordState, quads = 0, count = 1): void {
    this.#records[state] += count;
    this.#quads += quads;
  }

  skip(reason: SkipReason): void {
    this.#skipped[reason] = (this.#skipped[reason] ?? 0) + 1;
  }

  /** Counts what an outcome says besides its value: why it was skipped, its problems. */
  note(outcome: Outcome<unknown>): void {
    if (outcome.kind === 'skipped') {
      this.skip(outcome.reason);
      if (outcome.types !== undefined) this.#leftOut.add(outcome.types);
    }
    for (const problem of problemsOf(outcome)) this.#problems.note(problem);
  }

  /** Does the same for an outcome of listing the source, whose problems belong to no URL that is tried. */
  noteListing(outcome: Outcome<unknown>): void {
    this.note(outcome);
    for (const problem of problemsOf(outcome)) {
      this.#observer?.tell({ event: 'listing-problem', source: this.source, problem });
      this.#listingProblems.add(problem);
    }
  }

  /** How many records are in which state by now. */
  get records(): Readonly<Record<RecordState, number>> {
    return this.#records;
  }

  /** How many URLs are in which final state by now; those that have none yet count as not tried. */
  get urls(): Readonly<Record<UrlState, number>> {
    return this.#urls.counts();
  }

  /** Whether a URL was listed, or missed. */
  get hasUrls(): boolean {
    return this.#urls.size > 0;
  }

  /** How many URLs have no final state yet. */
  get openUrls(): number {
    return this.#urls.open;
  }

  /** How the listing ended; `interrupted` as long as it goes on. */
  get listing(): ListingState {
    return this.#listing;
  }

  /** How many problems of a kind there are by now. */
  countOf(kind: ProblemKind): number {
    return this.#problems.countOf(kind);
  }

  /** How many problems there are by now. */
  get problemCount(): number {
    return sum(this.#problems.counts());
  }

  /** How many records that were there before the run have their final state by now. */
  get recordsBefore(): number {
    const { added: _, 'failed-new': __, 'would-load': ___, ...before } = this.#records;
    return sum(before);
  }

  /** Something of the source was in a phase for so long, in milliseconds. */
  spent(phase: RunPhase, ms: number): void {
    this.#phases[phase] += ms;
  }

  /** A request for one of its URLs was made. */
  asked({ method, status }: HttpStep, cost: RequestCost): void {
    this.#requests[method] += 1;
    if (status === 304) this.#requests.notModified += 1;
    this.#requests.bytesReceived += cost.bytesReceived;
    this.#requests.bytesDecoded += cost.bytesDecoded;
    this.spent('waiting', cost.waitingMs);
    this.spent('downloading', cost.downloadingMs);
  }

  /** A look at a URL showed that all is as before. */
  saved(how: keyof SavedLooks): void {
    this.#saved[how] += 1;
  }

  /** Some problems of each kind. */
  get examples(): Iterable<Problem> {
    return this.#problems.examples();
  }

  listed(state: ListingState, now: Date): void {
    this.#listing = state;
    this.#endedAt = now.getTime();
    this.#observer?.tell({ event: 'source-listed', source: this.source, listing: state });
  }

  /** The state of things now. Admitted URLs without a final state count as not tried. */
  report(): SourceReport {
    return {
      source: this.source,
      listing: this.#listing,
      skipped: { ...this.#skipped },
      ...this.#leftOut.counts(),
      urls: this.#urls.counts(),
      records: { ...this.#records },
      quads: this.#quads,
      rechecks: { ...this.#rechecks },
      problems: this.#problems.counts(),
      listingProblems: this.#listingProblems.list({ url: sourceIri(this.source) }),
      examples: this.#problems.examples(),
      phases: {
        listing: toSeconds(this.#phases.listing),
        waiting: toSeconds(this.#phases.waiting),
        downloading: toSeconds(this.#phases.downloading),
        deriving: toSeconds(this.#phases.deriving),
        loading: toSeconds(this.#phases.loading),
      },
      requests: { ...this.#requests },
      saved: { ...this.#saved },
      leftHosts: this.#problems.leftHosts(),
      ...this.#notDue.counts(),
      // Not negative where a clock was set back meanwhile.
      seconds: Math.max(0, (this.#endedAt ?? this.#startedAt) - this.#startedAt) / 1000,
    };
  }
}

/**
 * Keeps one example of each kind: the one that comes first by its place, so that the order of
 * arrival does not matter.
 */
export function keepExample(examples: Map<ProblemKind, Problem>, problem: Problem): void {
  const known = examples.get(problem.kind);
  if (known === undefined || standsBefore(problem, known)) examples.set(problem.kind, problem);
}

/** The sum of all numbers of a table of counts. */
export function sum(counts: Readonly<Partial<Record<string, number>>>): number {
  return Object.values(counts).reduce<number>((total, count) => total + (count ?? 0), 0);
}
