import { ResourceError } from '../model/http.ts';
import { problemsOf, type Outcome } from '../model/outcome.ts';
import { ProblemTally } from '../model/problem-tally.ts';
import type { Problem } from '../model/problem.ts';
import type { RecordGraph } from '../model/record.ts';
import type { UrlOutcome } from '../model/run.ts';
import type { SourceLedger } from '../report/ledger.ts';
import type { CatalogueStore, Rederived } from '../store/store.ts';
import { GivenGraphs, secondRecord } from './given-graphs.ts';
import type { PendingWrites } from './pending-writes.ts';
import { isLoss, type Derivation } from './rebuild-derivation.ts';
import { partCharacters, problemCharacters } from './url-bounds.ts';
import { isWantedByAny, problemsOfTypes, typesOfRecord, type WantedTypes } from './wanted-types.ts';

/** What rebuilding URLs shares. */
export interface Rederiving {
  readonly store: Pick<CatalogueStore, 'rederive'>;
  /** What another source lists is wanted whatever its type. */
  readonly types: WantedTypes;
  readonly ledger: SourceLedger;
  readonly writes: PendingWrites;
}

/** What the documents of one URL have given so far, and its way into the store. */
export class Rederivation {
  readonly #url: string;
  readonly #running: Rederiving;
  readonly #outcome: UrlOutcome | undefined;
  readonly #given = new GivenGraphs();
  readonly #superseded = new Set<string>();
  /** Those that belong to no record. */
  readonly #problems = new ProblemTally();
  #graphs: RecordGraph[] = [];
  #recordProblems: Problem[] = [];
  #characters = 0;
  #isWhole = true;

  /** @param outcome tells which sources list the URL, if their types are to be heeded */
  constructor(url: string, running: Rederiving, outcome: UrlOutcome | undefined) {
    this.#url = url;
    this.#running = running;
    this.#outcome = outcome;
  }

  take({ graphs, outcomes, superseded, isWhole }: Derivation): void {
    const { ledger } = this.#running;
    this.#isWhole &&= isWhole;
    const ofRecords = new Map<string, readonly Problem[]>();
    for (const outcome of outcomes) {
      if (isLoss(outcome)) ledger.record('failed-new');
      if (outcome.kind === 'produced' && outcome.value.kind === 'graph') {
        ofRecords.set(outcome.value.graph.graph, outcome.problems ?? []);
      } else this.#note(outcome);
    }
    for (const graph of superseded) this.#superseded.add(graph);
    for (const graph of graphs) {
      const problems = ofRecords.get(graph.graph) ?? [];
      if (this.#wants(graph)) this.#takeGraph(graph, problems);
      else {
        for (const problem of problemsOfTypes(problems)) this.#note({ kind: 'noted', problem });
        const types = typesOfRecord(graph.describes);
        ledger.note({ kind: 'skipped', url: this.#url, reason: 'type-not-wanted', types });
      }
    }
  }

  async writeIfLarge(): Promise<void> {
    if (this.#characters >= partCharacters) await this.#write({});
  }

  /**
   * @param isLeft whether what the URL has beside the pieces is to stay as it is
   * @param read `sha256` of all documents that were read
   */
  async writeLast(isLeft: boolean, read: ReadonlySet<string>): Promise<void> {
    if (isLeft) {
      if (this.#graphs.length > 0) await this.#write({});
      return;
    }
    const { all } = this.#given;
    const superseded = this.#superseded;
    const both = { has: (graph: string) => all.has(graph) || superseded.has(graph) };
    const replaced = this.#isWhole ? { replaced: both, read } : {};
    await this.#write({ problems: this.#problems.list({ url: this.#url }), ...replaced });
  }

  #takeGraph(graph: RecordGraph, problems: readonly Problem[]): void {
    const { ledger } = this.#running;
    // Those before were handed over with a part.
    if (this.#graphs.length === 0) this.#given.release();
    const answer = this.#given.add(graph);
    if (answer === 'new') {
      this.#graphs.push(graph);
      this.#recordProblems.push(...problems);
      this.#characters += graph.nquads.length + problems.length * problemCharacters;
      ledger.note({ kind: 'produced', value: graph, problems });
    } else if (answer === 'same') ledger.skip('repeated-on-page');
    else {
      const outcome = { kind: 'failed', problem: secondRecord(graph) } as const;
      this.#isWhole = false;
      ledger.record('failed-new');
      this.#note(outcome);
    }
  }

  #note(outcome: Outcome<unknown>): void {
    this.#running.ledger.note(outcome);
    for (const problem of problemsOf(outcome)) this.#problems.add(problem);
  }

  /** Writes what was derived since the last part. */
  async #write(rest: Omit<Rederived, 'graphs' | 'recordProblems'>): Promise<void> {
    const characters = this.#characters;
    const derived = { graphs: this.#graphs, recordProblems: this.#recordProblems, ...rest };
    this.#graphs = [];
    this.#recordProblems = [];
    this.#characters = 0;
    await this.#running.writes.add(put(this.#url, derived, this.#running), characters);
  }

  #wants({ describes }: RecordGraph): boolean {
    return isWantedByAny(describes, this.#outcome?.listings ?? [], this.#running.types);
  }
}

/** Writes a part. Where it cannot be kept, its problems are kept all the same. */
async function put(url: string, derived: Rederived, { store, ledger }: Rederiving): Promise<void> {
  try {
    const { graphs, removed } = await store.rederive(url, derived);
    for (const { state, quads } of graphs) ledger.record(state, quads);
    for (let count = 0; count < removed.length; count += 1) ledger.record('removed');
  } catch (error) {
    if (!(error instanceof ResourceError)) throw error;
    const { problem } = error;
    ledger.note({ kind: 'failed', problem });
    ledger.record('failed-new', 0, derived.graphs.length);
    if (derived.problems === undefined) return;
    await store.rederive(url, { graphs: [], problems: [...derived.problems, problem] });
  }
}
