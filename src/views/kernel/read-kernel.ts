import { type AgentMention, agentsUnder } from '../../facts/record/agents.ts';
import {
  type FactNode,
  type FactValue,
  type ReadableRecordGraph,
  type StatedValue,
  valuesUnder,
} from '../../facts/record/record-graph.ts';
import {
  type DigitalObject,
  type DigitalObjectStatements,
  orderDigitalObjects,
  type OrderedDigitalObject,
  readChecksumAlgorithm,
  readDigitalObjects,
  readServices,
} from '../../facts/record/files.ts';
import {
  isDocumentNode,
  readIriAndNames,
  readPublishedIdentifiers,
} from '../../facts/record/names-and-identifiers.ts';
import {
  isRelationNamed,
  readMetadata,
  readRelations,
  type ResourceRelation,
} from '../../facts/record/relations.ts';
import {
  agentTerms,
  fileTerms,
  termIri,
  termIris,
  textTerms,
} from '../../facts/record/properties.ts';
import { type PolicyKind, policyKinds, readPolicies } from '../../facts/record/rights.ts';
import { parseChecksum } from '../../facts/text/formats-and-checksums.ts';
import {
  endsAsFile,
  isRelativeAddress,
  looksLikePlainText,
} from '../../facts/text/missing-values.ts';
import type { DescribedResource } from '../../model/record.ts';
import { identifierName } from '../../rdf/identifiers.ts';
import { prefixedName, rdf } from '../../rdf/vocabularies.ts';
import {
  type KernelAttribute,
  type KernelAttributeInfo,
  type KernelAttributeName,
  kernelAttributeNames,
  kernelAttributes,
  type KernelAttributes,
  type KernelObject,
  type KernelRecord,
  type KernelValue,
} from './kernel-record.ts';

const distributionProperties: ReadonlySet<string> = new Set(fileTerms.distributions);

const typeProperty = prefixedName(rdf.type) ?? rdf.type;

/** The attributes that one object states itself. */
interface OwnAttributes {
  readonly attributes: KernelAttributes;
  /** Whether its creator stands for its management, if no containing object states another. */
  readonly isManagedByCreator: boolean;
}

/**
 * The kernel record of a resource.
 * @returns undefined if the node of the resource is unknown
 */
export function kernelRecord(
  { graph, node }: ReadableRecordGraph,
  { iri, node: label }: DescribedResource,
): KernelRecord | undefined {
  const name = iri ?? label;
  if (name === undefined) return undefined;
  const reading = new KernelReading(graph.replace(/#.*/su, ''));
  const resource = node(name);
  const placed = orderDigitalObjects(resource, readDigitalObjects(resource), reading);
  const own = placed.map((object) => reading.attributesOf(object));
  const objects = placed.map(({ kind, value, names, in: within }, at): KernelObject => {
    return {
      kind,
      iri: value.kind === 'node' ? value.iri : undefined,
      name: names.join(' / ') || undefined,
      in: within,
      pid: readHandle(value),
      attributes: addInherited(at, placed, own),
    };
  });
  return { graph, objects };
}

/** Reads the statements of digital objects, each once. */
class KernelReading implements DigitalObjectStatements {
  readonly #document: string;
  readonly #signatures = new Map<DigitalObject, string>();
  readonly #own = new Map<FactValue, OwnAttributes>();

  /** @param document the document URL, without fragment */
  constructor(document: string) {
    this.#document = document;
  }

  attributesOf(object: Pick<OrderedDigitalObject, 'value' | 'property'>): OwnAttributes {
    const known = this.#own.get(object.value);
    if (known !== undefined) return known;
    const read = this.#read(object);
    this.#own.set(object.value, read);
    return read;
  }

  readonly says = (object: DigitalObject): boolean => {
    return Object.keys(this.attributesOf(object).attributes).length > 0;
  };

  readonly signature = (object: DigitalObject): string => {
    const known = this.#signatures.get(object);
    const made = known ?? JSON.stringify(this.attributesOf(object).attributes);
    this.#signatures.set(object, made);
    return made;
  };

  #read({ value, property }: Pick<OrderedDigitalObject, 'value' | 'property'>): OwnAttributes {
    const choices = new Map(value.kind === 'node' ? readAttributeChoices(value) : []);
    if (isMereAddress(value, property)) {
      choices.set('digitalObjectLocation', [[{ value, property, isListed: false }]]);
    }
    const attributes: { [Name in KernelAttributeName]?: KernelAttribute } = {};
    let isManagedByCreator = false;
    for (const name of kernelAttributeNames) {
      const types = name === 'digitalObjectType' && value.kind === 'node' ? value.types : [];
      const ranked = (choices.get(name) ?? []).map((each) => this.#valuesOf(name, each));
      const at = ranked.findIndex(({ length }) => length > 0);
      const values = ranked[at] ?? [];
      const all = [...types.map((iri) => ({ iri, property: typeProperty })), ...values];
      if (all.length > 0) attributes[name] = { values: all };
      if (name === 'technicalManagement' && at > 0) isManagedByCreator = true;
    }
    return { attributes, isManagedByCreator };
  }

  /** Distinct values: the unlisted ones sorted, then those in lists in their order. */
  #valuesOf(
    name: KernelAttributeName,
    stated: readonly AttributeStatement[],
  ): readonly KernelValue[] {
    const [first, ...others] = stated;
    if (first === undefined) return [];
    if (others.length === 0 && !isDocumentNode(first.value, this.#document)) {
      return this.#kernelValues(name, first);
    }
    const read = stated.flatMap((each) =>
      this.#kernelValues(name, each).map((value) => ({
        value,
        key: JSON.stringify([value.iri ?? '', value.text ?? '', each.property]),
        isListed: each.isListed,
      })),
    );
    const loose = read.filter(({ isListed }) => !isListed);
    const inOrder = [
      ...loose.toSorted((one, other) => (one.key < other.key ? -1 : 1)),
      ...read.filter(({ isListed }) => isListed),
    ];
    return [...new Map(inOrder.map(({ value }) => [JSON.stringify(value), value])).values()];
  }

  #kernelValues(name: KernelAttributeName, stated: AttributeStatement): readonly KernelValue[] {
    const { value, isLink } = stated;
    const document = this.#document;
    const isText = textTests[name];
    const thing = readIriAndNames(value, { document, isText, ...(isLink && { isLink }) });
    if (thing === undefined) return [];
    const { iri } = thing;
    const names = [...new Set(thing.names.map(({ text }) => text))];
    // Several agents merged into the document node are all named.
    const isSeveral = iri === undefined && isDocumentNode(value, document);
    const texts = isSeveral ? names : [names.join(' / ')];
    return texts.map((text) => createKernelValue(name, stated, { iri, text }));
  }
}

function createKernelValue(
  name: KernelAttributeName,
  { value, property, undetermined }: AttributeStatement,
  { iri, text }: { readonly iri: string | undefined; readonly text: string },
): KernelValue {
  return {
    iri,
    text: text === '' ? undefined : text,
    ...(name === 'checksum' && readChecksum(text, value, property)),
    undetermined,
    property: prefixedName(property) ?? property,
  };
}

/** Tests for relative IRIs that may be texts: words for a licence, no files for a location. */
const textTests: { readonly [Name in KernelAttributeName]?: (written: string) => boolean } = {
  rights: (written) => looksLikePlainText(written) || !isRelativeAddress(written),
  digitalObjectLocation: (written) => looksLikePlainText(written) && !endsAsFile(written),
};

/** A distribution without statements is an address itself. */
function isMereAddress(value: FactValue, property: string | undefined): property is string {
  const isDistribution = property !== undefined && distributionProperties.has(property);
  return isDistribution && (value.kind === 'literal' || !value.isDescribed);
}

function readChecksum(
  digits: string,
  value: FactValue,
  property: string,
): Pick<KernelValue, 'algorithm' | 'checksum'> {
  const algorithm = readChecksumAlgorithm(value);
  return { algorithm, checksum: parseChecksum(digits, [algorithm ?? '', property]) };
}

/** The alphabetically first DOI, else other handle. */
function readHandle(value: FactValue): string | undefined {
  if (value.kind === 'literal') return undefined;
  const names = [value.iri ?? '', ...readPublishedIdentifiers(value)]
    .map(identifierName)
    .toSorted();
  const [first] = ['doi:', 'hdl:'].flatMap((scheme) =>
    names.flatMap((name) => (name.startsWith(scheme) ? [name.slice(scheme.length)] : [])),
  );
  return first;
}

/** Adds missing attributes of the nearest containing object that has them. */
function addInherited(
  at: number,
  placed: readonly OrderedDigitalObject[],
  own: readonly OwnAttributes[],
): KernelAttributes {
  const attributes: { [Name in KernelAttributeName]?: KernelAttribute } = {};
  for (const name of kernelAttributeNames) {
    // A resource with several files has no single location.
    if (name === 'digitalObjectLocation' && at === 0 && placed.length > 1) continue;
    const from = findSource(name, at, placed, own);
    const attribute = from === undefined ? undefined : own[from]?.attributes[name];
    if (from === undefined || attribute === undefined) continue;
    attributes[name] = from === at ? attribute : { ...attribute, inheritedFrom: from };
  }
  return attributes;
}

/** The index of the object or nearest container that states an attribute, if any does. */
function findSource(
  name: KernelAttributeName,
  at: number,
  placed: readonly OrderedDigitalObject[],
  own: readonly OwnAttributes[],
): number | undefined {
  let byCreator: number | undefined;
  for (let from: number | undefined = at; from !== undefined; from = placed[from]?.in) {
    const stated = own[from];
    if (stated?.attributes[name] !== undefined) {
      if (name !== 'technicalManagement' || !stated.isManagedByCreator) return from;
      byCreator ??= from;
    }
    if (!isInherited(name, stated?.attributes)) break;
  }
  return byCreator;
}

/** Whether an object with these attributes inherits another one. */
function isInherited(name: KernelAttributeName, attributes: KernelAttributes = {}): boolean {
  const { isOfBits, isRelation }: KernelAttributeInfo = kernelAttributes[name];
  // Additional types refine a type, and are not inherited by an object with another one.
  const isTyped = name === 'additionalType' && attributes.digitalObjectType !== undefined;
  return isOfBits !== true && isRelation !== true && !isTyped;
}

/** A value that a digital object states for an attribute. */
interface AttributeStatement extends StatedValue {
  /** Whether it is the target of a link, or the link itself. */
  readonly isLink?: true;
  /** Whether the kind of the policy is not stated. */
  readonly undetermined?: true;
}

/** Values for an attribute in order of preference; the first group that is not nil counts. */
type AttributeChoices = readonly (readonly AttributeStatement[])[];

const conformsTo = termIri('dcterms:conformsTo');
const providers = termIris('schema:provider');

/** Properties of attributes, in order of preference. */
const propertiesOf = {
  checksum: [[...fileTerms.checksums, ...fileTerms.sha256]],
  rights: [textTerms.licences],
  scientificDomain: [textTerms.terms.keyword],
  additionalType: [textTerms.terms.type],
  dateCreated: [
    textTerms.issued,
    termIris('schema:dateCreated dcterms:created'),
    textTerms.modified,
  ],
  dateModified: [textTerms.modified],
  version: [termIris('schema:version dcat:version')],
} as const satisfies { readonly [Name in KernelAttributeName]?: readonly (readonly string[])[] };

/** Names of relations in links, besides the properties of PROV. */
const relationForms = {
  wasDerivedFrom: ['derivedfrom', 'basedon'],
  specializationOf: ['specializationof', 'specialisationof'],
  wasRevisionOf: ['revisionof', 'newversionof', 'predecessorversion'],
  hadPrimarySource: ['primarysource'],
  wasQuotedFrom: ['quotedfrom'],
  alternateOf: ['alternateof', 'alternate'],
} as const satisfies { readonly [Name in KernelAttributeName]?: readonly string[] };
const basedOn = termIris('schema:isBasedOn');

const policies = {
  mutability: 'digitalObjectMutability',
  persistency: 'persistencyPolicy',
  digitalObject: 'digitalObjectPolicy',
} as const satisfies Record<PolicyKind, KernelAttributeName>;

/** The values that a digital object states for each attribute, without its types. */
function readAttributeChoices(node: FactNode): ReadonlyMap<KernelAttributeName, AttributeChoices> {
  const links = readRelations(node).filter(({ link }) => link !== undefined);
  return new Map<KernelAttributeName, AttributeChoices>([
    ...readAgentChoices(node),
    ...typedEntries(propertiesOf).map(([name, ranks]) => {
      return [name, ranks.map((properties) => valuesUnder(node, properties))] as const;
    }),
    ...readPolicyChoices(node),
    ...typedEntries(relationForms).map(([name, forms]) => {
      const { term } = kernelAttributes[name];
      const properties = name === 'wasDerivedFrom' ? [term, ...basedOn] : [term];
      const stated = [...valuesUnder(node, properties), ...readLinkTargets(links, forms)];
      return [name, [stated]] as const;
    }),
    ['profile', [readProfiles(node)]],
    ['digitalObjectLocation', readLocationChoices(node)],
  ]);
}

function typedEntries<Name extends string, Value>(
  record: Readonly<Record<Name, Value>>,
): readonly (readonly [Name, Value])[] {
  return Object.entries(record) as [Name, Value][]; // its own names
}

type ChoiceEntry = readonly [KernelAttributeName, AttributeChoices];

/** The creator is the last choice for technical management. */
function readAgentChoices(node: FactNode): readonly ChoiceEntry[] {
  const { contributor, creator, maintainer, publisher } = agentTerms.roles;
  const made = agentsUnder(node, creator);
  const contributing = agentsUnder(node, contributor).filter(isMaintainer);
  return [
    ['creator', [made]],
    ['responsibleOrganisation', [agentsUnder(node, providers), agentsUnder(node, publisher)]],
    ['technicalManagement', [[...agentsUnder(node, maintainer), ...contributing], made]],
  ];
}

function isMaintainer({ roleName = '' }: AgentMention): boolean {
  return /maintain/iu.test(roleName);
}

function readPolicyChoices(node: FactNode): readonly ChoiceEntry[] {
  const all = readPolicies(node);
  return policyKinds.map((kind) => {
    const stated = all.flatMap(({ kinds, ...policy }): readonly AttributeStatement[] => {
      if (kinds.length === 0) return [{ ...policy, undetermined: true }];
      return kinds.includes(kind) ? [policy] : [];
    });
    return [policies[kind], [stated]];
  });
}

/** Links by the relation names of PROV, DataCite and IANA: `isBasedOn`, `was derived from`. */
function readLinkTargets(
  links: readonly ResourceRelation[],
  forms: readonly string[],
): readonly AttributeStatement[] {
  if (links.length === 0) return [];
  const names = forms.flatMap((form) => ['', 'is', 'was', 'had'].map((before) => before + form));
  return links
    .filter((link) => isRelationNamed(link, ...names))
    .map(({ target, property }) => ({ value: target, property, isListed: false, isLink: true }));
}

/** Profiles of the metadata record; and CDIF profiles of other metadata and of itself. */
function readProfiles(node: FactNode): readonly AttributeStatement[] {
  const ofRecords = readMetadata(node).records.flatMap(({ kind, profiles }) =>
    profiles.filter((profile) => kind === 'record' || isOfCdif(profile)),
  );
  const own = node.values(fileTerms.profiles).filter(isOfCdif);
  return [...ofRecords, ...own].map((value) => ({ value, property: conformsTo, isListed: false }));
}

function isOfCdif(profile: FactValue): boolean {
  return /cdif/iu.test(profile.kind === 'literal' ? profile.text : profile.name);
}

/** The location of the content; of a service its URL template. */
function readLocationChoices(node: FactNode): AttributeChoices {
  return [
    valuesUnder(node, fileTerms.contents),
    valuesUnder(node, fileTerms.places),
    readServices(node).flatMap((service) => valuesUnder(service, fileTerms.templates)),
  ];
}
