import { hash } from 'node:crypto';

/** Assigns the blank node labels of one graph, as N-Quads terms, in the order of the calls. */
export interface BlankNodes {
  /** A new node. */
  fresh(): string;
  /** The node of a label (or of any other key that identifies a node of the document). */
  named(name: string): string;
}

/**
 * 80 bits: among ten million graphs in one file, two share a prefix with a probability of one in
 * ten thousand million.
 */
const prefixDigits = 20;

/**
 * Labels consist of a hash of the graph's IRI and a number, so that blank nodes of several graphs
 * in one file stay distinct and the same document always gets the same labels.
 */
export function createBlankNodes(graph: string): BlankNodes {
  const prefix = hash('sha256', graph, 'hex').slice(0, prefixDigits);
  const byName = new Map<string, string>();
  let count = 0;

  function fresh(): string {
    count += 1;
    return `_:g${prefix}n${count}`;
  }
  return {
    fresh,
    named(name) {
      const term = byName.get(name) ?? fresh();
      byName.set(name, term);
      return term;
    },
  };
}
