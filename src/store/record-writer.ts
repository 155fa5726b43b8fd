import type { GraphReceipt } from '../model/receipt.ts';
import type { KeptDocument, RecordGraph } from '../model/record.ts';
import type { Removal } from '../model/tombstone.ts';
import { saySame } from '../rdf/same-graph.ts';
import type { TextLookup } from '../text/text-set.ts';
import type { CatalogueData } from './catalogue-layout.ts';
import { formerKey, writeFormer } from './former-texts.ts';
import { factsOf, sameFacts } from './graph-facts.ts';
import type { DocumentFacts, GraphFacts } from './rows.ts';
import { keptFacts, sameForm, sameWay, writeDocument } from './kept-document.ts';
import { removeProblems } from './kept-problems.ts';
import { nameKeys } from './record-names.ts';
import { documentKey, documentRange, graphRange, sha256Of, storageKey } from './storage-key.ts';
import { tombstoneOf } from './tombstones.ts';

/** What a commit has done so far. */
export interface Tally {
  /** The number that the commit has if it changes anything. */
  readonly change: number;
  /** When it began, ISO 8601 in UTC. */
  readonly at: string;
  /** How many graphs, statements, and characters of their texts there are more. */
  graphs: number;
  quads: number;
  characters: number;
  /** Graphs that are other than before. */
  readonly touched: Set<string>;
  /** Whether anything is that can be read. */
  changed: boolean;
}

type Databases = Pick<
  CatalogueData,
  | 'facts'
  | 'nquads'
  | 'search'
  | 'documents'
  | 'names'
  | 'problems'
  | 'leaving'
  | 'former'
  | 'tombstones'
>;

/**
 * Puts graphs and documents into the databases and takes them out, with the names by which records are found. Everything
 * is to be called inside of a transaction.
 */
export class RecordWriter {
  readonly #data: Databases;
  readonly #tally: Tally;
  /** Keys of documents that are known to be kept. */
  readonly #kept = new Set<string>();
  /** Keys of documents that were kept before and came by other URLs now. */
  readonly #rerouted = new Set<string>();

  constructor(data: Databases, tally: Tally) {
    this.#data = data;
    this.#tally = tally;
  }

  /** Keeps a document, unless it is kept in this form already. */
  putDocument({ documentUrl, json, sha256 }: KeptDocument, facts: DocumentFacts): void {
    const { documents } = this.#data;
    const key = documentKey(documentUrl, sha256);
    const before = keptFacts(documents, key);
    this.#kept.add(key);
    if (before !== undefined && sameForm(before, facts)) return;
    documents.putSync(key, writeDocument(facts, json));
    if (before !== undefined && !sameWay(before, facts)) this.#rerouted.add(key);
    this.#tally.changed = true;
  }

  /**
   * Keeps a graph in place of that of the same IRI. The text stays as it is where it says the same already, since whoever
   * follows the catalogue would take another order of statements, or other labels, for something new.
   * @throws {TypeError} when its document is not kept, which is a mistake of the caller's
   */
  putGraph(graph: RecordGraph): GraphReceipt {
    const { facts } = this.#data;
    const tally = this.#tally;
    const key = storageKey(graph.graph);
    this.#assertDocument(graph);
    const before = facts.get(key);
    const unchanged = !this.#putStatements(key, graph, before);
    const after = factsOf(graph, unchanged ? before?.changed : tally.change);
    if (before === undefined || !sameFacts(before, after)) {
      facts.putSync(key, after);
      this.#replaceNames(before, after);
      tally.changed = true;
    }
    const isFoundAsBefore = !this.#putSearch(key, graph.search);
    const isOther = [!unchanged, !isFoundAsBefore, this.#isRerouted(graph, before)].includes(true);
    if (isOther) tally.touched.add(graph.graph);
    if (before === undefined) this.#begin(key);
    tally.quads += graph.quads - (before?.quads ?? 0);
    const state = before === undefined ? 'added' : unchanged ? 'unchanged' : 'replaced';
    return { graph: graph.graph, state, quads: graph.quads };
  }

  /**
   * Whether its document came by other URLs: by these it is told for which resources a record may
   * speak.
   */
  #isRerouted({ documentUrl, document }: RecordGraph, before: GraphFacts | undefined): boolean {
    const { documents } = this.#data;
    const key = documentKey(documentUrl, document);
    if (before === undefined || before.document === document) return this.#rerouted.has(key);
    const former = keptFacts(documents, documentKey(before.documentUrl, before.document));
    const now = keptFacts(documents, key);
    return former === undefined || now === undefined || !sameWay(former, now);
  }

  /** Removes the graphs of a URL but these. @returns those that are gone, in the order of their IRIs */
  removeGraphsBut(url: string, kept: TextLookup): readonly string[] {
    // What is looked through is not changed meanwhile.
    const gone = Array.from(graphsOf(this.#data, url, kept), ({ graph }) => graph);
    this.removeGraphs(gone);
    return gone;
  }

  /**
   * Removes graphs that are kept.
   * @param because leaves a tombstone of each; without it nothing says that they were there
   */
  removeGraphs(graphs: readonly string[], because?: Removal): void {
    for (const graph of graphs) {
      const key = storageKey(graph);
      const facts = this.#data.facts.get(key);
      if (facts === undefined) continue;
      this.stay(key);
      const nquads = this.#data.nquads.get(key) ?? '';
      this.#keepFormer(facts, nquads);
      this.#tally.characters -= nquads.length;
      this.#data.facts.removeSync(key);
      this.#data.nquads.removeSync(key);
      this.#data.search.removeSync(key);
      removeProblems(this.#data, { url: facts.documentUrl, record: graph }, this.#tally);
      for (const name of nameKeys(facts)) this.#data.names.removeSync(name);
      if (because !== undefined) this.#leaveTombstone(facts, because);
      this.#tally.graphs -= 1;
      this.#tally.quads -= facts.quads;
      this.#tally.touched.add(graph);
      this.#tally.changed = true;
    }
  }

  #leaveTombstone(facts: GraphFacts, because: Removal): void {
    const { graph, documentUrl, document } = facts;
    const { retrieval } = keptFacts(this.#data.documents, documentKey(documentUrl, document)) ?? {};
    const tombstone = tombstoneOf(facts, because, retrieval?.at);
    this.#data.tombstones.putSync(storageKey(graph), tombstone);
  }

  /** Removes the documents of a URL but these and those of which there still are graphs. */
  removeDocumentsBut(url: string, kept: TextLookup): void {
    const { documents } = this.#data;
    const { start, end, length } = documentRange(url);
    const gone = new Set<string>();
    for (const key of documents.getKeys({ start, end })) {
      const sha256 = sha256Of(key);
      if (key.length === length && !kept.has(sha256)) gone.add(sha256);
    }
    if (gone.size === 0) return;
    for (const { document } of graphsOf(this.#data, url)) gone.delete(document);
    for (const sha256 of gone) {
      documents.removeSync(documentKey(url, sha256));
      this.#tally.changed = true;
    }
  }

  /** A graph that was to be removed was given again, or is gone already. @param key of its IRI */
  stay(key: string): void {
    const { leaving } = this.#data;
    if (leaving.get(key) !== undefined) leaving.removeSync(key);
  }

  /** @returns whether they are other than before */
  #putStatements(
    key: string,
    { graph, nquads }: RecordGraph,
    facts: GraphFacts | undefined,
  ): boolean {
    const before = facts && this.#data.nquads.get(key);
    if (before !== undefined && saySame({ graph, nquads: before }, { graph, nquads })) return false;
    if (facts !== undefined && before !== undefined) this.#keepFormer(facts, before);
    this.#data.nquads.putSync(key, nquads);
    this.#tally.characters += nquads.length - (before?.length ?? 0);
    return true;
  }

  /** Takes note of a graph that was not there. */
  #begin(key: string): void {
    this.#tally.graphs += 1;
    if (this.#data.tombstones.doesExist(key)) this.#data.tombstones.removeSync(key);
  }

  /** @returns whether it is other than before */
  #putSearch(key: string, search: string): boolean {
    if (this.#data.search.get(key) === search) return false;
    this.#data.search.putSync(key, search);
    this.#tally.changed = true;
    return true;
  }

  /** Keeps what a graph said, unless it came and goes in one commit. */
  #keepFormer({ graph, documentUrl, changed: from = 0 }: GraphFacts, nquads: string): void {
    const until = this.#tally.change;
    if (from === until) return;
    this.#data.former.putSync(
      formerKey(graph, until),
      writeFormer({ graph, documentUrl, from }, nquads),
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
 * The graphs of a URL but these, in the order of their IRIs, each read when it is asked for: of a large list all together
 * would fill the memory. Nothing may be written meanwhile.
 */
export function* graphsOf(
  { facts }: Pick<CatalogueData, 'facts'>,
  url: string,
  except: TextLookup = nothing,
): Generator<GraphFacts> {
  const own = storageKey(url);
  const { start, end } = graphRange(url);
  for (const key of withFirst(own, facts.getKeys({ start, end }))) {
    // Of a large list, reading what is not wanted would take long.
    const found = except.has(key) ? undefined : facts.get(key);
    if (found?.documentUrl === url && !except.has(found.graph)) yield found;
  }
}

const nothing: TextLookup = new Set();

function* withFirst(first: string, others: Iterable<string>): Generator<string> {
  yield first;
  for (const other of others) if (other !== first) yield other;
}
