import type { Retrieval } from '../model/response.ts';
import { identifierName } from '../rdf/identifier-name.ts';

/** Tells whether an IRI is a name of one resource. */
export interface Names {
  has(iri: string): boolean;
}

/** What one resource is called: the URLs of an answer as they are, and persistent identifiers in any spelling. */
export class ResourceNames implements Names {
  readonly #urls: ReadonlySet<string>;
  /** Each under its one spelling; see `identifierName`. */
  readonly #pids: ReadonlySet<string>;

  constructor(urls: ReadonlySet<string>, pids: readonly string[]) {
    this.#urls = urls;
    this.#pids = new Set(pids.map(identifierName));
  }

  has(iri: string): boolean {
    if (this.#urls.has(iri)) return true;
    return this.#pids.size > 0 && this.#pids.has(identifierName(iri));
  }

  /** All of them, each under its one spelling. */
  get identifiers(): ReadonlySet<string> {
    return new Set([...Array.from(this.#urls, identifierName), ...this.#pids]);
  }
}

/** The URLs of an answer: the one that was listed or linked, those on the way, and the one that answered. */
export function urlsOfAnswer(
  url: string,
  { finalUrl, redirects }: Pick<Retrieval, 'finalUrl' | 'redirects'>,
): ReadonlySet<string> {
  return new Set([url, finalUrl, ...redirects.map(({ from }) => from)]);
}
