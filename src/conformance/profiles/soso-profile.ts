import type { Profile, Requirement } from '../profile.ts';

const guide = 'https://github.com/ESIPFed/science-on-schema.org/blob/1.3.2/guides/Dataset.md';
const common = { section: 'Common properties', url: `${guide}#common-properties` } as const;
const identifiers = { section: 'Identifier', url: `${guide}#identifier` } as const;
const dates = { section: 'Dates', url: `${guide}#dates` } as const;
const licences = { section: 'License', url: `${guide}#license` } as const;
const keywords = { section: 'Keywords', url: `${guide}#keywords` } as const;
const variables = { section: 'Variables', url: `${guide}#variables` } as const;
const distributions = { section: 'Distributions', url: `${guide}#distributions` } as const;
const times = { section: 'Temporal coverage', url: `${guide}#temporal-coverage` } as const;
const places = { section: 'Spatial coverage', url: `${guide}#spatial-coverage` } as const;
const people = { section: 'Roles of people', url: `${guide}#roles-of-people` } as const;
const funding = { section: 'Funding', url: `${guide}#funding` } as const;
const checksums = { section: 'Checksum', url: `${guide}#checksum` } as const;

/**
 * What the guide requires is an error. What it recommends and ESIP's shapes
 * (`soso_common_v1.2.3.ttl`) call a violation is a warning; other recommendations are informative.
 */
const requirements: readonly Requirement[] = [
  { rule: 'iri', level: 'recommended', severity: 'warning', ...common },
  { rule: 'title', level: 'required', ...common },
  { rule: 'description', level: 'required', ...common },
  { rule: 'url', level: 'recommended', severity: 'warning', ...common },
  { rule: 'single-url', level: 'form', ...common },
  { rule: 'single-version', level: 'form', ...common },
  { rule: 'same-as', level: 'recommended', ...common },
  { rule: 'accessible-for-free', level: 'recommended', ...common },
  { rule: 'accessible-for-free-form', level: 'form', ...common },
  { rule: 'identifier', level: 'recommended', severity: 'warning', ...identifiers },
  { rule: 'identifier-description', level: 'recommended', ...identifiers },
  {
    rule: 'catalog',
    level: 'recommended',
    section: 'Collections of datasets',
    url: `${guide}#collections-of-datasets-using-schemaorg-datacatalog`,
  },
  { rule: 'date-published', level: 'recommended', ...dates },
  { rule: 'date-modified', level: 'recommended', ...dates },
  { rule: 'date-form', level: 'form', ...dates },
  {
    rule: 'publisher',
    level: 'recommended',
    section: 'Publisher and provider',
    url: `${guide}#publisher-and-provider`,
  },
  { rule: 'licence', level: 'recommended', ...licences },
  { rule: 'licence-iri', level: 'form', ...licences },
  { rule: 'licence-spdx', level: 'recommended', ...licences },
  { rule: 'type-dataset', level: 'required', ...common },
  { rule: 'version', level: 'recommended', severity: 'warning', ...common },
  { rule: 'keywords', level: 'recommended', severity: 'warning', ...keywords },
  { rule: 'term-name', level: 'required', severity: 'warning', ...keywords },
  { rule: 'term-scheme', level: 'required', severity: 'warning', ...keywords },
  { rule: 'identifier-value', level: 'recommended', ...identifiers },
  { rule: 'identifier-scheme', level: 'recommended', ...identifiers },
  { rule: 'identifier-url', level: 'recommended', ...identifiers },
  { rule: 'variables', level: 'recommended', ...variables },
  { rule: 'variable-name', level: 'recommended', ...variables },
  { rule: 'variable-description', level: 'recommended', ...variables },
  { rule: 'variable-property', level: 'recommended', ...variables },
  { rule: 'distribution', level: 'recommended', ...distributions },
  { rule: 'distribution-url', level: 'recommended', ...distributions },
  { rule: 'distribution-url-form', level: 'form', ...distributions },
  { rule: 'distribution-format', level: 'recommended', ...distributions },
  { rule: 'time', level: 'recommended', ...times },
  { rule: 'time-form', level: 'form', ...times },
  { rule: 'place', level: 'recommended', ...places },
  { rule: 'place-form', level: 'form', ...places },
  { rule: 'creators', level: 'recommended', ...people },
  { rule: 'funding', level: 'recommended', ...funding },
  { rule: 'grant-name', level: 'recommended', ...funding },
  { rule: 'grant-identifier', level: 'recommended', ...funding },
  { rule: 'checksum-algorithm', level: 'form', ...checksums },
  { rule: 'checksum-value', level: 'form', ...checksums },
];

/**
 * The guide of science-on-schema.org to datasets. No record claims it: the guide defines no IRI for
 * that.
 */
export const sosoProfile: Profile = {
  id: 'soso',
  title: 'Science on Schema.org 1.3: Dataset',
  url: guide,
  claims: [],
  requirements,
};
