import { termIri } from '../../facts/record/properties.ts';
import type { JsonValue } from '../../text/json.ts';
import type { Profile, Requirement } from '../profile.ts';

const url =
  'https://github.com/Cross-Domain-Interoperability-Framework/Discovery/blob/HEAD/discoverability.md';
const links = {
  required: `${url}#required`,
  nilable: `${url}#required-but-nilable`,
  management: `${url}#required-for-metadata-management`,
  recommended: `${url}#recommended`,
  patterns: `${url}#implementation-patterns`,
} as const;

const claim = 'CDIF_basic_1.0';
const metadataDate = '{the date of the metadata, such as 2024-03-16}';
/** The node of the metadata record, as Appendix 1 writes it under `subjectOf`. */
const metadataDocument: JsonValue = {
  '@id': '{the IRI of the metadata record}',
  '@type': 'schema:DigitalDocument',
  'schema:dateModified': metadataDate,
  'schema:maintainer': {
    '@type': 'schema:Person',
    'schema:name': '{the name}',
    'schema:identifier': '{the IRI of the person}',
    'schema:contactPoint': { '@type': 'schema:ContactPoint', 'schema:email': '{an email address}' },
  },
  'dcterms:conformsTo': claim,
};

const required: readonly Requirement[] = [
  { rule: 'resource-identifier', level: 'required', section: 'Required: Resource identifier' },
  { rule: 'identifier-form', level: 'form', section: 'Required: Resource identifier' },
  { rule: 'title', level: 'required', section: 'Required: Title' },
  {
    rule: 'title-length',
    level: 'form',
    section: 'Required: Title',
    note: 'Preferably fewer than 250 characters, says the draft: no error.',
  },
  {
    rule: 'access-route',
    level: 'required',
    section: 'Required: Distribution: URL, Distribution object, or Access Instructions',
  },
  {
    rule: 'distribution-url',
    level: 'required',
    section: 'Required: Distribution: URL, Distribution object, or Access Instructions',
  },
  { rule: 'rights', level: 'required', section: 'Required: Rights' },
  {
    rule: 'metadata-record',
    level: 'required',
    section: 'Required: Metadata profile identifier',
    note:
      'Appendix 1 states the profile in the node of the metadata record. That node is preferably ' +
      'the root of the document and refers to the resource by about (option 2); under subjectOf ' +
      'of the resource the graph is the same (option 1).',
    addition: { property: termIri('schema:subjectOf'), value: metadataDocument },
  },
  {
    rule: 'profile',
    level: 'required',
    section: 'Required: Metadata profile identifier',
    note: 'Appendix 1 names the profile by a text, CDIF_basic_1.0; the draft has no IRI for it.',
    addition: {
      property: termIri('dcterms:conformsTo'),
      value: `{${claim}, if the record conforms to it}`,
    },
  },
  { rule: 'type', level: 'required', section: 'Required: Resource type' },
];

const variable = 'Required, but nilable: Variable Measured';

const nilable: readonly Requirement[] = [
  {
    rule: 'description',
    level: 'nilable',
    section: 'Required, but nilable: Description',
    note: 'Appendix 1 makes the description optional (0..1). The content section wins.',
  },
  {
    rule: 'creators',
    level: 'nilable',
    section: 'Required, but nilable: Originators',
    note: 'Appendix 1 makes originators optional (0..*). The content section wins.',
  },
  {
    rule: 'date-modified',
    level: 'nilable',
    section: 'Required, but nilable: Modified Date',
    note: 'Appendix 1 takes no nil for the date of modification (1). The content section wins.',
  },
  { rule: 'date-form', level: 'form', section: 'Required, but nilable: Modified Date' },
  {
    rule: 'distribution-agent',
    level: 'nilable',
    section: 'Required, but nilable: Distribution Agent',
    note: 'Appendix 1 makes the distribution agent optional (0..*). The content section wins.',
  },
  { rule: 'variables', level: 'nilable', section: variable },
  { rule: 'variable-name', level: 'form', section: variable },
  {
    rule: 'variable-description',
    level: 'recommended',
    section: variable,
    note:
      'Appendix 1 says that a variable must have a name and a description; the content section ' +
      'asks for the property represented by name only. The content section wins.',
  },
  { rule: 'variable-property', level: 'recommended', severity: 'warning', section: variable },
  { rule: 'time', level: 'nilable', section: 'Required, but nilable: Temporal Coverage' },
  { rule: 'time-form', level: 'form', section: 'Required, but nilable: Temporal Coverage' },
  { rule: 'place', level: 'nilable', section: 'Required, but nilable: Geographic Extent' },
  { rule: 'place-form', level: 'form', section: 'Required, but nilable: Geographic Extent' },
];

const management: readonly Requirement[] = [
  {
    rule: 'metadata-iri',
    level: 'management',
    section: 'Required for metadata management: Metadata Identifier',
  },
  {
    rule: 'metadata-date',
    level: 'management',
    section: 'Required for metadata management: Metadata Date',
    addition: { property: termIri('schema:dateModified'), value: metadataDate },
  },
  {
    rule: 'metadata-contact',
    level: 'management',
    section: 'Required for metadata management: Metadata Contact Agent',
    note: 'Appendix 1 makes the metadata contact optional (0..1). The content section wins.',
  },
];

const recommended: readonly Requirement[] = [
  { rule: 'checksum', level: 'recommended', section: 'Recommended: Checksum' },
  { rule: 'checksum-algorithm', level: 'form', section: 'Recommended: Checksum' },
  { rule: 'checksum-value', level: 'form', section: 'Recommended: Checksum' },
  { rule: 'date-published', level: 'recommended', section: 'Recommended: Publication Date' },
  { rule: 'contributors', level: 'recommended', section: 'Recommended: Other related agents' },
  { rule: 'funding', level: 'recommended', section: 'Recommended: Funding' },
  { rule: 'grant-name', level: 'recommended', section: 'Recommended: Funding' },
  { rule: 'grant-identifier', level: 'recommended', section: 'Recommended: Funding' },
  { rule: 'grant-funder', level: 'recommended', section: 'Recommended: Funding' },
  { rule: 'keywords', level: 'recommended', section: 'Recommended: Keyword' },
  { rule: 'keyword-form', level: 'form', severity: 'info', section: 'Recommended: Keyword' },
  { rule: 'policies', level: 'recommended', section: 'Recommended: Policies' },
  { rule: 'related-links', level: 'recommended', section: 'Recommended: Related resources' },
  { rule: 'related-link-name', level: 'form', section: 'Recommended: Related resources' },
  { rule: 'related-link-relation', level: 'form', section: 'Recommended: Related resources' },
  { rule: 'related-link-target', level: 'form', section: 'Recommended: Related resources' },
  { rule: 'version', level: 'recommended', section: 'Recommended: Version' },
];

const definedTerm = 'Implementation patterns: DefinedTerm';
const identifier = 'Implementation patterns: Identifier';
const agentObject = 'Implementation patterns: AgentObject';
const distributionObject = 'Implementation patterns: DistributionObject';

const patterns: readonly Requirement[] = [
  { rule: 'term-name', level: 'form', section: definedTerm },
  { rule: 'term-scheme', level: 'form', section: definedTerm },
  { rule: 'term-iri', level: 'recommended', section: definedTerm },
  { rule: 'term-scheme-iri', level: 'recommended', section: definedTerm },
  { rule: 'identifier-value', level: 'form', section: identifier },
  { rule: 'identifier-scheme', level: 'form', section: identifier },
  {
    rule: 'identifier-url',
    level: 'recommended',
    section: identifier,
    note: 'Only where the identifier has a resolver, says the draft.',
  },
  { rule: 'agent-form', level: 'form', section: agentObject },
  { rule: 'agent-name', level: 'nilable', section: agentObject },
  { rule: 'agent-type', level: 'nilable', section: agentObject },
  { rule: 'agent-identifier', level: 'nilable', section: agentObject },
  {
    rule: 'agent-contact',
    level: 'recommended',
    section: agentObject,
    note: 'The content section calls the contact information optional (Distribution Agent).',
  },
  { rule: 'agent-affiliation', level: 'recommended', section: agentObject },
  { rule: 'distribution-object', level: 'form', section: distributionObject },
  { rule: 'distribution-type', level: 'form', section: distributionObject },
  { rule: 'distribution-url-form', level: 'form', section: distributionObject },
  {
    rule: 'distribution-url-property',
    level: 'form',
    section: distributionObject,
    severity: 'info',
    note: 'The draft itself writes contentURL, which schema.org does not have.',
  },
  {
    rule: 'distribution-format',
    level: 'recommended',
    section: distributionObject,
    severity: 'warning',
  },
  { rule: 'distribution-format-form', level: 'form', section: distributionObject },
  {
    rule: 'distribution-conforms-to',
    level: 'recommended',
    section: distributionObject,
    severity: 'warning',
  },
];

/** The draft of CDIF discovery of July 2023. */
export const cdifDraftProfile: Profile = {
  id: 'cdif-draft',
  title: 'CDIF discovery, draft of July 2023',
  url,
  claims: [claim],
  nils: 'nil:missing or nil:unknown; nil:notapplicable where the resource cannot have a value',
  requirements: [
    ...linked(required, links.required),
    ...linked(nilable, links.nilable),
    ...linked(management, links.management),
    ...linked(recommended, links.recommended),
    ...linked(patterns, links.patterns),
  ],
};

function linked(requirements: readonly Requirement[], link: string): readonly Requirement[] {
  return requirements.map((requirement) => Object.assign({ url: link }, requirement));
}
