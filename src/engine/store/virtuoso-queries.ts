import { derivedGraphIri, markerGraph } from '../../catalogue/derived/derived-terms.ts';
import { derivedGraphs } from '../../model/derived-graph.ts';
import { type GraphsRead, resultMediaTypes } from '../engine-task.ts';
import { parseJson } from '../../text/json.ts';
import {
  type QueryDialect,
  type RefusedResponse,
  type RefusedQuery,
  standardQueries,
} from './query-dialect.ts';

/** The graphs of Virtuoso itself. */
const graphsOfVirtuoso = [
  'http://www.openlinksw.com/schemas/virtrdf#',
  'http://www.w3.org/ns/ldp#',
  'http://localuriqaserver/sparql',
];

/**
 * Joins patterns in the order of the text. Otherwise Virtuoso may search for a plan for minutes, in
 * which it answers no other query, and some answers are wrong.
 */
const inOrder = 'define sql:select-option "order"';

/** What Virtuoso 7.2 needs to answer queries; what remains different is in docs/stores.md. */
export const virtuosoQueries: QueryDialect = {
  ...standardQueries,
  prologue: (text, reads) => [inOrder, ...excludedGraphs(text, reads).map(exclusion), ''].join(' '),
  answerTypes: {
    ...standardQueries.answerTypes,
    // Its CSV has all texts quoted, its TSV no terms, and its Turtle decimals instead of doubles.
    csv: [resultMediaTypes.json],
    tsv: [resultMediaTypes.json],
    ttl: [resultMediaTypes.nt],
    // It answers 406 where N-Quads are accepted beside others.
    nq: [resultMediaTypes.nt],
  },
  mendAnswer: mendVirtuosoAnswer,
  refusedQuery: refusedByVirtuoso,
  rowLimit: {
    field: 'x-sparql-maxrows',
    query:
      'SELECT (bif:cfg_item_value(bif:virtuoso_ini_path(), "SPARQL", "ResultSetMaxRows") AS ?n) {}',
    setting: 'ResultSetMaxRows in the section SPARQL of virtuoso.ini',
  },
};

/**
 * The graphs that are not to be seen: in the default graph, which is a union of all graphs, and as
 * `GRAPH ?g`. There can be none in a query that has `GRAPH` with an IRI, which then finds nothing
 * whichever graph it is; or that states its dataset, of which such a graph would be no part.
 */
function excludedGraphs(text: string, reads: GraphsRead | undefined): readonly string[] {
  if (reads === undefined || reads.stated !== undefined || reads.byIri) return [];
  if (!reads.union && !reads.records) return [];
  const derived = derivedGraphs.filter((graph) => !reads.own.includes(graph)).map(derivedGraphIri);
  const others = [markerGraph, ...graphsOfVirtuoso].filter((graph) => !text.includes(graph));
  return [...derived, ...others];
}

function exclusion(graph: string): string {
  return `define input:default-graph-exclude <${graph}> define input:named-graph-exclude <${graph}>`;
}

const emptyTriples = '# Empty NT\n';

/** The only variable of the table that is sent for ASK. It has a row for true. */
const askVariable = '__ASK_RETVAL';
const askHead = /"vars": \["__ASK_RETVAL"\]|<variable name="__ASK_RETVAL"/u;
const headCharacters = 1000;

/** Whether this is the answer to an ASK query, as only Virtuoso writes it. */
export function isVirtuosoBoolean(answer: string): boolean {
  return askHead.test(answer.slice(0, headCharacters));
}

/**
 * Quotes and angle brackets in values of JSON, XML and N-Triples are escaped, so that what is
 * replaced here is never a part of a value.
 */
function mendVirtuosoAnswer(answer: string): string {
  if (answer === emptyTriples) return '';
  const isXml = answer.startsWith('<sparql');
  if (isVirtuosoBoolean(answer)) {
    const isWhole = isXml ? answer.includes('</sparql>') : parseJson(answer) !== undefined;
    if (!isWhole) return answer;
    const truth = answer.includes(
      isXml ? `<binding name="${askVariable}">` : `"${askVariable}": {`,
    );
    return isXml
      ? '<sparql xmlns="http://www.w3.org/2005/sparql-results#"><head/>' +
          `<boolean>${truth}</boolean></sparql>`
      : JSON.stringify({ head: {}, boolean: truth });
  }
  return isXml
    ? answer.replaceAll('<bnode>nodeID://', '<bnode>')
    : answer
        .replaceAll('"type": "bnode", "value": "nodeID://', '"type": "bnode", "value": "')
        .replaceAll('"type": "typed-literal"', '"type": "literal"');
}

/** Virtuoso begins with its name and the SQLSTATE. Classes 08 and 40 are no matter of the query. */
const queryError = /^Virtuoso (?!08|40)\w{5} Error /u;
const timeError = /^Virtuoso S1T00 |^Virtuoso 42000 Error The estimated execution time /u;

function refusedByVirtuoso(refusal: RefusedResponse): RefusedQuery | undefined {
  const { status, type, detail, text } = refusal;
  const isError = status === 500 && type === 'text/plain' && queryError.test(detail);
  if (!isError && standardQueries.refusedQuery(refusal) === undefined) return undefined;
  const place = placeIn(text, detail);
  return { isTooSlow: timeError.test(detail), ...(place && { place }) };
}

/** The place of the token that a message names in a line, if the line has it once. */
function placeIn(text: string, detail: string): RefusedQuery['place'] {
  const [, number = '', token = ''] = /, line (\d+): [^']*'([^']+)'/u.exec(detail) ?? [];
  const [before, after, ...more] = (text.split('\n')[Number(number) - 1] ?? '').split(token);
  if (token === '' || before === undefined || after === undefined || more.length > 0) {
    return undefined;
  }
  return { line: Number(number), column: Array.from(before).length + 1 };
}
