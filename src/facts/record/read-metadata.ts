import { vocabulary } from '../../rdf/vocabularies.ts';
import { nodesIn, type FactNode, type FactValue } from './fact-node.ts';
import { factTexts } from './fact-texts.ts';
import { agentsUnder } from './read-agents.ts';
import { fileTerms } from './text-terms.ts';

const schema = vocabulary(
  'http://schema.org/',
  'about',
  'additionalType',
  'contactPoint',
  'dateCreated',
  'dateModified',
  'datePublished',
  'maintainer',
  'provider',
  'publisher',
  'schemaVersion',
  'sdDatePublished',
  'sdPublisher',
  'subjectOf',
);
const dcterms = vocabulary(
  'http://purl.org/dc/terms/',
  'created',
  'issued',
  'modified',
  'publisher',
);
const dcat = vocabulary('http://www.w3.org/ns/dcat#', 'contactPoint');
const foaf = vocabulary('http://xmlns.com/foaf/0.1/', 'primaryTopic');

const subjectOf = [schema.subjectOf];
const subjects = [schema.about, foaf.primaryTopic];
const additionalTypes = [schema.additionalType];
const profilesAndVersions = [...fileTerms.profiles, schema.schemaVersion];
/** The first of these that a record has. */
const dates = [
  [schema.dateModified, dcterms.modified],
  [schema.datePublished, schema.sdDatePublished, dcterms.issued],
  [schema.dateCreated, dcterms.created],
];
const contacts = [
  [schema.maintainer, schema.contactPoint, dcat.contactPoint],
  [schema.sdPublisher, schema.provider, schema.publisher, dcterms.publisher],
];
/** What schema.org says of the metadata in the description of the resource itself. */
const ownDates = [[schema.sdDatePublished]];
const ownContacts = [[schema.sdPublisher]];

/** A node that is about a resource. */
export interface MetadataRecord {
  readonly node: FactNode;
  /**
   * A catalogue record or `DigitalDocument`; another document with metadata, such as the same in
   * another format or one that does not say what it is; or something else about the resource, such
   * as an article.
   */
  readonly kind: 'record' | 'document' | 'other';
  /** The profiles that it claims, itself or by its encoding. */
  readonly profiles: readonly FactValue[];
  /** When it was last changed, else published, else made, as written. */
  readonly dates: readonly string[];
  /** Who maintains it, else who provides it. */
  readonly contacts: readonly FactValue[];
}

/** What is known of the metadata of a resource. */
export interface MetadataFacts {
  /** Those under `subjectOf` first. */
  readonly records: readonly MetadataRecord[];
  /** Of the records; where these do not say it, what the resource says of its metadata. */
  readonly dates: readonly string[];
  readonly contacts: readonly FactValue[];
}

/** The metadata of a resource, as the record calls it; each fact is read when it is asked for. */
export function readMetadata(resource: FactNode): MetadataFacts {
  const nodes = new Set([...nodesIn(resource, subjectOf), ...resource.referrers(subjects)]);
  nodes.delete(resource);
  const records = Array.from(nodes, recordOf);
  const own = records.filter(({ kind }) => kind === 'record');
  return {
    records,
    get dates() {
      const said = own.flatMap((record) => record.dates);
      return said.length > 0 ? said : datesIn(resource, ownDates);
    },
    get contacts() {
      const named = own.flatMap((record) => record.contacts);
      return named.length > 0 ? named : contactsIn(resource, ownContacts);
    },
  };
}

function recordOf(node: FactNode): MetadataRecord {
  return {
    node,
    kind: kindOf(node),
    get profiles() {
      return metadataProfiles(node);
    },
    get dates() {
      return datesIn(node, dates);
    },
    get contacts() {
      return contactsIn(node, contacts);
    },
  };
}

/** The profiles that a document with metadata claims, itself or by its encoding. */
export function metadataProfiles(node: FactNode): readonly FactValue[] {
  const encoded = nodesIn(node, fileTerms.encodings);
  const inside = encoded.flatMap((each) => each.values(fileTerms.profiles));
  return [...node.values(profilesAndVersions), ...inside];
}

const recordKind = /CatalogRecord$|\/DigitalDocument$/u;
const documentKind = /\/(?:CreativeWork|DataDownload|MediaObject)$/u;

function kindOf(node: FactNode): MetadataRecord['kind'] {
  const kinds = [...node.types, ...factTexts(node.values(additionalTypes))];
  if (kinds.some((kind) => recordKind.test(kind))) return 'record';
  return kinds.length === 0 || kinds.some((kind) => documentKind.test(kind)) ? 'document' : 'other';
}

type Choices = readonly (readonly string[])[];

function datesIn(node: FactNode, choices: Choices): readonly string[] {
  return firstOf(choices, (properties) => factTexts(node.values(properties)));
}

function contactsIn(node: FactNode, choices: Choices): readonly FactValue[] {
  return firstOf(choices, (properties) => agentsUnder(node, properties).map(({ value }) => value));
}

function firstOf<Value>(
  choices: Choices,
  read: (properties: readonly string[]) => readonly Value[],
): readonly Value[] {
  for (const properties of choices) {
    const values = read(properties);
    if (values.length > 0) return values;
  }
  return [];
}
