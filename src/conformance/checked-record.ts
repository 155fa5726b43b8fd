import { agentsUnder } from '../facts/record/agents.ts';
import {
  readCroissantFiles,
  readCroissantNodes,
  readFields,
  readRecordSets,
} from '../facts/record/croissant.ts';
import { isService, readDigitalObjects } from '../facts/record/files.ts';
import { readTerms } from '../facts/record/keywords.ts';
import {
  agentTerms,
  fileTerms,
  croissantTerms,
  placeTerms,
  relationTerms,
  termIri,
  termIris,
  textTerms,
} from '../facts/record/properties.ts';
import {
  type FactNode,
  type FactValue,
  isOwnNode,
  nodesUnder,
  type ReadableRecordGraph,
  readRecordGraph,
} from '../facts/record/record-graph.ts';
import { readMetadata } from '../facts/record/relations.ts';
import { readVariableValues } from '../facts/record/variables.ts';
import type { CarryingResponse, DescribedResource } from '../model/record.ts';

/** The things in a record that rules look at, each with what it means. */
export const subjectKinds = {
  resource: 'the described resource',
  dataset: 'the described resource, if it is a dataset',
  metadata: 'the metadata record about the resource',
  agent: 'a person or organisation in any role for the resource, a distribution or the metadata',
  person: 'such a person',
  identifier: 'an identifier that is described by a node',
  distribution: 'a distribution of the resource',
  file: 'a file: a distribution, a part of one, or the resource itself',
  variable: 'a measured variable',
  term: 'a term of a vocabulary',
  place: 'a place that the resource is about',
  geometry: 'a geometry of such a place',
  grant: 'a grant',
  licence: 'a licence that is described by a node',
  link: 'a qualified link to another resource',
  policy: 'a policy of the publisher',
  role: 'a role of an agent',
  contact: 'a person who maintains or provides the resource, its metadata or a distribution',
  service: 'a web service by which the resource is distributed',
  action: 'a request that a service answers',
  endpoint: 'the address of such a request',
  parameter: 'a parameter of such a request',
  property: 'an additional property',
  activity: 'an activity that made the resource',
  instrument: 'an instrument',
  measurement: 'a measurement of quality',
  node: 'anything that the record describes about the resource',
  fileObject: 'a file of a Croissant dataset (FileObject)',
  fileSet: 'a set of files of a Croissant dataset (FileSet)',
  recordSet: 'a record set of a Croissant dataset',
  field: 'a field of a record set of a Croissant dataset',
  croissantNode: 'a file, file set, record set, field or data source of a Croissant dataset',
} as const;

/** One of `subjectKinds`. */
export type SubjectKind = keyof typeof subjectKinds;

/** A described resource of a record, as the fact readers find it. */
export class CheckedRecord {
  readonly graph: ReadableRecordGraph;
  readonly resource: FactNode;
  readonly described: DescribedResource;
  /** The profiles that the record claims, in canonical spelling. */
  readonly profiles: readonly string[];
  /** What the response says that carried the record; absent in a harvest and for files. */
  readonly response: CarryingResponse | undefined;
  readonly #subjects = new Map<SubjectKind, readonly FactNode[]>();

  /** @param name the name of the resource in the graph: its IRI, or its label with `_:` */
  constructor(
    graph: ReadableRecordGraph,
    name: string,
    { described, profiles, response }: Pick<CheckedRecord, 'described' | 'profiles' | 'response'>,
  ) {
    this.graph = graph;
    this.resource = graph.node(name);
    this.described = described;
    this.profiles = profiles;
    this.response = response;
  }

  /** The nodes of one kind, each once, in document order. */
  subjects(kind: SubjectKind): readonly FactNode[] {
    const known = this.#subjects.get(kind);
    if (known !== undefined) return known;
    const nodes = [...new Set(subjectReaders[kind](this.resource, this))];
    this.#subjects.set(kind, nodes);
    return nodes;
  }
}

/** Reads the described resources of a record. @param response that carried it */
export function readCheckedRecords(
  record: {
    readonly graph: string;
    readonly nquads: string;
    readonly describes: readonly DescribedResource[];
    readonly profiles: readonly string[];
  },
  response?: CarryingResponse,
): readonly CheckedRecord[] {
  const { describes, profiles } = record;
  const graph = readRecordGraph(record);
  return describes.flatMap((described) => {
    const name = described.iri ?? described.node;
    return name === undefined
      ? []
      : [new CheckedRecord(graph, name, { described, profiles, response })];
  });
}

/** The properties that refer to people and organisations by their roles. */
export const roleProperties: readonly string[] = [
  ...Object.values(agentTerms.roles).flat(),
  ...agentTerms.namedRoles.map(([property]) => property),
];
const personTypes = termIris('schema:Person foaf:Person');
const contactRoles = [...agentTerms.roles.maintainer, ...agentTerms.roles.provider];
const propertyValue = termIri('schema:PropertyValue');
const dataset = termIri('schema:Dataset');
const person = termIri('schema:Person');
const role = termIri('schema:Role');
const service = termIri('schema:WebAPI');
const activity = termIri('prov:Activity');
const queryInput = termIris('schema:query-input');
const instrument = termIris('schema:instrument');
const measurement = termIris('dqv:hasQualityMeasurement');
const generatedBy = termIris('prov:wasGeneratedBy');

const subjectReaders: Readonly<
  Record<SubjectKind, (resource: FactNode, record: CheckedRecord) => readonly FactNode[]>
> = {
  resource: (resource) => [resource],
  dataset: (resource) => (isDataset(resource) ? [resource] : []),
  metadata: readMetadataRecords,
  agent: (resource, record) => {
    const others = (['metadata', 'distribution', 'grant'] as const).flatMap((kind) =>
      record.subjects(kind),
    );
    return [resource, ...others].flatMap((node) => agentNodes(node, roleProperties));
  },
  person: (_, record) =>
    record
      .subjects('agent')
      .filter(({ types }) => types.some((type) => personTypes.includes(type))),
  identifier: (resource) => nodesUnder(resource, textTerms.identifiers).filter(isDescribed),
  distribution: (resource) => describedUnder([resource], fileTerms.distributions),
  file: (resource) => {
    const objects = describedNodes(readDigitalObjects(resource)).filter(
      (object) => !isService(object),
    );
    return objects.length === 0 && isFile(resource) ? [resource] : objects;
  },
  variable: (resource) => readVariableValues(resource).filter(isDescribed),
  term: (resource) => describedNodes(readTerms(resource)).filter(isTerm),
  place: (resource) => nodesUnder(resource, placeTerms.coverage).filter(isDescribed),
  geometry: (_, record) => {
    const places = record.subjects('place');
    return [...places, ...describedUnder(places, placeTerms.geometryNodes)];
  },
  grant: (resource) => describedUnder([resource], agentTerms.grants),
  licence: (resource) => describedUnder([resource], textTerms.licences),
  link: (resource) => describedUnder([resource], relationTerms.links),
  policy: (resource) => describedUnder([resource], relationTerms.policies),
  role: (_, record) => record.subjects('node').filter(({ types }) => types.includes(role)),
  contact: (resource, record) => {
    const nodes = [resource, ...record.subjects('metadata'), ...record.subjects('distribution')];
    const agents = nodes.flatMap((node) => agentNodes(node, contactRoles));
    return agents.filter(({ types }) => types.includes(person));
  },
  service: (_, record) => record.subjects('node').filter(({ types }) => types.includes(service)),
  action: (_, record) => describedUnder(record.subjects('service'), fileTerms.actions),
  endpoint: (_, record) => describedUnder(record.subjects('action'), fileTerms.targets),
  parameter: (_, record) => describedUnder(record.subjects('action'), queryInput),
  property: (_, record) => describedUnder(record.subjects('node'), placeTerms.additionalProperty),
  activity: (resource) =>
    describedUnder([resource], generatedBy).filter(({ types }) => types.includes(activity)),
  instrument: (_, record) => describedUnder(record.subjects('node'), instrument),
  measurement: (_, record) => describedUnder(record.subjects('node'), measurement),
  node: readDescribedNodes,
  fileObject: (resource) => readCroissantFiles(resource, croissantTerms.fileObject),
  fileSet: (resource) => readCroissantFiles(resource, croissantTerms.fileSet),
  recordSet: readRecordSets,
  field: readFields,
  croissantNode: readCroissantNodes,
};

const datasetTypes = termIris('schema:Dataset dcat:Dataset');

function isDataset({ types }: FactNode): boolean {
  return types.some((type) => datasetTypes.includes(type));
}

/**
 * Whether a resource is one file: it has the address of its content, or is an image or the like.
 */
function isFile(resource: FactNode): boolean {
  if (resource.values(fileTerms.contents).length > 0) return true;
  return !isDataset(resource) && resource.values(textTerms.formats).length > 0;
}

const metadataStatements = [...fileTerms.profiles, termIri('schema:sdDatePublished')];

/**
 * The metadata records of a resource; where none is marked as one, the datasets under `subjectOf`
 * that name their profile or the date of the metadata.
 */
function readMetadataRecords(resource: FactNode): readonly FactNode[] {
  const { records } = readMetadata(resource);
  const marked = records.filter(({ kind }) => kind === 'record');
  if (marked.length > 0) return marked.map(({ node }) => node);
  return describedUnder([resource], termIris('schema:subjectOf')).filter(
    (node) => node.types.includes(dataset) && node.values(metadataStatements).length > 0,
  );
}

/** Classes of nodes that have records of their own, so that their content is not looked at. */
const ownRecords = termIris(
  'schema:DataCatalog schema:Dataset dcat:Catalog dcat:Dataset schema:ItemList',
);

/** The resource, its metadata records, and what these lead to without other resources. */
function readDescribedNodes(resource: FactNode, record: CheckedRecord): readonly FactNode[] {
  const found = new Set([resource, ...record.subjects('metadata')]);
  // The set grows while it is iterated.
  for (const node of found) {
    for (const value of node.values(node.properties)) {
      if (isDescribed(value) && !value.types.some((type) => ownRecords.includes(type))) {
        found.add(value);
      }
    }
  }
  return [...found];
}

function describedUnder(
  nodes: readonly FactNode[],
  properties: readonly string[],
): readonly FactNode[] {
  return nodes.flatMap((node) => nodesUnder(node, properties)).filter(isDescribed);
}

function agentNodes(resource: FactNode, properties: readonly string[]): readonly FactNode[] {
  // A Role that names nobody is no agent.
  return describedNodes(agentsUnder(resource, properties)).filter(
    ({ types }) => !types.includes(role),
  );
}

function describedNodes(found: readonly { readonly value: FactValue }[]): readonly FactNode[] {
  return found.map(({ value }) => value).filter(isDescribed);
}

/** Whether a value is a node, and the record says something about it. */
export function isDescribed(value: FactValue): value is FactNode {
  return isOwnNode(value) && value.isDescribed;
}

const termTypes = termIris('schema:DefinedTerm schema:CategoryCode skos:Concept');

function isTerm({ types }: FactNode): boolean {
  return types.some((type) => termTypes.includes(type)) && !types.includes(propertyValue);
}
