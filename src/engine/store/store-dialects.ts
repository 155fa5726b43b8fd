import type { DialectName } from '../../model/dialect-name.ts';
import { literalParts } from '../../rdf/n-quads.ts';
import { literalValue, valueKindOf } from '../../rdf/literal-values.ts';
import type { RequestLimits } from './store-connection.ts';
import { type QueryDialect, standardQueries } from './query-dialect.ts';
import { isVirtuosoBoolean, virtuosoQueries } from './virtuoso-queries.ts';
import { virtuosoComparable, virtuosoTerm } from './virtuoso-terms.ts';

/** What a store does otherwise than the specifications say. */
export interface StoreDialect {
  readonly name: DialectName;
  /**
   * Whether a response with this `Server` field comes from such a store.
   * @param answer that to `ASK {}` in JSON, which shows more where a proxy sets the field
   */
  readonly isServer: (field: string, answer?: string) => boolean;
  readonly queries: QueryDialect;
  /** Whether the store can be written to. */
  readonly isWritable: boolean;
  readonly requests: RequestLimits;
  /** The largest SPARQL Update operation. */
  readonly operation: { readonly statements: number; readonly characters: number };
  /**
   * The term that is sent for a term of a statement or the IRI of a graph: the same, or one that
   * the store keeps. An IRI becomes the same IRI wherever it stands.
   */
  readonly sentTerm: (term: string) => string;
  /**
   * The same text for terms that the store does not tell apart, or may spell in several ways.
   * @param term as `sentTerm` gives, or what the store answers in the spelling of
   *   `rdf/n-quads.ts`
   */
  readonly comparableTerm: (term: string) => string;
}

/**
 * Language tags are compared in lower case (RDF 1.1 Concepts §3.3). Values of one datatype are
 * compared by value, since many stores keep these rather than texts.
 */
function comparableByValue(term: string): string {
  if (!term.startsWith('"') || term.endsWith('"')) return term;
  const { escaped, language, datatype = '' } = literalParts(term);
  if (language !== undefined) return `"${escaped}"@${language.toLowerCase()}`;
  const kind = valueKindOf(datatype);
  const value = kind && literalValue(escaped, kind);
  return value === undefined ? term : `=${value}^^${datatype}`;
}

const standard: StoreDialect = {
  name: 'standard',
  isServer: () => false,
  queries: standardQueries,
  isWritable: true,
  requests: { connections: 4, pipelined: 1 },
  operation: { statements: 10_000, characters: 4_194_304 },
  sentTerm: (term) => term,
  comparableTerm: comparableByValue,
};

/** All dialects by name. */
export const storeDialects = {
  standard,
  virtuoso: {
    ...standard,
    name: 'virtuoso',
    isServer: (field, answer = '') => field.startsWith('Virtuoso/') || isVirtuosoBoolean(answer),
    queries: virtuosoQueries,
    // Measured: two connections write less than one, four half as much. Pipelining spares Virtuoso
    // the wait between an answer and the next request.
    requests: { connections: 1, pipelined: 4 },
    // It compiles an operation to at most 10,000 lines of SQL (about 2,500 statements) and 10 MB.
    operation: { statements: 1000, characters: 2 ** 20 },
    sentTerm: virtuosoTerm,
    comparableTerm: virtuosoComparable,
  },
  'cdif-graph': {
    ...standard,
    name: 'cdif-graph',
    isWritable: false,
    isServer: (field) => field.startsWith('cdif-graph'),
  },
} as const satisfies Record<DialectName, StoreDialect>;

/** The dialect of the store that sent a response. @param response as of `StoreDialect.isServer` */
export function recognisedDialect(...response: Parameters<StoreDialect['isServer']>): StoreDialect {
  const known: readonly StoreDialect[] = Object.values(storeDialects);
  return known.find(({ isServer }) => isServer(...response)) ?? storeDialects.standard;
}
