import { rewrittenOf, type Receipt } from '../model/receipt.ts';
import type { Problem } from '../model/problem.ts';
import type { KeptDocument, RecordGraph } from '../model/record.ts';
import type { Retrieval } from '../model/response.ts';
import type { Listing } from '../model/target.ts';
import type { UrlEnd, UrlUpdate } from '../model/url-update.ts';
import { TextSet } from '../text/text-set.ts';
import { GivenGraphs } from './given-graphs.ts';
import { partCharacters, problemCharacters } from './url-bounds.ts';

/** What one look at a URL has given so far. */
export class Look {
  readonly #url: string;
  readonly #run: string;
  readonly #allGraphs = new GivenGraphs();
  readonly #allDocuments = new TextSet();
  #retrieval: Retrieval | undefined;
  #documents: KeptDocument[] = [];
  #graphs: RecordGraph[] = [];
  #problems: Problem[] = [];
  #characters = 0;
  #rewritten = 0;

  constructor(url: string, run: string) {
    this.#url = url;
    this.#run = run;
  }

  retrieved(retrieval: Retrieval): void {
    this.#retrieval = retrieval;
  }

  addDocument(document: KeptDocument): void {
    this.#documents.push(document);
    this.#allDocuments.add(document.sha256);
    this.#characters += document.json.length;
  }

  /**
   * Takes a graph, unless there is one of its IRI already.
   * @param problems those that belong to the record
   * @returns as `GivenGraphs.add`
   */
  addGraph(graph: RecordGraph, problems: readonly Problem[]): ReturnType<GivenGraphs['add']> {
    // Those before were handed over with a part. Of most URLs there is one part, and nothing is to be hashed.
    if (this.#graphs.length === 0) this.#allGraphs.release();
    const answer = this.#allGraphs.add(graph);
    if (answer !== 'new') return answer;
    this.#graphs.push(graph);
    this.#problems.push(...problems);
    this.#characters += graph.nquads.length + problems.length * problemCharacters;
    return answer;
  }

  /** Whether it gave a graph. */
  gave(graph: string): boolean {
    return this.#allGraphs.all.has(graph);
  }

  /** Graphs of a part are kept. @param receipt has one for each of them, in the same order */
  kept(graphs: readonly RecordGraph[], receipt: Receipt): void {
    this.#rewritten += rewrittenOf(graphs, receipt.graphs);
  }

  /** See `UrlEnd.waits`; of the parts that are kept by now. */
  get rewritten(): number {
    return this.#rewritten;
  }

  /** What was added since the last part, in UTF-16 code units. */
  get characters(): number {
    return this.#characters;
  }

  /** Whether what was added since the last part makes one. */
  get isLarge(): boolean {
    return this.#characters >= partCharacters;
  }

  /** What the URL may keep of what it had. @param isWhole whether the look gave all records that the URL has */
  content(isWhole: boolean): Pick<UrlEnd, 'graphs' | 'someGraphs' | 'documents'> {
    const { all } = this.#allGraphs;
    return {
      ...(isWhole ? { graphs: all } : all.size > 0 ? { someGraphs: all } : {}),
      ...(this.#retrieval === undefined ? {} : { documents: this.#allDocuments }),
    };
  }

  /** Takes what was added since the last part. @param listings the sources that list the URL */
  part(listings: readonly Listing[]): UrlUpdate {
    const part = {
      url: this.#url,
      run: this.#run,
      ...(this.#retrieval === undefined ? {} : { retrieval: this.#retrieval }),
      listings,
      documents: this.#documents,
      graphs: this.#graphs,
      recordProblems: this.#problems,
    };
    this.#documents = [];
    this.#graphs = [];
    this.#problems = [];
    this.#characters = 0;
    return part;
  }
}
