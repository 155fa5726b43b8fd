import { derivedGraphIri } from '../../catalogue/derived/derived-terms.ts';
import { derivedGraphs } from '../../model/derived-graph.ts';
import { graphFormats, resultFormats } from './result-formats.ts';
import type { ResultFormat } from '../../engine/engine-task.ts';

/** The formats of a service description. */
export const descriptionFormats = graphFormats.filter(({ format }) =>
  (['ttl', 'jsonld', 'rdf', 'nt'] as readonly ResultFormat[]).includes(format),
);

/**
 * Describes the endpoint in RDF (SPARQL 1.1 Service Description).
 * @param endpoint its absolute URL
 */
export async function serviceDescription(
  endpoint: string,
  title: string,
  format: ResultFormat,
): Promise<string> {
  const turtle = descriptionInTurtle(endpoint, title);
  if (format === 'ttl') return turtle;
  const [{ defaultGraph, Store }, { freeStore }] = await Promise.all([
    import('oxigraph'),
    import('../../rdf/oxigraph.ts'),
  ]);
  const store = new Store();
  try {
    store.load(turtle, { format: 'ttl' });
    return store.dump({ format, from_graph_name: defaultGraph() });
  } finally {
    freeStore(store);
  }
}

function descriptionInTurtle(endpoint: string, title: string): string {
  const formats = resultFormats.map(({ iri }) => `formats:${iri}`).join(', ');
  const derived = derivedGraphs
    .map((graph) => `    sd:namedGraph [ a sd:NamedGraph ; sd:name <${derivedGraphIri(graph)}> ]`)
    .join(' ;\n');
  return `@prefix sd: <http://www.w3.org/ns/sparql-service-description#> .
@prefix formats: <http://www.w3.org/ns/formats/> .
@prefix dcterms: <http://purl.org/dc/terms/> .

# The default graph is the union of all record graphs, each of which is also a named graph. The
# derived graphs are there for queries that name them.
<${endpoint}> a sd:Service ;
  dcterms:title ${JSON.stringify(title)} ;
  sd:endpoint <${endpoint}> ;
  sd:supportedLanguage sd:SPARQL11Query ;
  sd:feature sd:UnionDefaultGraph ;
  sd:resultFormat ${formats} ;
  sd:defaultDataset [
    a sd:Dataset ;
    sd:defaultGraph [ a sd:Graph ]
  ] ;
  sd:availableGraphs [
    a sd:GraphCollection ;
${derived}
  ] .
`;
}
