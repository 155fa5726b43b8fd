import { problemsOf, type Outcome } from '../model/outcome.ts';
import type { Problem, ProblemKind } from '../model/problem.ts';
import type { Receipt } from '../model/receipt.ts';
import type { Retrieval } from '../model/response.ts';
import type { UrlOutcome, UrlState } from '../model/run.ts';
import type { StageName } from '../model/stage.ts';
import type { Listing, Target } from '../model/target.ts';
import type { SourceLedger } from '../report/ledger.ts';

/** Problems that say a page offers no metadata, rather than that metadata was lost. */
const nothingOffered: ReadonlySet<ProblemKind> = new Set<ProblemKind>([
  'content-type-unsupported',
  'json-not-metadata',
  'list-item-invalid',
  'link-too-deep',
  'no-metadata',
  'too-many-links',
]);

/** A page of a thousand broken scripts need not be remembered whole. */
const maxProblemsKept = 100;

/** What is said of a URL when it is settled. */
export interface LookEnd {
  readonly state: UrlState;
  readonly run: string;
  readonly now: Date;
  readonly listings: readonly Listing[];
}

/** What comes of one target on its way through the stages; decides its one final state. */
export class TargetTally {
  readonly #target: Target;
  readonly #ledger: SourceLedger;
  readonly #problems: Problem[] = [];
  #retrieval: Retrieval | undefined;
  #derived = 0;
  #failed = 0;
  #links = 0;

  constructor(target: Target, ledger: SourceLedger) {
    this.#target = target;
    this.#ledger = ledger;
  }

  /** Takes down an outcome of a stage. A failure of `derive` is a record that was lost, or was never there. */
  note(stage: StageName, outcome: Outcome<unknown>): void {
    this.#ledger.note(outcome);
    this.#problems.push(...problemsOf(outcome).slice(0, maxProblemsKept - this.#problems.length));
    if (stage !== 'derive' || outcome.kind !== 'failed') return;
    if (nothingOffered.has(outcome.problem.kind)) return;
    this.#failed += 1;
    this.#ledger.record('failed');
  }

  fetched(retrieval: Retrieval): void {
    this.#retrieval = retrieval;
  }

  linked(): void {
    this.#links += 1;
  }

  /** There is the graph of a record. */
  derived(): void {
    this.#derived += 1;
  }

  loaded({ graphs, removed }: Receipt): void {
    for (const { state, quads } of graphs) this.#ledger.record(state, quads);
    for (let count = 0; count < removed.length; count += 1) this.#ledger.record('removed');
  }

  /** Graphs that were derived could not be kept. */
  lost(graphs: number): void {
    this.#derived -= graphs;
    this.#failed += graphs;
    for (let count = 0; count < graphs; count += 1) this.#ledger.record('failed');
  }

  /** Whether the look gave all that the URL has, so that what it had before and has no more may go. */
  get isWhole(): boolean {
    return this.#derived > 0 && this.#failed === 0;
  }

  get problems(): readonly Problem[] {
    return this.#problems;
  }

  /** The final state of the URL. @param aborted whether the run is being ended from outside */
  state(aborted: boolean): UrlState {
    if (this.#derived > 0) return 'harvested';
    if (aborted) return 'not-tried';
    if (this.#retrieval === undefined) return 'fetch-failed';
    if (this.#failed > 0) return 'metadata-failed';
    return this.#links > 0 ? 'linked' : 'no-metadata';
  }

  /** What the catalogue keeps of the look at this URL. */
  outcome({ state, run, now, listings }: LookEnd): UrlOutcome {
    const { etag, lastModified } = this.#retrieval ?? {};
    return {
      url: this.#target.url,
      listings,
      state,
      at: now.toISOString(),
      run,
      ...(etag === undefined ? {} : { etag }),
      ...(lastModified === undefined ? {} : { lastModified }),
      problems: this.#problems,
    };
  }
}
