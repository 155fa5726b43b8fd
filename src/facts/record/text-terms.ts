import { termIri, termIris } from './vocabulary-iris.ts';

/** Names of agents beyond the general labels. */
const agentNames = termIris('schema:legalName vcard:fn vcard:organization-name foaf:name');
const codes = termIris('schema:termCode skos:notation');
const links = termIris('schema:url');
const sameAs = termIris('schema:sameAs owl:sameAs skos:exactMatch');
const identifiers = termIris('schema:identifier dcterms:identifier dc:identifier');
const identifierValues = termIris('schema:value');
const distributions = termIris('schema:distribution dcat:distribution');
const labels = termIris('schema:name skos:prefLabel rdfs:label dcterms:title');
const license = termIris('schema:license dcterms:license');
const licences = [
  ...license,
  ...termIris('schema:conditionsOfAccess dcterms:rights dcterms:accessRights dc:rights'),
] as const;

/** Properties of texts, by what is read from them. */
export const textTerms = {
  /** Names of any node. */
  labels,
  allLabels: [...labels, ...termIris('schema:alternateName skos:altLabel')],
  labelsAndCodes: [...labels, ...codes],
  /** `schema:title` is not defined by schema.org, but used. */
  titles: termIris('schema:name schema:headline schema:title dcterms:title dc:title'),
  alternativeTitles: termIris('schema:alternateName'),
  descriptions: termIris(
    'schema:description schema:abstract schema:disambiguatingDescription',
    'dcterms:description dcterms:abstract dc:description',
  ),
  /** Of a node in place of a text. */
  textsOfNode: [...termIris('schema:text schema:value schema:description'), ...labels],
  /** Keywords and terms, by use. */
  terms: {
    about: termIris('schema:about'),
    type: termIris('schema:additionalType'),
    keyword: termIris('schema:keywords dcat:keyword dcat:theme dcterms:subject dc:subject'),
    technique: termIris('schema:measurementTechnique schema:measurementMethod'),
  },
  /** Classes of subjects that have records of their own, and so are no keywords. */
  noSubjects: termIris(
    'schema:CreativeWork schema:DataCatalog schema:Dataset schema:DigitalDocument',
    'schema:Event schema:Place dcat:CatalogRecord',
  ),
  schemes: termIris('schema:inDefinedTermSet skos:inScheme'),
  codes,
  links,
  /** Pages about something. */
  pages: [...links, termIri('dcat:landingPage')],
  sameAs,
  identifiers,
  identifierValues,
  identifiersAndSame: [...identifiers, ...sameAs],
  labelsAndLinks: [...labels, ...links],
  linksAndIdentifiers: [...links, ...identifiers],
  linksAndSame: [...links, ...sameAs],
  /** Everything by which something may be known elsewhere. */
  addresses: [...links, ...sameAs, ...identifiers],
  valuesAndLinks: [...identifierValues, ...links],
  valuesAndAddresses: [...identifierValues, ...links, ...sameAs],
  valuesAndCodes: [...identifierValues, ...codes],
  /** Names of licences. */
  licenceNames: [
    ...labels,
    ...termIris('schema:alternateName skos:altLabel'),
    ...codes,
    ...identifiers,
  ],
  propertyIds: termIris('schema:propertyID'),
  /** Properties that only licences have. */
  license,
  licences,
  accessibleForFree: termIris('schema:isAccessibleForFree'),
  /** Statements about access, which some publishers put where licences belong. */
  accessStatements: [...licences, termIri('pod:accessLevel')],
  /** Of a node in place of a statement. */
  explanations: termIris('schema:text schema:description dcterms:description rdfs:comment'),
  /** Including the encodings of a resource. */
  distributions: [...distributions, termIri('schema:encoding')],
  formats: termIris(
    'schema:encodingFormat schema:fileFormat dcterms:format dc:format dcat:mediaType',
    'dcat:compressFormat dcat:packageFormat',
  ),
  issued: termIris('schema:datePublished dcterms:issued'),
  modified: termIris('schema:dateModified dcterms:modified'),
} as const;

/** Properties of distributions, their parts, and services. */
export const fileTerms = {
  distributions,
  parts: termIris('schema:hasPart dcterms:hasPart'),
  encodings: termIris('schema:encoding'),
  /** Addresses of the content; `contentURL` is a common misspelling. */
  contents: termIris('schema:contentUrl schema:contentURL dcat:downloadURL'),
  /** Addresses that lead to the content, and may be pages. */
  places: termIris('schema:url dcat:accessURL'),
  actions: termIris('schema:potentialAction'),
  targets: termIris('schema:target'),
  templates: termIris('schema:urlTemplate'),
  profiles: termIris('dcterms:conformsTo'),
  checksums: termIris('spdx:checksum'),
  sha256: termIris('schema:sha256'),
  algorithms: termIris('spdx:algorithm spdx:checksumAlgorithm'),
  checksumValues: termIris('spdx:checksumValue'),
} as const;

/** Properties of people and organisations. */
export const agentTerms = {
  roles: {
    contributor: termIris('schema:contributor dcterms:contributor dc:contributor'),
    copyrightHolder: termIris('schema:copyrightHolder dcterms:rightsHolder'),
    creator: termIris('schema:creator schema:author dcterms:creator dc:creator'),
    editor: termIris('schema:editor'),
    funder: termIris('schema:funder schema:sponsor'),
    maintainer: termIris('schema:maintainer'),
    provider: termIris('schema:provider schema:sourceOrganization'),
    publisher: termIris('schema:publisher dcterms:publisher dc:publisher'),
  },
  /** Contributor properties without a role of their own, with role names. */
  namedRoles: [
    [termIri('schema:producer'), 'producer'],
    [termIri('schema:accountablePerson'), 'accountable person'],
  ],
  grants: termIris('schema:funding'),
  affiliations: termIris('schema:affiliation schema:worksFor schema:memberOf'),
  roleNames: termIris('schema:roleName schema:namedPosition'),
  names: [...labels, termIri('schema:alternateName'), ...agentNames],
  agentNames,
  givenNames: termIris('schema:givenName foaf:givenName vcard:given-name'),
  familyNames: termIris('schema:familyName foaf:familyName vcard:family-name'),
} as const;

/** Properties of variables. */
export const variableTerms = {
  /** Classes of variable descriptions. */
  classes: termIris('schema:PropertyValue schema:StatisticalVariable cdi:InstanceVariable'),
  variables: termIris('schema:variableMeasured sosa:observedProperty'),
  /** From a variable to its components. */
  parts: termIris('schema:valueReference schema:variableMeasured schema:hasPart'),
  names: [...labels, ...termIris('schema:alternateName skos:altLabel cdi:name cdi:displayLabel')],
  descriptions: termIris(
    'schema:description schema:disambiguatingDescription skos:definition rdfs:comment',
    'cdi:definition',
  ),
  ids: termIris('schema:propertyID schema:identifier'),
  /** From a variable to term sets, and from these to their terms. */
  termSets: termIris('schema:subjectOf'),
  termSetClass: termIri('schema:DefinedTermSet'),
  /** A CDIF converter puts terms that it does not know in schema.org into its own namespace. */
  termsOfSet: [termIri('schema:hasDefinedTerm'), 'https://ex.org/unknown/hasDefinedTerm'],
  /** The measured property, whose name also names the variable. */
  properties: termIris('schema:measuredProperty sosa:observedProperty ssn:forProperty'),
  units: termIris('schema:unitText schema:unitCode qudt:hasUnit qudt:unit cdi:unitOfMeasureKind'),
  unitNames: [...labels, ...termIris('schema:termCode qudt:symbol qudt:ucumCode')],
  techniques: termIris('schema:measurementTechnique schema:measurementMethod sosa:usedProcedure'),
} as const;
