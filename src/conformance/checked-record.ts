import { agentsUnder } from '../facts/record/agents.ts';
import { isService, readDigitalObjects } from '../facts/record/files.ts';
import { readTerms } from '../facts/record/keywords.ts';
import {
  agentTerms,
  fileTerms,
  placeTerms,
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
import type { DescribedResource } from '../model/record.ts';

/** The things in a record that rules look at, each with what it means. */
export const subjectKinds = {
  resource: 'the described resource',
  metadata: 'the metadata record about the resource',
  creator: 'a creator of the resource',
  agent: 'a person or organisation in any role for the resource, a distribution or the metadata',
  person: 'such a person',
  identifier: 'an identifier that is described by a node',
  distribution: 'a distribution of the resource',
  file: 'a file: a distribution, a part of one, or the resource itself',
  variable: 'a measured variable',
  term: 'a term of a vocabulary',
  place: 'a place that the resource is about',
  grant: 'a grant',
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
  readonly #subjects = new Map<SubjectKind, readonly FactNode[]>();

  /** @param name the name of the resource in the graph: its IRI, or its label with `_:` */
  constructor(
    graph: ReadableRecordGraph,
    name: string,
    { described, profiles }: Pick<CheckedRecord, 'described' | 'profiles'>,
  ) {
    this.graph = graph;
    this.resource = graph.node(name);
    this.described = described;
    this.profiles = profiles;
  }

  /** The nodes of one kind, each once, in document order. */
  subjects(kind: SubjectKind): readonly FactNode[] {
    const known = this.#subjects.get(kind);
    if (known !== undefined) return known;
    const nodes = [...new Set(subjectReaders[kind](this.resource))];
    this.#subjects.set(kind, nodes);
    return nodes;
  }
}

/** Reads the described resources of a record. */
export function readCheckedRecords(record: {
  readonly graph: string;
  readonly nquads: string;
  readonly describes: readonly DescribedResource[];
  readonly profiles: readonly string[];
}): readonly CheckedRecord[] {
  const { describes, profiles } = record;
  const graph = readRecordGraph(record);
  return describes.flatMap((described) => {
    const name = described.iri ?? described.node;
    return name === undefined ? [] : [new CheckedRecord(graph, name, { described, profiles })];
  });
}

/** The properties that refer to people and organisations. */
export const agentProperties: readonly string[] = [
  ...Object.values(agentTerms.roles).flat(),
  ...agentTerms.namedRoles.map(([property]) => property),
];
const grants = termIris('schema:funding');
const personTypes = termIris('schema:Person foaf:Person');
const variableTypes = termIri('schema:PropertyValue');

const subjectReaders: Readonly<Record<SubjectKind, (resource: FactNode) => readonly FactNode[]>> = {
  resource: (resource) => [resource],
  metadata: (resource) =>
    readMetadata(resource)
      .records.filter(({ kind }) => kind === 'record')
      .map(({ node }) => node),
  creator: (resource) => agentNodes(resource, agentTerms.roles.creator),
  agent: allAgents,
  person: (resource) =>
    allAgents(resource).filter(({ types }) => types.some((type) => personTypes.includes(type))),
  identifier: (resource) => nodesUnder(resource, textTerms.identifiers).filter(isDescribed),
  distribution: directDistributions,
  file: (resource) => {
    const objects = describedNodes(readDigitalObjects(resource)).filter(
      (object) => !isService(object),
    );
    return objects.length === 0 && isFile(resource) ? [resource] : objects;
  },
  variable: (resource) => readVariableValues(resource).filter(isDescribed),
  term: (resource) => describedNodes(readTerms(resource)).filter(isTerm),
  place: (resource) => nodesUnder(resource, placeTerms.coverage).filter(isDescribed),
  grant: (resource) => nodesUnder(resource, grants).filter(isDescribed),
};

function directDistributions(resource: FactNode): readonly FactNode[] {
  return nodesUnder(resource, fileTerms.distributions).filter(isDescribed);
}

const datasetTypes = termIris('schema:Dataset dcat:Dataset');

/** Whether a resource is one file: it has the address of its content, or is an image or the like. */
function isFile(resource: FactNode): boolean {
  if (resource.values(fileTerms.contents).length > 0) return true;
  const isDataset = resource.types.some((type) => datasetTypes.includes(type));
  return !isDataset && resource.values(textTerms.formats).length > 0;
}

function allAgents(resource: FactNode): readonly FactNode[] {
  const others = [
    ...subjectReaders.metadata(resource),
    ...directDistributions(resource),
    ...nodesUnder(resource, grants),
  ];
  return [resource, ...others].flatMap((node) => agentNodes(node, agentProperties));
}

function agentNodes(resource: FactNode, properties: readonly string[]): readonly FactNode[] {
  return describedNodes(agentsUnder(resource, properties));
}

function describedNodes(found: readonly { readonly value: FactValue }[]): readonly FactNode[] {
  return found.map(({ value }) => value).filter(isDescribed);
}

function isDescribed(value: FactValue): value is FactNode {
  return isOwnNode(value) && value.isDescribed;
}

const termTypes = termIris('schema:DefinedTerm schema:CategoryCode skos:Concept');

function isTerm({ types }: FactNode): boolean {
  return types.some((type) => termTypes.includes(type)) && !types.includes(variableTypes);
}
