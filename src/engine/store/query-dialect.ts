import { isPageType } from '../../model/media-type.ts';
import { type GraphsRead, resultMediaTypes, type ResultFormat } from '../engine-task.ts';

/** How a store wants to be queried, and how its answers differ from the specifications. */
export interface QueryDialect {
  /**
   * What is put before the text of a query, in its first line, so that no line moves.
   * @param reads what the query reads; undefined where that is not known
   */
  readonly prologue: (text: string, reads: GraphsRead | undefined) => string;
  /** The media types that an answer may have, the best first: the format can be made of each. */
  readonly answerTypes: Readonly<Record<ResultFormat, readonly string[]>>;
  /** Mends an answer, in any of these types, to what the specifications say. */
  readonly mendAnswer: (answer: string) => string;
  /** What a response with another status than success says of the query; undefined if nothing. */
  readonly refusedQuery: (refusal: RefusedResponse) => RefusedQuery | undefined;
  /** How the store cuts long answers instead of refusing them. */
  readonly rowLimit?: RowLimit;
}

/** A response to a query that is no answer. */
export interface RefusedResponse {
  readonly status: number;
  /** The media type of the response. */
  readonly type: string;
  /** What the response says. */
  readonly detail: string;
  /** The query as it was before the dialect. */
  readonly text: string;
}

/** Why a store refuses a query. */
export interface RefusedQuery {
  /** Whether it took too long, or would have. */
  readonly isTooSlow: boolean;
  /** The place of the mistake, if it is known. */
  readonly place?: { readonly line: number; readonly column: number };
}

/** A limit of rows at which a store cuts answers. */
export interface RowLimit {
  /** The header field that only the response to a SELECT has that was cut: the limit. */
  readonly field: string;
  /** A query with one row of one number: the limit. */
  readonly query: string;
  /** Where it is set, for messages. */
  readonly setting: string;
}

/** For endpoints that follow the specifications. */
export const standardQueries: QueryDialect = {
  prologue: () => '',
  answerTypes: {
    json: [resultMediaTypes.json, 'application/json'],
    xml: [resultMediaTypes.xml, 'application/xml', 'text/xml'],
    // Endpoints without these formats have JSON, from which they are written here.
    csv: [resultMediaTypes.csv, resultMediaTypes.json],
    tsv: [resultMediaTypes.tsv, resultMediaTypes.json],
    // N-Triples is a subset of both, and all that some endpoints write.
    ttl: [resultMediaTypes.ttl, resultMediaTypes.nt],
    nq: [resultMediaTypes.nq, 'text/x-nquads', resultMediaTypes.nt],
    nt: [resultMediaTypes.nt],
    trig: [resultMediaTypes.trig],
    rdf: [resultMediaTypes.rdf],
    jsonld: [resultMediaTypes.jsonld],
  },
  mendAnswer: (answer) => answer,
  refusedQuery: ({ status, type }) =>
    status === 400 && !isPageType(type) ? { isTooSlow: false } : undefined,
};
