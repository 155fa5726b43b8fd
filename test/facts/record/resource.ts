import { Findings } from '../../../src/expand/findings.ts';
import type { JsonObject, JsonValue } from '../../../src/text/json.ts';
import { writeGraph } from '../../../src/expand/write-graph.ts';
import {
  type FactNode,
  type ReadableRecordGraph,
  readRecordGraph,
} from '../../../src/facts/record/record-graph.ts';

const base = 'https://bog.example/records/7';
const namespaces: Readonly<Record<string, string>> = {
  cdi: 'http://ddialliance.org/Specification/DDI-CDI/1.0/RDF/',
  dcat: 'http://www.w3.org/ns/dcat#',
  dcterms: 'http://purl.org/dc/terms/',
  foaf: 'http://xmlns.com/foaf/0.1/',
  geo: 'http://www.opengis.net/ont/geosparql#',
  gstime: 'http://schema.geoschemas.org/contexts/temporal#',
  locn: 'http://www.w3.org/ns/locn#',
  pod: 'https://project-open-data.cio.gov/v1.1/schema#',
  prov: 'http://www.w3.org/ns/prov#',
  qudt: 'http://qudt.org/schema/qudt/',
  rdfs: 'http://www.w3.org/2000/01/rdf-schema#',
  skos: 'http://www.w3.org/2004/02/skos/core#',
  sosa: 'http://www.w3.org/ns/sosa/',
  spdx: 'http://spdx.org/rdf/terms#',
  time: 'http://www.w3.org/2006/time#',
  vcard: 'http://www.w3.org/2006/vcard/ns#',
  wgs84: 'http://www.w3.org/2003/01/geo/wgs84_pos#',
};

/**
 * The node of a record that says this of a resource, the nodes behind it standing elsewhere in the
 * record. Names without a prefix are schema.org's, texts are literals (`See@de` is one in German),
 * `@id`s must be absolute.
 */
export function resource(said: JsonObject, ...elsewhere: readonly JsonObject[]): FactNode {
  const { graph, first } = recordGraphOf(said, ...elsewhere);
  return graph.node(first);
}

/** The same, with all nodes of the record. */
export function recordGraphOf(
  said: JsonObject,
  ...elsewhere: readonly JsonObject[]
): { readonly graph: ReadableRecordGraph; readonly first: string } {
  const nodes = [said, ...elsewhere].map(expanded);
  const [node = {}] = nodes;
  const written = writeGraph(nodes, {
    graph: base,
    source: { json: '', baseIri: base },
    findings: new Findings(base),
    noPrefixes: new Map(),
    isOthers: () => false,
    named: [node],
  });
  if (written.kind === 'refused') return { graph: empty, first: '_:none' };
  const graph = readRecordGraph({ graph: base, nquads: written.nquads });
  return { graph, first: written.nameOf(node) ?? '' };
}

const empty = readRecordGraph({ graph: base, nquads: '' });

/** What schema.org's context makes of a text where it expects an IRI. */
export function coerced(text: string): JsonObject {
  return { '@id': `https://bog.example/records/${text}` };
}

function expanded(node: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(node).map(([name, value]) => {
      if (name === '@type') return [name, [value].flat().map(typeOf)];
      return name.startsWith('@') ? [name, value] : [iriOf(name), [value].flat().map(valueOf)];
    }),
  );
}

function valueOf(value: JsonValue): JsonValue {
  if (typeof value === 'string') return textOf(value);
  if (typeof value !== 'object' || value === null) return { '@value': value };
  if (Array.isArray(value) || '@value' in value) return value;
  const { '@list': list } = value;
  return list === undefined ? expanded(value) : { '@list': [list].flat().map(valueOf) };
}

function textOf(said: string): JsonObject {
  const [ending, language] = /@([a-z]{2})$/u.exec(said) ?? [];
  if (ending === undefined || language === undefined) return { '@value': said };
  return { '@value': said.slice(0, -ending.length), '@language': language };
}

function typeOf(type: JsonValue): JsonValue {
  return typeof type === 'string' ? iriOf(type) : type;
}

function iriOf(name: string): string {
  const [prefix = '', local] = name.split(':');
  return local === undefined ? `http://schema.org/${name}` : (namespaces[prefix] ?? '') + local;
}
