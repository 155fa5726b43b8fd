import { hash } from 'node:crypto';
import type { Problem } from '../model/problem.ts';
import type { RecordGraph } from '../model/record.ts';
import { TextSet, type TextLookup } from '../text/text-set.ts';

/**
 * The graphs that a URL has given. Records of one document are told apart by their keys; this is the net for two documents,
 * such as pieces of a large list, that call their records the same: the second must not take the place of the first.
 */
export class GivenGraphs {
  /** The statements by the IRI of the graph, of those that are in memory anyhow. */
  readonly #latest = new Map<string, string>();
  readonly #iris = new TextSet();
  /** The IRIs of the others, each with a hash of the statements. */
  readonly #contents = new TextSet();

  /** @returns whether a graph of that IRI was given before, with the same statements or others, and so is not taken */
  add({ graph, nquads }: RecordGraph): 'new' | 'same' | 'other' {
    if (this.#iris.add(graph)) {
      this.#latest.set(graph, nquads);
      return 'new';
    }
    const before = this.#latest.get(graph);
    const isSame =
      before === undefined ? this.#contents.has(contentOf(graph, nquads)) : before === nquads;
    return isSame ? 'same' : 'other';
  }

  /** Lets go of the statements: whoever gave the graphs does not hold them any more. */
  release(): void {
    for (const [graph, nquads] of this.#latest) this.#contents.add(contentOf(graph, nquads));
    this.#latest.clear();
  }

  /** The IRIs of all until now and of what is added later. */
  get all(): TextLookup & { readonly size: number } {
    return this.#iris;
  }
}

function contentOf(graph: string, nquads: string): string {
  return `${graph} ${hash('sha256', nquads, 'base64')}`;
}

/** The problem of a record that is called as another one of its URL is. */
export function secondRecord({ documentUrl, key, graph }: RecordGraph): Problem {
  return {
    kind: 'list-item-invalid',
    url: documentUrl,
    found: `a second record called ${key ?? graph}`,
  };
}
