import type { FactNode } from './fact-node.ts';

/**
 * The same function, with what it reads of a node remembered as long as the node is: thousands of nodes can refer to one that
 * says thousands of things, and reading it for each would take time by the square of a document.
 */
export function readOnce<Result>(read: (node: FactNode) => Result): (node: FactNode) => Result {
  const known = new WeakMap<FactNode, { readonly result: Result }>();
  return (node) => {
    const before = known.get(node);
    if (before !== undefined) return before.result;
    const result = read(node);
    known.set(node, { result });
    return result;
  };
}
