import { severityOf } from '../model/problem-catalogue.ts';
import type { ProblemKind } from '../model/problem.ts';
import type { Outcome } from '../model/outcome.ts';
import type { Derived, JsonLdDocument, KeptDocument, RecordGraph } from '../model/record.ts';
import type { UrlOutcome } from '../model/run.ts';
import type { Stage, StageContext } from '../model/stage.ts';
import type { CatalogueStore } from '../store/store.ts';
import { runStage } from './join.ts';

/** What deriving kept documents again takes. */
export interface Deriving extends StageContext {
  /** Turns the documents of a URL, or one piece of a large list, into graphs: see `createExpandStage`. */
  readonly derive: Stage<readonly JsonLdDocument[], Derived>;
  readonly store: Pick<CatalogueStore, 'find' | 'documentOf' | 'outcomeOf'>;
}

/** What documents give. */
export interface Derivation {
  readonly graphs: readonly RecordGraph[];
  readonly outcomes: readonly Outcome<Derived>[];
  /** Graphs that are there, made of a newer document. */
  readonly superseded: readonly string[];
  /** Whether this is all that the URL has, so that other graphs of it may go. */
  readonly isWhole: boolean;
}

async function derive(documents: readonly KeptDocument[], running: Deriving): Promise<Derivation> {
  const graphs: RecordGraph[] = [];
  const outcomes: Outcome<Derived>[] = [];
  const url = documents[0]?.documentUrl ?? '';
  for await (const outcome of runStage(running.derive, documents, url, running)) {
    outcomes.push(outcome);
    if (outcome.kind === 'produced' && outcome.value.kind === 'graph') {
      graphs.push(outcome.value.graph);
    }
  }
  return { graphs, outcomes, superseded: [], isWhole: !outcomes.some(isLoss) };
}

/** Whether an outcome costs a record: an item of a list that is no description never was one. */
export function isLoss(outcome: Outcome<Derived>): boolean {
  return outcome.kind === 'failed' && outcome.problem.kind !== 'list-item-invalid';
}

/** Derives a piece of a large list; see `withoutSuperseded`. */
export async function derivePiece(document: KeptDocument, running: Deriving): Promise<Derivation> {
  return withoutSuperseded(await derive([document], running), [document], running);
}

/**
 * A list of which something failed keeps former documents too: those of graphs that are still there. Of two documents that
 * give one graph, that which the graph was made from is the newer one; what the other one says of itself is old.
 * @param documents what `derivation` was made from
 */
export async function withoutSuperseded(
  derivation: Derivation,
  documents: readonly KeptDocument[],
  running: Deriving,
): Promise<Derivation> {
  const hashes = new Set(documents.map(({ sha256 }) => sha256));
  const superseded: string[] = [];
  for (const { graph } of derivation.graphs) {
    const current = await running.store.documentOf(graph);
    if (current !== undefined && !hashes.has(current.sha256)) superseded.push(graph);
  }
  if (superseded.length === 0) return derivation;
  const graphs = derivation.graphs.filter(({ graph }) => !superseded.includes(graph));
  return { ...derivation, graphs, outcomes: [], superseded };
}

/**
 * The documents of a page are those of its latest look, unless it was not whole: then former ones whose graphs have stayed
 * are there too, and nothing tells which. They are taken together where the graphs that are there come of it, else those
 * that graphs were made from.
 * @returns undefined where neither gives the graphs that are there, so that they had better be left alone
 */
export async function derivePage(
  url: string,
  page: readonly KeptDocument[],
  running: Deriving,
): Promise<Derivation | undefined> {
  if (page.length === 1) return derive(page, running);
  const hashes = new Set(page.map(({ sha256 }) => sha256));
  const found = await running.store.find(url);
  const existing = found
    .map(({ record }) => record)
    .filter(({ documentUrl, document }) => documentUrl === url && hashes.has(document));
  const used = new Set(existing.map(({ document }) => document));
  const inUse = page.filter(({ sha256 }) => used.has(sha256));
  // Of two documents that say the same, the first gives the graph.
  const all = await derive([...inUse, ...page.filter(({ sha256 }) => !used.has(sha256))], running);
  if (gives(all, existing) || wasWhole(await running.store.outcomeOf(url))) return all;
  const ofUsed = await derive(inUse, running);
  if (isGivenUp(ofUsed)) return { ...ofUsed, graphs: [] };
  if (!gives(ofUsed, existing)) return undefined;
  return {
    ...ofUsed,
    outcomes: [...ofUsed.outcomes, ...all.outcomes.filter(isLoss)],
    isWhole: false,
  };
}

type Origin = Pick<RecordGraph, 'graph' | 'document'>;

function gives({ graphs }: Derivation, existing: readonly Origin[]): boolean {
  const documents = new Map(graphs.map(({ graph, document }) => [graph, document]));
  return existing.every(({ graph, document }) => documents.get(graph) === document);
}

/** Whether it was not learnt what the documents give: that is to be told, and no reason to ask for them again. */
function isGivenUp({ outcomes }: Derivation): boolean {
  return outcomes.some(
    (outcome) => outcome.kind === 'failed' && unlearnt.has(outcome.problem.kind),
  );
}

const unlearnt: ReadonlySet<ProblemKind> = new Set<ProblemKind>([
  'record-timed-out',
  'record-out-of-memory',
  'internal-error',
]);

/** Whether a look gave records and lost none. */
function wasWhole(outcome: UrlOutcome | undefined): boolean {
  if (outcome?.state !== 'harvested') return false;
  return outcome.problems.every((problem) => severityOf(problem) !== 'error');
}
