import type { Retrieval } from '../model/http.ts';
import { identifierName } from '../rdf/identifiers.ts';

/** Tests whether an IRI names one resource. */
export interface Names {
  has(iri: string): boolean;
}

/**
 * The names of one resource: the URLs of a response as they are, and persistent identifiers in any
 * spelling.
 */
export class ResourceNames implements Names {
  readonly #urls: ReadonlySet<string>;
  /** In the spelling of `identifierName`. */
  readonly #pids: ReadonlySet<string>;

  constructor(urls: ReadonlySet<string>, pids: readonly string[]) {
    this.#urls = urls;
    this.#pids = new Set(pids.map(identifierName));
  }

  has(iri: string): boolean {
    if (this.#urls.has(iri)) return true;
    return this.#pids.size > 0 && this.#pids.has(identifierName(iri));
  }

  /** All names in their canonical spelling. */
  get identifiers(): ReadonlySet<string> {
    return new Set([...Array.from(this.#urls, identifierName), ...this.#pids]);
  }
}

/** The URLs of a response: the listed or linked one, the redirects, and the final one. */
export function responseUrls(
  url: string,
  { finalUrl, redirects }: Pick<Retrieval, 'finalUrl' | 'redirects'>,
): ReadonlySet<string> {
  return new Set([url, finalUrl, ...redirects.map(({ from }) => from)]);
}
