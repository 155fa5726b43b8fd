import { csvCell, csvText } from '../../../render/layout.ts';
import type { AnswerStatement, AnswerTerm, TableAnswer } from './read-answer.ts';

/** Shortens IRIs by prefixes. */
export class PrefixTable {
  readonly #prefixes = new Map<string, string>();

  /** @param namespaces by prefix; of two prefixes for one namespace the first is used */
  constructor(namespaces: ReadonlyMap<string, string>) {
    for (const [prefix, namespace] of namespaces) {
      if (!this.#prefixes.has(namespace)) this.#prefixes.set(namespace, prefix);
    }
  }

  /** `schema:name`; undefined where no prefix fits, or the local name would need escapes. */
  prefixedName(iri: string): string | undefined {
    const found = this.#split(iri);
    return found && `${found.prefix}:${iri.slice(found.namespace.length)}`;
  }

  /** The declaration that the prefixed name of an IRI needs. */
  declarationFor(iri: string): string | undefined {
    const found = this.#split(iri);
    return found && `@prefix ${found.prefix}: <${found.namespace}> .\n`;
  }

  /** By the longest namespace that leaves a plain name. */
  #split(iri: string): { readonly prefix: string; readonly namespace: string } | undefined {
    for (let end = iri.length - 1; end > 0; end -= 1) {
      if (!nameCharacter.test(iri.charAt(end))) {
        const namespace = iri.slice(0, end + 1);
        const prefix = this.#prefixes.get(namespace);
        const isPlain = plainName.test(iri.slice(end + 1));
        return prefix === undefined || !isPlain ? undefined : { prefix, namespace };
      }
    }
    return undefined;
  }
}

const nameCharacter = /[\w-]/u;
const plainName = /^\w[\w-]*$/u;

/** The text of a term for people: literals without quotation marks. */
export function termText(term: AnswerTerm, prefixes: PrefixTable): string {
  if (term.kind === 'literal') return term.value;
  if (term.kind === 'blank') return `_:${term.value}`;
  return prefixes.prefixedName(term.value) ?? term.value;
}

/** Datatype or language of a literal: `xsd:date`, `@en`; empty for a plain text. */
export function literalSuffix(term: AnswerTerm, prefixes: PrefixTable): string {
  if (term.kind !== 'literal') return '';
  if (term.language !== undefined) return `@${term.language}`;
  if (term.datatype === undefined) return '';
  return prefixes.prefixedName(term.datatype) ?? term.datatype;
}

/** A table as CSV (SPARQL 1.1 Query Results CSV Format §3); see `csvText` for formulas. */
export function tableCsv({ variables, rows }: TableAnswer): string {
  const cells = rows.map((row) =>
    row.map((term) => {
      if (term === undefined) return '';
      return csvText(term.kind === 'blank' ? `_:${term.value}` : term.value);
    }),
  );
  return [variables, ...cells].map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}

/** Statements as Turtle (RDF 1.1 Turtle), grouped by subject in the order of their appearance. */
export function statementsTurtle(
  statements: readonly AnswerStatement[],
  prefixes: PrefixTable,
): string {
  const used = new Set<string>();
  const iri = (value: string): string => {
    const name = prefixes.prefixedName(value);
    const declaration = prefixes.declarationFor(value);
    if (name === undefined || declaration === undefined) return `<${escapeIri(value)}>`;
    used.add(declaration);
    return name;
  };
  const term = (each: AnswerTerm): string => {
    if (each.kind === 'iri') return iri(each.value);
    if (each.kind === 'blank') return `_:${each.value}`;
    const text = quoted(each.value);
    if (each.language !== undefined) return `${text}@${each.language}`;
    return each.datatype === undefined ? text : `${text}^^${iri(each.datatype)}`;
  };
  const verb = (predicate: string): string => (predicate === rdfType ? 'a' : iri(predicate));
  const subjects = new Map<string, string[]>();
  for (const { subject, predicate, object } of statements) {
    const key = term(subject);
    const lines = subjects.get(key) ?? [];
    lines.push(`${verb(predicate)} ${term(object)}`);
    subjects.set(key, lines);
  }
  const blocks = Array.from(
    subjects,
    ([subject, lines]) => `${subject} ${lines.join(' ;\n  ')} .\n`,
  );
  return [[...used].join(''), ...blocks].filter((part) => part !== '').join('\n');
}

const rdfType = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';

function quoted(text: string): string {
  const escapes: Readonly<Record<string, string>> = { '\n': String.raw`\n`, '\r': String.raw`\r` };
  return `"${text.replaceAll(/["\\\n\r]/gu, (each) => escapes[each] ?? `\\${each}`)}"`;
}

function escapeIri(iri: string): string {
  return iri.replaceAll(/[\s<>"{}|^`\\]/gu, (each) => {
    const code = (each.codePointAt(0) ?? 0).toString(16).toUpperCase();
    return String.raw`\u` + code.padStart(4, '0');
  });
}
