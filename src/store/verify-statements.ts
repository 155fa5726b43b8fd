import { namedNode, Store } from 'oxigraph';
import { engineLoadOptions } from './engine-graphs.ts';
import { maxEngineRecordQuads } from './engine.ts';
import type { GraphFacts } from './rows.ts';

/**
 * What is wrong with the statements of a record, in words. They are read by the engine itself, as it reads them to answer
 * queries, each graph in an engine of its own: so that it takes no more memory than the largest graph.
 */
export function* statementFaults(
  nquads: string,
  { graph, quads }: Pick<GraphFacts, 'graph' | 'quads'>,
): Generator<string> {
  const lines = nquads.split('\n').length - 1;
  if (lines !== quads)
    yield `there are ${lines} lines, but ${quads} statements are said to be there`;
  if (nquads !== '' && !nquads.endsWith('\n')) yield 'the last line is not whole';
  // What the engine cannot take in anyway would end its memory for good.
  if (lines > maxEngineRecordQuads) return;
  const store = new Store();
  try {
    store.load(nquads, engineLoadOptions);
    const { size } = store;
    if (size !== lines) yield `the engine reads ${size} statements in ${lines} lines`;
    store.update(`DROP SILENT GRAPH ${namedNode(graph).toString()}`);
    if (store.size > 0) yield `${store.size} statements are not in the graph of the record`;
  } catch (error) {
    yield `the engine cannot read them: ${String(error)}`;
  } finally {
    // Its memory is WebAssembly's, which the garbage collector knows nothing of; the types do not know that it can be freed.
    (store as unknown as { free: () => void }).free();
  }
}
