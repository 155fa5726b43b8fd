import type { Profile, Requirement } from '../profile.ts';

const book = 'https://cross-domain-interoperability-framework.github.io/cdifbook/metadata/';
const url = `${book}schemaorgimplementation.html`;

const core: readonly Requirement[] = [
  { rule: 'iri', level: 'required', section: 'Core: @id' },
  { rule: 'title', level: 'required', section: 'Core: name' },
  { rule: 'title-length', level: 'form', section: 'Core: name', severity: 'error' },
  { rule: 'identifier', level: 'required', section: 'Core: identifier' },
  { rule: 'date-modified', level: 'required', section: 'Core: dateModified' },
  { rule: 'date-form', level: 'form', section: 'Core: dateModified', severity: 'error' },
  { rule: 'rights', level: 'required', section: 'Core: license or conditionsOfAccess' },
  { rule: 'access', level: 'required', section: 'Core: url or distribution' },
  { rule: 'metadata-record', level: 'required', section: 'Core: catalog record' },
  { rule: 'metadata-iri', level: 'required', section: 'Core: catalog record' },
  { rule: 'description', level: 'recommended', section: 'Core: description', severity: 'warning' },
  { rule: 'date-published', level: 'recommended', section: 'Core: datePublished' },
  { rule: 'metadata-date', level: 'recommended', section: 'Core: catalog record' },
  { rule: 'metadata-contact', level: 'recommended', section: 'Core: catalog record' },
];

/** CDIF core and discovery, as published by 2026. */
export const cdifProfiles = (['1.0', '1.1'] as const).flatMap((version): readonly Profile[] => {
  const iri = (name: string): string => `https://w3id.org/cdif/${name}/${version}`;
  return [
    {
      id: `cdif-core-${version}`,
      title: `CDIF core ${version}`,
      url,
      claims: [iri('core')],
      requirements: core,
    },
    {
      id: `cdif-discovery-${version}`,
      title: `CDIF discovery ${version}`,
      url,
      claims: [iri('discovery')],
      includes: `cdif-core-${version}`,
      requirements: core,
    },
  ];
});
