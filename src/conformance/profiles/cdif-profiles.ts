import { textTerms } from '../../facts/record/properties.ts';
import type { Profile, Requirement } from '../profile.ts';

const guides = 'https://cross-domain-interoperability-framework.github.io/cdifbook/metadata/';
const coreGuide = `${guides}coreschemaimplementationnew/`;
const discoveryGuide = `${guides}discovery/`;
const shapes =
  'https://github.com/Cross-Domain-Interoperability-Framework/validation/blob/' +
  '91810326af414577206e300c4bb52dcdf7b58548/ShaclValidation/CDIF-Discovery-Shapes.ttl';

/** A requirement without its citation. */
type Uncited = Omit<Requirement, 'section' | 'url'>;

const { modified, issued: published } = textTerms;

/**
 * Severities are those of the official shapes, where these ask for the same
 * (`docs/validate-cdif.md`).
 */
const core: readonly Requirement[] = [
  ...guided(coreGuide, 'Resource type', [
    { rule: 'iri', level: 'required' },
    { rule: 'type-dataset', level: 'required' },
    { rule: 'additional-type-form', level: 'form', severity: 'error' },
  ]),
  ...guided(coreGuide, 'Title', [
    { rule: 'title', level: 'required' },
    { rule: 'title-minimum', level: 'form', severity: 'error' },
  ]),
  ...guided(coreGuide, 'Resource identifier', [
    { rule: 'identifier', level: 'required' },
    { rule: 'property-id-form', level: 'form', severity: 'error' },
  ]),
  ...guided(coreGuide, 'Modification Date', [
    { rule: 'date-modified', level: 'required' },
    { rule: 'date-form', level: 'form', severity: 'error', properties: modified },
    { rule: 'date-precision', level: 'form', severity: 'error', properties: modified },
  ]),
  ...guided(coreGuide, 'Rights', [
    { rule: 'rights', level: 'required' },
    { rule: 'licence-address', level: 'form', severity: 'error' },
  ]),
  ...guided(coreGuide, 'Distribution', [{ rule: 'access', level: 'required' }]),
  ...guided(coreGuide, 'Service type', [{ rule: 'service-type', level: 'required' }]),
  ...guided(coreGuide, 'Access constraints', [{ rule: 'service-terms', level: 'required' }]),
  ...guided(coreGuide, 'Endpoint URL', [
    { rule: 'service-action', level: 'required' },
    { rule: 'service-target', level: 'required' },
    { rule: 'service-url-template', level: 'required' },
    { rule: 'service-parameter-name', level: 'required' },
    { rule: 'service-parameter-description', level: 'required' },
    { rule: 'service-parameter-required', level: 'form', severity: 'error' },
  ]),
  ...guided(coreGuide, 'Service description document', [
    { rule: 'service-documentation', level: 'recommended' },
  ]),
  ...guided(coreGuide, 'Metadata identifier', [
    { rule: 'metadata-record', level: 'required' },
    { rule: 'metadata-iri', level: 'required' },
    { rule: 'metadata-about', level: 'required' },
    { rule: 'catalog-record-form', level: 'form', severity: 'error' },
  ]),
  ...guided(coreGuide, 'Metadata profile identifier', [
    { rule: 'profile', level: 'required' },
    { rule: 'profile-form', level: 'form', severity: 'error' },
  ]),
  ...guided(coreGuide, 'Metadata date', [{ rule: 'metadata-date', level: 'recommended' }]),
  ...guided(coreGuide, 'Metadata contact', [{ rule: 'metadata-contact', level: 'recommended' }]),
  ...guided(coreGuide, 'Description', [
    { rule: 'description', level: 'recommended', severity: 'warning' },
  ]),
  ...guided(coreGuide, 'Keyword', [
    { rule: 'keywords', level: 'recommended', severity: 'warning' },
    { rule: 'keyword-form', level: 'form' },
  ]),
  ...guided(coreGuide, 'Publication Date', [
    { rule: 'date-published', level: 'recommended' },
    { rule: 'date-form', level: 'form', severity: 'info', properties: published },
    { rule: 'date-precision', level: 'form', severity: 'info', properties: published },
  ]),
  ...guided(coreGuide, 'Distribution Agent', [{ rule: 'provider-contact', level: 'form' }]),
  ...guided(coreGuide, 'Related agent (other role)', [
    { rule: 'role-name', level: 'required' },
    { rule: 'role-agent', level: 'required' },
    { rule: 'agent-identity', level: 'required' },
  ]),
  ...guided(coreGuide, 'Related resources', [
    { rule: 'related-link-form', level: 'form', severity: 'info' },
    { rule: 'related-link-type', level: 'form', severity: 'info' },
    { rule: 'related-link-relation', level: 'form', severity: 'info' },
    { rule: 'related-link-target', level: 'form', severity: 'info' },
  ]),
  ...guided(coreGuide, 'Funding', [{ rule: 'grant', level: 'form', severity: 'error' }]),
  ...guided(coreGuide, 'Policies', [
    { rule: 'policy-name', level: 'form', severity: 'info' },
    { rule: 'policy-text', level: 'form', severity: 'info' },
  ]),
  ...guided(coreGuide, 'Provenance (instruments, software, etc.)', [
    { rule: 'activity-used', level: 'form' },
  ]),
  ...shaped('citationProperty', [{ rule: 'citation-form', level: 'form', severity: 'info' }]),
  ...shaped('CDIFadditionalPropertyShape', [
    { rule: 'property-name', level: 'required' },
    { rule: 'property-value', level: 'required' },
    { rule: 'property-kind', level: 'form' },
  ]),
  ...shaped('instrumentNode', [
    { rule: 'instrument-name', level: 'required' },
    { rule: 'instrument-category', level: 'form' },
  ]),
  ...guided(coreGuide, 'Originators', [
    { rule: 'creators', level: 'recommended', severity: 'warning' },
  ]),
  ...guided(coreGuide, 'Distribution', [
    { rule: 'distribution-url', level: 'nilable', severity: 'error' },
    { rule: 'distribution-url-form', level: 'form', severity: 'error' },
    { rule: 'distribution-type', level: 'form', severity: 'info' },
    { rule: 'distribution-conforms-to', level: 'recommended' },
  ]),
  ...guided(coreGuide, 'Checksum', [{ rule: 'checksum-value', level: 'form', severity: 'error' }]),
  ...shaped('CDIFIdentifierShape', [
    { rule: 'identifier-value', level: 'form', severity: 'error' },
    { rule: 'identifier-scheme', level: 'form' },
  ]),
  ...shaped('contactPointProperty', [
    { rule: 'agent-contact', level: 'form', severity: 'info', unless: 'provider-contact' },
  ]),
  ...shaped('CDIFDefinedTermShape', [{ rule: 'term-name', level: 'form', severity: 'error' }]),
];

const discovery: readonly Requirement[] = [
  ...core,
  ...guided(coreGuide, 'Metadata profile identifier', [
    { rule: 'profile-pair', level: 'required' },
  ]),
  ...guided(discoveryGuide, 'Variables in the data', [
    { rule: 'variables', level: 'recommended' },
    { rule: 'variable-name', level: 'required' },
    { rule: 'variable-name-length', level: 'form' },
    { rule: 'variable-property', level: 'recommended', severity: 'warning' },
    { rule: 'variable-description', level: 'recommended' },
  ]),
  ...shaped('CDIFVariableMeasuredShape', [
    { rule: 'variable-description-length', level: 'form', severity: 'info' },
    { rule: 'variable-range', level: 'form', severity: 'info' },
  ]),
  ...guided(discoveryGuide, 'Temporal coverage', [
    { rule: 'time', level: 'recommended' },
    { rule: 'time-form', level: 'form', severity: 'error' },
  ]),
  ...shaped('temporalExtentProperty', [{ rule: 'time-precision', level: 'form' }]),
  ...guided(discoveryGuide, 'Geographic extent', [
    { rule: 'place', level: 'recommended' },
    { rule: 'place-content', level: 'required' },
    { rule: 'place-shape', level: 'form', severity: 'error' },
    { rule: 'place-form', level: 'form', severity: 'error' },
  ]),
  ...guided(discoveryGuide, 'Quality information for discovery', [
    { rule: 'measurement-test', level: 'required' },
    { rule: 'measurement-value', level: 'required' },
  ]),
];

/** Requirements of a section of a guide, whose anchor is made of its heading. */
function guided(
  guide: string,
  section: string,
  requirements: readonly Uncited[],
): readonly Requirement[] {
  const anchor = section
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/gu, '-')
    .replace(/-$/u, '');
  return requirements.map((each) => ({ ...each, section, url: `${guide}#${anchor}` }));
}

/** Requirements that only the official shapes have. */
function shaped(shape: string, requirements: readonly Uncited[]): readonly Requirement[] {
  return requirements.map((each) => ({ ...each, section: `shape ${shape}`, url: shapes }));
}

const versionRequirement = {
  '1.0': [],
  '1.1': shaped('metadataProfileProperty', [
    { rule: 'profile-version', level: 'form', severity: 'error' },
  ]),
} as const;

/** CDIF core and discovery, as published by 2026; 1.0 and 1.1 differ by their names alone. */
export const cdifProfiles = (['1.0', '1.1'] as const).flatMap((version): readonly Profile[] => {
  const iri = (name: string): string => `https://w3id.org/cdif/${name}/${version}`;
  return [
    {
      id: `cdif-core-${version}`,
      title: `CDIF core ${version}`,
      url: coreGuide,
      claims: [iri('core')],
      requirements: [...core, ...versionRequirement[version]],
    },
    {
      id: `cdif-discovery-${version}`,
      title: `CDIF discovery ${version}`,
      url: discoveryGuide,
      claims: [iri('discovery')],
      includes: `cdif-core-${version}`,
      requirements: [...discovery, ...versionRequirement[version]],
    },
  ];
});
