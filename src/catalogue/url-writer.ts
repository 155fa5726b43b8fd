import { ResourceError } from '../model/http.ts';
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
  type UnchangedVisit,
  type UrlRemoval,
  type UrlUpdate,
  type UrlVisitEnd,
} from '../model/url-update.ts';
import type { TextLookup } from '../text/text-set.ts';
import { documentFacts } from './document-rows.ts';
import { sourceNames } from './history/former-versions.ts';
import { putList, storageKey } from './keys.ts';
import type { CatalogueData } from './layout.ts';
import {
  type FirstVisit,
  isDocumentProblem,
  problemsInRow,
  problemsKey,
  putProblems,
} from './problem-rows.ts';
import { type CommitTally, graphsOfUrlExcept, RecordWriter } from './record-writer.ts';
import type { RebuiltUrl } from './store.ts';
import { removeUnseenGraphs, removeUrl, writeOutcome, writeVisit } from './url-removal.ts';

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
      return applyUpdate(data, job.update, { writer, tally });
    case 'rederive':
      return rederive(data, job, { writer, tally });
    case 'list':
      addListings(data, job.url, [job.listing], tally);
      return emptyReceipt;
    case 'labels':
      putScriptLabels(data, job, tally);
      return emptyReceipt;
    case 'touch':
      touchUrl(data, job.touch, tally);
      return emptyReceipt;
    case 'removal':
      return removeUrl(data, job.removal, tally);
  }
}

interface Writing {
  readonly writer: RecordWriter;
  readonly tally: CommitTally;
}

function applyUpdate(data: CatalogueData, update: UrlUpdate, { writer, tally }: Writing): Receipt {
  const { url, run, retrieval, documents, graphs, recordProblems = [], end } = update;
  for (const document of documents) {
    if (retrieval === undefined) throw new TypeError(`Nothing tells how ${url} was had.`);
    writer.putDocument(document, documentFacts(document, retrieval, run));
  }
  const receipts = graphs.map((graph) => writer.putGraph(graph));
  for (const { graph } of graphs) writer.stay(storageKey(graph));
  const look = { run, at: end?.outcome.at ?? retrieval?.at ?? tally.at };
  putRecordProblems(data, { graphs, recordProblems }, { look, tally });
  if (end === undefined) {
    beginLook(data, update, tally);
    return { ...emptyReceipt, graphs: receipts };
  }
  const lastPart = { graphs, receipts };
  return { ...endLook(data, { url, end, lastPart }, { writer, tally }), graphs: receipts };
}

/**
 * Writes an outcome before the first record: a killed run may leave a part of a list, which must
 * belong to a source.
 */
function beginLook(
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
  const begun = {
    url,
    listings,
    state: 'not-tried',
    at: retrieval.at,
    run,
  } as const;
  writeOutcome(data, undefined, begun, tally);
}

interface LookEnding {
  readonly url: string;
  readonly end: UrlVisitEnd;
  readonly lastPart: {
    readonly graphs: readonly RecordGraph[];
    readonly receipts: readonly GraphReceipt[];
  };
}

function endLook(
  data: CatalogueData,
  { url, end, lastPart: { graphs, receipts } }: LookEnding,
  { writer, tally }: Writing,
): Omit<Receipt, 'graphs'> {
  const { outcome, documents, leads, waits: _, ...given } = end;
  const before = data.outcomes.get(storageKey(url));
  const listings = mergeListings(before?.listings ?? [], outcome.listings);
  // A new URL has no list to be cleared.
  if (leads !== undefined && (before !== undefined || leads.length > 0)) {
    putList(data.leads, url, leads);
  }
  const { at, run } = outcome;
  const because = { reason: 'dropped', at, run, sources: sourceNames(listings) } as const;
  const isGone = outcome.state === 'gone';
  const ended =
    before === undefined
      ? emptyReceipt
      : removeUnseenGraphs(
          data,
          { url, given, isGone, because, ...waitsOf(end, graphs, receipts) },
          writer,
        );
  const { kept } = ended;
  const { problems, ...row } = outcome;
  writeOutcome(data, before, { ...row, listings, ...(kept > 0 ? { kept } : {}) }, tally);
  putProblems(data, { url }, problems, { look: { run, at }, tally });
  if (before !== undefined && documents !== undefined) writer.removeDocumentsBut(url, documents);
  const hasRecords = graphs.length + ended.kept + ended.leaving > 0 || hasGraph(data, url);
  writeVisit(data, url, outcome, hasRecords);
  return ended;
}

/** `UrlVisitEnd.waits`, in the last part. */
function waitsOf(
  { waits }: UrlVisitEnd,
  graphs: readonly RecordGraph[],
  receipts: readonly GraphReceipt[],
): Pick<UrlVisitEnd, 'waits'> {
  if (waits === undefined) return {};
  const rewritten = waits.rewritten + countContentNamedAdditions(graphs, receipts);
  return { waits: { ...waits, rewritten } };
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
  const before = data.outcomes.get(storageKey(url));
  if (before === undefined) return;
  const merged = mergeListings(before.listings, listings);
  writeOutcome(data, before, { ...before, ...answers, listings: merged }, tally);
  writeVisit(data, url, visit, hasGraph(data, url));
}

function rederive(
  data: CatalogueData,
  { url, derived }: UrlJob & { kind: 'rederive' },
  { writer, tally }: Writing,
): Receipt {
  const graphs = derived.graphs.map((graph) => writer.putGraph(graph));
  const { replaced, read, problems } = derived;
  if (replaced !== undefined && read !== undefined) assertRead(data, url, { replaced, read });
  const before = data.outcomes.get(storageKey(url));
  const look = { run: before?.run ?? '', at: tally.at };
  putRecordProblems(data, derived, { look, tally });
  const sources = sourceNames(before?.listings ?? []);
  const because = { reason: 'rebuilt', at: tally.at, sources } as const;
  const given = replaced === undefined ? undefined : { graphs: replaced };
  const removed =
    given === undefined
      ? []
      : removeUnseenGraphs(data, { url, given, isGone: false, because }, writer).removed;
  if (before !== undefined && problems !== undefined) {
    const [graph] = graphsOfUrlExcept(data, url);
    const state = stateAfter(before.state, graph !== undefined);
    writeOutcome(data, before, { ...before, state }, tally);
    const own = problemsInRow(data.problems.get(problemsKey({ url })));
    const merged = mergeProblems(own, problems);
    putProblems(data, { url }, merged, { look, tally });
  }
  return { ...emptyReceipt, graphs, removed };
}

/** The stored document of a record is missing: part of the file cannot be read. */
export class DocumentMissing extends Error {
  override readonly name = 'DocumentMissing' as const;
  readonly graph: string;

  constructor(graph: string) {
    super(`The document of ${graph} was not met.`);
    this.graph = graph;
  }
}

/** A document that was not read gave no graph, which does not mean that it has none. */
function assertRead(
  data: CatalogueData,
  url: string,
  { replaced, read }: { readonly replaced: TextLookup; readonly read: ReadonlySet<string> },
): void {
  for (const { graph, document } of graphsOfUrlExcept(data, url, replaced)) {
    if (!read.has(document)) throw new DocumentMissing(graph);
  }
}

function addListings(
  data: CatalogueData,
  url: string,
  listings: readonly Listing[],
  tally: CommitTally,
): void {
  const before = data.outcomes.get(storageKey(url));
  if (before === undefined) return;
  const merged = mergeListings(before.listings, listings);
  writeOutcome(data, before, { ...before, listings: merged }, tally);
}

/** Puts the script labels of a page in place of those that its outcome has. */
function putScriptLabels(
  data: CatalogueData,
  { url, labels }: UrlJob & { kind: 'labels' },
  tally: CommitTally,
): void {
  const before = data.outcomes.get(storageKey(url));
  if (before === undefined) return;
  const { scriptLabels: _, ...rest } = before;
  const after = labels.length === 0 ? rest : { ...rest, scriptLabels: labels };
  writeOutcome(data, before, after, tally);
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
  const byRecord = new Map<string | undefined, Problem[]>();
  for (const problem of recordProblems) {
    const known = byRecord.get(problem.record);
    if (known === undefined) byRecord.set(problem.record, [problem]);
    else known.push(problem);
  }
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

/** An upgrade can change whether a URL has records. */
function stateAfter(before: VisitState, hasRecords: boolean): VisitState {
  if (hasRecords) return 'harvested';
  return before === 'harvested' ? 'metadata-failed' : before;
}

/** A text that a job writes, and what it belongs to. */
interface StoredText {
  readonly url: string;
  readonly text: string;
}

/** The long texts that a job writes. */
export function textsOfJob(job: UrlJob): readonly StoredText[] {
  if (job.kind === 'rederive') return job.derived.graphs.flatMap(textsOfGraph);
  if (job.kind !== 'update') return [];
  const documents = job.update.documents.map(({ documentUrl, json }) => ({
    url: documentUrl,
    text: json,
  }));
  return [...documents, ...job.update.graphs.flatMap(textsOfGraph)];
}

function textsOfGraph({ documentUrl, nquads, search }: RecordGraph): readonly StoredText[] {
  return [nquads, search].map((text) => ({ url: documentUrl, text }));
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
