import { PrefixTable } from './answer-texts.ts';

/** The names of `/query/terms.json`; see `QueryTerms` there. */
export interface CatalogueNames {
  readonly classes: readonly (readonly [iri: string, count: number])[];
  readonly properties: readonly (readonly [iri: string, count: number])[];
  readonly terms: readonly (readonly [iri: string, count: number, label: string])[];
  readonly own: readonly string[];
  readonly graphs: readonly string[];
  readonly isEstimate: boolean;
}

/** A name that can be completed. */
export interface OfferedName {
  readonly kind: 'class' | 'graph' | 'keyword' | 'prefix' | 'property' | 'term' | 'variable';
  /** What is typed, and shown. */
  readonly label: string;
  /** The text for the query where it is not the label. */
  readonly text?: string;
  /** Its number of uses in the catalogue, or another remark. */
  readonly detail?: string;
}

/** What can stand at a place of a query; undefined in literals and comments, and for numbers. */
export type QueryPlace = 'any' | 'class' | 'graph' | 'object' | 'predicate' | 'prefix';

// Comments, IRIs, literals, marks, and everything else.
const token =
  /#[^\n]*|<[^<>"{}|^`\\\s]*>|"""[^]*?(?:"""|$)|"(?:[^"\\\n]|\\.)*(?:"|$)|'(?:[^'\\\n]|\\.)*(?:'|$)|[{}()[\];,]|[^\s{}()[\];,"'<#]+/gu;

const words =
  'ASK BASE BIND BY CONSTRUCT DESCRIBE DISTINCT FILTER FROM GRAPH GROUP HAVING IN LIMIT MINUS ' +
  'NAMED NOT EXISTS OFFSET OPTIONAL ORDER PREFIX REDUCED SELECT UNION VALUES WHERE AS ASC DESC ' +
  'COUNT SUM MIN MAX AVG SAMPLE GROUP_CONCAT STR LANG LANGMATCHES DATATYPE BOUND IRI COALESCE ' +
  'IF CONTAINS STRSTARTS STRENDS REGEX REPLACE LCASE UCASE CONCAT SUBSTR STRLEN YEAR MONTH DAY ' +
  'UNDEF';
const keywords: ReadonlySet<string> = new Set(words.split(' '));

/** The number of terms of a triple pattern that stand after a mark. */
const termsAfterMark: Readonly<Record<string, number>> = {
  '{': 0,
  '}': 0,
  ')': 0,
  '(': 3,
  '[': 1,
  ']': 3,
  ';': 1,
  ',': 2,
};

const nameCharacter = /[\w:-]/u;

/** Where the name, variable or IRI begins that is typed at the end of a text. */
export function startOfName(before: string): number {
  const bracket = before.lastIndexOf('<');
  if (bracket !== -1 && !/[\s>]/u.test(before.slice(bracket))) return bracket;
  let start = before.length;
  while (start > 0 && nameCharacter.test(before.charAt(start - 1))) start -= 1;
  return /[?$]/u.test(before.charAt(start - 1)) ? start - 1 : start;
}

/** Whether a name, variable or IRI can begin so; a number cannot. */
export function isNameBeginning(typed: string): boolean {
  return /^[\p{L}_:?$<]/u.test(typed);
}

/** @param before the query up to the name that is typed */
export function placeInQuery(before: string): QueryPlace | undefined {
  let [terms, last, end] = [0, '', 0];
  for (const match of before.matchAll(token)) {
    const [found] = match;
    end = match.index + found.length;
    if (found.startsWith('#')) {
      if (end === before.length) return undefined;
      continue;
    }
    if (isOpenLiteral(found) && end === before.length) return undefined;
    [terms, last] = [termsAfter(found, terms), found];
  }
  const keyword = last.toUpperCase();
  if (keyword === 'PREFIX') return 'prefix';
  if (/^(?:FROM|GRAPH|NAMED)$/u.test(keyword)) return 'graph';
  if (/^(?:LIMIT|OFFSET)$/u.test(keyword)) return undefined;
  if (terms === 1) return 'predicate';
  if (terms !== 2) return 'any';
  return /^(?:a|rdf:type)$/u.test(last) ? 'class' : 'object';
}

function isOpenLiteral(found: string): boolean {
  const [, quote] = /^("""|"|')/u.exec(found) ?? [];
  if (quote === undefined) return false;
  return found.length < quote.length * 2 || !found.endsWith(quote);
}

function termsAfter(found: string, terms: number): number {
  const marked = termsAfterMark[found];
  if (marked !== undefined) return marked;
  if (found.endsWith('.') || keywords.has(found.toUpperCase())) return 0;
  return terms + 1;
}

/** The names to offer at a place of a query. */
export class NameOffers {
  readonly #catalogue: CatalogueNames;
  readonly #usual: ReadonlyMap<string, string>;

  /** @param usual the prefixes that need no declaration */
  constructor(catalogue: CatalogueNames, usual: ReadonlyMap<string, string>) {
    this.#catalogue = catalogue;
    this.#usual = usual;
  }

  /**
   * All names that fit, the most frequent first.
   * @param query the whole text
   * @param typed the beginning of the name; after `<` the names are IRIs
   */
  at(place: QueryPlace, query: string, typed = ''): readonly OfferedName[] {
    if (place === 'prefix') return this.#prefixes();
    const prefixes = new PrefixTable(
      typed.startsWith('<') ? new Map() : new Map([...declaredPrefixes(query), ...this.#usual]),
    );
    const { classes, properties, own, graphs, isEstimate } = this.#catalogue;
    const counted =
      (kind: 'class' | 'property') =>
      ([iri, count]: readonly [string, number]): OfferedName => ({
        kind,
        label: labelOf(iri, prefixes),
        detail: (isEstimate ? 'about ' : '') + count.toLocaleString('en-US'),
      });
    const found = {
      class: classes.map(counted('class')),
      graph: graphs.map((iri) => ({ kind: 'graph' as const, label: `<${iri}>` })),
      predicate: [
        ...properties.map(counted('property')),
        ...own.map((iri) => ({ kind: 'property' as const, label: labelOf(iri, prefixes) })),
      ],
    };
    if (place !== 'any' && place !== 'object') return [...found[place], ...variablesOf(query)];
    return [
      ...variablesOf(query),
      // Few objects are properties.
      ...(place === 'any' ? found.predicate : this.#terms(prefixes)),
      ...found.class,
      ...(place === 'any' ? this.#terms(prefixes) : []),
      ...[...keywords].map((label) => ({ kind: 'keyword' as const, label })),
    ];
  }

  #prefixes(): readonly OfferedName[] {
    return Array.from(this.#usual, ([prefix, namespace]) => ({
      kind: 'prefix',
      label: `${prefix}:`,
      text: `${prefix}: <${namespace}>`,
      detail: namespace,
    }));
  }

  /** Found by their labels, or else by their names. */
  #terms(prefixes: PrefixTable): readonly OfferedName[] {
    return this.#catalogue.terms.map(([iri, count, label]) => {
      const text = labelOf(iri, prefixes);
      const uses = count.toLocaleString('en-US');
      if (label === '') return { kind: 'term', label: text, detail: uses };
      return { kind: 'term', label, text, detail: `${text} ${uses}` };
    });
  }
}

function labelOf(iri: string, prefixes: PrefixTable): string {
  return prefixes.prefixedName(iri) ?? `<${iri}>`;
}

/** The namespaces that a query declares, by prefix. */
export function declaredPrefixes(query: string): ReadonlyMap<string, string> {
  const declared = query.matchAll(/\bPREFIX\s+([\w-]*):\s*<([^<>\s]*)>/giu);
  return new Map(Array.from(declared, ([, prefix = '', namespace = '']) => [prefix, namespace]));
}

function variablesOf(query: string): readonly OfferedName[] {
  const names = new Set(Array.from(query.matchAll(/[?$]\w+/gu), ([name]) => name));
  return Array.from(names, (label) => ({ kind: 'variable', label }));
}
