import { createFactGraph } from '../../../src/expand/facts/fact-graph.ts';
import type { FactNode } from '../../../src/expand/facts/fact-node.ts';
import { ReadingBudget } from '../../../src/expand/facts/reading-budget.ts';
import { createRelativeText } from '../../../src/expand/folder-of-base.ts';
import type { JsonObject, JsonValue } from '../../../src/expand/json.ts';
import { createNodeViews } from '../../../src/expand/records/node-view.ts';
import { createNameTest } from '../../../src/expand/records/usable-name.ts';

const base = 'https://bog.example/records/7';
const namespaces: Readonly<Record<string, string>> = {
  cdi: 'http://ddialliance.org/Specification/DDI-CDI/1.0/RDF/',
  dcat: 'http://www.w3.org/ns/dcat#',
  dcterms: 'http://purl.org/dc/terms/',
  foaf: 'http://xmlns.com/foaf/0.1/',
  pod: 'https://project-open-data.cio.gov/v1.1/schema#',
  qudt: 'http://qudt.org/schema/qudt/',
  rdfs: 'http://www.w3.org/2000/01/rdf-schema#',
  skos: 'http://www.w3.org/2004/02/skos/core#',
  sosa: 'http://www.w3.org/ns/sosa/',
  vcard: 'http://www.w3.org/2006/vcard/ns#',
};

/**
 * The node of a record that says this of a resource, the nodes behind it standing elsewhere in the record. Names without a
 * prefix are schema.org's, texts are literals, `@id`s must be absolute.
 */
export function resource(said: JsonObject, ...elsewhere: readonly JsonObject[]): FactNode {
  const views = createNodeViews();
  const nodes = [said, ...elsewhere].map(expanded);
  const graph = createFactGraph(nodes, {
    views,
    isOthers: () => false,
    isUsable: createNameTest(base),
    relativeText: createRelativeText(base),
    budget: new ReadingBudget(1e9),
  });
  return graph.nodeOf(views(nodes[0] ?? {}));
}

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
  if (typeof value !== 'object' || value === null) return { '@value': value };
  if (Array.isArray(value) || '@value' in value) return value;
  const { '@list': list } = value;
  return list === undefined ? expanded(value) : { '@list': [list].flat().map(valueOf) };
}

function typeOf(type: JsonValue): JsonValue {
  return typeof type === 'string' ? iriOf(type) : type;
}

function iriOf(name: string): string {
  const [prefix = '', local] = name.split(':');
  return local === undefined ? `http://schema.org/${name}` : (namespaces[prefix] ?? '') + local;
}
