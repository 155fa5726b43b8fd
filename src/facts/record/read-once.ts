import type { FactNode } from './fact-node.ts';

/**
 * The same function, with what it reads of a node remembered as long as the node is: thousands of nodes can refer to one that
 * says thousands of things, and reading it for each would take time by the square of a document. A node that stands alone is
 * read anew, which costs less.
 */
export function readOnce<Result>(read: (node: FactNode) => Result): (node: FactNode) => Result {
  return (node) => {
    const { known } = node;
    if (known === undefined) return read(node);
    const before = known.get(read);
    if (before !== undefined || known.has(read)) return before as Result; // what `read` gave
    const result = read(node);
    known.set(read, result);
    return result;
  };
}

/** A list of properties that is the same object in all questions, so that its answers can be remembered. */
type Properties = readonly string[];

/** As `readOnce`, for a function that reads some properties of a node. */
export function readOnceEach<Result>(
  read: (node: FactNode, properties: Properties) => Result,
): (node: FactNode, properties: Properties) => Result {
  const readers = new WeakMap<Properties, (node: FactNode) => Result>();
  return (node, properties) => {
    if (node.known === undefined) return read(node, properties);
    const before = readers.get(properties);
    if (before !== undefined) return before(node);
    const reader = readOnce((each) => read(each, properties));
    readers.set(properties, reader);
    return reader(node);
  };
}
