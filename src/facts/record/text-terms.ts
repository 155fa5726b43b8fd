import { vocabulary } from '../../rdf/vocabularies.ts';

const schema = vocabulary(
  'http://schema.org/',
  'CreativeWork',
  'DataCatalog',
  'Dataset',
  'DefinedTermSet',
  'DigitalDocument',
  'Event',
  'Place',
  'PropertyValue',
  'StatisticalVariable',
  'about',
  'abstract',
  'accountablePerson',
  'additionalType',
  'affiliation',
  'alternateName',
  'author',
  'conditionsOfAccess',
  'contentURL',
  'contentUrl',
  'contributor',
  'copyrightHolder',
  'creator',
  'dateModified',
  'datePublished',
  'description',
  'disambiguatingDescription',
  'distribution',
  'editor',
  'encoding',
  'encodingFormat',
  'familyName',
  'fileFormat',
  'funder',
  'funding',
  'givenName',
  'hasDefinedTerm',
  'hasPart',
  'headline',
  'identifier',
  'inDefinedTermSet',
  'isAccessibleForFree',
  'keywords',
  'legalName',
  'license',
  'maintainer',
  'measuredProperty',
  'measurementMethod',
  'measurementTechnique',
  'memberOf',
  'name',
  'namedPosition',
  'potentialAction',
  'producer',
  'propertyID',
  'provider',
  'publisher',
  'roleName',
  'sameAs',
  'sha256',
  'sourceOrganization',
  'sponsor',
  'subjectOf',
  'target',
  'termCode',
  'text',
  'title',
  'unitCode',
  'unitText',
  'url',
  'urlTemplate',
  'value',
  'valueReference',
  'variableMeasured',
  'worksFor',
);
const dcterms = vocabulary(
  'http://purl.org/dc/terms/',
  'abstract',
  'accessRights',
  'conformsTo',
  'contributor',
  'creator',
  'description',
  'format',
  'hasPart',
  'identifier',
  'issued',
  'license',
  'modified',
  'publisher',
  'rights',
  'rightsHolder',
  'subject',
  'title',
);
/** The older elements of Dublin Core, some of which have no heirs in use. */
const dc = vocabulary(
  'http://purl.org/dc/elements/1.1/',
  'contributor',
  'creator',
  'description',
  'format',
  'identifier',
  'publisher',
  'rights',
  'subject',
  'title',
);
const dcat = vocabulary(
  'http://www.w3.org/ns/dcat#',
  'CatalogRecord',
  'accessURL',
  'compressFormat',
  'distribution',
  'downloadURL',
  'keyword',
  'landingPage',
  'mediaType',
  'packageFormat',
  'theme',
);
const skos = vocabulary(
  'http://www.w3.org/2004/02/skos/core#',
  'altLabel',
  'definition',
  'exactMatch',
  'inScheme',
  'notation',
  'prefLabel',
);
const rdfs = vocabulary('http://www.w3.org/2000/01/rdf-schema#', 'comment', 'label');
const foaf = vocabulary('http://xmlns.com/foaf/0.1/', 'familyName', 'givenName', 'name');
const vcard = vocabulary(
  'http://www.w3.org/2006/vcard/ns#',
  'family-name',
  'fn',
  'given-name',
  'organization-name',
);
const owl = vocabulary('http://www.w3.org/2002/07/owl#', 'sameAs');
const qudt = vocabulary('http://qudt.org/schema/qudt/', 'hasUnit', 'symbol', 'ucumCode', 'unit');
const sosa = vocabulary('http://www.w3.org/ns/sosa/', 'observedProperty', 'usedProcedure');
const ssn = vocabulary('http://www.w3.org/ns/ssn/', 'forProperty');
/** DDI Cross-Domain Integration. */
const cdi = vocabulary(
  'http://ddialliance.org/Specification/DDI-CDI/1.0/RDF/',
  'InstanceVariable',
  'definition',
  'displayLabel',
  'name',
  'unitOfMeasureKind',
);
const spdx = vocabulary(
  'http://spdx.org/rdf/terms#',
  'algorithm',
  'checksum',
  'checksumAlgorithm',
  'checksumValue',
);

/** DCAT-US 1.1. */
const pod = vocabulary('https://project-open-data.cio.gov/v1.1/schema#', 'accessLevel');

/** What people and organisations are called beside the labels that anything can have. */
const agentNames = [schema.legalName, vcard.fn, vcard['organization-name'], foaf.name] as const;
const codes = [schema.termCode, skos.notation] as const;
const links = [schema.url] as const;
const sameAs = [schema.sameAs, owl.sameAs, skos.exactMatch] as const;
const identifiers = [schema.identifier, dcterms.identifier, dc.identifier] as const;
const identifierValues = [schema.value] as const;
const distributions = [schema.distribution, dcat.distribution] as const;
const labels = [schema.name, skos.prefLabel, rdfs.label, dcterms.title] as const;
const license = [schema.license, dcterms.license] as const;
const licences = [
  ...license,
  schema.conditionsOfAccess,
  dcterms.rights,
  dcterms.accessRights,
  dc.rights,
] as const;

/** Properties of texts, by what is read from them. All IRIs are in the canonical namespaces. */
export const textTerms = {
  /** What a node is called, whatever it is. */
  labels,
  allLabels: [...labels, schema.alternateName, skos.altLabel],
  labelsAndCodes: [...labels, ...codes],
  /** `schema:title` is no term of schema.org, though some think so. */
  titles: [schema.name, schema.headline, schema.title, dcterms.title, dc.title],
  alternativeTitles: [schema.alternateName],
  descriptions: [
    schema.description,
    schema.abstract,
    schema.disambiguatingDescription,
    dcterms.description,
    dcterms.abstract,
    dc.description,
  ],
  /** Of a node that stands for a text. */
  textsOfNode: [schema.text, schema.value, schema.description, ...labels],
  /** Keywords and terms, by what they are for. */
  terms: {
    about: [schema.about],
    type: [schema.additionalType],
    keyword: [schema.keywords, dcat.keyword, dcat.theme, dcterms.subject, dc.subject],
    technique: [schema.measurementTechnique, schema.measurementMethod],
  },
  /** What a resource is about is a subject, but for these, which are things with a record of their own. */
  noSubjects: [
    schema.CreativeWork,
    schema.DataCatalog,
    schema.Dataset,
    schema.DigitalDocument,
    schema.Event,
    schema.Place,
    dcat.CatalogRecord,
  ],
  schemes: [schema.inDefinedTermSet, skos.inScheme],
  codes,
  links,
  /** Of the page about something. */
  pages: [...links, dcat.landingPage],
  sameAs,
  identifiers,
  identifierValues,
  identifiersAndSame: [...identifiers, ...sameAs],
  labelsAndLinks: [...labels, ...links],
  linksAndIdentifiers: [...links, ...identifiers],
  linksAndSame: [...links, ...sameAs],
  /** All by which something may be known elsewhere. */
  addresses: [...links, ...sameAs, ...identifiers],
  valuesAndLinks: [...identifierValues, ...links],
  valuesAndAddresses: [...identifierValues, ...links, ...sameAs],
  valuesAndCodes: [...identifierValues, ...codes],
  /** What a licence may be called. */
  licenceNames: [...labels, schema.alternateName, skos.altLabel, ...codes, ...identifiers],
  propertyIds: [schema.propertyID],
  /** Where nothing but licences belongs. */
  license,
  licences,
  accessibleForFree: [schema.isAccessibleForFree],
  /** Where the access is stated; some publishers do it where licences belong. */
  accessStatements: [...licences, pod.accessLevel],
  /** Of a node that stands for a statement. */
  explanations: [schema.text, schema.description, dcterms.description, rdfs.comment],
  /** Those in which a resource is encoded among them. */
  distributions: [...distributions, schema.encoding],
  formats: [
    schema.encodingFormat,
    schema.fileFormat,
    dcterms.format,
    dc.format,
    dcat.mediaType,
    dcat.compressFormat,
    dcat.packageFormat,
  ],
  issued: [schema.datePublished, dcterms.issued],
  modified: [schema.dateModified, dcterms.modified],
} as const;

/** Properties of what a resource consists of: distributions, files in these, and services. */
export const fileTerms = {
  distributions,
  parts: [schema.hasPart, dcterms.hasPart],
  encodings: [schema.encoding],
  /** Where the bits are; some write `contentURL`. */
  contents: [schema.contentUrl, schema.contentURL, dcat.downloadURL],
  /** What leads to the bits, and may be a page. */
  places: [schema.url, dcat.accessURL],
  actions: [schema.potentialAction],
  targets: [schema.target],
  templates: [schema.urlTemplate],
  profiles: [dcterms.conformsTo],
  checksums: [spdx.checksum],
  sha256: [schema.sha256],
  algorithms: [spdx.algorithm, spdx.checksumAlgorithm],
  checksumValues: [spdx.checksumValue],
} as const;

/** Properties of people and organisations. */
export const agentTerms = {
  roles: {
    contributor: [schema.contributor, dcterms.contributor, dc.contributor],
    copyrightHolder: [schema.copyrightHolder, dcterms.rightsHolder],
    creator: [schema.creator, schema.author, dcterms.creator, dc.creator],
    editor: [schema.editor],
    funder: [schema.funder, schema.sponsor],
    maintainer: [schema.maintainer],
    provider: [schema.provider, schema.sourceOrganization],
    publisher: [schema.publisher, dcterms.publisher, dc.publisher],
  },
  /** Kinds of contributors for which there is no role of their own, and what they are called. */
  namedRoles: [
    [schema.producer, 'producer'],
    [schema.accountablePerson, 'accountable person'],
  ],
  grants: [schema.funding],
  affiliations: [schema.affiliation, schema.worksFor, schema.memberOf],
  roleNames: [schema.roleName, schema.namedPosition],
  names: [...labels, schema.alternateName, ...agentNames],
  agentNames,
  givenNames: [schema.givenName, foaf.givenName, vcard['given-name']],
  familyNames: [schema.familyName, foaf.familyName, vcard['family-name']],
} as const;

/** Properties of variables. */
export const variableTerms = {
  /** Classes of descriptions of variables. */
  classes: [schema.PropertyValue, schema.StatisticalVariable, cdi.InstanceVariable],
  variables: [schema.variableMeasured, sosa.observedProperty],
  /** From a variable to those that it consists of. */
  parts: [schema.valueReference, schema.variableMeasured, schema.hasPart],
  names: [...labels, schema.alternateName, skos.altLabel, cdi.name, cdi.displayLabel],
  descriptions: [
    schema.description,
    schema.disambiguatingDescription,
    skos.definition,
    rdfs.comment,
    cdi.definition,
  ],
  ids: [schema.propertyID, schema.identifier],
  /** From a variable to sets of terms for it, and from these to their terms. */
  termSets: [schema.subjectOf],
  termSetClass: schema.DefinedTermSet,
  /** A converter of CDIF has a namespace of its own for what it takes for no term of schema.org. */
  termsOfSet: [schema.hasDefinedTerm, 'https://ex.org/unknown/hasDefinedTerm'],
  /** What is measured in a variable is called what it is. */
  properties: [schema.measuredProperty, sosa.observedProperty, ssn.forProperty],
  units: [schema.unitText, schema.unitCode, qudt.hasUnit, qudt.unit, cdi.unitOfMeasureKind],
  unitNames: [...labels, schema.termCode, qudt.symbol, qudt.ucumCode],
  techniques: [schema.measurementTechnique, schema.measurementMethod, sosa.usedProcedure],
} as const;
