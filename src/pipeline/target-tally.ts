import { problemsOf, type Outcome } from '../model/outcome.ts';
import type { Problem, ProblemKind } from '../model/problem.ts';
import type { Receipt } from '../model/receipt.ts';
import type { Retrieval } from '../model/response.ts';
import type { UrlOutcome, UrlState } from '../model/run.ts';
import type { StageName } from '../model/stage.ts';
import type { Target } from '../model/target.ts';
import type { SourceLedger } from '../report/ledger.ts';

/** Problems that say a page offers no metadata, rather than that metadata was lost. */
const nothingOffered: ReadonlySet<ProblemKind> = new Set<ProblemKind>([
  'content-type-unsupported',
  'json-not-metadata',
  'link-too-deep',
  'no-metadata',
  'too-many-links',
]);

/** A page of a thousand broken scripts need not be remembered whole. */
const maxProblemsKept = 100;

/** What comes of one target on its way through the stages; decides its one final state. */
export class TargetTally {
  readonly #target: Target;
  readonly #ledger: SourceLedger;
  readonly #problems: Problem[] = [];
  #retrieval: Retrieval | undefined;
  #loaded = 0;
  #failed = 0;
  #links = 0;

  constructor(target: Target, ledger: SourceLedger) {
    this.#target = target;
    this.#ledger = ledger;
  }

  /** Takes down an outcome of a stage. A failure behind `fetch` is a record that was lost, or was never there. */
  note(stage: StageName, outcome: Outcome<unknown>): void {
    this.#ledger.note(outcome);
    this.#problems.push(...problemsOf(outcome).slice(0, maxProblemsKept - this.#problems.length));
    if (stage === 'fetch' || outcome.kind !== 'failed') return;
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

  loaded(receipt: Receipt): void {
    this.#loaded += 1;
    this.#ledger.record(receipt.state, receipt.quads);
  }

  /** The final state of the URL. @param aborted whether the run is being ended from outside */
  state(aborted: boolean): UrlState {
    if (this.#loaded > 0) return 'harvested';
    if (aborted) return 'not-tried';
    if (this.#retrieval === undefined) return 'fetch-failed';
    if (this.#failed > 0) return 'metadata-failed';
    return this.#links > 0 ? 'linked' : 'no-metadata';
  }

  /** What the catalogue keeps of the look at this URL. */
  outcome(state: UrlState, run: string, now: Date): UrlOutcome {
    const { etag, lastModified } = this.#retrieval ?? {};
    return {
      url: this.#target.url,
      source: this.#target.source,
      state,
      at: now.toISOString(),
      run,
      ...(etag === undefined ? {} : { etag }),
      ...(lastModified === undefined ? {} : { lastModified }),
      problems: this.#problems,
    };
  }
}
