import type { Store } from 'oxigraph';
import { cdifGraph, prov } from '../rdf/vocabularies.ts';
import { TextSet } from '../text/text-set.ts';
import { sparqlIri } from './engine-graphs.ts';
import { nodePrefix } from './index-nodes.ts';
import { indexGraph, recordIndex } from './index-statements.ts';
import { searchFactsOf } from './kept-search.ts';
import { speakingStatements } from './resource-claims.ts';
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
const ofResource = sparqlIri(cdifGraph.resource);
const speaks = [cdifGraph.titleFrom, cdifGraph.typeFrom, cdifGraph.descriptionFrom];
const index = `GRAPH ${sparqlIri(indexGraph)}`;
/** Of so many at a time the engine is told, since most of the time goes into reading what it is told. */
const together = 500;

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
  const left = new Set<string>();
  const resources = new Set<string>();
  for (const graphs of inParts(touched)) {
    addResources(resources, store, graphs);
    const entries = `${valuesOf('graph', graphs)} ${index} { ?entry ${derived} ?graph . ?entry ?p ?o }`;
    addNodes(left, store, `SELECT DISTINCT ?o { ${entries} }`);
    store.update(`DELETE { ${index} { ?entry ?p ?o } } WHERE { ${entries} }`);
    const written = new TextSet();
    const texts = graphs.flatMap((graph) => {
      const facts = snapshot.factsOf(graph);
      if (facts === undefined) return [];
      return [recordIndex({ ...facts, search: searchFactsOf(snapshot, graph) }, written)];
    });
    load(texts.join(''));
    addResources(resources, store, graphs);
  }
  for (const part of inParts(resources)) followSpeakers({ store, snapshot, load }, part);
  removeOrphans(store, left);
}

/** Adds the resources of which the entries of some records are. */
function addResources(to: Set<string>, store: Store, graphs: readonly string[]): void {
  const query = `SELECT DISTINCT ?resource {
    ${valuesOf('graph', graphs)} ${index} { ?entry ${derived} ?graph ; ${ofResource} ?resource }
  }`;
  for (const [resource = ''] of rowsOf(store, query)) to.add(resource.slice(1, -1));
}

/**
 * Another record may speak for a resource where one that describes it is other than it was, came or
 * went.
 */
function followSpeakers(
  { store, snapshot, load }: IndexFollowing,
  resources: readonly string[],
): void {
  const values = valuesOf('resource', resources);
  const said = `${values} VALUES ?by { ${speaks.map(sparqlIri).join(' ')} } ${index} { ?resource ?by ?entry }`;
  store.update(`DELETE { ${index} { ?resource ?by ?entry } } WHERE { ${said} }`);
  const query = `SELECT DISTINCT ?resource ?graph {
    ${values} ${index} { ?entry ${ofResource} ?resource ; ${derived} ?graph }
  }`;
  const graphs = new Map<string, string[]>();
  for (const row of rowsOf(store, query)) {
    const [resource = '', graph = ''] = row.map((iri) => iri.slice(1, -1));
    const known = graphs.get(resource);
    if (known === undefined) graphs.set(resource, [graph]);
    else known.push(graph);
  }
  const texts = Array.from(graphs, ([resource, own]) =>
    speakingStatements(snapshot, resource, own),
  );
  load(texts.join(''));
}

function removeOrphans(store: Store, candidates: ReadonlySet<string>): void {
  let suspects = candidates;
  while (suspects.size > 0) {
    const next = new Set<string>();
    for (const nodes of inParts(suspects)) {
      const orphans = new Set<string>();
      const isUnused = `FILTER NOT EXISTS { ${index} { ?subject ?p ?node } }`;
      addNodes(orphans, store, `SELECT ?node { ${valuesOf('node', nodes)} ${isUnused} }`);
      const statements = `${valuesOf('node', orphans)} ${index} { ?node ?p ?o }`;
      addNodes(next, store, `SELECT DISTINCT ?o { ${statements} }`);
      store.update(`DELETE { ${index} { ?node ?p ?o } } WHERE { ${statements} }`);
    }
    suspects = next;
  }
}

function* inParts(iris: Iterable<string>): Generator<readonly string[]> {
  const all = [...iris];
  for (let at = 0; at < all.length; at += together) yield all.slice(at, at + together);
}

function valuesOf(variable: string, iris: Iterable<string>): string {
  return `VALUES ?${variable} { ${Array.from(iris, sparqlIri).join(' ')} }`;
}

/** Adds the nodes of our own that a query finds. */
function addNodes(to: Set<string>, store: Store, query: string): void {
  for (const [term = ''] of rowsOf(store, query)) {
    if (term.startsWith(`<${nodePrefix}`)) to.add(term.slice(1, -1));
  }
}

/** The terms of each row. */
function rowsOf(store: Store, query: string): readonly (readonly string[])[] {
  const text = store.query(query, { results_format: 'tsv' }) as string; // with a format the answer is a text
  const lines = text.split('\n').slice(1, -1);
  return lines.map((line) => line.split('\t'));
}
