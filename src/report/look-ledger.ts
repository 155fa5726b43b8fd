import type { HttpStep, RequestCost } from '../model/http.ts';
import type { NotDue } from '../model/not-due.ts';
import { problemsOf, type Outcome, type SkipReason } from '../model/outcome.ts';
import { ProblemCounter } from '../model/problem-tally.ts';
import type { Receipt } from '../model/receipt.ts';
import type { LookState, Rechecks, RecordState, UrlState } from '../model/run.ts';
import type { RunPhase, SavedLooks } from '../model/run-costs.ts';
import type { LoggedRequest, SettledFacts } from '../model/run-event.ts';
import type { LookCounts, SourceLedger } from './ledger.ts';
import { LeftOutTally } from './left-out-counts.ts';
import { leftHostOf } from './problem-book.ts';

/** What became of a record; nothing where the run added it and took it away again. */
interface Counted {
  readonly state: RecordState | undefined;
  readonly quads: number;
}

/** As what records can be counted together, what says least of them first. */
const together: readonly RecordState[] = ['failed-kept', 'kept', 'unchanged', 'not-due'];

/** What a look can do to a record that is there. */
const changes: readonly RecordState[] = ['added', 'replaced', 'removed', 'would-load'];

/** Redirects, further tries and a second asking together have fewer. */
const maxRequests = 100;

/** Looks that are made twice are at pages, which have fewer records. */
const maxGraphs = 1000;

/**
 * Counts one look at a URL in the ledger of its source. A further look at the same URL takes its place there: the URL has one
 * state, and a record of it is counted by what the run as a whole did to it.
 */
export class LookLedger {
  readonly #ledger: SourceLedger;
  readonly #url: string;
  readonly #before: LookLedger | undefined;
  readonly #skipped = new Map<SkipReason, number>();
  readonly #leftOut = new LeftOutTally();
  readonly #problems = new ProblemCounter();
  readonly #leftHosts = new Map<string, number>();
  readonly #records = new Map<RecordState, number>();
  readonly #graphs = new Map<string, Counted>();
  /** Of the records those that are counted together, without their names. */
  readonly #others = new Map<RecordState, number>();
  #requests: LoggedRequest[] = [];
  #bytes = { bytesReceived: 0, bytesDecoded: 0 };
  #quads = 0;
  #state: UrlState | undefined;
  #notDue: NotDue | undefined;

  /** @param before the look of the same run whose place this one takes */
  constructor(ledger: SourceLedger, url: string, before?: LookLedger) {
    this.#ledger = ledger;
    this.#url = url;
    this.#before = before;
    ledger.begin(url);
  }

  /** See `SourceLedger.note`. */
  note(outcome: Outcome<unknown>): void {
    this.#ledger.note(outcome);
    if (outcome.kind === 'skipped') {
      add(this.#skipped, outcome.reason);
      if (outcome.types !== undefined) this.#leftOut.add(outcome.types);
    }
    for (const problem of problemsOf(outcome)) {
      this.#problems.add(problem);
      const host = leftHostOf(problem);
      if (host !== undefined) add(this.#leftHosts, host);
    }
  }

  loaded({ graphs, removed }: Receipt): void {
    for (const { graph, state, quads } of graphs) this.#count(graph, state, quads);
    for (const graph of removed) this.#count(graph, 'removed', 0);
  }

  /** Counts records that the look did not touch, or that came to nothing. */
  others(state: RecordState, count: number, quads = 0): void {
    if (count === 0) return;
    this.#record({ state, quads }, count);
    this.#others.set(state, (this.#others.get(state) ?? 0) + count);
  }

  /** The records that the look before this one added. */
  get addedBefore(): ReadonlySet<string> {
    const graphs = this.#before === undefined ? [] : Array.from(this.#before.#graphs);
    return new Set(graphs.filter(([, { state }]) => state === 'added').map(([graph]) => graph));
  }

  /** See `SourceLedger.spent`. */
  spent(phase: RunPhase, ms: number): void {
    this.#ledger.spent(phase, ms);
  }

  /** See `SourceLedger.asked`. */
  asked(step: HttpStep, cost: RequestCost): void {
    this.#ledger.asked(step, cost);
    const { bytesReceived, bytesDecoded } = this.#bytes;
    this.#bytes = {
      bytesReceived: bytesReceived + cost.bytesReceived,
      bytesDecoded: bytesDecoded + cost.bytesDecoded,
    };
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

  /** See `SourceLedger.saved`. */
  saved(how: keyof SavedLooks): void {
    this.#ledger.saved(how);
  }

  /** See `SourceLedger.notDue`. */
  notDue(reason: NotDue): void {
    this.#notDue = reason;
    this.#ledger.notDue(this.#url, reason);
  }

  /** See `SourceLedger.recheck`. */
  recheck(counts: Omit<Rechecks, 'looks'>): void {
    this.#ledger.recheck(counts);
  }

  /**
   * The look is over.
   * @param state what it gave; whether the URL is `loaded` or `unchanged` depends on what both looks did
   * @param isWhole whether it gave all records that the URL has
   */
  end(
    state: LookState | 'unchanged' | 'not-due',
    { isWhole, now }: { readonly isWhole: boolean; readonly now: Date },
  ): void {
    if (this.#before !== undefined) this.#replace(this.#before, isWhole);
    if (state === 'harvested' || state === 'unchanged') {
      this.#state = this.hasChanged ? 'loaded' : 'unchanged';
    } else {
      this.#state = state;
    }
    this.#ledger.settle(this.#url, this.#state, now, this.#settled());
  }

  /** The look was cut off, or gave no answer. Where there was one before it, that one counts, with what this one did since. */
  cutOff(state: UrlState, now: Date): void {
    if (this.#before === undefined) {
      this.#state = state;
    } else {
      this.#ledger.retract(this.#counts);
      for (const [graph, counted] of this.#graphs) this.#before.#became(graph, counted);
      this.#state = this.#before.#state ?? state;
    }
    this.#ledger.settle(this.#url, this.#state, now, this.#settled());
  }

  /** What is told of the look when it is over. Its requests are forgotten then. */
  #settled(): SettledFacts {
    const requests = this.#requests;
    const problems = this.#problems.counts();
    const notDue = this.#state === 'not-due' ? this.#notDue : undefined;
    this.#requests = [];
    return {
      ...(notDue && { notDue }),
      ...(this.#records.size === 0 ? {} : { records: Object.fromEntries(this.#records) }),
      ...(requests.length === 0 ? {} : { requests, bytes: this.#bytes }),
      ...(Object.keys(problems).length === 0 ? {} : { problems }),
    };
  }

  #replace(before: LookLedger, isWhole: boolean): void {
    this.#ledger.retract(before.#counts);
    for (const [graph, counted] of before.#graphs) {
      if (this.#graphs.has(graph) || (isWhole && isThere(counted))) continue;
      // What it did not come to stays as it was. Where that is there, it is among the records that stay.
      if (isThere(counted)) this.#takeOther();
      this.#keep(graph, counted);
    }
  }

  /** A further look did this to a record. */
  #became(graph: string, counted: Counted): void {
    const before = this.#graphs.get(graph);
    if (before !== undefined) this.#record(before, -1);
    else if (counted.state !== 'added') this.#takeOther();
    this.#keep(graph, counted);
  }

  /** One of the records that are counted together is counted by its name from now on. */
  #takeOther(): void {
    const state = together.find((each) => (this.#others.get(each) ?? 0) > 0);
    if (state === undefined) return;
    this.#others.set(state, (this.#others.get(state) ?? 0) - 1);
    this.#record({ state, quads: 0 }, -1);
  }

  #count(graph: string, state: RecordState, quads: number): void {
    const before = this.#before === undefined ? undefined : this.#before.#graphs.get(graph)?.state;
    this.#keep(graph, { state: netState(before, state), quads });
  }

  #keep(graph: string, counted: Counted): void {
    if (this.#graphs.size < maxGraphs) this.#graphs.set(graph, counted);
    this.#record(counted);
  }

  /** @param times negative where records were counted wrongly */
  #record({ state, quads }: Counted, times = 1): void {
    if (state === undefined) return;
    const own = times < 0 ? -quads : quads;
    this.#ledger.record(state, own, times);
    const count = (this.#records.get(state) ?? 0) + times;
    if (count === 0) this.#records.delete(state);
    else this.#records.set(state, count);
    this.#quads += own;
  }

  /** Whether a record was added, replaced or removed. */
  get hasChanged(): boolean {
    return changes.some((state) => (this.#records.get(state) ?? 0) > 0);
  }

  get #counts(): LookCounts {
    return {
      skipped: this.#skipped,
      leftOut: this.#leftOut.counts().leftOut ?? {},
      problems: this.#problems.entries(),
      leftHosts: this.#leftHosts,
      records: this.#records,
      quads: this.#quads,
    };
  }
}

function isThere({ state }: Counted): boolean {
  return state !== undefined && state !== 'removed';
}

/** What two looks of one run did to a record, taken together. */
function netState(before: RecordState | undefined, now: RecordState): RecordState | undefined {
  if (now === 'removed') return before === 'added' ? undefined : now;
  if (before === 'added' || before === 'replaced') return before;
  // It was there when the run began, and is there again.
  return before === 'removed' ? 'replaced' : now;
}

function add<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
