import type { Profile, Requirement } from '../profile.ts';

const guide = 'https://github.com/ESIPFed/science-on-schema.org/blob/1.3.2/guides/Dataset.md';
const common = { section: 'Common properties', url: `${guide}#common-properties` } as const;
const identifiers = { section: 'Identifier', url: `${guide}#identifier` } as const;
const dates = { section: 'Dates', url: `${guide}#dates` } as const;
const licences = { section: 'License', url: `${guide}#license` } as const;

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
