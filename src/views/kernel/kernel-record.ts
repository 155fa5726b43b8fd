import type { Checksum } from '../../facts/text/formats-and-checksums.ts';
import { isIri } from '../../rdf/iri.ts';
import { iriTerm, plainLiteral } from '../../rdf/n-quads.ts';
import { cdifGraph, dcat, dcterms, prov, rdfs, schema, spdx } from '../../rdf/vocabularies.ts';
import { replaceLoneSurrogates } from '../../text/clean-text.ts';

/** The FAIR Digital Object kernel records of one resource and of each of its files. */
export interface KernelRecord {
  /** The graph of the metadata record. */
  readonly graph: string;
  /** The resource, then its distributions, each before its parts; deterministic. */
  readonly objects: readonly KernelObject[];
}

/** The kernel record of a resource, a distribution, or a part of one. */
export interface KernelObject {
  readonly kind: 'resource' | 'distribution' | 'part';
  /** The published IRI; absent for a blank node or text. */
  readonly iri?: string | undefined;
  readonly name?: string | undefined;
  /** DOI or other handle, without scheme and in lower case. */
  readonly pid?: string | undefined;
  /** Index of the containing object; absent for the resource. */
  readonly in?: number | undefined;
  /** Own and inherited attributes; others are missing. */
  readonly attributes: KernelAttributes;
}

/** The attributes of one object. */
export type KernelAttributes = { readonly [Name in KernelAttributeName]?: KernelAttribute };

/** The values of an attribute, and the object that states them. */
export interface KernelAttribute {
  /** At least one; creators in the published order if known, everything else sorted. */
  readonly values: readonly KernelValue[];
  /** Index of the object that states it, if inherited. */
  readonly inheritedFrom?: number | undefined;
}

/** A value with an IRI, a text, or both. */
export interface KernelValue {
  readonly iri?: string | undefined;
  readonly text?: string | undefined;
  /** Of a checksum, as published. */
  readonly algorithm?: string | undefined;
  /** Of a checksum, if it could be parsed. */
  readonly checksum?: Checksum | undefined;
  /** Of a policy whose kind is not stated, so that it counts for all three kinds. */
  readonly undetermined?: true | undefined;
  /** The property that states it, with a usual prefix. */
  readonly property: string;
}

/** A row of appendix 2 of the CDIF discovery draft of 2023-07-12, or one of its relation terms. */
export interface KernelAttributeInfo {
  /** Name in the appendix, and the owner of the attribute. */
  readonly title: string;
  /** The RDF property. */
  readonly term: string;
  /** Whether it belongs to one file, so that it is not inherited. */
  readonly isOfBits?: true;
  /** Whether it refers to another object; optional. */
  readonly isRelation?: true;
}

function provRelation(name: keyof typeof prov): KernelAttributeInfo {
  return { title: `RDA ${name}`, term: prov[name], isRelation: true };
}

/** All attributes in display order, which is that of the appendix. Queries use these names. */
export const kernelAttributes = {
  creator: { title: 'FDO Creator', term: dcterms.creator },
  responsibleOrganisation: {
    title: 'FDO Responsible Organisation (Resource)',
    term: schema.provider,
  },
  checksum: { title: 'RDA checksum', term: spdx.checksum, isOfBits: true },
  digitalObjectMutability: {
    title: 'FDOF digitalObjectMutability',
    term: cdifGraph.digitalObjectMutability,
  },
  persistencyPolicy: { title: 'FDOF PersistencyPolicy', term: cdifGraph.persistencyPolicy },
  digitalObjectPolicy: { title: 'RDA digitalObjectPolicy', term: cdifGraph.digitalObjectPolicy },
  technicalManagement: {
    title: 'FDOF ResponsibleOrganisation (Technical Management)',
    term: schema.maintainer,
  },
  rights: { title: 'FDOF rightsRecord', term: dcterms.rights },
  scientificDomain: { title: 'FDOF ScientificDomain', term: dcterms.subject },
  profile: { title: 'Profile', term: cdifGraph.recordProfile },
  digitalObjectType: { title: 'FDOF digitalObjectType', term: dcterms.type },
  additionalType: {
    title: 'FDOF digitalObjectType, additional types',
    term: schema.additionalType,
  },
  dateCreated: { title: 'RDA dateCreated', term: dcterms.created },
  dateModified: { title: 'RDA dateModified', term: dcterms.modified },
  version: { title: 'RDA version', term: dcat.version },
  digitalObjectLocation: {
    title: 'RDA digitalObjectLocation',
    term: dcat.accessURL,
    isOfBits: true,
  },
  wasDerivedFrom: provRelation('wasDerivedFrom'),
  specializationOf: provRelation('specializationOf'),
  wasRevisionOf: provRelation('wasRevisionOf'),
  hadPrimarySource: provRelation('hadPrimarySource'),
  wasQuotedFrom: provRelation('wasQuotedFrom'),
  alternateOf: provRelation('alternateOf'),
} as const satisfies Record<string, KernelAttributeInfo>;

/** The name of an attribute of `kernelAttributes`. */
export type KernelAttributeName = keyof typeof kernelAttributes;

/** The names of all attributes, in order. */
export const kernelAttributeNames = Object.keys(kernelAttributes) as KernelAttributeName[];
// its own names

/** A row of the appendix that CDIF 1.0 does not implement. */
export const notImplementedAttribute = 'operationInfo';

/** The rows of the appendix that an object lacks, without relations. */
export function missingKernelAttributes(attributes: {
  readonly [Name in KernelAttributeName]?: unknown;
}): readonly KernelAttributeName[] {
  return kernelAttributeNames.filter((name) => {
    const info: KernelAttributeInfo = kernelAttributes[name];
    return attributes[name] === undefined && info.isRelation !== true;
  });
}

/** A kernel record as RDF; see `docs/vocabulary.md`. */
interface KernelStatements {
  readonly graph: string;
  /** Grouped by subject, without duplicates. */
  readonly nquads: string;
}

/** A predicate IRI and an N-Quads object term. */
type PredicateObject = readonly [predicate: string, object: string];

/** Terms for nodes without published IRI. */
interface NodeTerms {
  /** @param at index of an object in its record */
  readonly objectTerm: (at: number) => string;
  readonly checksumTerm: (value: KernelValue) => string;
}

/**
 * A kernel record in published vocabularies: the attributes of each object, including inherited
 * ones, with their origin, and undetermined policies.
 * @param prefix prefix of blank node labels, so that several records can be in one document
 */
export function kernelStatements(record: KernelRecord, prefix: string): KernelStatements {
  const statements = new Set<string>();
  for (const lines of kernelLines(record, prefix)) for (const line of lines) statements.add(line);
  return { graph: record.graph, nquads: [...statements].join('') };
}

/** As `kernelStatements`, lazily: lines by object, distinct in each, then the names of values. */
export function* kernelLines(
  { graph, objects }: KernelRecord,
  prefix: string,
): Generator<ReadonlySet<string>> {
  const linesOf = (subject: string, pairs: readonly PredicateObject[]): readonly string[] =>
    pairs.map(([predicate, object]) => {
      return `${subject} ${iriTerm(predicate)} ${object} ${iriTerm(graph)} .\n`;
    });
  const objectTerm = (at: number): string => {
    const iri = objects[at]?.iri;
    return iri !== undefined && isIri(iri) ? iriTerm(iri) : `_:${prefix}o${at}`;
  };
  for (const [at, object] of objects.entries()) {
    const sums = object.attributes.checksum?.values ?? [];
    const checksumTerm = (value: KernelValue): string => `_:${prefix}o${at}c${sums.indexOf(value)}`;
    yield new Set([
      ...linesOf(objectTerm(at), objectPairs(object, { objectTerm, checksumTerm })),
      ...sums.flatMap((value) => linesOf(checksumTerm(value), checksumPairs(value))),
    ]);
  }
  const named = objects.flatMap(namedValues);
  yield new Set(
    named.flatMap(({ iri, text }) => linesOf(iriTerm(iri), [[rdfs.label, literal(text)]])),
  );
}

/** The statements about a digital object: name, container, attributes and their origin. */
export function objectPairs(
  { name, in: within, attributes }: KernelObject,
  { objectTerm, checksumTerm }: NodeTerms,
): readonly PredicateObject[] {
  return [
    ...(name === undefined ? [] : [[rdfs.label, literal(name)] as const]),
    ...(within === undefined ? [] : [[cdifGraph.inheritsFrom, objectTerm(within)] as const]),
    ...kernelAttributeNames.flatMap((each) => {
      const { term } = kernelAttributes[each];
      const termOf = each === 'checksum' ? checksumTerm : valueTerm;
      return attributePairs(term, attributes[each], termOf);
    }),
  ];
}

function attributePairs(
  term: string,
  attribute: KernelAttribute | undefined,
  termOf: (value: KernelValue) => string,
): readonly PredicateObject[] {
  if (attribute === undefined) return [];
  const { values, inheritedFrom } = attribute;
  const pairs = values.map((value): PredicateObject => [term, termOf(value)]);
  if (inheritedFrom !== undefined) pairs.push([cdifGraph.inherits, iriTerm(term)]);
  if (values.some(({ undetermined }) => undetermined === true)) {
    pairs.push([cdifGraph.undetermined, iriTerm(term)]);
  }
  return pairs;
}

/** The statements about a checksum. */
export function checksumPairs({
  iri,
  text,
  algorithm,
  checksum,
}: KernelValue): readonly PredicateObject[] {
  const ni = checksum?.namedInformation;
  return [
    ...(algorithm === undefined ? [] : [[spdx.algorithm, literal(algorithm)] as const]),
    [spdx.checksumValue, literal(text ?? iri ?? '')],
    ...(ni === undefined ? [] : [[dcterms.identifier, literal(ni)] as const]),
  ];
}

/** A named value of an attribute. */
export interface NamedValue {
  readonly iri: string;
  readonly text: string;
  /** The property of the attribute. */
  readonly term: string;
}

/** The named values of an object's own attributes. */
export function namedValues({ attributes }: KernelObject): readonly NamedValue[] {
  return kernelAttributeNames.flatMap((name) => {
    const { values = [], inheritedFrom } = attributes[name] ?? {};
    if (inheritedFrom !== undefined) return [];
    return values.flatMap((value) => namedValueOf(value, kernelAttributes[name].term) ?? []);
  });
}

/**
 * The name of a value besides its IRI.
 * @param term the property of its attribute
 */
export function namedValueOf({ iri, text }: KernelValue, term: string): NamedValue | undefined {
  if (iri === undefined || !isIri(iri)) return undefined;
  return text === undefined || text === iri ? undefined : { iri, text, term };
}

/** The RDF term of a value. */
export function valueTerm({ iri, text = '' }: KernelValue): string {
  return iri !== undefined && isIri(iri) ? iriTerm(iri) : literal(iri ?? text);
}

function literal(text: string): string {
  return plainLiteral(replaceLoneSurrogates(text));
}
