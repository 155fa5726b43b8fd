import type { Checksum } from '../../facts/text/formats-and-checksums.ts';
import { cdifGraph, dcat, dcterms, prov, schema, spdx } from '../../rdf/vocabularies.ts';

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
  readonly iri?: string;
  readonly name?: string;
  /** DOI or other handle, without scheme and in lower case. */
  readonly pid?: string;
  /** Index of the containing object; absent for the resource. */
  readonly in?: number;
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
  readonly inheritedFrom?: number;
}

/** A value with an IRI, a text, or both. */
export interface KernelValue {
  readonly iri?: string;
  readonly text?: string;
  /** Of a checksum, as published. */
  readonly algorithm?: string;
  /** Of a checksum, if it could be parsed. */
  readonly checksum?: Checksum;
  /** Of a policy whose kind is not stated, so that it counts for all three kinds. */
  readonly undetermined?: true;
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

function relation(title: string, term: string): KernelAttributeInfo {
  return { title, term, isRelation: true };
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
  wasDerivedFrom: relation('RDA wasDerivedFrom', prov.wasDerivedFrom),
  specializationOf: relation('RDA specializationOf', prov.specializationOf),
  wasRevisionOf: relation('RDA wasRevisionOf', prov.wasRevisionOf),
  hadPrimarySource: relation('RDA hadPrimarySource', prov.hadPrimarySource),
  wasQuotedFrom: relation('RDA wasQuotedFrom', prov.wasQuotedFrom),
  alternateOf: relation('RDA alternateOf', prov.alternateOf),
} as const satisfies Record<string, KernelAttributeInfo>;

/** The name of an attribute of `kernelAttributes`. */
export type KernelAttributeName = keyof typeof kernelAttributes;

/** The names of all attributes, in order. */
export const kernelAttributeNames = Object.keys(kernelAttributes) as KernelAttributeName[]; // its own names

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
