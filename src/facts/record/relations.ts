import { localNameOf } from '../../rdf/iri.ts';
import { agentsUnder } from './agents.ts';
import { factTexts } from './fact-texts.ts';
import { fileTerms, relationTerms, termIri, termIris } from './properties.ts';
import { type FactNode, type FactValue, nodesUnder, valuesOf } from './record-graph.ts';

/** Properties whose name is the relation. */
const relationProperties: readonly string[] = [
  ...termIris(
    'schema:citation schema:exampleOfWork schema:hasPart schema:includedInDataCatalog',
    'schema:isBasedOn schema:isPartOf schema:isRelatedTo schema:isVariantOf',
    'schema:itemListElement schema:mentions schema:predecessorOf schema:sameAs',
    'schema:successorOf schema:translationOfWork schema:workExample schema:workTranslation',
  ),
  ...termIris(
    'dcterms:hasPart dcterms:hasVersion dcterms:isPartOf dcterms:isReferencedBy',
    'dcterms:isReplacedBy dcterms:isVersionOf dcterms:references dcterms:relation dcterms:replaces dcterms:source',
    'prov:alternateOf prov:hadPrimarySource prov:specializationOf prov:wasDerivedFrom',
    'prov:wasGeneratedBy prov:wasQuotedFrom prov:wasRevisionOf',
  ),
];
/** Properties of qualified links, and where a link names its relation. */
const links = [
  { property: termIri('schema:relatedLink'), naming: relationTerms.linkNames },
  { property: termIri('dcat:qualifiedRelation'), naming: termIris('dcat:hadRole') },
];
const allProperties = [...relationProperties, ...links.map(({ property }) => property)];
const termNames = termIris('schema:name');
const termCodes = termIris('schema:termCode');
const relatives = termIris('dcterms:relation');
const listElement = termIri('schema:itemListElement');
const listItems = termIris('schema:item');
const formsOfTarget = termIris('schema:encodingType schema:contentType schema:encodingFormat');

/** A relation of a resource to another one. */
export interface ResourceRelation {
  /** The property of the resource that states it. */
  readonly property: string;
  /**
   * Normalised names: lower case, without namespace, blanks, hyphens and underscores (`haspart`). A
   * link may have several or none.
   */
  readonly relations: readonly string[];
  /** The published name of a link's relation: the name of a term, a text, or an IRI. */
  readonly named?: string | undefined;
  /** The related resource; of a link its target, if stated. */
  readonly target: FactValue;
  /** The `LinkRole` or qualified relation that states it. */
  readonly link?: FactNode;
  /** The published forms of a link's target: media types, classes or words. */
  readonly forms: readonly string[];
}

/** The relations of a resource, by property and then as published. */
export function readRelations(resource: FactNode): readonly ResourceRelation[] {
  // Most nodes have none.
  if (resource.values(allProperties).length === 0) return [];
  const stated = relationProperties.flatMap((property) => {
    const relations = [normalizeRelationName(property)];
    const targets = resource.values([property]).flatMap((value) => readListItem(value, property));
    return targets.map((target): ResourceRelation => ({ property, relations, target, forms: [] }));
  });
  return [...stated, ...links.flatMap((each) => readLinkRelations(resource, each))];
}

/** Whether a relation has one of the given normalised names. */
export function isRelationNamed(
  { relations }: ResourceRelation,
  ...names: readonly string[]
): boolean {
  return relations.some((relation) => names.includes(relation));
}

/** The resource inside a list item. */
function readListItem(value: FactValue, property: string): readonly FactValue[] {
  const items = property === listElement ? valuesOf(value, listItems) : [];
  return items.length === 0 ? [value] : items;
}

function readLinkRelations(
  resource: FactNode,
  { property, naming }: (typeof links)[number],
): readonly ResourceRelation[] {
  return resource.values([property]).flatMap((link): readonly ResourceRelation[] => {
    if (link.kind === 'literal') return [{ property, relations: [], target: link, forms: [] }];
    const names = link.values(naming);
    const terms = names.flatMap((name) => valuesOf(name, termNames));
    const codes = names.flatMap((name) => valuesOf(name, termCodes));
    const [named] = factTexts([...terms, ...names]);
    const called = factTexts([...names, ...terms, ...codes]).map(normalizeRelationName);
    const relations = [...new Set(called)];
    return readLinkTargets(link).map((target): ResourceRelation => {
      const forms = factTexts([link, target].flatMap((each) => valuesOf(each, formsOfTarget)));
      return { property, relations, named, link, target, forms };
    });
  });
}

/** The target of a link; may be the link node itself. */
function readLinkTargets(link: FactNode): readonly FactValue[] {
  const stated = link.values(relationTerms.linkTargets);
  const related = stated.length > 0 ? stated : link.values(relatives);
  return related.length > 0 ? related : [link];
}

function normalizeRelationName(name: string): string {
  return localNameOf(name)
    .replaceAll(/[\s_-]/gu, '')
    .toLowerCase();
}

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
interface MetadataRecord {
  readonly node: FactNode;
  /**
   * `record`: a catalogue record or `DigitalDocument`; `document`: other metadata, such as another
   * format, or of unknown kind; `other`: anything else about the resource, such as an article.
   */
  readonly kind: 'record' | 'document' | 'other';
  /** The profiles that it, or its encoding, claims. */
  readonly profiles: readonly FactValue[];
}

/** Facts about the metadata of a resource. */
interface MetadataFacts {
  /** Those under `subjectOf` first. */
  readonly records: readonly MetadataRecord[];
  /**
   * Published dates of modification, else of publication, else of creation: of the records, else
   * those that the resource states for its metadata.
   */
  readonly dates: readonly string[];
  /** The maintainers, else the providers, in the same order of precedence. */
  readonly contacts: readonly FactValue[];
}

/** Reads the metadata records of a resource; dates and contacts are read lazily. */
export function readMetadata(resource: FactNode): MetadataFacts {
  const nodes = new Set([...nodesUnder(resource, subjectOf), ...resource.referrers(subjects)]);
  nodes.delete(resource);
  const records = Array.from(nodes, (node): MetadataRecord => {
    return { node, kind: readRecordKind(node), profiles: metadataProfiles(node) };
  });
  const own = records.filter(({ kind }) => kind === 'record');
  return {
    records,
    get dates() {
      const stated = own.flatMap(({ node }) => readFirstDates(node, dates));
      return stated.length > 0 ? stated : readFirstDates(resource, ownDates);
    },
    get contacts() {
      const named = own.flatMap(({ node }) => readFirstContacts(node, contacts));
      return named.length > 0 ? named : readFirstContacts(resource, ownContacts);
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
