import { problemsOf, type Outcome, type SkipReason } from '../model/outcome.ts';
import type { Problem, ProblemKind } from '../model/problem.ts';
import {
  noRechecks,
  type ListingState,
  type Rechecks,
  type RecordState,
  type SourceReport,
  type UrlState,
} from '../model/run.ts';
import { noRecords } from '../model/url-states.ts';
import type { LookCounts } from './look-ledger.ts';
import { UrlStates } from './url-states.ts';

/** A sitemap of a thousand wrong entries need not be remembered whole. */
const maxListingProblems = 100;

/**
 * Counts what becomes of one source. Each URL is in one state at a time (`UrlStates`), and all other numbers are sums of
 * final states, so that a report adds up by construction.
 */
export class SourceLedger {
  readonly source: string;
  readonly #startedAt: number;
  readonly #urls = new UrlStates();
  readonly #records: Record<RecordState, number> = noRecords();
  readonly #skipped: Partial<Record<SkipReason, number>> = {};
  readonly #problems: Partial<Record<ProblemKind, number>> = {};
  readonly #examples = new Map<ProblemKind, Problem>();
  readonly #listingProblems: Problem[] = [];
  readonly #rechecks = { ...noRechecks };
  #quads = 0;
  #listing: ListingState = 'interrupted';
  #endedAt: number | undefined;

  constructor(source: string, now: Date) {
    this.source = source;
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
  settle(url: string, state: UrlState, now: Date): void {
    this.#urls.move(url, state);
    this.#endedAt = now.getTime();
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
    if (outcome.kind === 'skipped') this.skip(outcome.reason);
    for (const problem of problemsOf(outcome)) {
      this.#problems[problem.kind] = (this.#problems[problem.kind] ?? 0) + 1;
      keepExample(this.#examples, problem);
    }
  }

  /** Takes back what a look at a URL counted, since another one takes its place. */
  retract({ skipped, problems, records, quads }: LookCounts): void {
    for (const [each, count] of records) this.#records[each] -= count;
    subtract(this.#skipped, skipped);
    subtract(this.#problems, problems);
    this.#quads -= quads;
  }

  /** Does the same for an outcome of listing the source, whose problems belong to no URL that is tried. */
  noteListing(outcome: Outcome<unknown>): void {
    this.note(outcome);
    const room = maxListingProblems - this.#listingProblems.length;
    this.#listingProblems.push(...problemsOf(outcome).slice(0, room));
  }

  /** How many records that were there before the run have their final state by now. */
  get recordsBefore(): number {
    const { added: _, 'failed-new': __, 'would-load': ___, ...before } = this.#records;
    return sum(before);
  }

  /** A problem of each kind. */
  get examples(): Iterable<Problem> {
    return this.#examples.values();
  }

  listed(state: ListingState, now: Date): void {
    this.#listing = state;
    this.#endedAt = now.getTime();
  }

  /** The state of things now. Admitted URLs without a final state count as not tried. */
  report(): SourceReport {
    return {
      source: this.source,
      listing: this.#listing,
      skipped: { ...this.#skipped },
      urls: this.#urls.counts(),
      records: { ...this.#records },
      quads: this.#quads,
      rechecks: { ...this.#rechecks },
      problems: { ...this.#problems },
      listingProblems: [...this.#listingProblems],
      seconds: ((this.#endedAt ?? this.#startedAt) - this.#startedAt) / 1000,
    };
  }
}

/** What is nothing then is not there. */
function subtract<Key extends string>(
  from: Partial<Record<Key, number>>,
  counts: ReadonlyMap<Key, number>,
): void {
  for (const [key, count] of counts) {
    const left = (from[key] ?? 0) - count;
    if (left > 0) from[key] = left;
    else delete from[key];
  }
}

/** Keeps one example of each kind: the one whose URL comes first, so that it does not depend on the order of arrival. */
export function keepExample(examples: Map<ProblemKind, Problem>, problem: Problem): void {
  const known = examples.get(problem.kind);
  if (known === undefined || problem.url < known.url) examples.set(problem.kind, problem);
}

/** The sum of all numbers of a table of counts. */
export function sum(counts: Readonly<Partial<Record<string, number>>>): number {
  return Object.values(counts).reduce<number>((total, count) => total + (count ?? 0), 0);
}
