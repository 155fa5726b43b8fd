import type { ProblemTexts } from '../problem-text.ts';
import type { ContextlessNodes, DropReason, LostItem } from '../problem.ts';
import { counted, cut, quote } from './wording.ts';

const units = {
  depth: 'level',
  values: 'value',
  statements: 'statement',
  'context-terms': 'context term',
} as const;

/** Turning JSON-LD into RDF. */
export const expansionProblems = {
  'blank-node-predicate': {
    severity: 'warning',
    title: 'Property without an IRI',
    meaning: 'The statement was left out: RDF has no blank nodes as properties.',
    remedy: 'Give the property an IRI in the context.',
    facts: (p) => quote(p.predicate),
  },
  'context-assumed': {
    severity: 'info',
    title: 'Context assumed',
    meaning:
      'The JSON-LD has no context, so its terms mean nothing. They were read as those of schema.org, as the source says.',
    remedy: 'Add `"@context": "https://schema.org/"`.',
    facts: contextlessNodes,
  },
  'context-missing': {
    severity: 'error',
    title: 'Context missing',
    meaning:
      'No context, or an empty one, gives the terms a meaning, so what uses them was not turned into RDF.',
    remedy:
      'Add `"@context": "https://schema.org/"`, or set `missingContext: schema.org` for the source.',
    facts: contextlessNodes,
  },
  'context-unavailable': {
    severity: 'error',
    title: 'Context not available',
    meaning:
      'The record is lost: it uses a remote context that is not bundled, and none is fetched.',
    remedy: 'Use the schema.org context, or write the context into the document.',
    facts: (p) => `${quote(p.context)}${inItem(p)}`,
  },
  'identifier-unusable': {
    severity: 'warning',
    title: 'Identifier that names nothing',
    meaning:
      'Many others are called so: it finds no record, and what has it as @id is a blank node of its own.',
    remedy: 'Give the record and its resource identifiers of their own, or leave them out.',
    facts: (p) => quote(p.value),
  },
  'graph-too-large': {
    severity: 'error',
    title: 'Record too large',
    meaning: 'As RDF the record would be longer than one text can be here, so it was left out.',
    remedy: 'Publish smaller records.',
    facts: (p) => `more than ${counted(p.maxCharacters, 'character')}`,
  },
  'internal-error': {
    severity: 'error',
    title: 'Error in cdif-graph',
    meaning: 'What was being worked on was given up because of a mistake in the program.',
    remedy: 'Please report it with the URL and this message.',
    facts: (p) => `in ${p.stage}: ${cut(p.detail)}`,
  },
  'iri-dropped': {
    severity: 'warning',
    title: 'IRI that cannot be mended',
    meaning:
      'As the name of what is described it was replaced by a blank node, and as an object it stands as a text; otherwise the statements that need it were left out.',
    remedy: 'Write an absolute, valid IRI.',
    facts: (p) => `${p.role} ${quote(p.value)}`,
  },
  'iri-repaired': {
    severity: 'info',
    title: 'IRI repaired',
    meaning:
      'Blanks or an object around it were taken away and forbidden characters percent-encoded; otherwise the record is as published.',
    remedy: 'Percent-encode the IRI at the source, and write types as texts.',
    facts: (p) => `${quote(p.value)} → ${quote(p.repaired)}`,
  },
  'json-ld-invalid': {
    severity: 'error',
    title: 'Invalid JSON-LD',
    meaning: 'The record is lost: it breaks a rule of JSON-LD, so that its meaning is not defined.',
    remedy: 'Mend the JSON-LD; the JSON-LD 1.1 API lists the codes, and its playground shows them.',
    facts: (p) =>
      `${cut(p.code)}${p.detail === '' ? '' : `: ${cut(p.detail)}`}` +
      (p.pointer === undefined ? '' : ` at ${cut(p.pointer)}`) +
      inItem(p),
  },
  'json-too-complex': {
    severity: 'error',
    title: 'JSON-LD too large or too deep',
    meaning: 'The script or document, or what is left of it, was not turned into RDF.',
    remedy:
      'Publish smaller records with fewer contexts, or raise `limits.jsonDepth` or `limits.jsonValues`.',
    facts: (p) => `more than ${counted(p.max, units[p.limit])}`,
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
    meaning:
      'Its statements were put into the graph of the record; that they were a graph of their own is lost.',
    remedy: 'Nothing needs mending, unless the graph carries meaning.',
    facts: (p) => (p.name === '' ? 'without a name' : quote(p.name)),
  },
  'no-triples': {
    severity: 'error',
    title: 'JSON-LD without statements',
    meaning:
      'The JSON-LD says nothing in RDF, mostly because no context gives its terms a meaning.',
    remedy: 'Add `"@context": "https://schema.org/"`.',
    facts: () => '',
  },
  'prefix-undeclared': {
    severity: 'warning',
    title: 'Prefix not declared',
    meaning:
      'No context says what the prefix stands for. A well-known one was taken to mean what it always means; another was left as it is.',
    remedy: 'Declare the prefix in the context.',
    facts: (p) =>
      `${quote(p.prefix)} in ${quote(p.value)}, ${p.namespace === undefined ? 'left as it is' : `taken for ${quote(p.namespace)}`}`,
  },
  'prefix-unusable': {
    severity: 'warning',
    title: 'Prefix not usable',
    meaning:
      'JSON-LD 1.1 takes a term for a prefix only where it is defined by a text that ends in one of `: / ? # [ ] @`, or with `@prefix`. A well-known prefix was taken to mean what it always means; a name with another was left as it is.',
    remedy:
      'End the IRI of the prefix with `#` or `/`, or define it as `{ "@id": …, "@prefix": true }`.',
    facts: (p) =>
      `${quote(p.prefix)} in ${quote(p.value)}, defined as ${quote(p.declared)}, ${p.namespace === undefined ? 'left as it is' : `taken for ${quote(p.namespace)}`}`,
  },
  'problems-omitted': {
    severity: 'info',
    title: 'More problems of one kind',
    meaning: 'The record, document or sitemap has more problems of the kind than are listed.',
    remedy: 'Mend those that are listed, and look again.',
    facts: (p) => `${p.count} more of ${p.of}`,
  },
  'record-out-of-memory': {
    severity: 'error',
    title: 'Processing took too much memory',
    meaning: 'The page, document or item was given up, with all records in it.',
    remedy: 'Publish smaller records, or raise `limits.recordHeapBytes`.',
    facts: (p) => `more than ${counted(p.maxBytes, 'byte')}${inItem(p)}`,
  },
  'record-timed-out': {
    severity: 'error',
    title: 'Processing took too long',
    meaning: 'The page, document or item was given up, with all records in it.',
    remedy: 'Publish smaller records, or raise `limits.recordMs`.',
    facts: (p) => `not done within ${p.timeoutMs} ms${inItem(p)}`,
  },
  'schema-org-slash-missing': {
    severity: 'warning',
    title: 'Slash missing behind schema.org',
    meaning: 'Repaired: without the slash `Dataset` would become `http://schema.orgDataset`.',
    remedy: 'End the namespace with a slash.',
    facts: (p) => quote(p.value),
  },
  'schema-org-term-misspelt': {
    severity: 'warning',
    title: 'Term that schema.org does not have',
    meaning:
      'The record is as published. What the term says is in the graph under a name that nobody asks for: a misspelt type is no dataset to searches and to `types`.',
    remedy: 'Write the term as schema.org does; capitals count.',
    facts: (p) =>
      `${p.role === 'predicate' ? 'property' : p.role} ${quote(p.name)}, probably ${quote(p.meant)}`,
  },
  'term-undefined': {
    severity: 'warning',
    title: 'Term without a meaning',
    meaning: 'No context defines the term, so what it says is not in the graph.',
    remedy: 'Define the term in the context, or correct its spelling.',
    facts: (p) => quote(p.term),
  },
  'text-as-iri': {
    severity: 'info',
    title: 'Text taken for an IRI',
    meaning:
      'The context takes values of the property for IRIs, so the text became one relative to the document. The record is as published.',
    remedy: 'Write an absolute IRI, or use a property that takes texts.',
    facts: (p) => `${quote(p.value)} → ${quote(p.iri)}`,
  },
  'value-dropped': {
    severity: 'info',
    title: 'Value dropped',
    meaning:
      'RDF or JSON-LD has no place for the value, so it is not in the graph; it is kept in the raw document.',
    remedy: 'Say it in a way that JSON-LD knows, or take it out.',
    facts: (p) => `${quote(p.value)}, ${dropReasons[p.reason]}`,
  },
} satisfies Partial<ProblemTexts>;

/** Which item is lost, where it is one of several in the document. */
function inItem({ item }: LostItem): string {
  return item === undefined
    ? ''
    : `, in ${/^item \d+$/u.test(item) ? item : `item ${quote(item)}`}`;
}

const dropReasons: Record<DropReason, string> = {
  'free-floating': 'which is said of nothing',
  'no-name': 'which cannot be a name',
  'number-too-large': 'a number too large',
  'reserved-name': 'a name that JSON-LD reserves',
  'text-direction': 'a text direction',
  'triple-term': 'said about a statement',
  'unsafe-name': 'an unsafe name',
};

function contextlessNodes({ term, id, nodes }: ContextlessNodes): string {
  const more = nodes === 1 ? '' : `, first of ${counted(nodes, 'description')}`;
  return `${quote(term)}${id === undefined ? '' : ` in ${quote(id)}`}${more}`;
}
