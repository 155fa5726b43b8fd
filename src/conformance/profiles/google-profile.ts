import type { Profile, Requirement } from '../profile.ts';

const url = 'https://developers.google.com/search/docs/appearance/structured-data/dataset';
const definitions = `${url}#structured-data-type-definitions`;
const dataset = { section: 'Dataset', url: definitions } as const;
const catalog = { section: 'DataCatalog', url: definitions } as const;
const download = { section: 'DataDownload', url: definitions } as const;

const requirements: readonly Requirement[] = [
  { rule: 'title', level: 'required', ...dataset },
  { rule: 'description', level: 'required', ...dataset },
  { rule: 'description-length', level: 'form', severity: 'error', ...dataset },
  { rule: 'alternate-name', level: 'recommended', ...dataset },
  { rule: 'citation', level: 'recommended', ...dataset },
  { rule: 'identifier', level: 'recommended', ...dataset },
  { rule: 'accessible-for-free', level: 'recommended', ...dataset },
  { rule: 'accessible-for-free-form', level: 'form', ...dataset },
  { rule: 'licence', level: 'recommended', ...dataset },
  { rule: 'licence-iri', level: 'form', ...dataset },
  { rule: 'measurement-technique', level: 'recommended', ...dataset },
  { rule: 'same-as', level: 'recommended', ...dataset },
  { rule: 'url', level: 'recommended', ...dataset },
  { rule: 'catalog', level: 'recommended', ...catalog },
  { rule: 'type-dataset', level: 'required', ...dataset },
  { rule: 'creators', level: 'recommended', ...dataset },
  { rule: 'funding', level: 'recommended', ...dataset },
  { rule: 'keywords', level: 'recommended', ...dataset },
  { rule: 'place', level: 'recommended', ...dataset },
  { rule: 'time', level: 'recommended', ...dataset },
  { rule: 'time-form', level: 'form', ...dataset },
  { rule: 'variables', level: 'recommended', ...dataset },
  { rule: 'version', level: 'recommended', ...dataset },
  { rule: 'distribution', level: 'recommended', ...download },
  { rule: 'distribution-url', level: 'required', ...download },
  { rule: 'distribution-format', level: 'recommended', ...download },
];

/** What Google Dataset Search reads. No record claims it. */
export const googleProfile: Profile = {
  id: 'google-dataset',
  title: 'Google Dataset Search',
  url,
  claims: [],
  requirements,
};
