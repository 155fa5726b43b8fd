import { readFileSync } from 'node:fs';
import type { AskedRecord } from '../../src/engine/ask-records.ts';
import { isObject, type JsonObject } from '../../src/expand/json.ts';
import {
  viewRecords,
  type RecordViewName,
  type RecordViewOf,
} from '../../src/views/record-view.ts';
import { graphsOf } from '../expand/expanding.ts';

/** Records as a harvest makes them of a document. */
export async function recordsOf(document: unknown): Promise<readonly AskedRecord[]> {
  const graphs = await graphsOf([document]);
  return graphs.map(({ graph, describes, nquads }) => ({
    graph,
    describes,
    nquads,
    provenance: '',
  }));
}

/** The views of all that a document describes. */
export async function viewsOf<Name extends RecordViewName>(
  name: Name,
  document: unknown,
): Promise<readonly RecordViewOf<Name>[]> {
  return viewRecords(name, await recordsOf(document));
}

/** A document of `fixtures/views`. */
export function viewFixture(name: string): JsonObject {
  const url = new URL(`../../fixtures/views/${name}.jsonld`, import.meta.url);
  const json: unknown = JSON.parse(readFileSync(url, 'utf8'));
  if (!isObject(json as JsonObject)) throw new TypeError(`${name} is no object`);
  return json as JsonObject;
}

const prefixes = {
  schema: 'http://schema.org/',
  dcat: 'http://www.w3.org/ns/dcat#',
  dcterms: 'http://purl.org/dc/terms/',
  prov: 'http://www.w3.org/ns/prov#',
  spdx: 'http://spdx.org/rdf/terms#',
};

const resourceIri = 'https://data.example/tides';
const recordIri = 'https://data.example/tides/metadata';
const profile = { '@id': 'https://w3id.org/cdif/core/1.1' };

/** A resource of which this is said, in a record whose root it is: CDIF of today. */
export function rootIsResource(said: JsonObject): JsonObject {
  return {
    '@context': prefixes,
    '@id': resourceIri,
    '@type': 'schema:Dataset',
    ...said,
    'schema:subjectOf': {
      '@id': recordIri,
      '@type': 'schema:Dataset',
      'schema:additionalType': 'dcat:CatalogRecord',
      'schema:maintainer': { '@type': 'schema:Person', 'schema:name': 'Keeper of the catalogue' },
      'schema:about': { '@id': resourceIri },
      'dcterms:conformsTo': profile,
    },
  };
}

/** The same in a record that is the root itself: the draft of CDIF. */
export function rootIsMetadata(said: JsonObject): JsonObject {
  return {
    '@context': prefixes,
    '@id': recordIri,
    '@type': 'schema:DigitalDocument',
    'schema:maintainer': { '@type': 'schema:Person', 'schema:name': 'Keeper of the catalogue' },
    'schema:encoding': { '@type': 'schema:MediaObject', 'dcterms:conformsTo': profile },
    'schema:about': {
      '@id': resourceIri,
      '@type': 'schema:Dataset',
      ...said,
      'schema:subjectOf': { '@id': recordIri },
    },
  };
}
