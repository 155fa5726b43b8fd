import { hash } from 'node:crypto';

/** Gives out the blank nodes of one graph as N-Quads terms, in the order in which they are asked for. */
export interface BlankNodes {
  /** A node that nothing else refers to yet. */
  fresh(): string;
  /** The node of a label (or of anything else that tells nodes of the document apart); the same whenever asked for. */
  named(name: string): string;
}

/** 80 bits: with ten million graphs in one file, two with the same prefix are a matter of one in ten thousand million. */
const prefixDigits = 20;

/**
 * Labels are made of a hash of the graph's IRI and a number, so that graphs can be put into one file without their blank
 * nodes becoming one, and the same document always has the same labels.
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
