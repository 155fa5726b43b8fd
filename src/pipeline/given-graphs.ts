import { hash } from 'node:crypto';
import type { Problem } from '../model/problem.ts';
import type { RecordGraph } from '../model/record.ts';
import { type TextLookup, TextSet } from '../text/text-set.ts';

/**
 * The graphs that a URL gave. Keys tell the records of one document apart; this catches two
 * documents, such as pieces of a large list, whose records have the same IRI: the second record
 * must not replace the first.
 */
class GivenGraphs {
  /** By graph IRI, the statements that the current part still has in memory. */
  readonly #latest = new Map<string, string>();
  readonly #iris = new TextSet();
  /** The IRIs of the other graphs, each with a hash of its statements. */
  readonly #contents = new TextSet();

  /** @returns `same` or `other` where a graph with that IRI was given before, by its statements */
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

  /** Keeps only hashes of the statements, since the part that had them is written. */
  release(): void {
    for (const [graph, nquads] of this.#latest) this.#contents.add(contentOf(graph, nquads));
    this.#latest.clear();
  }

  /** The IRIs of all graphs; a live view. */
  get all(): TextLookup & { readonly size: number } {
    return this.#iris;
  }
}

function contentOf(graph: string, nquads: string): string {
  return `${graph} ${hash('sha256', nquads, 'base64')}`;
}

/** The problem of a record with the IRI of another record of the same URL. */
export function duplicateRecordProblem({ documentUrl, key, graph }: RecordGraph): Problem {
  return {
    kind: 'list-item-invalid',
    url: documentUrl,
    found: `a second record called ${key ?? graph}`,
  };
}

/** The graphs of a URL that are not written yet, with the problems of their records. */
export class GraphBuffer {
  readonly #given = new GivenGraphs();
  #graphs: RecordGraph[] = [];
  #problems: Problem[] = [];
  #characters = 0;

  /** Takes a graph, unless there is one with its IRI. @returns as `GivenGraphs.add` */
  add(graph: RecordGraph, problems: readonly Problem[]): ReturnType<GivenGraphs['add']> {
    // Earlier graphs were written with a part. Most URLs give one part, and nothing is hashed.
    if (this.#graphs.length === 0) this.#given.release();
    const answer = this.#given.add(graph);
    if (answer !== 'new') return answer;
    this.#graphs.push(graph);
    this.#problems.push(...problems);
    this.#characters += graph.nquads.length + problems.length * problemCharacters;
    return answer;
  }

  /** Counts something else of the part. @param characters in UTF-16 code units */
  grow(characters: number): void {
    this.#characters += characters;
  }

  /** The size of the part, in UTF-16 code units. */
  get characters(): number {
    return this.#characters;
  }

  /** Whether there is enough for a part. */
  get isLarge(): boolean {
    return this.#characters >= partCharacters;
  }

  /** Whether a graph waits to be written. */
  get hasGraphs(): boolean {
    return this.#graphs.length > 0;
  }

  /** The IRIs of all graphs, also of those already written; a live view. */
  get all(): GivenGraphs['all'] {
    return this.#given.all;
  }

  /** Takes out what was added since the last part. */
  take(): { readonly graphs: readonly RecordGraph[]; readonly recordProblems: readonly Problem[] } {
    const part = { graphs: this.#graphs, recordProblems: this.#problems };
    this.#graphs = [];
    this.#problems = [];
    this.#characters = 0;
    return part;
  }
}

/** What a visit gives is written in parts of about this many UTF-16 code units. */
export const partCharacters = 2 ** 22;

/** What a problem counts in a part, in UTF-16 code units; measured. */
const problemCharacters = 400;
