import { namedNode, parse, Store } from 'oxigraph';

/**
 * Options for loading our own N-Quads, given as bytes, into Oxigraph; fastest as measured: no
 * transaction, no second check, one call for each record.
 */
export const oxigraphLoad = { format: 'nq', lenient: true, no_transaction: true } as const;

/**
 * The most statements of one record, which one call loads, with more memory than many calls.
 * Measured in an empty store: six million statements fit, eight million do not.
 */
export const maxRecordQuads = 5_000_000;

/**
 * Frees the WebAssembly memory of a store, which the garbage collector does not see. The types of
 * the package omit the method.
 */
export function freeStore(store: Store & { free?: () => void }): void {
  store.free?.();
}

/**
 * Counts the statements that a store holds after loading N-Quads: fewer than lines where one value
 * has two spellings.
 * @throws Oxigraph's error where the text cannot be parsed
 */
export function heldStatements(nquads: string): number {
  const store = new Store();
  try {
    store.load(nquads, oxigraphLoad);
    return store.size;
  } finally {
    freeStore(store);
  }
}

/**
 * The faults of the statements of a record graph, in words. Oxigraph loads them as for queries, but
 * each graph in a store of its own, which takes no more memory than the largest graph.
 * @param quads the recorded number of statements
 */
export function* statementFaults(
  nquads: string,
  { graph, quads }: { readonly graph: string; readonly quads: number },
): Generator<string> {
  const lines = nquads.split('\n').length - 1;
  if (lines !== quads) yield `${lines} lines, but ${quads} statements are recorded`;
  if (nquads !== '' && !nquads.endsWith('\n')) yield 'the last line is cut off';
  // The engine cannot load so many; trying would exhaust its memory for good.
  if (lines > maxRecordQuads) return;
  const store = new Store();
  try {
    store.load(nquads, oxigraphLoad);
    // A store merges two spellings of one number into one statement.
    const read =
      store.size === lines ? lines : parse(nquads, { format: 'nq', lenient: true }).length;
    if (read !== lines) yield `the engine reads ${read} statements in ${lines} lines`;
    store.update(`DROP SILENT GRAPH ${namedNode(graph).toString()}`);
    if (store.size > 0) yield `${store.size} statements are in other graphs`;
  } catch (error) {
    yield `the engine cannot parse them: ${String(error)}`;
  } finally {
    freeStore(store);
  }
}
