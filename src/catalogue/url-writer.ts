import { ResourceError } from '../model/http.ts';
import { severityOf } from '../model/problem-catalogue.ts';
import { kindAndCount } from '../model/problem-tally.ts';
import type { Problem } from '../model/problem.ts';
import type { RecordGraph } from '../model/record.ts';
import type { VisitState } from '../model/run.ts';
import type { Listing, TargetLabel } from '../model/target.ts';
import {
  countContentNamedAdditions,
  emptyReceipt,
  type GraphReceipt,
  type Receipt,
  rereadVisit,
  type UnchangedVisit,
  type UrlRemoval,
  type UrlUpdate,
} from '../model/url-update.ts';
import { groupBy } from '../text/collections.ts';
import type { TextLookup } from '../text/text-set.ts';
import { documentFacts, type OutcomeRow, type FirstVisit } from './rows.ts';
import { sourceNames } from './history.ts';
import { putList, storageKey } from './keys.ts';
import type { CatalogueData } from './layout.ts';
import { isDocumentProblem, problemsInRow, problemsKey, putProblems } from './problem-rows.ts';
import { type CommitTally, graphsOfUrlExcept, RecordWriter } from './record-writer.ts';
import {
  changeOutcome,
  removeUnseenGraphs,
  removeUrl,
  writeOutcome,
  writeVisit,
} from './url-removal.ts';

/** Graphs that were rebuilt from the stored documents of a URL, or a part of them. */
export interface RebuiltUrl {
  readonly graphs: readonly RecordGraph[];
  /** Problems of these graphs; absent if there are none. */
  readonly recordProblems?: readonly Problem[];
  /** All other problems of deriving the URL, also of earlier parts; given with the last part. */
  readonly problems?: readonly Problem[];
  /**
   * Present with the last part if nothing failed: the graphs of the URL outside of this set are
   * removed.
   */
  readonly replaced?: TextLookup;
  /**
   * `sha256` of all documents that were read. Graphs of other documents stay, since those cannot be
   * read.
   */
  readonly read?: ReadonlySet<string>;
  /** The graphs that records would have which are kept out; given with the last part. */
  readonly keptOut?: ReadonlySet<string>;
  /** Whether the documents of the latest answer gave records; given with the last part. */
  readonly hasGiven?: boolean;
}

/** A write that concerns one URL. */
export type UrlJob =
  | { readonly kind: 'update'; readonly update: UrlUpdate }
  | { readonly kind: 'list'; readonly url: string; readonly listing: Listing }
  | { readonly kind: 'labels'; readonly url: string; readonly labels: readonly TargetLabel[] }
  | { readonly kind: 'touch'; readonly touch: UnchangedVisit }
  | { readonly kind: 'removal'; readonly removal: UrlRemoval }
  | { readonly kind: 'rederive'; readonly url: string; readonly derived: RebuiltUrl };

/** Executes a job. Must run inside a transaction. */
export function writeUrl(data: CatalogueData, job: UrlJob, tally: CommitTally): Receipt {
  const writer = new RecordWriter(data, tally);
  switch (job.kind) {
    case 'update':
      return applyUpdate(data, job.update, writer);
    case 'rederive':
      return rederive(data, job, writer);
    case 'list':
      changeOutcome(data, job.url, tally, (before) => withListings(before, [job.listing]));
      return emptyReceipt;
    case 'labels':
      changeOutcome(data, job.url, tally, (before) => {
        const { scriptLabels: _, ...rest } = before;
        return job.labels.length === 0 ? rest : { ...rest, scriptLabels: job.labels };
      });
      return emptyReceipt;
    case 'touch':
      touchUrl(data, job.touch, tally);
      return emptyReceipt;
    case 'removal':
      return removeUrl(data, job.removal, tally);
  }
}

function applyUpdate(data: CatalogueData, update: UrlUpdate, writer: RecordWriter): Receipt {
  const { tally } = writer;
  const { url, run, retrieval, documents, graphs, recordProblems = [], end } = update;
  for (const document of documents) {
    if (retrieval === undefined) throw new TypeError(`The update of ${url} has no retrieval.`);
    writer.putDocument(document, documentFacts(document, retrieval, run));
  }
  const receipts = graphs.map((graph) => writer.putGraph(graph));
  for (const { graph } of graphs) writer.stay(storageKey(graph));
  const look = { run, at: end?.outcome.at ?? retrieval?.at ?? tally.at };
  putRecordProblems(data, { graphs, recordProblems }, { look, tally });
  if (end === undefined) {
    beginVisit(data, update, tally);
    return { ...emptyReceipt, graphs: receipts };
  }
  return { ...endVisit(data, { url, end, graphs, receipts }, writer), graphs: receipts };
}

/**
 * Writes an outcome before the first record: a killed run may leave a part of a list, which must
 * belong to a source.
 */
function beginVisit(
  data: CatalogueData,
  { url, run, retrieval, listings }: UrlUpdate,
  tally: CommitTally,
): void {
  if (retrieval === undefined) return;
  const before = data.outcomes.get(storageKey(url));
  if (before !== undefined) {
    // The stored records now mix two visits, so no earlier validator applies.
    const { answer: _, negotiated: __, ...rest } = before;
    writeOutcome(data, before, rest, tally);
    return;
  }
  const begun = { url, listings, state: 'not-tried', at: retrieval.at, run } as const;
  writeOutcome(data, undefined, begun, tally);
}

/** The last part of an update, and the receipts of its graphs. */
interface LastPart extends Required<Pick<UrlUpdate, 'url' | 'end' | 'graphs'>> {
  readonly receipts: readonly GraphReceipt[];
}

function endVisit(
  data: CatalogueData,
  { url, end, graphs, receipts }: LastPart,
  writer: RecordWriter,
): Omit<Receipt, 'graphs'> {
  const { tally } = writer;
  const { outcome, documents, leads, waits, ...given } = end;
  const before = data.outcomes.get(storageKey(url));
  const listings = mergeListings(before?.listings ?? [], outcome.listings);
  // A new URL has no list to be cleared.
  if (leads !== undefined && (before !== undefined || leads.length > 0)) {
    putList(data.leads, url, leads);
  }
  const { at, run } = outcome;
  const because = { reason: 'dropped', at, run, sources: sourceNames(listings) } as const;
  const unseen = {
    url,
    given,
    isGone: outcome.state === 'gone',
    because,
    waits: waits && {
      ...waits,
      rewritten: waits.rewritten + countContentNamedAdditions(graphs, receipts),
    },
  };
  const ended = before === undefined ? emptyReceipt : removeUnseenGraphs(data, unseen, writer);
  const { kept, leaving } = ended;
  const { problems, ...row } = outcome;
  writeOutcome(data, before, { ...row, listings, ...(kept > 0 ? { kept } : {}) }, tally);
  putProblems(data, { url }, problems, { look: { run, at }, tally });
  if (before !== undefined && documents !== undefined) {
    writer.markOlder(url, writer.removeDocumentsBut(url, documents));
  }
  const hasRecords = graphs.length + kept + leaving > 0 || hasGraph(data, url);
  writeVisit(data, url, outcome, hasRecords);
  return ended;
}

function hasGraph(data: CatalogueData, url: string): boolean {
  const [graph] = graphsOfUrlExcept(data, url);
  return graph !== undefined;
}

function touchUrl(
  data: CatalogueData,
  { url, visit, listings, answers }: UnchangedVisit,
  tally: CommitTally,
): void {
  if (!data.outcomes.doesExist(storageKey(url))) return;
  changeOutcome(data, url, tally, (before) => withListings({ ...before, ...answers }, listings));
  writeVisit(data, url, visit, hasGraph(data, url));
}

function rederive(
  data: CatalogueData,
  { url, derived }: UrlJob & { kind: 'rederive' },
  writer: RecordWriter,
): Receipt {
  const { tally } = writer;
  const graphs = derived.graphs.map((graph) => writer.putGraph(graph));
  const { read, problems } = derived;
  const replaced = derived.replaced && withPendingRemovals(data, derived.replaced);
  if (replaced !== undefined && read !== undefined) assertRead(data, url, { replaced, read });
  const before = data.outcomes.get(storageKey(url));
  const look = { run: before?.run ?? '', at: tally.at };
  putRecordProblems(data, derived, { look, tally });
  const sources = sourceNames(before?.listings ?? []);
  const because = { reason: 'rebuilt', at: tally.at, sources } as const;
  const given = replaced && { graphs: replaced };
  const { removed } =
    given === undefined
      ? emptyReceipt
      : removeUnseenGraphs(data, { url, given, isGone: false, because }, writer);
  if (before !== undefined && problems !== undefined) {
    const own = problemsInRow(data.problems.get(problemsKey({ url })));
    // A document that fails in a rebuild keeps its graph, and is no failure of the visit.
    const mended = Math.max(0, countLost(own) - countLost(problems));
    rewriteOutcome(data, before, { ...derived, mended }, tally);
    const merged = mergeProblems(own, problems);
    putProblems(data, { url }, merged, { look, tally });
  }
  return { ...emptyReceipt, graphs, removed };
}

/** What a rebuild made of a URL, and how many more documents and items gave a record. */
interface RewrittenUrl extends RebuiltUrl {
  readonly mended: number;
}

/** Writes the outcome of a URL after a rebuild, and what its latest visit gave by that. */
function rewriteOutcome(
  data: CatalogueData,
  before: OutcomeRow,
  derived: RewrittenUrl,
  tally: CommitTally,
): void {
  const hasRecords = hasGraph(data, before.url);
  const after = outcomeAfter(before, derived, hasRecords, data);
  writeOutcome(data, before, after, tally);
  const key = storageKey(before.url);
  const visit = after.state === before.state ? undefined : data.visits.get(key);
  if (visit !== undefined) data.visits.putSync(key, rereadVisit(visit, after.state, hasRecords));
}

/** How many documents and items gave no record, by their problems. */
function countLost(problems: readonly Problem[]): number {
  const lost = problems.filter((each) => isDocumentProblem(each) && severityOf(each) === 'error');
  return lost.reduce((sum, each) => sum + kindAndCount(each).count, 0);
}

/** Pending removals wait for the end of a harvest, or for the operator. */
function withPendingRemovals({ leaving }: CatalogueData, graphs: TextLookup): TextLookup {
  return { has: (graph) => graphs.has(graph) || leaving.doesExist(storageKey(graph)) };
}

/** The stored document of a record is missing: part of the file cannot be read. */
export class DocumentMissing extends Error {
  override readonly name = 'DocumentMissing' as const;
  readonly graph: string;

  constructor(graph: string) {
    super(`The document of ${graph} is missing.`);
    this.graph = graph;
  }
}

/** A document that was not read yields no graph, which does not mean that it has none. */
function assertRead(
  data: CatalogueData,
  url: string,
  { replaced, read }: { readonly replaced: TextLookup; readonly read: ReadonlySet<string> },
): void {
  for (const { graph, document } of graphsOfUrlExcept(data, url, replaced)) {
    if (!read.has(document)) throw new DocumentMissing(graph);
  }
}

function withListings(outcome: OutcomeRow, listings: readonly Listing[]): OutcomeRow {
  return { ...outcome, listings: mergeListings(outcome.listings, listings) };
}

/** Replaces the listings of some sources and keeps the others. Sorted by source. */
export function mergeListings(
  before: readonly Listing[],
  after: readonly Listing[],
): readonly Listing[] {
  const sources = new Set(after.map(({ source }) => source));
  const others = before.filter(({ source }) => !sources.has(source));
  if (others.length === 0 && after.length < 2) return after;
  return [...others, ...after].toSorted((one, other) => (one.source < other.source ? -1 : 1));
}

/** Stores the problems of each record in place of the previous ones. */
function putRecordProblems(
  data: CatalogueData,
  { graphs, recordProblems = [] }: Pick<RebuiltUrl, 'graphs' | 'recordProblems'>,
  writing: { readonly look: FirstVisit; readonly tally: CommitTally },
): void {
  const byRecord = groupBy(recordProblems, ({ record }) => record);
  for (const { graph, documentUrl: url } of graphs) {
    putProblems(data, { url, record: graph }, byRecord.get(graph) ?? [], writing);
  }
}

function mergeProblems(before: readonly Problem[], derived: readonly Problem[]): Problem[] {
  const kinds = new Set(derived.map((problem) => kindAndCount(problem).kind));
  const others = before.filter((problem) => {
    return !isDocumentProblem(problem) && !kinds.has(kindAndCount(problem).kind);
  });
  return [...others, ...derived];
}

/** An upgrade, or other settings, can change whether a URL has records, and which are kept out. */
function outcomeAfter(
  outcome: OutcomeRow,
  { keptOut = new Set(), hasGiven, mended }: RewrittenUrl,
  hasRecords: boolean,
  data: CatalogueData,
): OutcomeRow {
  const { keptOut: _, failed: failedBefore = 0, ...before } = outcome;
  const failed = failedBefore - mended;
  const records = keptOut.size;
  const copies = [...keptOut].filter((graph) => data.facts.doesExist(storageKey(graph))).length;
  return {
    ...before,
    state: stateAfter(before.state, { hasGiven, hasRecords, hasKeptOut: records > 0 }),
    ...(failed > 0 ? { failed } : {}),
    ...(records === 0 ? {} : { keptOut: { records, copies } }),
  };
}

function stateAfter(
  before: VisitState,
  { hasRecords, hasGiven = hasRecords, hasKeptOut }: RebuiltContent,
): VisitState {
  if (unanswered.has(before)) return before;
  if (hasGiven) return 'harvested';
  if (hasKeptOut) return 'nonconforming';
  const isLost = before === 'harvested' ? !hasRecords : before === 'nonconforming';
  return isLost ? 'metadata-failed' : before;
}

/** What a URL has after a rebuild. */
interface RebuiltContent {
  readonly hasGiven: boolean | undefined;
  readonly hasRecords: boolean;
  readonly hasKeptOut: boolean;
}

/** States of a URL that gave no answer, so that its documents are of an earlier visit. */
const unanswered: ReadonlySet<VisitState> = new Set<VisitState>([
  'fetch-failed',
  'gone',
  'disallowed',
  'not-tried',
]);

/** The long texts that a job writes, with the URL of the document. */
export function textsOfJob(job: UrlJob): { readonly url: string; readonly text: string }[] {
  if (job.kind !== 'rederive' && job.kind !== 'update') return [];
  const { graphs } = job.kind === 'rederive' ? job.derived : job.update;
  const documents = job.kind === 'rederive' ? [] : job.update.documents;
  return [
    ...documents.map(({ documentUrl: url, json }) => ({ url, text: json })),
    ...graphs.flatMap(({ documentUrl: url, nquads, search }) => [
      { url, text: nquads },
      { url, text: search },
    ]),
  ];
}

/** Longest text that can be read again: half of Node's longest string. */
const maxCharacters = 2 ** 28;

/** @throws {ResourceError} with `graph-too-large` when a text is longer than the store can hold */
export function refuseTooLong(job: UrlJob): void {
  for (const { url, text } of textsOfJob(job)) {
    if (text.length <= maxCharacters) continue;
    throw new ResourceError({ kind: 'graph-too-large', url, maxCharacters });
  }
}
