import { ResourceError } from '../model/http.ts';
import {
  type Outcome,
  problemsOfOutcome,
  type Stage,
  type StageContext,
} from '../model/outcome.ts';
import { severityOf } from '../model/problem-catalogue.ts';
import { kindAndCount, ProblemTally } from '../model/problem-tally.ts';
import type { Problem, ProblemKind } from '../model/problem.ts';
import type {
  DerivationOutput,
  JsonLdDocument,
  KeptDocument,
  RecordGraph,
} from '../model/record.ts';
import type { UrlOutcome } from '../model/url-update.ts';
import type { SourceLedger } from './report/source-ledger.ts';
import type { CatalogueStore } from '../catalogue/store.ts';
import type { RebuiltUrl } from '../catalogue/url-writer.ts';
import {
  describedTypes,
  isWantedByAny,
  misspeltTypeProblems,
  type WantedTypes,
} from './extraction-options.ts';
import { duplicateRecordProblem, GraphBuffer, type PendingWrites } from './write-buffers.ts';
import { runStage } from './run-stage.ts';
import { KeptOutTally } from './kept-out.ts';

/** What the rebuilds of all URLs share. */
export interface RebuildContext extends StageContext {
  /** Turns the documents of a URL, or one piece of a large list, into graphs. */
  readonly derive: Stage<readonly JsonLdDocument[], DerivationOutput>;
  readonly store: Pick<
    CatalogueStore,
    'conformingCopy' | 'documentOf' | 'find' | 'outcomeOf' | 'rederive'
  >;
  /** A URL of a source without `types` is wanted whatever its type. */
  readonly types: WantedTypes;
  readonly ledger: SourceLedger;
  readonly writes: PendingWrites;
}

/** The rebuild of one URL: what its documents gave so far, written in parts. */
export class UrlRebuild {
  readonly #url: string;
  readonly #context: RebuildContext;
  readonly #outcome: UrlOutcome | undefined;
  readonly #graphs = new GraphBuffer();
  /** Problems that belong to no record. */
  readonly #problems = new ProblemTally();
  readonly #keptOut = new KeptOutTally();
  /** The graphs of records that are kept out. */
  readonly #keptOutGraphs = new Set<string>();
  #isWhole = true;
  /** The number of graphs from older documents. */
  #older = 0;

  /** @param outcome for the sources that list the URL; undefined where their types do not count */
  constructor(url: string, context: RebuildContext, outcome: UrlOutcome | undefined) {
    this.#url = url;
    this.#context = context;
    this.#outcome = outcome;
  }

  /** Takes what documents gave. */
  async take({ graphs, outcomes, isWhole }: Derivation): Promise<void> {
    const { ledger } = this.#context;
    this.#isWhole &&= isWhole;
    const ofRecords = new Map<RecordGraph, readonly Problem[]>();
    for (const outcome of outcomes) {
      if (losesRecord(outcome)) ledger.record('failed-new');
      if (outcome.kind === 'produced' && outcome.value.kind === 'graph') {
        ofRecords.set(outcome.value.graph, outcome.problems ?? []);
      } else this.#note(outcome);
    }
    for (const graph of graphs) await this.#takeGraph(graph, ofRecords.get(graph) ?? []);
  }

  /** Takes what older documents gave, after all others: what those gave takes its place. */
  async takeOlder(derivation: Derivation): Promise<void> {
    const { all } = this.#graphs;
    const { copies } = this.#keptOut;
    const graphs = derivation.graphs.filter(({ graph }) => {
      return !all.has(graph) && (!this.#keptOutGraphs.has(graph) || copies.has(graph));
    });
    const before = all.size;
    await this.take({ ...derivation, graphs });
    this.#older += all.size - before;
  }

  /** Writes a part where there is enough for one. */
  async writeIfLarge(): Promise<void> {
    if (this.#graphs.isLarge) await this.#write({});
  }

  /**
   * Writes the last part.
   * @param isLeft whether the records that come from no piece of a list stay as they are
   * @param read the `sha256` of all documents that were read
   */
  async writeLast(isLeft: boolean, read: ReadonlySet<string>): Promise<void> {
    if (isLeft) {
      if (this.#graphs.hasGraphs) await this.#write({});
      return;
    }
    const { all } = this.#graphs;
    const { copies } = this.#keptOut;
    const both = { has: (graph: string) => all.has(graph) || copies.has(graph) };
    const replaced = this.#isWhole ? { replaced: both, read } : {};
    const problems = this.#problems.list({ url: this.#url });
    const hasGiven = all.size > this.#older;
    await this.#write({ problems, keptOut: this.#keptOutGraphs, hasGiven, ...replaced });
  }

  async #takeGraph(graph: RecordGraph, problems: readonly Problem[]): Promise<void> {
    const { ledger, types } = this.#context;
    if (!isWantedByAny(graph.describes, this.#outcome?.listings ?? [], types)) {
      for (const problem of misspeltTypeProblems(problems)) this.#note({ kind: 'noted', problem });
      const names = describedTypes(graph.describes);
      ledger.note({ kind: 'skipped', url: this.#url, reason: 'type-not-wanted', types: names });
      return;
    }
    if (isKeptOut(graph)) {
      await this.#keepOut(graph, problems);
      return;
    }
    const answer = this.#graphs.add(graph, problems);
    if (answer === 'new') ledger.note({ kind: 'produced', value: graph, problems });
    else if (answer === 'same') ledger.skip('repeated-on-page');
    else {
      this.#isWhole = false;
      ledger.record('failed-new');
      this.#note({ kind: 'failed', problem: duplicateRecordProblem(graph) });
    }
  }

  /** Notes a record that does not conform; an older copy that does stays, as in a harvest. */
  async #keepOut(graph: RecordGraph, problems: readonly Problem[]): Promise<void> {
    const copyAt = await this.#context.store.conformingCopy(graph);
    for (const problem of this.#keptOut.add(graph, problems, copyAt)) {
      this.#note({ kind: 'noted', problem });
    }
    this.#keptOutGraphs.add(graph.graph);
    const state = copyAt === undefined ? 'nonconforming-new' : 'nonconforming-kept';
    this.#context.ledger.record(state);
  }

  #note(outcome: Outcome<unknown>): void {
    this.#context.ledger.note(outcome);
    for (const problem of problemsOfOutcome(outcome)) this.#problems.add(problem);
  }

  /** Writes what was derived since the last part. */
  async #write(rest: Omit<RebuiltUrl, 'graphs' | 'recordProblems'>): Promise<void> {
    const { characters } = this.#graphs;
    const derived = { ...this.#graphs.take(), ...rest };
    await this.#context.writes.add(put(this.#url, derived, this.#context), characters);
  }
}

/** Writes a part. Where the store cannot hold its graphs, its problems are written all the same. */
async function put(
  url: string,
  derived: RebuiltUrl,
  { store, ledger }: RebuildContext,
): Promise<void> {
  try {
    const { graphs, removed } = await store.rederive(url, derived);
    for (const { state, quads } of graphs) ledger.record(state, quads);
    ledger.record('removed', 0, removed.length);
  } catch (error) {
    if (!(error instanceof ResourceError)) throw error;
    const { problem } = error;
    ledger.note({ kind: 'failed', problem });
    ledger.record('failed-new', 0, derived.graphs.length);
    if (derived.problems === undefined) return;
    await store.rederive(url, { graphs: [], problems: [...derived.problems, problem] });
  }
}

/** What documents gave. */
interface Derivation {
  readonly graphs: readonly RecordGraph[];
  readonly outcomes: readonly Outcome<DerivationOutput>[];
  /** Whether these are all records of the documents, so that others may go. */
  readonly isWhole: boolean;
}

async function derive(
  documents: readonly KeptDocument[],
  context: RebuildContext,
): Promise<Derivation> {
  const graphs: RecordGraph[] = [];
  const outcomes: Outcome<DerivationOutput>[] = [];
  const url = documents[0]?.documentUrl ?? '';
  for await (const outcome of runStage(context.derive, documents, url, context)) {
    outcomes.push(outcome);
    if (outcome.kind === 'produced' && outcome.value.kind === 'graph') {
      graphs.push(outcome.value.graph);
    }
  }
  return { graphs, outcomes, isWhole: !outcomes.some(losesRecord) };
}

/** Whether an outcome costs a record; an invalid list item never was one. */
function losesRecord(outcome: Outcome<DerivationOutput>): boolean {
  return outcome.kind === 'failed' && outcome.problem.kind !== 'list-item-invalid';
}

/** Derives a piece of a large list; see `withoutSuperseded`. */
export async function derivePiece(
  document: KeptDocument,
  context: RebuildContext,
): Promise<Derivation> {
  return withoutSuperseded(await derive([document], context), [document], context);
}

/**
 * Leaves out graphs that the catalogue has from a newer document: a visit that was cut off leaves
 * documents of two visits. Of two documents that give one graph, the one that the graph in the
 * catalogue was made from is the newer one, unless it is marked as older.
 * @param documents those that gave the derivation
 */
export async function withoutSuperseded(
  derivation: Derivation,
  documents: readonly KeptDocument[],
  { store }: RebuildContext,
): Promise<Derivation> {
  const hashes = new Set(documents.map(({ sha256 }) => sha256));
  const newest = new Set<RecordGraph>();
  for (const derived of derivation.graphs) {
    const current = await store.documentOf(derived.graph);
    const isSuperseded = current !== undefined && !hashes.has(current.sha256);
    if (!isSuperseded || current.isOlder === true) newest.add(derived);
  }
  return newest.size === derivation.graphs.length ? derivation : onlyGraphs(derivation, newest);
}

/**
 * Derives older documents. Of what they give only those graphs count that the catalogue has from
 * them and that conform where they must.
 * @param latest the other documents of a page. Keys depend on each other, so a record that was
 * beside others when it was harvested is sought beside these, too.
 */
export async function deriveOlder(
  older: readonly KeptDocument[],
  latest: readonly KeptDocument[],
  context: RebuildContext,
): Promise<Derivation> {
  const alone = await derive(older, context);
  if (isGivenUp(alone)) return { ...alone, graphs: [] };
  const own = await ownGraphs(alone, older, context);
  if (own.size > 0 || latest.length === 0) return onlyGraphs(alone, own);
  const together = await derive([...latest, ...older], context);
  return onlyGraphs(together, await ownGraphs(together, older, context));
}

async function ownGraphs(
  { graphs }: Derivation,
  documents: readonly KeptDocument[],
  { store }: RebuildContext,
): Promise<ReadonlySet<RecordGraph>> {
  const hashes = new Set(documents.map(({ sha256 }) => sha256));
  const own = new Set<RecordGraph>();
  for (const derived of graphs) {
    if (!hashes.has(derived.document) || isKeptOut(derived)) continue;
    const current = await store.documentOf(derived.graph);
    if (current?.sha256 === derived.document) own.add(derived);
  }
  return own;
}

function onlyGraphs(
  { outcomes, isWhole }: Derivation,
  graphs: ReadonlySet<RecordGraph>,
): Derivation {
  const ofGraphs = outcomes.filter((outcome) => {
    if (outcome.kind !== 'produced' || outcome.value.kind !== 'graph') return false;
    return graphs.has(outcome.value.graph);
  });
  return { graphs: [...graphs], outcomes: ofGraphs, isWhole };
}

/**
 * Derives the documents of a page that are not marked as older. Where none is marked, a version
 * that marked none may have kept documents of several visits, and it is unknown which. So all are
 * taken together where they give the graphs in the catalogue, else only those that graphs were made
 * from.
 * @param hasOlder whether others are marked
 * @returns undefined where neither gives these graphs, which are then left alone
 */
export async function derivePage(
  page: readonly KeptDocument[],
  hasOlder: boolean,
  context: RebuildContext,
): Promise<Derivation | undefined> {
  const url = page[0]?.documentUrl ?? '';
  if (page.length === 1 || hasOlder) return derive(page, context);
  const hashes = new Set(page.map(({ sha256 }) => sha256));
  const found = await context.store.find(url);
  const existing = found
    .map(({ record }) => record)
    .filter(({ documentUrl, document }) => documentUrl === url && hashes.has(document));
  const used = new Set(existing.map(({ document }) => document));
  const inUse = page.filter(({ sha256 }) => used.has(sha256));
  // Of two documents with the same record, the first gives the graph.
  const all = await derive([...inUse, ...page.filter(({ sha256 }) => !used.has(sha256))], context);
  if (gives(all, existing) || wasWhole(await context.store.outcomeOf(url))) return all;
  const ofUsed = await derive(inUse, context);
  if (isGivenUp(ofUsed)) return { ...ofUsed, graphs: [] };
  if (!gives(ofUsed, existing)) return undefined;
  const outcomes = [...ofUsed.outcomes, ...all.outcomes.filter(losesRecord)];
  return { ...ofUsed, outcomes, isWhole: false };
}

function isKeptOut({ isKeptOut: isOut }: RecordGraph): boolean {
  return isOut === true;
}

type Origin = Pick<RecordGraph, 'graph' | 'document'>;

function gives({ graphs }: Derivation, existing: readonly Origin[]): boolean {
  const documents = new Map(graphs.map(({ graph, document }) => [graph, document]));
  return existing.every(({ graph, document }) => documents.get(graph) === document);
}

/**
 * Whether it is unknown what the documents give, since their expansion was given up or has a bug.
 */
function isGivenUp({ outcomes }: Derivation): boolean {
  return outcomes.some((outcome) => outcome.kind === 'failed' && givenUp.has(outcome.problem.kind));
}

const givenUp: ReadonlySet<ProblemKind> = new Set<ProblemKind>([
  'record-timed-out',
  'record-out-of-memory',
  'internal-error',
]);

/** Whether a visit gave records and lost none; what was kept out is not lost. */
function wasWhole(outcome: UrlOutcome | undefined): boolean {
  if (outcome?.state !== 'harvested' && outcome?.state !== 'nonconforming') return false;
  return outcome.problems.every((problem) => {
    const { kind } = kindAndCount(problem);
    return severityOf(problem) !== 'error' || keepsOut.has(kind);
  });
}

const keepsOut: ReadonlySet<ProblemKind> = new Set<ProblemKind>([
  'record-nonconforming',
  'requirement-unmet',
]);
