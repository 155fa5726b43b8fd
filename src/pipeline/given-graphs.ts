import { hash } from 'node:crypto';
import type { Problem } from '../model/problem.ts';
import type { RecordGraph } from '../model/record.ts';
import { TextSet, type TextLookup } from '../text/text-set.ts';

/**
 * The graphs that a URL has given. Records of one document are told apart by their keys; this is the net for two documents,
 * such as pieces of a large list, that call their records the same: the second must not take the place of the first.
 */
export class GivenGraphs {
  readonly #iris = new TextSet();
  /** The IRIs, each with a hash of the statements. */
  readonly #contents = new TextSet();

  /** @returns whether a graph of that IRI was given before, with the same statements or others, and so is not taken */
  add({ graph, nquads }: RecordGraph): 'new' | 'same' | 'other' {
    const content = `${graph} ${hash('sha256', nquads, 'base64')}`;
    if (!this.#iris.add(graph)) return this.#contents.has(content) ? 'same' : 'other';
    this.#contents.add(content);
    return 'new';
  }

  /** The IRIs of all until now and of what is added later. */
  get all(): TextLookup & { readonly size: number } {
    return this.#iris;
  }
}

/** The problem of a record that is called as another one of its URL is. */
export function secondRecord({ documentUrl, key, graph }: RecordGraph): Problem {
  return {
    kind: 'list-item-invalid',
    url: documentUrl,
    found: `a second record called ${key ?? graph}`,
  };
}
