import { formatCount } from '../../text/amounts.ts';
import { resolveReferences } from '../../text/character-references.ts';
import { cut, type ProblemTexts, quote } from './problem-text.ts';
import type {
  ContextFailure,
  ContextlessNodes,
  DropReason,
  LostItem,
  ProblemOf,
} from '../problem.ts';
import { maxContextBytes } from '../remote-context.ts';

const units = {
  depth: 'level',
  values: 'value',
  statements: 'statement',
  'context-terms': 'context term',
} as const;

/** Problems of JSON-LD that becomes RDF. */
export const expansionProblems = {
  'array-kept-as-json': {
    severity: 'info',
    title: 'Array of coordinates kept as JSON',
    meaning:
      'JSON-LD would forget the order of the numbers, so the graph has the whole array as a JSON ' +
      'literal.',
    remedy:
      'Write the coordinates as a text (box, polygon, WKT), or declare the property in the ' +
      'context as @json or as a @list.',
    facts: (p) => `${cut(p.property)}, ${quote(p.value)}`,
  },
  'blank-node-predicate': {
    severity: 'warning',
    title: 'Property without an IRI',
    meaning: 'The statement was dropped: in RDF a property cannot be a blank node.',
    remedy: 'Give the property an IRI in the context.',
    facts: (p) => quote(p.predicate),
  },
  'context-assumed': {
    severity: 'info',
    title: 'Context assumed',
    meaning:
      'The JSON-LD has no context, so its terms have no meaning. They were read as terms of ' +
      'schema.org, as configured for the source.',
    remedy: 'Add `"@context": "https://schema.org/"`.',
    facts: contextlessNodes,
  },
  'context-missing': {
    severity: 'error',
    title: 'Context missing',
    meaning:
      'The context is missing or empty, so the terms have no meaning, and the descriptions that ' +
      'use them were not converted to RDF.',
    remedy:
      'Add `"@context": "https://schema.org/"`, or set `missingContext: schema.org` for the ' +
      'source.',
    facts: contextlessNodes,
  },
  'context-unavailable': {
    severity: 'error',
    title: 'Context not available',
    meaning:
      'The record is lost: its terms are defined by a context that is not bundled with ' +
      'cdif-graph, not mapped to a file, and was not fetched.',
    remedy:
      'Write the context into the document. Or map its URL to a file (`contexts`), or let ' +
      'harvests fetch it (`http.contextHosts`).',
    remedyFor: contextRemedy,
    facts: (p) => `${quote(p.context)}${contextFailure(p)}${inItem(p)}`,
  },
  'context-url-wrong': {
    severity: 'warning',
    title: 'Wrong URL of a context',
    meaning:
      'The reference leads to no JSON-LD context. What it means is known, so the record is in the ' +
      'catalogue, but other readers lose it.',
    remedy: 'Refer to the context by its own URL: that of schema.org is `https://schema.org/`.',
    facts: (p) => `${quote(p.context)}, read as the context of ${cut(p.readAs)}`,
  },
  'identifier-unusable': {
    severity: 'warning',
    title: 'Identifier that names nothing',
    meaning:
      'Many resources have this placeholder as identifier. Searches ignore it, and a resource ' +
      'with it as @id became a blank node.',
    remedy: 'Give the record and its resource unique identifiers, or leave them out.',
    facts: (p) => quote(p.value),
  },
  'graph-too-large': {
    severity: 'error',
    title: 'Record too large',
    meaning:
      'As RDF the record would be longer than the longest possible string, so it was dropped.',
    remedy: 'Publish smaller records.',
    facts: (p) => `more than ${formatCount(p.maxCharacters, 'character')}`,
  },
  'internal-error': {
    severity: 'error',
    title: 'Error in cdif-graph',
    meaning: 'A bug in cdif-graph ended the processing of this input.',
    remedy: 'Please report it with the URL and this message.',
    facts: (p) => `in ${p.stage}: ${cut(p.detail)}`,
  },
  'iri-dropped': {
    severity: 'warning',
    title: 'IRI that cannot be repaired',
    meaning:
      'As a subject it was replaced by a blank node, as an object by a text; other statements ' +
      'that need it were dropped.',
    remedy: 'Write an absolute, valid IRI.',
    facts: (p) => `${p.role} ${quote(p.value)}`,
  },
  'iri-repaired': {
    severity: 'info',
    title: 'IRI repaired',
    meaning:
      'Blanks or an object around the IRI were removed, forbidden characters percent-encoded, and ' +
      'character references such as `&amp;` resolved; the rest of the record is as published.',
    remedy: 'Percent-encode the IRI in the metadata, and write types as strings.',
    remedyFor: ({ value }) =>
      resolveReferences(value) === value
        ? undefined
        : 'Write the characters themselves: JSON has no references such as `&amp;`, not even in a page.',
    facts: (p) => {
      const [value, repaired] = fromDifference(p.value, p.repaired);
      return `${quote(value)} → ${quote(repaired)}`;
    },
  },
  'json-ld-invalid': {
    severity: 'error',
    title: 'Invalid JSON-LD',
    meaning: 'The record is lost: it breaks a rule of JSON-LD, so its meaning is undefined.',
    remedy:
      'Correct the JSON-LD; the JSON-LD 1.1 API lists the error codes, and the JSON-LD ' +
      'Playground shows them.',
    facts: (p) =>
      `${cut(p.code)}${p.detail === '' ? '' : `: ${cut(p.detail)}`}` +
      (p.pointer === undefined ? '' : ` at ${cut(p.pointer)}`) +
      inItem(p),
  },
  'json-too-complex': {
    severity: 'error',
    title: 'JSON-LD too large or too deep',
    meaning: 'The script or document, or the rest of it, was not converted to RDF.',
    remedy:
      'Publish smaller records with fewer contexts, or raise `limits.jsonDepth` or ' +
      '`limits.jsonValues`.',
    facts: (p) => `more than ${formatCount(p.max, units[p.limit])}`,
  },
  'language-map-undeclared': {
    severity: 'info',
    title: 'Texts by language without a declaration',
    meaning: 'The texts were read with their languages, although no context declares them so.',
    remedy:
      'Give each text its language, as in `{ "@value": "Moor", "@language": "de" }`, or declare ' +
      'the property with `"@container": "@language"`.',
    facts: (p) => `${quote(p.property)} in ${p.languages.map((tag) => cut(tag)).join(', ')}`,
  },
  'language-tag-repaired': {
    severity: 'info',
    title: 'Language tag repaired',
    meaning: 'The text is kept; its language tag was corrected or dropped.',
    remedy: 'Use BCP 47 tags such as `en` or `pt-BR`.',
    facts: (p) => `${quote(p.value)} → ${p.repaired === undefined ? 'none' : quote(p.repaired)}`,
  },
  'list-as-text': {
    severity: 'info',
    title: 'List written as a text',
    meaning:
      'A program wrote the list into one text. Search, pages and views read its items; the graph ' +
      'has the text as published.',
    remedy: 'Write the list as a JSON array.',
    facts: (p) => `${quote(p.value)}, read as ${formatCount(p.items, 'text')}`,
  },
  'literal-repaired': {
    severity: 'info',
    title: 'Text repaired',
    meaning: 'Half a character (a lone surrogate) was replaced by U+FFFD.',
    remedy: 'Truncate texts between characters, not within one.',
    facts: (p) => quote(p.value),
  },
  'named-graph-folded': {
    severity: 'info',
    title: 'Named graph merged',
    meaning:
      'Its statements were merged into the graph of the record; that they were a separate graph ' +
      'is lost.',
    remedy: 'Nothing has to be done, unless the separate graph carries meaning.',
    facts: (p) => (p.name === '' ? 'without a name' : quote(p.name)),
  },
  'no-triples': {
    severity: 'error',
    title: 'JSON-LD without statements',
    meaning: 'The JSON-LD yields no RDF statements, mostly because no context defines its terms.',
    remedy: 'Add `"@context": "https://schema.org/"`.',
    facts: () => '',
  },
  'prefix-undeclared': {
    severity: 'warning',
    title: 'Prefix not declared',
    meaning:
      'No context defines the prefix. A well-known prefix was expanded to its usual namespace; ' +
      'any other was left as it is.',
    remedy: 'Declare the prefix in the context.',
    facts: (p) => `${quote(p.prefix)} in ${quote(p.value)}, ` + readingOf(p),
  },
  'prefix-unusable': {
    severity: 'warning',
    title: 'Prefix not usable',
    meaning:
      'In JSON-LD 1.1 a term is a prefix only if its IRI ends in one of `: / ? # [ ] @`, or if ' +
      'it is defined with `@prefix`. A well-known prefix was expanded to its usual namespace; ' +
      'any other was left as it is.',
    remedy:
      'End the IRI of the prefix with `#` or `/`, or define it as `{ "@id": …, "@prefix": true }`.',
    facts: (p) =>
      `${quote(p.prefix)} in ${quote(p.value)}, defined as ${quote(p.declared)}, ` + readingOf(p),
  },
  'problems-omitted': {
    severity: 'info',
    title: 'More problems of one kind',
    meaning: 'The record, document or sitemap has more problems of this kind than are listed.',
    remedy: 'Fix the listed problems and harvest again.',
    facts: (p) => `${p.count} more of ${p.of}`,
  },
  'record-out-of-memory': {
    severity: 'error',
    title: 'Processing took too much memory',
    meaning: 'The page, document or item was given up, with all records in it.',
    remedy: 'Publish smaller records, or raise `limits.recordHeapBytes`.',
    facts: (p) => `more than ${formatCount(p.maxBytes, 'byte')}${inItem(p)}`,
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
    title: 'Slash missing after schema.org',
    meaning: 'Repaired: without the slash `Dataset` would become `http://schema.orgDataset`.',
    remedy: 'End the namespace with a slash.',
    facts: (p) => quote(p.value),
  },
  'schema-org-term-misspelt': {
    severity: 'warning',
    title: 'Term that schema.org does not have',
    meaning:
      'The record is as published, but its graph has the misspelt name, which searches do not ' +
      'find: for searches and for `types` a misspelt type is not a dataset.',
    remedy: 'Spell the term as schema.org does; upper and lower case matter.',
    facts: (p) =>
      `${p.role === 'predicate' ? 'property' : p.role} ${quote(p.name)}, ` +
      `probably ${quote(p.meant)}`,
  },
  'term-undefined': {
    severity: 'warning',
    title: 'Term without a meaning',
    meaning: 'No context defines the term, so its values are not in the graph.',
    remedy: 'Define the term in the context, or correct its spelling.',
    facts: (p) => quote(p.term),
  },
  'text-as-iri': {
    severity: 'info',
    title: 'Text read as an IRI',
    meaning:
      'The context defines the values of the property as IRIs, so the text became an IRI ' +
      'relative to the document. The record is as published.',
    remedy: 'Write an absolute IRI, or use a property whose values are texts.',
    facts: (p) => `${quote(p.value)} → ${quote(p.iri)}`,
  },
  'value-dropped': {
    severity: 'info',
    title: 'Value dropped',
    meaning:
      'RDF or JSON-LD cannot express the value, so it is not in the graph; the kept document ' +
      'still has it.',
    remedy: 'Express it in valid JSON-LD, or remove it.',
    facts: (p) => `${quote(p.value)}, ${dropReasons[p.reason]}`,
  },
} satisfies Partial<ProblemTexts>;

/** How the request for a context failed; empty where there was none. */
function contextFailure({ failure, status, code, host }: ContextFailure): string {
  if (failure === undefined) return '';
  if (status !== undefined) return `, HTTP status ${status}`;
  if (code !== undefined) return `, ${cut(code)}`;
  if (host !== undefined) return `, redirects to ${cut(host)}`;
  return `, ${contextFailures[failure] ?? failure}`;
}

const contextFailures: Readonly<Partial<Record<NonNullable<ContextFailure['failure']>, string>>> = {
  'body-too-large': `more than ${formatCount(maxContextBytes, 'byte')}`,
  'no-context': 'JSON without @context',
  'no-json': 'not JSON',
  'not-fetched': 'not in the catalogue',
  'out-of-requests': 'no requests left',
  'robots-disallowed': 'disallowed by robots.txt',
  'robots-unavailable': 'robots.txt not available',
  'timed-out': 'timed out',
  'too-complex': 'too large or too deep',
  'too-many': 'too many contexts',
};

const mapContext = 'map its URL to a file (`contexts`)';

/** Advises what is not configured already. */
function contextRemedy({ context, failure, host }: ProblemOf<'context-unavailable'>) {
  const write = `Write the context into the document, or ${mapContext}.`;
  if (failure === undefined) return /^https?:/iu.test(context) ? undefined : write;
  if (failure === 'redirected') {
    return `Add ${quote(host ?? '')} to \`http.contextHosts\`, or ${mapContext}.`;
  }
  if (failure === 'not-fetched') {
    return `Let \`cdif-graph ingest\` fetch it, or ${mapContext}.`;
  }
  return `${write} Its host is allowed, and the next harvest requests it again.`;
}

/** How much of two long texts is shown before the first difference. */
const shownBefore = 40;

/** Two texts without the beginning that they share, where that is long enough to hide the rest. */
function fromDifference(one: string, other: string): readonly [string, string] {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  if (start <= 2 * shownBefore) return [one, other];
  const [first = one, second = other] = [one, other].map(
    (text) => `…${text.slice(start - shownBefore).toWellFormed()}`,
  );
  return [first, second];
}

/** How a prefix without a usable declaration was read. */
function readingOf({ namespace }: { readonly namespace?: string }): string {
  return namespace === undefined ? 'left as it is' : `read as ${quote(namespace)}`;
}

/** Which item is lost, where it is one of several in the document. */
function inItem({ item }: LostItem): string {
  return item === undefined
    ? ''
    : `, in ${/^item \d+$/u.test(item) ? item : `item ${quote(item)}`}`;
}

const dropReasons: Record<DropReason, string> = {
  'free-floating': 'which has no subject',
  'no-name': 'which is not a valid name',
  'number-too-large': 'a number too large',
  'reserved-name': 'a name that JSON-LD reserves',
  'text-direction': 'a text direction',
  'triple-term': 'said about a statement',
  'unsafe-name': 'an unsafe name',
};

function contextlessNodes({ term, id, nodes }: ContextlessNodes): string {
  const more = nodes === 1 ? '' : `, first of ${formatCount(nodes, 'description')}`;
  return `${quote(term)}${id === undefined ? '' : ` in ${quote(id)}`}${more}`;
}
