import { countedAs } from '../model/problem-tally.ts';
import type { Problem } from '../model/problem.ts';
import { nothingDone, rewrittenOf, type GraphReceipt, type Receipt } from '../model/receipt.ts';
import type { RecordGraph } from '../model/record.ts';
import type { LookState } from '../model/run.ts';
import type { Listing, TargetLabel } from '../model/target.ts';
import type { UrlEnd, UrlRemoval, UrlTouch, UrlUpdate } from '../model/url-update.ts';
import type { TextLookup } from '../text/text-set.ts';
import type { CatalogueData } from './catalogue-layout.ts';
import { sourcesOf } from './former-sources.ts';
import { documentFacts } from './kept-document.ts';
import { putList } from './kept-list.ts';
import {
  isDerived,
  problemsIn,
  problemsKey,
  putProblems,
  type MeetingLook,
} from './kept-problems.ts';
import { putOutcome, putVisit } from './outcome-writer.ts';
import { graphsOf, RecordWriter, type Tally } from './record-writer.ts';
import { storageKey } from './storage-key.ts';
import type { Rederived } from './store.ts';
import { removeGone, removeUrl } from './url-removal.ts';

/** A write that concerns one URL. */
export type UrlJob =
  | { readonly kind: 'update'; readonly update: UrlUpdate }
  | { readonly kind: 'list'; readonly url: string; readonly listing: Listing }
  | { readonly kind: 'labels'; readonly url: string; readonly labels: readonly TargetLabel[] }
  | { readonly kind: 'touch'; readonly touch: UrlTouch }
  | { readonly kind: 'removal'; readonly removal: UrlRemoval }
  | { readonly kind: 'rederive'; readonly url: string; readonly derived: Rederived };

/** Executes a job. Must run inside a transaction. */
export function writeUrl(data: CatalogueData, job: UrlJob, tally: Tally): Receipt {
  const writer = new RecordWriter(data, tally);
  switch (job.kind) {
    case 'update':
      return applyUpdate(data, job.update, { writer, tally });
    case 'rederive':
      return rederive(data, job, { writer, tally });
    case 'list':
      addListings(data, job.url, [job.listing], tally);
      return nothingDone;
    case 'labels':
      putScriptLabels(data, job, tally);
      return nothingDone;
    case 'touch':
      touchUrl(data, job.touch, tally);
      return nothingDone;
    case 'removal':
      return removeUrl(data, job.removal, tally);
  }
}

interface Writing {
  readonly writer: RecordWriter;
  readonly tally: Tally;
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
    return { ...nothingDone, graphs: receipts };
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
  tally: Tally,
): void {
  if (retrieval === undefined) return;
  const before = data.outcomes.get(storageKey(url));
  if (before !== undefined) {
    // The stored records now mix two visits, so no earlier validator applies.
    const { answer: _, negotiated: __, ...rest } = before;
    putOutcome(data, before, rest, tally);
    return;
  }
  const begun = {
    url,
    listings,
    state: 'not-tried',
    at: retrieval.at,
    run,
  } as const;
  putOutcome(data, undefined, begun, tally);
}

interface LookEnding {
  readonly url: string;
  readonly end: UrlEnd;
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
  const because = { reason: 'dropped', at, run, sources: sourcesOf(listings) } as const;
  const isGone = outcome.state === 'gone';
  const ended =
    before === undefined
      ? nothingDone
      : removeGone(
          data,
          { url, given, isGone, because, ...waitsOf(end, graphs, receipts) },
          writer,
        );
  const { kept } = ended;
  const { problems, ...row } = outcome;
  putOutcome(data, before, { ...row, listings, ...(kept > 0 ? { kept } : {}) }, tally);
  putProblems(data, { url }, problems, { look: { run, at }, tally });
  if (before !== undefined && documents !== undefined) writer.removeDocumentsBut(url, documents);
  const hasRecords = graphs.length + ended.kept + ended.leaving > 0 || hasGraph(data, url);
  putVisit(data, url, outcome, hasRecords);
  return ended;
}

/** `UrlEnd.waits`, in the last part. */
function waitsOf(
  { waits }: UrlEnd,
  graphs: readonly RecordGraph[],
  receipts: readonly GraphReceipt[],
): Pick<UrlEnd, 'waits'> {
  if (waits === undefined) return {};
  const rewritten = waits.rewritten + rewrittenOf(graphs, receipts);
  return { waits: { ...waits, rewritten } };
}

function hasGraph(data: CatalogueData, url: string): boolean {
  const [graph] = graphsOf(data, url);
  return graph !== undefined;
}

function touchUrl(
  data: CatalogueData,
  { url, visit, listings, answers }: UrlTouch,
  tally: Tally,
): void {
  const before = data.outcomes.get(storageKey(url));
  if (before === undefined) return;
  const merged = mergeListings(before.listings, listings);
  putOutcome(data, before, { ...before, ...answers, listings: merged }, tally);
  putVisit(data, url, visit, hasGraph(data, url));
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
  const sources = sourcesOf(before?.listings ?? []);
  const because = { reason: 'rebuilt', at: tally.at, sources } as const;
  const given = replaced === undefined ? undefined : { graphs: replaced };
  const removed =
    given === undefined
      ? []
      : removeGone(data, { url, given, isGone: false, because }, writer).removed;
  if (before !== undefined && problems !== undefined) {
    const [graph] = graphsOf(data, url);
    const state = stateAfter(before.state, graph !== undefined);
    putOutcome(data, before, { ...before, state }, tally);
    const own = problemsIn(data.problems.get(problemsKey({ url })));
    const merged = mergeProblems(own, problems);
    putProblems(data, { url }, merged, { look, tally });
  }
  return { ...nothingDone, graphs, removed };
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
  for (const { graph, document } of graphsOf(data, url, replaced)) {
    if (!read.has(document)) throw new DocumentMissing(graph);
  }
}

function addListings(
  data: CatalogueData,
  url: string,
  listings: readonly Listing[],
  tally: Tally,
): void {
  const before = data.outcomes.get(storageKey(url));
  if (before === undefined) return;
  const merged = mergeListings(before.listings, listings);
  putOutcome(data, before, { ...before, listings: merged }, tally);
}

/** Puts the script labels of a page in place of those that its outcome has. */
function putScriptLabels(
  data: CatalogueData,
  { url, labels }: UrlJob & { kind: 'labels' },
  tally: Tally,
): void {
  const before = data.outcomes.get(storageKey(url));
  if (before === undefined) return;
  const { scriptLabels: _, ...rest } = before;
  const after = labels.length === 0 ? rest : { ...rest, scriptLabels: labels };
  putOutcome(data, before, after, tally);
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
  { graphs, recordProblems = [] }: Pick<Rederived, 'graphs' | 'recordProblems'>,
  writing: { readonly look: MeetingLook; readonly tally: Tally },
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
  const kinds = new Set(derived.map((problem) => countedAs(problem).kind));
  const others = before.filter((problem) => {
    return !isDerived(problem) && !kinds.has(countedAs(problem).kind);
  });
  return [...others, ...derived];
}

/** An upgrade can change whether a URL has records. */
function stateAfter(before: LookState, hasRecords: boolean): LookState {
  if (hasRecords) return 'harvested';
  return before === 'harvested' ? 'metadata-failed' : before;
}
