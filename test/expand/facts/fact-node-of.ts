import type { FactLiteral, FactNode, FactValue } from '../../../src/expand/facts/fact-node.ts';

/** A node in short: `@id`, `@type` and `@written` as in `FactNode`, all else properties by IRI or by a prefix of these tests. */
export interface PlainNode {
  readonly [property: string]: PlainValue | readonly PlainValue[];
}

type PlainValue = PlainNode | number | string;

const prefixes: Readonly<Record<string, string>> = {
  dcat: 'http://www.w3.org/ns/dcat#',
  dcterms: 'http://purl.org/dc/terms/',
  gstime: 'http://schema.geoschemas.org/contexts/temporal#',
  geo: 'http://www.opengis.net/ont/geosparql#',
  locn: 'http://www.w3.org/ns/locn#',
  rdfs: 'http://www.w3.org/2000/01/rdf-schema#',
  skos: 'http://www.w3.org/2004/02/skos/core#',
  time: 'http://www.w3.org/2006/time#',
  wgs84: 'http://www.w3.org/2003/01/geo/wgs84_pos#',
};

/** A node as the readers of facts see it. Names without a prefix are schema.org's; a text can end in its language: `See@de`. */
export function factNodeOf(plain: PlainNode): FactNode {
  const said = new Map<string, readonly FactValue[]>();
  for (const [name, values] of Object.entries(plain)) {
    if (!name.startsWith('@')) said.set(iriOf(name), [values].flat().map(valueOf));
  }
  return {
    kind: 'node',
    ...(typeof plain['@id'] === 'string' && { iri: plain['@id'] }),
    ...(typeof plain['@written'] === 'string' && { writtenAs: plain['@written'] }),
    types: typeof plain['@type'] === 'string' ? [iriOf(plain['@type'])] : [],
    values: (properties) => properties.flatMap((property) => said.get(property) ?? []),
  };
}

function valueOf(value: PlainValue): FactValue {
  if (typeof value === 'object') return factNodeOf(value);
  const [, text = String(value), language] = /^(.*)@([a-z]{2})$/u.exec(String(value)) ?? [];
  const literal: FactLiteral = { kind: 'literal', text };
  return language === undefined ? literal : { ...literal, language };
}

function iriOf(name: string): string {
  const [prefix = '', local] = name.split(':');
  if (local === undefined) return `http://schema.org/${name}`;
  return (prefixes[prefix] ?? `${prefix}:`) + local;
}
