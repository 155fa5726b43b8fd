import { isObject, type JsonObject, type JsonValue, parseJson } from '../text/json.ts';
import type { ResultFormat } from './engine-task.ts';

/** SPARQL 1.1 Query Results JSON Format, or 1.2 with triple terms: a boolean, or rows. */
interface JsonResults {
  readonly head: { readonly vars: readonly string[] };
  /** Absent where the answer is a boolean. */
  readonly results?: { readonly bindings: readonly Readonly<Record<string, JsonTerm>>[] };
}

/** Datatypes of literals may be called `typed-literal`, as in drafts of the format. */
interface JsonTerm {
  readonly type: string;
  readonly value: string | Readonly<Record<'object' | 'predicate' | 'subject', JsonTerm>>;
  readonly datatype?: string;
  readonly 'xml:lang'?: string;
}

/**
 * Checks an answer of unknown origin in JSON, and writes it as CSV or TSV (SPARQL 1.1 Query Results
 * CSV and TSV Formats) if one of these is wanted.
 * @returns undefined if it is not in the format, or cannot be written so
 */
export function jsonAnswerAs(answer: string, wanted: ResultFormat): string | undefined {
  const json = parseJson(answer);
  if (!isJsonResults(json)) return undefined;
  if (wanted !== 'csv' && wanted !== 'tsv') return answer;
  const { head, results } = json;
  if (results === undefined) return undefined;
  const { separator, end, heading, cell } = wanted === 'csv' ? csv : tsv;
  const rows = results.bindings.map((row) => head.vars.map((name) => cell(row[name])));
  const lines = [head.vars.map(heading), ...rows].map((cells) => cells.join(separator) + end);
  return lines.join('');
}

function isJsonResults(json: JsonValue | undefined): json is JsonObject & JsonResults {
  if (!isObject(json)) return false;
  const { head, results, boolean: truth } = json;
  if (results === undefined) return typeof truth === 'boolean';
  if (truth !== undefined || !isObject(head) || !isObject(results)) return false;
  const { vars } = head;
  const { bindings } = results;
  return (
    Array.isArray(vars) &&
    vars.every((name) => typeof name === 'string') &&
    Array.isArray(bindings) &&
    bindings.every((row) => isObject(row) && Object.values(row).every((term) => isTerm(term)))
  );
}

/** The deepest nesting of triple terms; real data has one or two levels. */
const maxTermDepth = 20;

function isTerm(term: JsonValue, depth = 0): boolean {
  if (!isObject(term) || typeof term['type'] !== 'string' || depth > maxTermDepth) return false;
  const { value, datatype, 'xml:lang': language } = term;
  if (![datatype, language].every((each) => each === undefined || typeof each === 'string')) {
    return false;
  }
  if (term['type'] !== 'triple') return typeof value === 'string';
  return isObject(value) && partsOf(value).every((part) => isTerm(part, depth + 1));
}

function partsOf({ subject = null, predicate = null, object = null }: JsonObject) {
  return [subject, predicate, object];
}

interface TableFormat {
  readonly separator: string;
  readonly end: string;
  readonly heading: (name: string) => string;
  readonly cell: (term: JsonTerm | undefined) => string;
}

/** Values alone; RFC 4180. */
const csv: TableFormat = {
  separator: ',',
  end: '\r\n',
  heading: quoteCell,
  cell: (term) => (term === undefined ? '' : quoteCell(plainText(term))),
};

/** Terms as in Turtle. */
const tsv: TableFormat = {
  separator: '\t',
  end: '\n',
  heading: (name) => `?${name}`,
  cell: (term) => (term === undefined ? '' : turtleTerm(term)),
};

function quoteCell(text: string): string {
  return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function plainText({ type, value }: JsonTerm): string {
  if (typeof value !== 'string') return turtleTerm({ type, value });
  return type === 'bnode' ? `_:${value}` : value;
}

const escapes: Readonly<Record<string, string>> = {
  '\t': String.raw`\t`,
  '\n': String.raw`\n`,
  '\r': String.raw`\r`,
  '"': String.raw`\"`,
  '\\': String.raw`\\`,
};

function turtleTerm({ type, value, datatype, 'xml:lang': language }: JsonTerm): string {
  if (typeof value !== 'string') {
    const { subject, predicate, object } = value;
    return `<<( ${turtleTerm(subject)} ${turtleTerm(predicate)} ${turtleTerm(object)} )>>`;
  }
  if (type === 'uri') return `<${value}>`;
  if (type === 'bnode') return `_:${value}`;
  const quoted = `"${value.replaceAll(/[\t\n\r"\\]/gu, (character) => escapes[character] ?? '')}"`;
  if (language !== undefined) return `${quoted}@${language}`;
  return datatype === undefined ? quoted : `${quoted}^^<${datatype}>`;
}
