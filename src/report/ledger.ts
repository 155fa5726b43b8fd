import { problemsOf, type Outcome, type SkipReason } from '../model/outcome.ts';
import type { Problem, ProblemKind } from '../model/problem.ts';
import type { ListingState, RecordState, SourceReport, UrlState } from '../model/run.ts';
import { noUrls } from '../model/url-states.ts';
import type { LookCounts } from './look-ledger.ts';

/** A sitemap of a thousand wrong entries need not be remembered whole. */
const maxListingProblems = 100;

/**
 * Counts what becomes of one source. A URL is counted once when it is admitted and once when it is settled; all other
 * numbers are sums of final states, so that a report adds up by construction.
 */
export class SourceLedger {
  readonly source: string;
  readonly #startedAt: number;
  readonly #urls: Record<UrlState, number> = noUrls();
  readonly #records: Record<RecordState, number> = {
    added: 0,
    replaced: 0,
    unchanged: 0,
    removed: 0,
    failed: 0,
    'would-load': 0,
  };
  readonly #skipped: Partial<Record<SkipReason, number>> = {};
  readonly #problems: Partial<Record<ProblemKind, number>> = {};
  readonly #examples = new Map<ProblemKind, Problem>();
  readonly #listingProblems: Problem[] = [];
  #admitted = 0;
  #quads = 0;
  #listing: ListingState = 'interrupted';
  #endedAt: number | undefined;

  constructor(source: string, now: Date) {
    this.source = source;
    this.#startedAt = now.getTime();
  }

  /** A URL was listed or linked, and will be tried. */
  admit(): void {
    this.#admitted += 1;
  }

  /** An admitted URL reached its final state. */
  settle(state: UrlState, now: Date): void {
    this.#urls[state] += 1;
    this.#endedAt = now.getTime();
  }

  record(state: RecordState, quads = 0): void {
    this.#records[state] += 1;
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
  retract({ state, skipped, problems, records, quads }: LookCounts): void {
    if (state !== undefined) this.#urls[state] -= 1;
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
    const settled = sum(this.#urls);
    return {
      source: this.source,
      listing: this.#listing,
      skipped: { ...this.#skipped },
      urls: { ...this.#urls, 'not-tried': this.#urls['not-tried'] + this.#admitted - settled },
      records: { ...this.#records },
      quads: this.#quads,
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
