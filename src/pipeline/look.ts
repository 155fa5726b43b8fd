import type { KeptDocument, RecordGraph } from '../model/record.ts';
import type { Retrieval } from '../model/response.ts';
import type { LookContent, UrlUpdate } from '../model/url-update.ts';

/** A look that gives more is written in parts of this many characters. */
const partCharacters = 2 ** 22;

/** What one look at a URL has given so far. */
export class Look {
  readonly #url: string;
  readonly #run: string;
  readonly #all = { graphs: new Set<string>(), documents: new Set<string>() };
  #retrieval: Retrieval | undefined;
  #documents: KeptDocument[] = [];
  #graphs: RecordGraph[] = [];
  #characters = 0;

  constructor(url: string, run: string) {
    this.#url = url;
    this.#run = run;
  }

  retrieved(retrieval: Retrieval): void {
    this.#retrieval = retrieval;
  }

  addDocument(document: KeptDocument): void {
    this.#documents.push(document);
    this.#all.documents.add(document.sha256);
    this.#characters += document.json.length;
  }

  addGraph(graph: RecordGraph): void {
    this.#graphs.push(graph);
    this.#all.graphs.add(graph.graph);
    this.#characters += graph.nquads.length;
  }

  /** Whether what was added since the last part makes one. */
  get isLarge(): boolean {
    return this.#characters >= partCharacters;
  }

  /** All that was added, whatever part it was in. */
  get content(): LookContent {
    return this.#all;
  }

  /** Takes what was added since the last part. */
  part(): UrlUpdate {
    const part = {
      url: this.#url,
      run: this.#run,
      ...(this.#retrieval === undefined ? {} : { retrieval: this.#retrieval }),
      documents: this.#documents,
      graphs: this.#graphs,
    };
    this.#documents = [];
    this.#graphs = [];
    this.#characters = 0;
    return part;
  }
}
