import { schemaOrgNamespace } from '../../rdf/vocabularies.ts';
import type { JsonObject } from '../../text/json.ts';
import {
  completeSchemaOrgContext,
  defineSchemaOrgTerms,
  schemaOrgTerms,
} from '../schema-org/context.ts';
import { mapToIris, mapToNamespace } from './define-terms.ts';

// The contexts of communities that extend schema.org, derived from the terms that they add to it
// (docs/decisions/0026). Each has all terms of schema.org, also those that are younger than it.

/** The versions of RO-Crate with a context of their own. */
export type RoCrateVersion = '1.0' | '1.1' | '1.2' | '1.3';

const bioschemas = 'https://bioschemas.org/';
const codemeta = 'https://codemeta.github.io/terms/';
const dcterms = 'http://purl.org/dc/terms/';
const geosparql = 'http://www.opengis.net/ont/geosparql#';
const pav = 'http://purl.org/pav/';
const pcdm = 'http://pcdm.org/models#';
const prof = 'http://www.w3.org/ns/dx/prof/';
const prov = 'http://www.w3.org/ns/prov#';
const relation = 'http://www.iana.org/assignments/relation/';
const oldRelation = 'https://www.w3.org/ns/iana/link-relations/relation#';
const roTerms = 'http://purl.org/ro/roterms#';
const wf4ever = 'http://purl.org/ro/wf4ever#';
const wfdesc = 'http://purl.org/ro/wfdesc#';

/** RO-Crate, "Additional metadata standards" and the prefixes: what all versions have. */
const roCrateTerms: JsonObject = {
  HTML: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#HTML',
  File: `${schemaOrgNamespace}MediaObject`,
  Journal: `${schemaOrgNamespace}Periodical`,
  path: `${schemaOrgNamespace}contentUrl`,
  'cite-as': `${oldRelation}cite-as`,
  ...mapToNamespace(pcdm, 'hasFile hasMember'),
  RepositoryCollection: `${pcdm}Collection`,
  RepositoryObject: `${pcdm}Object`,
  conformsTo: `${dcterms}conformsTo`,
  wasDerivedFrom: `${prov}wasDerivedFrom`,
  ...mapToNamespace(
    pav,
    'importedBy importedFrom importedOn retrievedBy retrievedFrom retrievedOn',
  ),
  bibo: 'http://purl.org/ontology/bibo/',
  cc: 'http://creativecommons.org/ns#',
  dct: dcterms,
  foaf: 'http://xmlns.com/foaf/0.1/',
  frapo: 'http://purl.org/cerif/frapo/',
  pav,
  pcdm,
  prov,
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  rdfa: 'http://www.w3.org/ns/rdfa#',
  rdfs: 'http://www.w3.org/2000/01/rdf-schema#',
  rel: oldRelation,
  roterms: roTerms,
  schema: schemaOrgNamespace,
  wf4ever,
  wfdesc,
  wfprov: 'http://purl.org/ro/wfprov#',
};

/** Terms that schema.org has renamed since version 1.1 of RO-Crate. */
const renamedTerms = 'constrainingProperty measuredValue observedNode';

const since12: JsonObject = {
  'cite-as': `${relation}cite-as`,
  RepositoryFile: `${pcdm}File`,
  Standard: `${dcterms}Standard`,
  ...mapToNamespace(prof, 'Profile ResourceDescriptor ResourceRole hasArtifact hasResource'),
  ...mapToNamespace(prof, 'hasRole hasToken isProfileOf'),
  ...mapToNamespace(
    codemeta,
    'buildInstructions continuousIntegration developmentStatus embargoEndDate hasSourceCode',
    'isSourceCodeOf issueTracker readme referencePublication softwareSuggestions',
  ),
  ...mapToNamespace(geosparql, 'Geometry asWKT'),
  localPath: 'https://w3id.org/ro/terms#localPath',
  geosparql,
  prof,
  profrole: `${prof}role/`,
  relation,
  vann: 'http://purl.org/vocab/vann/',
};

/** What each version has besides `roCrateTerms`. */
const ofVersion: Readonly<Record<RoCrateVersion, JsonObject>> = {
  '1.0': {
    ...mapToNamespace(
      schemaOrgNamespace,
      renamedTerms,
      'action background cost function indication origin outcome overview phase population',
      'purpose subtype',
    ),
    RepositoryObject: `${pcdm}object`,
    Workflow: `${wfdesc}Workflow`,
    Script: `${wf4ever}Script`,
    ExampleRun: `${roTerms}ExampleRun`,
    WorkflowSketch: `${roTerms}Sketch`,
  },
  '1.1': {
    ...mapToNamespace(schemaOrgNamespace, renamedTerms, 'AuthenticContent MissingContext'),
    ...mapToNamespace(bioschemas, 'ComputationalWorkflow FormalParameter'),
    ...mapToNamespace(`${bioschemas}ComputationalWorkflow#`, 'input output'),
  },
  '1.2': {
    ...since12,
    ...mapToNamespace(bioschemas, 'ComputationalWorkflow FormalParameter'),
    ...mapToNamespace(`${bioschemas}properties/`, 'input output'),
  },
  '1.3': {
    ...since12,
    ...mapToNamespace(`${bioschemas}terms/`, 'ComputationalWorkflow FormalParameter input output'),
  },
};

/** The context of RO-Crate, which coerces nothing: texts stay texts. */
export function createRoCrateContext(version: RoCrateVersion): JsonObject {
  return {
    ...mapToNamespace(schemaOrgNamespace, ...schemaOrgTerms),
    ...roCrateTerms,
    ...ofVersion[version],
  };
}

/** The versions of CodeMeta; `latest` is the development version, which has another namespace. */
export type CodeMetaVersion = '2.0' | '3.0' | 'latest';

const noCoercion = 'endDate isPartOf startDate';
const withIris =
  'applicationCategory applicationSubCategory fileFormat identifier memoryRequirements ' +
  'softwareRequirements storageRequirements';
const ownIris =
  'buildInstructions developmentStatus issueTracker readme referencePublication ' +
  'softwareSuggestions';

/**
 * The context of CodeMeta: what it adds to schema.org's terms, where its coercions differ from
 * those of schema.org's own context, and lists of authors, which have an order.
 */
export function createCodeMetaContext(version: CodeMetaVersion): JsonObject {
  const own = version === 'latest' ? 'https://w3id.org/codemeta/terms/' : codemeta;
  const date = `${schemaOrgNamespace}Date`;
  const ofVersion2: JsonObject = {
    ...mapToIris(own, 'contIntegration'),
    ...mapToIris(schemaOrgNamespace, 'releaseNotes'),
    embargoDate: { '@id': `${own}embargoDate`, '@type': date },
  };
  const ofVersion3: JsonObject = {
    ...mapToIris(own, 'continuousIntegration hasSourceCode isSourceCodeOf'),
    ...mapToIris(schemaOrgNamespace, 'review'),
    embargoEndDate: { '@id': `${own}embargoEndDate`, '@type': date },
  };
  return {
    ...defineSchemaOrgTerms(),
    type: '@type',
    id: '@id',
    schema: schemaOrgNamespace,
    codemeta: own,
    ...mapToNamespace(schemaOrgNamespace, noCoercion),
    ...mapToIris(schemaOrgNamespace, withIris),
    author: { '@id': `${schemaOrgNamespace}author`, '@container': '@list' },
    ...mapToNamespace(own, 'funding maintainer'),
    ...mapToIris(own, ownIris),
    ...(version === '2.0' ? ofVersion2 : ofVersion3),
  };
}

/**
 * The meaning of a reference to bioschemas.org, which serves no context: schema.org's terms, and
 * those of the released and drafted types of Bioschemas that schema.org lacks.
 */
export function createBioschemasContext(): JsonObject {
  return {
    ...completeSchemaOrgContext,
    ...mapToNamespace(
      `${bioschemas}draft_terms/`,
      'BioChemStructure DNA Enzyme LabProtocol Phenotype RNA Sample SequenceAnnotation',
      'SequenceMatchingModel SequenceRange Study anatomicalLocation bioChemAssociation bioSample',
      'biologicalType boundMolecule computationalTool creationMethod endUncertainty',
      'ethicalLegalSocial hasAssociatedBioChemEntity hasCoenzyme hasCofactor hasECNumber',
      'hasKineticRate hasSequence hasSequenceAnnotation intendedUse isCodingRNA isMatchedBy',
      'labEquipment massResolution match modelDataset modelSignature optimalPH',
      'optimalTemperature protocolAdvantage protocolApplication protocolLimitation',
      'protocolOutcome rangeEnd rangeStart reagent relatedStudy sample sequenceLocation',
      'sequenceOrientation sequenceValue startUncertainty studyDomain studyProcess',
    ),
    ...mapToNamespace(
      `${bioschemas}terms/`,
      'BioSample ComputationalWorkflow FormalParameter TaxonName alternateScientificName',
      'collector custodian hasStatus input isControl output samplingAge scientificName',
    ),
    conformsTo: `${dcterms}conformsTo`,
  };
}
