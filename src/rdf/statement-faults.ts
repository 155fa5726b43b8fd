import { namedNode, parse, Store } from 'oxigraph';
import { freeStore, maxRecordQuads, oxigraphLoad } from './oxigraph.ts';

/**
 * What is wrong with the statements of a record graph, in words. Oxigraph reads them as it does to
 * answer queries, each graph in a store of its own, so that it takes no more memory than the
 * largest graph.
 * @param quads how many there are said to be
 */
export function* statementFaults(
  nquads: string,
  { graph, quads }: { readonly graph: string; readonly quads: number },
): Generator<string> {
  const lines = nquads.split('\n').length - 1;
  if (lines !== quads) yield `${lines} lines, but ${quads} statements are recorded`;
  if (nquads !== '' && !nquads.endsWith('\n')) yield 'the last line is cut off';
  // What the engine cannot take in anyway would end its memory for good.
  if (lines > maxRecordQuads) return;
  const store = new Store();
  try {
    store.load(nquads, oxigraphLoad);
    const read = store.size === lines ? lines : readStatements(nquads);
    if (read !== lines) yield `the engine reads ${read} statements in ${lines} lines`;
    store.update(`DROP SILENT GRAPH ${namedNode(graph).toString()}`);
    if (store.size > 0) yield `${store.size} statements are in other graphs`;
  } catch (error) {
    yield `the engine cannot parse them: ${String(error)}`;
  } finally {
    freeStore(store);
  }
}

/** A store holds numbers by their values, so that two spellings of one are one statement there. */
function readStatements(nquads: string): number {
  return parse(nquads, { format: oxigraphLoad.format, lenient: true }).length;
}
