import { agentsUnder } from './agents.ts';
import { type FactNode, type FactValue, nodesUnder } from './fact-node.ts';
import { factTexts } from './fact-texts.ts';
import { fileTerms, termIri, termIris } from './properties.ts';

const subjectOf = termIris('schema:subjectOf');
const subjects = termIris('schema:about foaf:primaryTopic');
const additionalTypes = termIris('schema:additionalType');
const profilesAndVersions = [...fileTerms.profiles, termIri('schema:schemaVersion')];
/** The first of these groups that a record has. */
const dates = [
  termIris('schema:dateModified dcterms:modified'),
  termIris('schema:datePublished schema:sdDatePublished dcterms:issued'),
  termIris('schema:dateCreated dcterms:created'),
];
const contacts = [
  termIris('schema:maintainer schema:contactPoint dcat:contactPoint'),
  termIris('schema:sdPublisher schema:provider schema:publisher dcterms:publisher'),
];
/** Properties by which a resource describes its metadata (schema.org). */
const ownDates = [termIris('schema:sdDatePublished')];
const ownContacts = [termIris('schema:sdPublisher')];

/** A node about a resource. */
export interface MetadataRecord {
  readonly node: FactNode;
  /**
   * `record`: a catalogue record or `DigitalDocument`; `document`: other metadata, such as another
   * format, or of unknown kind; `other`: anything else about the resource, such as an article.
   */
  readonly kind: 'record' | 'document' | 'other';
  /** The profiles that it, or its encoding, claims. */
  readonly profiles: readonly FactValue[];
  /** Published dates of modification, else of publication, else of creation. */
  readonly dates: readonly string[];
  /** The maintainer, else the provider. */
  readonly contacts: readonly FactValue[];
}

/** Facts about the metadata of a resource. */
export interface MetadataFacts {
  /** Those under `subjectOf` first. */
  readonly records: readonly MetadataRecord[];
  /** Of the records; else those that the resource states for its metadata. */
  readonly dates: readonly string[];
  readonly contacts: readonly FactValue[];
}

/** Reads the metadata records of a resource; facts are read lazily. */
export function readMetadata(resource: FactNode): MetadataFacts {
  const nodes = new Set([...nodesUnder(resource, subjectOf), ...resource.referrers(subjects)]);
  nodes.delete(resource);
  const records = Array.from(nodes, createMetadataRecord);
  const own = records.filter(({ kind }) => kind === 'record');
  return {
    records,
    get dates() {
      const stated = own.flatMap((record) => record.dates);
      return stated.length > 0 ? stated : readFirstDates(resource, ownDates);
    },
    get contacts() {
      const named = own.flatMap((record) => record.contacts);
      return named.length > 0 ? named : readFirstContacts(resource, ownContacts);
    },
  };
}

function createMetadataRecord(node: FactNode): MetadataRecord {
  return {
    node,
    kind: readRecordKind(node),
    get profiles() {
      return metadataProfiles(node);
    },
    get dates() {
      return readFirstDates(node, dates);
    },
    get contacts() {
      return readFirstContacts(node, contacts);
    },
  };
}

/** The profiles that a metadata document, or its encoding, claims. */
export function metadataProfiles(node: FactNode): readonly FactValue[] {
  const encoded = nodesUnder(node, fileTerms.encodings);
  const inside = encoded.flatMap((each) => each.values(fileTerms.profiles));
  return [...node.values(profilesAndVersions), ...inside];
}

const recordKind = /CatalogRecord$|\/DigitalDocument$/u;
const documentKind = /\/(?:CreativeWork|DataDownload|MediaObject)$/u;

function readRecordKind(node: FactNode): MetadataRecord['kind'] {
  const kinds = [...node.types, ...factTexts(node.values(additionalTypes))];
  if (kinds.some((kind) => recordKind.test(kind))) return 'record';
  return kinds.length === 0 || kinds.some((kind) => documentKind.test(kind)) ? 'document' : 'other';
}

type PropertyChoices = readonly (readonly string[])[];

function readFirstDates(node: FactNode, choices: PropertyChoices): readonly string[] {
  return readFirst(choices, (properties) => factTexts(node.values(properties)));
}

function readFirstContacts(node: FactNode, choices: PropertyChoices): readonly FactValue[] {
  return readFirst(choices, (properties) =>
    agentsUnder(node, properties).map(({ value }) => value),
  );
}

function readFirst<Value>(
  choices: PropertyChoices,
  read: (properties: readonly string[]) => readonly Value[],
): readonly Value[] {
  for (const properties of choices) {
    const values = read(properties);
    if (values.length > 0) return values;
  }
  return [];
}
