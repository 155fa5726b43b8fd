import type { Profile, Requirement } from '../profile.ts';

const specifications = 'https://docs.mlcommons.org/croissant/docs/croissant-spec-';

/**
 * The requirements of a version. Both versions ask for the same, but link to their own text. What
 * the specification only describes, and its reference implementation (`mlcroissant`) refuses to
 * load without, is required.
 */
function requirementsIn(specification: string): readonly Requirement[] {
  const at = (section: string, anchor: string): Pick<Requirement, 'section' | 'url'> => {
    return { section, url: `${specification}#${anchor}` };
  };
  const required = at('Dataset: Required', 'required');
  const recommended = at('Dataset: Recommended', 'recommended');
  const added = at('Modified and Added Properties', 'modified-and-added-properties');
  const ids = at('ID and Reference Mechanism', 'id-and-reference-mechanism');
  const version = at('Version', 'version');
  const file = at('FileObject', 'fileobject');
  const checksums = at('Checksums', 'checksums');
  const recordSet = at('RecordSet', 'recordset');
  const field = at('Field', 'field');
  const dataTypes = at('Data Types', 'data-types');
  return [
    { rule: 'croissant-conforms-to', level: 'required', ...required },
    { rule: 'title', level: 'required', ...required },
    { rule: 'description', level: 'required', ...required },
    { rule: 'licence', level: 'required', ...required },
    { rule: 'licence-iri', level: 'form', ...required },
    { rule: 'url', level: 'required', ...required },
    { rule: 'single-url', level: 'form', ...required },
    { rule: 'date-published', level: 'required', ...required },
    { rule: 'date-form', level: 'form', severity: 'error', ...required },
    { rule: 'publisher', level: 'recommended', ...recommended },
    { rule: 'single-version', level: 'form', ...version },
    { rule: 'semantic-version', level: 'recommended', ...version },
    { rule: 'date-created', level: 'recommended', ...recommended },
    { rule: 'date-modified', level: 'recommended', ...recommended },
    { rule: 'same-as', level: 'recommended', ...recommended },
    { rule: 'metadata-licence', level: 'recommended', ...recommended },
    { rule: 'croissant-cite-as', level: 'recommended', ...added },
    { rule: 'croissant-type', level: 'form', severity: 'error', ...added },
    { rule: 'croissant-id', level: 'recommended', severity: 'warning', ...ids },
    { rule: 'croissant-reference', level: 'form', severity: 'error', ...ids },
    { rule: 'croissant-content-url', level: 'required', ...file },
    { rule: 'croissant-checksum', level: 'recommended', severity: 'warning', ...checksums },
    { rule: 'croissant-checksum-form', level: 'form', ...checksums },
    { rule: 'croissant-includes', level: 'required', ...at('FileSet', 'fileset') },
    { rule: 'croissant-record-set', level: 'recommended', ...at('RecordSets', 'recordsets') },
    { rule: 'croissant-field', level: 'recommended', severity: 'warning', ...recordSet },
    { rule: 'croissant-data-type', level: 'required', ...dataTypes },
    { rule: 'croissant-data-type-iri', level: 'form', ...dataTypes },
    { rule: 'croissant-source', level: 'recommended', severity: 'warning', ...field },
    { rule: 'type-dataset', level: 'required', ...required },
    { rule: 'creators', level: 'required', ...required },
    { rule: 'keywords', level: 'recommended', ...recommended },
    { rule: 'version', level: 'recommended', ...recommended },
    { rule: 'language', level: 'recommended', ...recommended },
    { rule: 'distribution', level: 'required', ...added },
    { rule: 'distribution-format', level: 'required', ...at('FileObject', 'fileobject') },
  ];
}

/** Croissant, by which programs for machine learning load datasets. */
export const croissantProfiles = (['1.0', '1.1'] as const).map((version): Profile => {
  const url = `${specifications}${version}.html`;
  const place = `mlcommons.org/croissant/${version}`;
  return {
    id: `croissant-${version}`,
    title: `Croissant ${version}`,
    url,
    // Spellings that occur besides the first, which the specification gives.
    claims: [`http://${place}`, `https://${place}`, `http://${place}/`, `https://${place}/`],
    requirements: requirementsIn(url),
  };
});
