import type { HttpStep, RequestCost } from '../../model/http.ts';
import { type Outcome, problemsOfOutcome } from '../../model/outcome.ts';
import { ProblemCounter } from '../../model/problem-tally.ts';
import type { NotDue } from '../../model/revisit.ts';
import type {
  LoggedRequest,
  RecordState,
  SettledFacts,
  UrlState,
  VisitState,
} from '../../model/run.ts';
import type { Receipt } from '../../model/url-update.ts';
import type { SourceLedger } from './source-ledger.ts';

/** The states of records that a visit changed. */
const changes: readonly RecordState[] = ['added', 'replaced', 'removed', 'would-load'];

/** The redirects and retries of both requests together are fewer. */
const maxRequests = 100;

/** Counts one visit of a URL in the ledger of its source. */
export class VisitLedger {
  /** Counts all visits of the source. */
  readonly source: SourceLedger;
  readonly #url: string;
  readonly #problems = new ProblemCounter();
  readonly #records = new Map<RecordState, number>();
  #requests: LoggedRequest[] = [];
  readonly #bytes = { bytesReceived: 0, bytesDecoded: 0 };
  #state: UrlState | undefined;
  #notDue: NotDue | undefined;

  constructor(source: SourceLedger, url: string) {
    this.source = source;
    this.#url = url;
    source.begin(url);
  }

  /** See `SourceLedger.note`. */
  note(outcome: Outcome<unknown>): void {
    this.source.note(outcome);
    for (const problem of problemsOfOutcome(outcome)) this.#problems.add(problem);
  }

  /** Counts what the catalogue did with a part. */
  loaded({ graphs, removed }: Receipt): void {
    for (const { state, quads } of graphs) this.record(state, 1, quads);
    this.record('removed', removed.length);
  }

  /** Counts records of the URL in a state. @param quads the number of their statements */
  record(state: RecordState, count: number, quads = 0): void {
    if (count === 0) return;
    this.source.record(state, quads, count);
    this.#records.set(state, (this.#records.get(state) ?? 0) + count);
  }

  /** See `SourceLedger.requested`. */
  requested(step: HttpStep, cost: RequestCost): void {
    this.source.requested(step, cost);
    this.#bytes.bytesReceived += cost.bytesReceived;
    this.#bytes.bytesDecoded += cost.bytesDecoded;
    if (this.#requests.length >= maxRequests) return;
    const { method, url, status, problem } = step;
    this.#requests.push({
      method,
      url,
      ...(status === undefined ? {} : { status }),
      ...(problem === undefined ? {} : { problem }),
      ms: Math.round(cost.waitingMs + cost.downloadingMs),
    });
  }

  /** See `SourceLedger.notDue`. */
  notDue(reason: NotDue): void {
    this.#notDue = reason;
    this.source.notDue(this.#url, reason);
  }

  /**
   * Settles the URL.
   * @param state whether the URL is `loaded` or `unchanged` depends on what was done to its records
   */
  end(state: VisitState | 'unchanged' | 'not-due', now: Date): void {
    const isHarvested = state === 'harvested' || state === 'unchanged';
    this.#state = isHarvested ? (this.hasChanged ? 'loaded' : 'unchanged') : state;
    this.source.settle(this.#url, this.#state, now, this.#settled());
  }

  /** What the observer receives; releases the requests. */
  #settled(): SettledFacts {
    const requests = this.#requests;
    const problems = this.#problems.counts();
    const notDue = this.#state === 'not-due' ? this.#notDue : undefined;
    this.#requests = [];
    return {
      ...(notDue && { notDue }),
      ...(this.#records.size === 0 ? {} : { records: Object.fromEntries(this.#records) }),
      ...(requests.length === 0 ? {} : { requests, bytes: { ...this.#bytes } }),
      ...(Object.keys(problems).length === 0 ? {} : { problems }),
    };
  }

  /** Whether a record was added, replaced or removed. */
  get hasChanged(): boolean {
    return changes.some((state) => (this.#records.get(state) ?? 0) > 0);
  }
}
