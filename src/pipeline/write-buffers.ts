import { hash } from 'node:crypto';
import type { Problem } from '../model/problem.ts';
import type { RecordGraph } from '../model/record.ts';
import { TextSet } from '../text/text-set.ts';

/** What a URL gives is written in parts of about this many UTF-16 code units. */
export const partCharacters = 2 ** 22;

/** What a problem counts in a part, in UTF-16 code units; measured. */
const problemCharacters = 400;

/**
 * The graphs of a URL that are not written yet, with the problems of their records. Keys tell the
 * records of one document apart; this also catches two documents, such as pieces of a large list,
 * whose records have the same IRI: the second record must not replace the first.
 */
export class GraphBuffer {
  /** The IRIs of all graphs, also of those already written. */
  readonly all = new TextSet();
  /** By IRI, the statements of the graphs of the latest part. */
  readonly #latest = new Map<string, string>();
  /** The IRIs of the graphs of earlier parts, each with a hash of its statements. */
  readonly #contents = new TextSet();
  #graphs: RecordGraph[] = [];
  #problems: Problem[] = [];
  #characters = 0;

  /**
   * Takes a graph, unless there was one with its IRI.
   * @returns `same` or `other` where there was one, by its statements
   */
  add(graph: RecordGraph, problems: readonly Problem[]): 'new' | 'same' | 'other' {
    // A part was written. Most URLs give one part, and nothing is hashed.
    if (this.#graphs.length === 0) this.#hashLatest();
    const { graph: iri, nquads } = graph;
    if (!this.all.add(iri)) return this.#isAsBefore(iri, nquads) ? 'same' : 'other';
    this.#latest.set(iri, nquads);
    this.#graphs.push(graph);
    this.#problems.push(...problems);
    this.#characters += nquads.length + problems.length * problemCharacters;
    return 'new';
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

  /** Takes out what was added since the last part. */
  take(): { readonly graphs: readonly RecordGraph[]; readonly recordProblems: readonly Problem[] } {
    const part = { graphs: this.#graphs, recordProblems: this.#problems };
    this.#graphs = [];
    this.#problems = [];
    this.#characters = 0;
    return part;
  }

  #isAsBefore(iri: string, nquads: string): boolean {
    const before = this.#latest.get(iri);
    return before === undefined ? this.#contents.has(contentOf(iri, nquads)) : before === nquads;
  }

  #hashLatest(): void {
    for (const [iri, nquads] of this.#latest) this.#contents.add(contentOf(iri, nquads));
    this.#latest.clear();
  }
}

function contentOf(iri: string, nquads: string): string {
  return `${iri} ${hash('sha256', nquads, 'base64')}`;
}

/** The problem of a record with the IRI of another record of the same URL. */
export function duplicateRecordProblem({ documentUrl, key, graph }: RecordGraph): Problem {
  return {
    kind: 'list-item-invalid',
    url: documentUrl,
    found: `a second record called ${key ?? graph}`,
  };
}

/** Writes in progress before `add` waits. Writes share commits, so many take no longer than few. */
const maxPending = 256;
/** UTF-16 code units in memory of all writes in progress before `add` waits. */
const maxCharacters = 2 ** 26;

/** Writes in progress that are not awaited one by one, bounded by their number and memory. */
export class PendingWrites {
  readonly #pending = new Set<Promise<unknown>>();
  readonly #onFailure: (error: unknown) => void;
  #characters = 0;

  /** @param onFailure called for each write that fails */
  constructor(onFailure: (error: unknown) => void) {
    this.#onFailure = onFailure;
  }

  /**
   * Takes a write. Resolves when there is room for another, perhaps before the write is done.
   * @param characters what it holds, in UTF-16 code units
   */
  async add(write: Promise<unknown>, characters = 0): Promise<void> {
    const settled = write.catch(this.#onFailure).finally(() => {
      this.#pending.delete(settled);
      this.#characters -= characters;
    });
    this.#pending.add(settled);
    this.#characters += characters;
    while (this.#isFull) await Promise.race(this.#pending);
  }

  /** Resolves when no write is in progress. */
  async idle(): Promise<void> {
    while (this.#pending.size > 0) await Promise.all(this.#pending);
  }

  get #isFull(): boolean {
    return this.#pending.size >= maxPending || this.#characters >= maxCharacters;
  }
}
