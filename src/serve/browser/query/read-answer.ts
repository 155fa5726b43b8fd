import { literalParts, unescapeLiteral } from '../../../rdf/n-quads.ts';

/** A term of an answer. */
export type AnswerTerm =
  | { readonly kind: 'iri'; readonly value: string }
  | { readonly kind: 'blank'; readonly value: string }
  | {
      readonly kind: 'literal';
      readonly value: string;
      /** Absent for xsd:string and rdf:langString. */
      readonly datatype?: string;
      readonly language?: string;
    };

/** The answer to a SELECT query. */
export interface TableAnswer {
  readonly kind: 'table';
  readonly variables: readonly string[];
  /** In each row a cell for each variable; undefined where it is unbound. */
  readonly rows: readonly (readonly (AnswerTerm | undefined)[])[];
}

/** A statement of an answer. */
export interface AnswerStatement {
  readonly subject: AnswerTerm;
  /** An IRI. */
  readonly predicate: string;
  readonly object: AnswerTerm;
}

/** The answer to a CONSTRUCT or DESCRIBE query. */
export interface GraphAnswer {
  readonly kind: 'graph';
  readonly statements: readonly AnswerStatement[];
}

/** The answer to an ASK query. */
export interface BooleanAnswer {
  readonly kind: 'boolean';
  readonly value: boolean;
}

/** The answer to a query. */
export type QueryAnswer = BooleanAnswer | GraphAnswer | TableAnswer;

/** The media types of answers that `readAnswer` reads, for the `Accept` field. */
export const answerMediaTypes = 'application/sparql-results+json, application/n-triples';

/**
 * Reads the body of an answer.
 * @throws {SyntaxError} if it is not of its media type
 */
export function readAnswer(mediaType: string, body: string): QueryAnswer {
  return mediaType.includes('json') ? readResults(JSON.parse(body)) : readStatements(body);
}

/** SPARQL 1.1 Query Results JSON Format §3 and §4; all members are optional for a reader. */
interface ResultsDocument {
  readonly boolean?: boolean;
  readonly head?: { readonly vars?: readonly string[] };
  readonly results?: { readonly bindings?: readonly Readonly<Record<string, ResultTerm>>[] };
}

interface ResultTerm {
  readonly type: string;
  readonly value: unknown;
  readonly datatype?: string;
  readonly 'xml:lang'?: string;
}

function readResults(document: unknown): BooleanAnswer | TableAnswer {
  const { boolean, head, results } = (document ?? {}) as ResultsDocument; // by its media type
  if (boolean !== undefined) return { kind: 'boolean', value: boolean };
  const variables = head?.vars ?? [];
  const rows = (results?.bindings ?? []).map((binding) =>
    variables.map((variable) => {
      const term = binding[variable];
      return term === undefined ? undefined : readTerm(term);
    }),
  );
  return { kind: 'table', variables, rows };
}

function readTerm({ type, value, datatype, 'xml:lang': language }: ResultTerm): AnswerTerm {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (type === 'uri') return { kind: 'iri', value: text };
  if (type === 'bnode') return { kind: 'blank', value: text };
  return literal(text, datatype, language);
}

function literal(value: string, datatype?: string, language?: string): AnswerTerm {
  if (language !== undefined) return { kind: 'literal', value, language };
  const isPlain = datatype === undefined || datatype === `${xsd}string`;
  return { kind: 'literal', value, ...(!isPlain && { datatype }) };
}

const xsd = 'http://www.w3.org/2001/XMLSchema#';

/** Reads N-Triples as servers write them: a statement a line, one blank between terms. */
function readStatements(text: string): GraphAnswer {
  const statements = text.split('\n').flatMap((line) => readStatement(line.trim()) ?? []);
  return { kind: 'graph', statements };
}

function readStatement(line: string): AnswerStatement | undefined {
  const afterSubject = line.indexOf(' ');
  const afterPredicate = line.indexOf(' ', afterSubject + 1);
  if (line.startsWith('#') || afterPredicate === -1) return undefined;
  const object = line.slice(afterPredicate + 1).replace(/ ?\.$/u, '');
  return {
    subject: readNTriplesTerm(line.slice(0, afterSubject)),
    predicate: unescapeLiteral(line.slice(afterSubject + 2, afterPredicate - 1)),
    object: readNTriplesTerm(object),
  };
}

function readNTriplesTerm(term: string): AnswerTerm {
  if (term.startsWith('<')) return { kind: 'iri', value: unescapeLiteral(term.slice(1, -1)) };
  if (!term.startsWith('"')) return { kind: 'blank', value: term.slice(2) };
  const { escaped, language, datatype } = literalParts(term);
  return literal(unescapeLiteral(escaped), datatype?.slice(1, -1), language);
}

/** The datatypes whose values are numbers (XML Schema 1.1 Part 2 §3). */
const numberTypes = new Set(
  [
    'byte decimal double float int integer long negativeInteger nonNegativeInteger',
    'nonPositiveInteger positiveInteger short unsignedByte unsignedInt unsignedLong unsignedShort',
  ]
    .join(' ')
    .split(' ')
    .map((name) => xsd + name),
);

/** Whether a term is a number. */
export function isNumber(term: AnswerTerm | undefined): boolean {
  return term?.kind === 'literal' && numberTypes.has(term.datatype ?? '');
}
