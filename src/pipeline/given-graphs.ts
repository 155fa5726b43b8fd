import { createHash } from 'node:crypto';
import type { Problem } from '../model/problem.ts';
import type { RecordGraph } from '../model/record.ts';

/**
 * The graphs that a URL has given. Records of one document are told apart by their keys; this is the net for two documents,
 * such as pieces of a large list, that call their records the same: the second must not take the place of the first.
 */
export class GivenGraphs {
  /** Hashes of the statements, by the IRI of the graph. */
  readonly #digests = new Map<string, string>();

  /** @returns whether a graph of that IRI was given before, with the same statements or others, and so is not taken */
  add({ graph, nquads }: RecordGraph): 'new' | 'same' | 'other' {
    const digest = createHash('sha256').update(nquads).digest('base64');
    const before = this.#digests.get(graph);
    if (before !== undefined) return before === digest ? 'same' : 'other';
    this.#digests.set(graph, digest);
    return 'new';
  }

  /** The IRIs. */
  get all(): ReadonlySet<string> {
    return new Set(this.#digests.keys());
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
