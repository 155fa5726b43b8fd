import { hash } from 'node:crypto';
import type { KeptDocument, RecordGraph } from '../model/record.ts';
import type { GraphReceipt, Removal } from '../model/url-update.ts';
import { graphsEqual } from '../rdf/same-graph.ts';
import type { TextLookup } from '../text/text-set.ts';
import {
  readDocument,
  readStoredFacts,
  sameDocumentForm,
  sameRedirects,
  writeDocument,
  type DocumentFacts,
  equalAsJson,
  type GraphFacts,
  toGraphFacts,
} from './rows.ts';
import { historyKey, writeFormerGraph, tombstoneOf } from './history.ts';
import {
  documentKey,
  documentRange,
  graphRange,
  sha256OfDocumentKey,
  storageKey,
  nameKeys,
} from './keys.ts';
import type { CatalogueData } from './layout.ts';
import { removeProblems } from './problem-rows.ts';

/** The effects of a commit so far. */
export interface CommitTally {
  /** The number of the commit if it changes anything. */
  readonly change: number;
  /** When the commit began, ISO 8601 in UTC. */
  readonly at: string;
  /** By how much the numbers of graphs, statements and characters grow. */
  graphs: number;
  quads: number;
  characters: number;
  /** Changed graphs. */
  readonly touched: Set<string>;
  /** Whether anything readable has changed. */
  changed: boolean;
}

/**
 * Writes and removes graphs and documents, with the names by which records are found. Every method
 * must run inside a transaction.
 */
export class RecordWriter {
  readonly tally: CommitTally;
  readonly #data: CatalogueData;
  /** Keys of documents that are known to be stored. */
  readonly #kept = new Set<string>();
  /** Keys of stored documents whose redirects have changed. */
  readonly #rerouted = new Set<string>();

  constructor(data: CatalogueData, tally: CommitTally) {
    this.#data = data;
    this.tally = tally;
  }

  /** Stores a document, unless it is stored in this form already. */
  putDocument({ documentUrl, json, sha256 }: KeptDocument, facts: DocumentFacts): void {
    const { documents } = this.#data;
    const key = documentKey(documentUrl, sha256);
    const before = readStoredFacts(documents, key);
    this.#kept.add(key);
    if (before !== undefined && sameDocumentForm(before, facts)) return;
    documents.putSync(key, writeDocument(facts, json));
    if (before !== undefined && !sameRedirects(before, facts)) this.#rerouted.add(key);
    this.tally.changed = true;
  }

  /**
   * Stores a graph in place of the one of the same IRI. An equal graph keeps its text, since
   * readers that follow the catalogue would take another statement order or other blank node labels
   * for a change.
   * @throws {TypeError} when its document is not stored, which is a bug of the caller
   */
  putGraph(graph: RecordGraph): GraphReceipt {
    const { facts } = this.#data;
    const tally = this.tally;
    const key = storageKey(graph.graph);
    this.#assertDocument(graph);
    const before = facts.get(key);
    const unchanged = !this.#putStatements(key, graph, before);
    const written = { changed: tally.change, digest: digestOfStatements(graph.nquads) };
    const after = toGraphFacts(graph, unchanged ? before : written);
    if (before === undefined || !equalAsJson(before, after)) {
      facts.putSync(key, after);
      this.#replaceNames(before, after);
      tally.changed = true;
    }
    const hasNewSearch = this.#putSearch(key, graph.search);
    const isRerouted = this.#isRerouted(graph, before);
    if ([!unchanged, hasNewSearch, hasOtherVerdict(before, after), isRerouted].includes(true)) {
      tally.touched.add(graph.graph);
    }
    if (before === undefined) this.#countNew(key);
    tally.quads += graph.quads - (before?.quads ?? 0);
    const state = before === undefined ? 'added' : unchanged ? 'unchanged' : 'replaced';
    return { graph: graph.graph, state, quads: graph.quads };
  }

  /**
   * Whether its document has other redirects: these decide for which resources the record is
   * authoritative.
   */
  #isRerouted({ documentUrl, document }: RecordGraph, before: GraphFacts | undefined): boolean {
    const { documents } = this.#data;
    const key = documentKey(documentUrl, document);
    if (before === undefined || before.document === document) return this.#rerouted.has(key);
    const former = readStoredFacts(documents, documentKey(before.documentUrl, before.document));
    const now = readStoredFacts(documents, key);
    return former === undefined || now === undefined || !sameRedirects(former, now);
  }

  /**
   * Removes stored graphs.
   * @param because writes a tombstone for each; without it no trace remains
   */
  removeGraphs(graphs: readonly string[], because?: Removal): void {
    for (const graph of graphs) {
      const key = storageKey(graph);
      const facts = this.#data.facts.get(key);
      if (facts === undefined) continue;
      this.stay(key);
      const nquads = this.#data.nquads.get(key) ?? '';
      this.#keepFormer(facts, nquads);
      this.tally.characters -= nquads.length;
      this.#data.facts.removeSync(key);
      this.#data.nquads.removeSync(key);
      this.#data.search.removeSync(key);
      removeProblems(this.#data, { url: facts.documentUrl, record: graph }, this.tally);
      for (const name of nameKeys(facts)) this.#data.names.removeSync(name);
      if (because !== undefined) this.#leaveTombstone(facts, because);
      this.tally.graphs -= 1;
      this.tally.quads -= facts.quads;
      this.tally.touched.add(graph);
      this.tally.changed = true;
    }
  }

  #leaveTombstone(facts: GraphFacts, because: Removal): void {
    const { documents, tombstones } = this.#data;
    const document = readStoredFacts(documents, documentKey(facts.documentUrl, facts.document));
    const tombstone = tombstoneOf(facts, because, document?.retrieval.at);
    tombstones.putSync(storageKey(facts.graph), tombstone);
  }

  /**
   * Removes the documents of a URL except these and those that still have graphs.
   * @returns the `sha256` of the latter
   */
  removeDocumentsBut(url: string, kept: TextLookup): ReadonlySet<string> {
    const { documents } = this.#data;
    const { start, end, length } = documentRange(url);
    const gone = new Set<string>();
    for (const key of documents.getKeys({ start, end })) {
      const sha256 = sha256OfDocumentKey(key);
      if (key.length === length && !kept.has(sha256)) gone.add(sha256);
    }
    const stay = new Set<string>();
    if (gone.size === 0) return stay;
    for (const { document } of graphsOfUrlExcept(this.#data, url)) {
      if (gone.delete(document)) stay.add(document);
    }
    for (const sha256 of gone) {
      documents.removeSync(documentKey(url, sha256));
      this.tally.changed = true;
    }
    return stay;
  }

  /** Marks documents that the latest answer of their URL did not give. */
  markOlder(url: string, hashes: Iterable<string>): void {
    const { documents } = this.#data;
    for (const sha256 of hashes) {
      const key = documentKey(url, sha256);
      const facts = readStoredFacts(documents, key);
      const stored = facts === undefined || facts.isOlder ? undefined : documents.get(key);
      if (facts === undefined || stored === undefined) continue;
      const { json } = readDocument(stored, sha256);
      documents.putSync(key, writeDocument({ ...facts, isOlder: true }, json));
      this.tally.changed = true;
    }
  }

  /** Cancels the pending removal of a graph that was found again or is removed. */
  stay(key: string): void {
    const { leaving } = this.#data;
    if (leaving.get(key) !== undefined) leaving.removeSync(key);
  }

  /** @returns whether the statements changed */
  #putStatements(
    key: string,
    { graph, nquads }: RecordGraph,
    facts: GraphFacts | undefined,
  ): boolean {
    const before = facts && this.#data.nquads.get(key);
    if (facts !== undefined && before !== undefined) {
      if (graphsEqual({ graph, nquads: before }, { graph, nquads })) return false;
      this.#keepFormer(facts, before);
    }
    this.#data.nquads.putSync(key, nquads);
    this.tally.characters += nquads.length - (before?.length ?? 0);
    return true;
  }

  #countNew(key: string): void {
    this.tally.graphs += 1;
    if (this.#data.tombstones.doesExist(key)) this.#data.tombstones.removeSync(key);
  }

  /** @returns whether the search facts changed */
  #putSearch(key: string, search: string): boolean {
    if (this.#data.search.get(key) === search) return false;
    this.#data.search.putSync(key, search);
    this.tally.changed = true;
    return true;
  }

  /** Keeps the previous statements of a graph, unless it was added in this commit. */
  #keepFormer({ graph, documentUrl, changed: from = 0 }: GraphFacts, nquads: string): void {
    const until = this.tally.change;
    if (from === until) return;
    this.#data.former.putSync(
      historyKey(graph, until),
      writeFormerGraph({ graph, documentUrl, from }, nquads),
    );
  }

  #assertDocument({ graph, documentUrl, document }: RecordGraph): void {
    const key = documentKey(documentUrl, document);
    if (this.#kept.has(key)) return;
    if (!this.#data.documents.doesExist(key)) {
      throw new TypeError(`The document of ${graph} is not in the catalogue.`);
    }
    this.#kept.add(key);
  }

  #replaceNames(before: GraphFacts | undefined, after: GraphFacts): void {
    const { names } = this.#data;
    const wanted = nameKeys(after);
    const had = before === undefined ? new Set<string>() : nameKeys(before);
    for (const key of had) if (!wanted.has(key)) names.removeSync(key);
    for (const key of wanted) if (!had.has(key)) names.putSync(key, after.graph);
  }
}

/**
 * The graphs of a URL except these, in the order of their IRIs, each read on demand: those of a
 * large list would not fit into memory. Nothing may be written meanwhile.
 */
export function* graphsOfUrlExcept(
  { facts }: Pick<CatalogueData, 'facts'>,
  url: string,
  except: TextLookup = nothing,
): Generator<GraphFacts> {
  const own = storageKey(url);
  const { start, end } = graphRange(url);
  for (const key of withFirst(own, facts.getKeys({ start, end }))) {
    // Excluded graphs are not read, which would take long for a large list.
    const found = except.has(key) ? undefined : facts.get(key);
    if (found?.documentUrl === url && !except.has(found.graph)) yield found;
  }
}

function hasOtherVerdict(before: GraphFacts | undefined, after: GraphFacts): boolean {
  return !equalAsJson(before?.conformance ?? [], after.conformance ?? []);
}

const nothing: TextLookup = new Set();

function* withFirst(first: string, others: Iterable<string>): Generator<string> {
  yield first;
  for (const other of others) if (other !== first) yield other;
}

/** 132 bits, so that collisions cannot be constructed. */
function digestOfStatements(nquads: string): string {
  return hash('sha256', nquads, 'base64url').slice(0, 22);
}
