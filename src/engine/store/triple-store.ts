import type { StoreDialect } from './store-dialects.ts';

/** A change of one named graph of a store. Triples are canonical N-Triples, a line each. */
export type GraphWrite =
  /** Replaces the graph, or creates it. Blank nodes of one text are those of one graph. */
  | { readonly kind: 'replace'; readonly graph: string; readonly triples: string }
  /** Adds statements without blank nodes; those that are there already have no effect. */
  | { readonly kind: 'add'; readonly graph: string; readonly triples: string }
  /** Removes all statements of these subjects (IRIs as terms), and single statements. */
  | {
      readonly kind: 'delete';
      readonly graph: string;
      readonly subjects: readonly string[];
      readonly triples: string;
    }
  /** Removes the graph, if it is there. */
  | { readonly kind: 'drop'; readonly graph: string };

/** A write that the store refused for its content; others can be accepted. */
export interface RefusedWrite {
  readonly write: GraphWrite;
  /** The status of the response, and what it says. */
  readonly reason: string;
}

/** A SPARQL 1.1 store that graphs are written to and read from, whatever its interfaces. */
export interface TripleStore {
  /** The address for messages, without parameters. */
  readonly name: string;
  readonly dialect: StoreDialect;
  /** Whether it can do `delete`, which a Graph Store without SPARQL Update cannot. */
  readonly canDelete: boolean;
  /** Whether blank nodes must be replaced by IRIs, because graphs are sent as SPARQL Update. */
  readonly needsSkolemIris: boolean;
  /**
   * Applies writes so that each graph sees its own in their order; a repeated write has no further
   * effect. Transient failures are tried again, with growing pauses or as `Retry-After` says.
   * @returns the writes that the store refused for their content
   * @throws {StoreFault} if the store cannot be reached, demands other credentials, or is no store;
   * the signal's reason when it is aborted
   */
  write(writes: readonly GraphWrite[], signal?: AbortSignal): Promise<readonly RefusedWrite[]>;
  /**
   * Reads a graph as N-Triples in pieces of whole lines, in any spelling of N-Triples and in any
   * order; nothing for a graph that is not there. @throws as `write`
   */
  read(graph: string, signal?: AbortSignal): AsyncIterable<string>;
  /** Closes all connections. */
  close(): Promise<void>;
}
