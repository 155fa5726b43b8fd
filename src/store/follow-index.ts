import type { Store } from 'oxigraph';
import { prov } from '../rdf/vocabularies.ts';
import { TextSet } from '../text/text-set.ts';
import { sparqlIri } from './engine-graphs.ts';
import { nodePrefix } from './index-nodes.ts';
import { indexGraph, recordIndex } from './index-statements.ts';
import { searchFactsOf } from './kept-search.ts';
import type { Snapshot } from './snapshot.ts';

export interface IndexFollowing {
  /** Where the index is. */
  readonly store: Store;
  /** What it is to be. */
  readonly snapshot: Snapshot;
  /** Adds statements to it. */
  readonly load: (nquads: string) => void;
}

const derived = sparqlIri(prov.wasDerivedFrom);

/**
 * Brings the index in an engine up to date where some records are other than they were: their entries go and come anew. A node
 * that entries share goes with the last of them, and what only such a node refers to with it, so that the graph is what it
 * would be if it were written anew.
 * @param touched the IRIs of record graphs
 * @throws what `load` or the engine throws; the index is then neither the old nor the new one, and to be written anew
 */
export function followIndex(
  { store, snapshot, load }: IndexFollowing,
  touched: Iterable<string>,
): void {
  const index = sparqlIri(indexGraph);
  const left = new Set<string>();
  for (const graph of touched) {
    const entries = `?entry ${derived} ${sparqlIri(graph)}`;
    addNodes(
      store,
      `SELECT DISTINCT ?node { GRAPH ${index} { ${entries} . ?entry ?p ?node } }`,
      left,
    );
    store.update(
      `DELETE { GRAPH ${index} { ?entry ?p ?o } } WHERE { GRAPH ${index} { ${entries} . ?entry ?p ?o } }`,
    );
    const facts = snapshot.factsOf(graph);
    if (facts === undefined) continue;
    const search = searchFactsOf(snapshot, graph);
    load(recordIndex({ ...facts, search }, new TextSet()));
  }
  removeOrphans(store, left);
}

function removeOrphans(store: Store, candidates: ReadonlySet<string>): void {
  const index = sparqlIri(indexGraph);
  let suspects = candidates;
  while (suspects.size > 0) {
    const next = new Set<string>();
    for (const node of suspects) {
      const iri = sparqlIri(node);
      const isUsed = store.query(`ASK { GRAPH ${index} { ?subject ?p ${iri} } }`);
      if (isUsed === true) continue;
      addNodes(store, `SELECT DISTINCT ?node { GRAPH ${index} { ${iri} ?p ?node } }`, next);
      store.update(`DELETE WHERE { GRAPH ${index} { ${iri} ?p ?o } }`);
    }
    suspects = next;
  }
}

/** Adds the nodes of our own that a query finds. */
function addNodes(store: Store, query: string, to: Set<string>): void {
  const text = store.query(query, { results_format: 'tsv' }) as string; // with a format the answer is a text
  for (const line of text.split('\n').slice(1)) {
    if (line.startsWith(`<${nodePrefix}`)) to.add(line.slice(1, -1));
  }
}
