import { readFileSync } from 'node:fs';
import { isObject, type JsonObject } from '../../src/text/json.ts';
import { readRecordGraph } from '../../src/facts/record/record-graph.ts';
import { readDetails } from '../../src/views/details/read-details.ts';
import type { ResourceDetails } from '../../src/views/details/resource-details.ts';
import type { KernelRecord } from '../../src/views/kernel/kernel-record.ts';
import { kernelRecord } from '../../src/views/kernel/read-kernel.ts';
import type { RecordGraph, RecordOrigin } from '../../src/model/record.ts';
import { signpostingRecord } from '../../src/views/signposting/read-signposting.ts';
import type { SignpostingRecord } from '../../src/views/signposting/link-sets.ts';
import { graphsOf } from '../expand/expanding.ts';

/** Where a record is from of which nothing is known that a view tells. */
const unknownOrigin: RecordOrigin = {
  route: 'ogcRecord',
  documentUrl: 'https://repository.example.org/records/1',
  finalUrl: 'https://repository.example.org/records/1',
  linkedIn: [],
  profiles: [],
};

interface ViewOf {
  readonly details: ResourceDetails;
  readonly kernel: KernelRecord;
  readonly signposting: SignpostingRecord;
}

/** How a record is viewed. */
const views: {
  readonly [Name in keyof ViewOf]: (
    record: RecordGraph,
    origin: RecordOrigin,
  ) => readonly (ViewOf[Name] | undefined)[];
} = {
  details: (record) => {
    const graph = readRecordGraph(record);
    return record.describes.map((resource) => readDetails(graph, resource));
  },
  kernel: (record) => {
    const graph = readRecordGraph(record);
    return record.describes.map((resource) => kernelRecord(graph, resource));
  },
  signposting: (record, origin) => {
    const graph = readRecordGraph(record);
    return record.describes.map((resource) => signpostingRecord(graph, resource, origin));
  },
};

/** A value as it is written as JSON: without properties that are undefined. */
export function asJson<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value;
}

/** The views of all that a document describes, as JSON. @param origin where it is from, if known */
export async function viewsOf<Name extends keyof ViewOf>(
  name: Name,
  document: unknown,
  origin: Partial<RecordOrigin> = {},
): Promise<readonly ViewOf[Name][]> {
  const records = await graphsOf([document]);
  const all = records.flatMap((record) => views[name](record, { ...unknownOrigin, ...origin }));
  return asJson(all.filter((view) => view !== undefined));
}

/** A document of `fixtures/views`. */
export function viewFixture(name: string): JsonObject {
  const url = new URL(`../../fixtures/views/${name}.jsonld`, import.meta.url);
  const json: unknown = JSON.parse(readFileSync(url, 'utf8'));
  if (!isObject(json)) throw new TypeError(`${name} is no object`);
  return json;
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
