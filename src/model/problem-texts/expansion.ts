import type { ProblemTexts } from '../problem-text.ts';
import { quote } from './wording.ts';

/** Turning JSON-LD into RDF. */
export const expansionProblems = {
  'blank-node-predicate': {
    severity: 'warning',
    title: 'Property without an IRI',
    meaning: 'The statement was left out: RDF has no blank nodes as properties.',
    remedy: 'Give the property an IRI in the context.',
    facts: (p) => quote(p.predicate),
  },
  'context-unavailable': {
    severity: 'error',
    title: 'Context not available',
    meaning: 'The JSON-LD could not be understood without a context that is not bundled.',
    remedy: 'Use the schema.org context or an inline one.',
    facts: (p) => quote(p.context),
  },
  'internal-error': {
    severity: 'error',
    title: 'Error in cdif-graph',
    meaning: 'This one document was given up because of a mistake in the program.',
    remedy: 'Please report it with the log.',
    facts: (p) => `in ${p.stage}: ${p.detail}`,
  },
  'iri-dropped': {
    severity: 'warning',
    title: 'IRI that cannot be mended',
    meaning: 'The statements that need it were left out of the graph.',
    remedy: 'Write an absolute, valid IRI.',
    facts: (p) => `${p.role} ${quote(p.value)}`,
  },
  'iri-repaired': {
    severity: 'info',
    title: 'IRI repaired',
    meaning: 'Forbidden characters were percent-encoded; the record is otherwise as published.',
    remedy: 'Percent-encode the IRI at the source.',
    facts: (p) => `${quote(p.value)} → ${quote(p.repaired)}`,
  },
  'json-ld-invalid': {
    severity: 'error',
    title: 'Invalid JSON-LD',
    meaning: 'The record could not be turned into RDF.',
    remedy: 'Mend the JSON-LD; the code is defined in JSON-LD 1.1 API.',
    facts: (p) => `${p.code}${p.detail ? `: ${p.detail}` : ''}`,
  },
  'json-too-complex': {
    severity: 'error',
    title: 'JSON-LD too large or too deep',
    meaning: 'The record was not turned into RDF.',
    remedy: 'Publish smaller records, or raise `limits.jsonDepth` or `limits.jsonValues`.',
    facts: (p) => (p.limit === 'depth' ? `more than ${p.max} levels` : `more than ${p.max} values`),
  },
  'language-tag-repaired': {
    severity: 'info',
    title: 'Language tag repaired',
    meaning: 'The text is kept; its tag was written in the valid form or left out.',
    remedy: 'Use BCP 47 tags such as `en` or `pt-BR`.',
    facts: (p) => `${quote(p.value)} → ${p.repaired === undefined ? 'none' : quote(p.repaired)}`,
  },
  'literal-repaired': {
    severity: 'info',
    title: 'Text repaired',
    meaning: 'Half a character (a lone surrogate) was replaced by U+FFFD.',
    remedy: 'Cut texts between characters, not inside one.',
    facts: (p) => quote(p.value),
  },
  'named-graph-folded': {
    severity: 'info',
    title: 'Named graph folded',
    meaning: 'Its statements were put into the graph of the record; the name is lost.',
    remedy: 'Nothing needs mending, unless the name carries meaning.',
    facts: (p) => quote(p.name),
  },
  'no-triples': {
    severity: 'warning',
    title: 'JSON-LD without statements',
    meaning:
      'The JSON-LD says nothing in RDF, mostly because no context gives its terms a meaning.',
    remedy: 'Add `"@context": "https://schema.org/"`.',
    facts: () => '',
  },
  'record-timed-out': {
    severity: 'error',
    title: 'Record took too long',
    meaning: 'The document was given up.',
    remedy: 'Publish smaller records, or raise `limits.recordMs`.',
    facts: (p) => `not done within ${p.timeoutMs} ms`,
  },
  'schema-org-slash-missing': {
    severity: 'warning',
    title: 'Slash missing behind schema.org',
    meaning: 'Repaired: without the slash `Dataset` would become `http://schema.orgDataset`.',
    remedy: 'End the namespace with a slash.',
    facts: (p) => quote(p.value),
  },
  'value-dropped': {
    severity: 'info',
    title: 'Value dropped',
    meaning:
      'JSON-LD gives the value no meaning, so it is not in the graph; it is kept in the raw document.',
    remedy: 'Give the term a meaning in the context, or take it out.',
    facts: (p) => `${p.reason}: ${quote(p.value)}`,
  },
} satisfies Partial<ProblemTexts>;
