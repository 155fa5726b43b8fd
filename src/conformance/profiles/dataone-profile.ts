import type { Profile } from '../profile.ts';

const url = 'https://github.com/DataONEorg/SlenderNodes/tree/HEAD/schema_org';
const required = 'Dataset Constructs: Required properties';
const distribution = 'Dataset Constructs: distribution';
const entries = 'Dataset Constructs: Each entry in distribution should include';

/** Datasets for the slender node adapter of DataONE. */
export const dataoneProfile: Profile = {
  id: 'dataone',
  title: 'DataONE slender node',
  url,
  claims: [],
  requirements: [
    { rule: 'identifier', level: 'required', section: required },
    { rule: 'date-published', level: 'required', section: required },
    {
      rule: 'date-modified',
      level: 'required',
      section: required,
      note:
        'The document requires dateModified where there are updates after datePublished, which a ' +
        'record cannot tell. A dataset without updates repeats datePublished.',
    },
    {
      rule: 'distribution',
      level: 'required',
      section: required,
      note:
        'The document asks for an array. A single object without one means the same in JSON-LD, so ' +
        'it is accepted.',
    },
    { rule: 'distribution-object', level: 'form', section: distribution, severity: 'error' },
    { rule: 'distribution-download-type', level: 'form', section: distribution, severity: 'error' },
    { rule: 'date-form', level: 'form', section: required },
    { rule: 'distribution-identifier', level: 'recommended', section: entries },
    { rule: 'distribution-format', level: 'recommended', section: entries },
    { rule: 'distribution-format-form', level: 'form', section: entries, severity: 'info' },
    { rule: 'distribution-name', level: 'recommended', section: entries },
    { rule: 'distribution-url', level: 'recommended', section: entries },
    { rule: 'distribution-url-form', level: 'form', section: entries },
    { rule: 'distribution-url-property', level: 'form', section: entries },
    { rule: 'distribution-catalog-type', level: 'recommended', section: entries },
  ],
};
