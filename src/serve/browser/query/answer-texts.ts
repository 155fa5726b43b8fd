import { csvCell, csvText } from '../../../render/layout.ts';
import type { AnswerStatement, AnswerTerm, TableAnswer } from './read-answer.ts';

/** Shortens IRIs by prefixes. */
export class PrefixTable {
  /** The longest namespace first. */
  readonly #namespaces: readonly (readonly [prefix: string, namespace: string])[];

  /** @param namespaces by prefix; of two prefixes for one namespace the first is used */
  constructor(namespaces: ReadonlyMap<string, string>) {
    const distinct = new Map<string, string>();
    for (const [prefix, namespace] of namespaces) {
      if (!distinct.has(namespace)) distinct.set(namespace, prefix);
    }
    this.#namespaces = Array.from(
      distinct,
      ([namespace, prefix]) => [prefix, namespace] as const,
    ).toSorted(([, one], [, other]) => other.length - one.length);
  }

  /** `schema:name`; undefined where no prefix fits, or the local name would need escapes. */
  prefixedName(iri: string): string | undefined {
    for (const [prefix, namespace] of this.#namespaces) {
      if (!iri.startsWith(namespace)) continue;
      const local = iri.slice(namespace.length);
      if (plainName.test(local)) return `${prefix}:${local}`;
    }
    return undefined;
  }

  /** The prefix and the namespace of a prefixed name. */
  declarationOf(name: string): readonly [prefix: string, namespace: string] | undefined {
    const prefix = name.slice(0, name.indexOf(':'));
    return this.#namespaces.find(([each]) => each === prefix);
  }
}

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
  const used = new Map<string, string>();
  const iri = (value: string): string => {
    const name = prefixes.prefixedName(value);
    const declaration = name === undefined ? undefined : prefixes.declarationOf(name);
    if (name === undefined || declaration === undefined) return `<${escapeIri(value)}>`;
    used.set(...declaration);
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
  const head = Array.from(used, ([prefix, namespace]) => `@prefix ${prefix}: <${namespace}> .\n`);
  return [head.toSorted().join(''), ...blocks].filter((part) => part !== '').join('\n');
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
