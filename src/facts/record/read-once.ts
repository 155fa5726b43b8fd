import type { FactNode } from './fact-node.ts';

/**
 * Memoises a reader for the lifetime of each node: thousands of nodes can refer to a node with
 * thousands of statements, and reading it each time would take quadratic time. A node that stands
 * alone is not memoised, because reading it costs less.
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

/** A list of properties; results are memoised by the identity of the list. */
type Properties = readonly string[];

/** As `readOnce`, for a function that reads properties of a node. */
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
