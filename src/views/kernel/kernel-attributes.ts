import { cdifGraph, dcat, dcterms, prov, schema, spdx } from '../../rdf/vocabularies.ts';

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

export type KernelAttributeName = keyof typeof kernelAttributes;

/** The names of all attributes, in order. */
export const kernelAttributeNames = Object.keys(kernelAttributes) as KernelAttributeName[]; // its own names

/** A row of the appendix that CDIF 1.0 does not implement. */
export const notImplemented = 'operationInfo';

/** The rows of the appendix that an object lacks, without relations. */
export function lackingAttributes(attributes: {
  readonly [Name in KernelAttributeName]?: unknown;
}): readonly KernelAttributeName[] {
  return kernelAttributeNames.filter((name) => {
    const info: KernelAttributeInfo = kernelAttributes[name];
    return attributes[name] === undefined && info.isRelation !== true;
  });
}
