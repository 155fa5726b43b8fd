import type { GraphReceipt } from '../model/receipt.ts';
import type { KeptDocument, RecordGraph } from '../model/record.ts';
import type { CatalogueData } from './catalogue-layout.ts';
import { factsOf, sameFacts, type GraphFacts } from './graph-facts.ts';
import { keptFacts, sameForm, writeDocument, type DocumentFacts } from './kept-document.ts';
import { nameKeys } from './record-names.ts';
import { documentKey, documentRange, graphRange, sha256Of, storageKey } from './storage-key.ts';

/** What a commit has done so far. */
export interface Tally {
  /** How many graphs and statements there are more. */
  graphs: number;
  quads: number;
  /** Graphs that are other than before. */
  readonly touched: Set<string>;
  /** Whether anything is that can be read. */
  changed: boolean;
}

type Databases = Pick<CatalogueData, 'facts' | 'nquads' | 'documents' | 'names'>;

/**
 * Puts graphs and documents into the databases and takes them out, with the names by which records are found. Everything
 * is to be called inside of a transaction.
 */
export class RecordWriter {
  readonly #data: Databases;
  readonly #tally: Tally;
  /** Keys of documents that are known to be kept. */
  readonly #kept = new Set<string>();

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
    this.#tally.changed = true;
  }

  /**
   * Keeps a graph in place of that of the same IRI.
   * @throws {TypeError} when its document is not kept, which is a mistake of the caller's
   */
  putGraph(graph: RecordGraph): GraphReceipt {
    const { facts, nquads } = this.#data;
    const tally = this.#tally;
    const key = storageKey(graph.graph);
    this.#assertDocument(graph);
    const before = facts.get(key);
    const after = factsOf(graph);
    const unchanged = before !== undefined && nquads.get(key) === graph.nquads;
    if (!unchanged) nquads.putSync(key, graph.nquads);
    if (before === undefined || !sameFacts(before, after)) {
      facts.putSync(key, after);
      this.#replaceNames(before, after);
      tally.changed = true;
    }
    if (!unchanged) tally.touched.add(graph.graph);
    if (before === undefined) tally.graphs += 1;
    tally.quads += graph.quads - (before?.quads ?? 0);
    const state = before === undefined ? 'added' : unchanged ? 'unchanged' : 'replaced';
    return { graph: graph.graph, state, quads: graph.quads };
  }

  /** Removes the graphs of a URL but these. @returns those that are gone, in the order of their IRIs */
  removeGraphsBut(url: string, kept: ReadonlySet<string>): string[] {
    const gone = graphsOf(this.#data, url, kept);
    for (const facts of gone) {
      const key = storageKey(facts.graph);
      this.#data.facts.removeSync(key);
      this.#data.nquads.removeSync(key);
      for (const name of nameKeys(facts)) this.#data.names.removeSync(name);
      this.#tally.graphs -= 1;
      this.#tally.quads -= facts.quads;
      this.#tally.touched.add(facts.graph);
      this.#tally.changed = true;
    }
    return gone.map(({ graph }) => graph);
  }

  /** Removes the documents of a URL but these and those of which there still are graphs. */
  removeDocumentsBut(url: string, kept: ReadonlySet<string>): void {
    const { start, end, length } = documentRange(url);
    const keys = [...this.#data.documents.getKeys({ start, end })].filter(
      (key) => key.length === length && !kept.has(sha256Of(key)),
    );
    if (keys.length === 0) return;
    const used = new Set(graphsOf(this.#data, url).map(({ document }) => document));
    for (const key of keys) {
      if (used.has(sha256Of(key))) continue;
      this.#data.documents.removeSync(key);
      this.#tally.changed = true;
    }
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

/** The graphs of a URL but these, in the order of their IRIs. */
export function graphsOf(
  { facts }: Pick<CatalogueData, 'facts'>,
  url: string,
  except: ReadonlySet<string> = new Set(),
): GraphFacts[] {
  const { start, end } = graphRange(url);
  const own = storageKey(url);
  const others = [...facts.getKeys({ start, end })].filter((key) => key !== own);
  // Of a large list, reading what is not wanted would take long.
  return [own, ...others].flatMap((key) => {
    if (except.has(key)) return [];
    const found = facts.get(key);
    return found?.documentUrl === url && !except.has(found.graph) ? [found] : [];
  });
}
