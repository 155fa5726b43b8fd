import { derivedGraphIri } from '../../catalogue/derived/derived-terms.ts';
import { queriedGraphs, type Site, urlOnSite } from '../site.ts';
import { graphFormats, resultFormats } from './result-formats.ts';
import type { ResultFormat } from '../../engine/engine-task.ts';

/** The formats of a service description. */
export const descriptionFormats = graphFormats.filter(({ format }) =>
  (['ttl', 'jsonld', 'rdf', 'nt'] as readonly ResultFormat[]).includes(format),
);

/** Describes the endpoint of a site in RDF (SPARQL 1.1 Service Description). */
export async function serviceDescription(site: Site, format: ResultFormat): Promise<string> {
  const turtle = descriptionInTurtle(site);
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

function descriptionInTurtle(site: Site): string {
  const endpoint = urlOnSite(site, '/sparql');
  const formats = resultFormats.map(({ iri }) => `formats:${iri}`).join(', ');
  const derived = queriedGraphs(site)
    .map((graph) => `    sd:namedGraph [ a sd:NamedGraph ; sd:name <${derivedGraphIri(graph)}> ]`)
    .join(' ;\n');
  const dataset = site.queriedStore === undefined ? datasetOfEngine : datasetOfStore;
  return `@prefix sd: <http://www.w3.org/ns/sparql-service-description#> .
@prefix formats: <http://www.w3.org/ns/formats/> .
@prefix dcterms: <http://purl.org/dc/terms/> .

${dataset.comment}
<${endpoint}> a sd:Service ;
  dcterms:title ${JSON.stringify(site.title)} ;
  sd:endpoint <${endpoint}> ;
  sd:supportedLanguage sd:SPARQL11Query ;
${dataset.feature}  sd:resultFormat ${formats} ;
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

const datasetOfEngine = {
  comment: `# The default graph is the union of all record graphs, each of which is also a named graph. The
# derived graphs are there for queries that name them.`,
  feature: '  sd:feature sd:UnionDefaultGraph ;\n',
} as const;

/** What a store has as default graph, and whether GRAPH ?g finds derived graphs, is its own matter. */
const datasetOfStore = {
  comment: '# Each record is a named graph. Patterns outside of GRAPH read what the store decides.',
  feature: '',
} as const;
