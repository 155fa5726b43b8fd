import { QueryFault } from '../store/query-fault.ts';
import { ownGraphIri } from '../store/own-terms.ts';
import {
  allGraphs,
  ownGraphs,
  unionOfRecords,
  type OwnGraph,
  type QueryDataset,
} from '../store/queries.ts';
import { queryTokens, type QueryToken } from './query-tokens.ts';

export type QueryForm = 'SELECT' | 'ASK' | 'CONSTRUCT' | 'DESCRIBE';

/** What can be told about a query without parsing it. */
export interface QueryScan {
  /** Undefined where it begins with no such word: no SPARQL, as the engine will say. */
  readonly form: QueryForm | undefined;
  readonly dataset: QueryDataset;
}

const forms: ReadonlySet<string> = new Set(['SELECT', 'ASK', 'CONSTRUCT', 'DESCRIBE']);
// SPARQL 1.1 Update §3; WITH begins a DELETE or INSERT.
const updates: ReadonlySet<string> = new Set([
  'ADD',
  'CLEAR',
  'COPY',
  'CREATE',
  'DELETE',
  'DROP',
  'INSERT',
  'LOAD',
  'MOVE',
  'WITH',
]);

/**
 * Finds out what a query is and which graphs it is asked of. A query that names no graph sees the union of the record
 * graphs and nothing of ours. One with `GRAPH` finds all graphs by name, ours among them; its patterns outside of
 * `GRAPH` see the union of all of them, because the engine can unite all graphs or a list, and a list of thousands is
 * a hundred times slower; where each `GRAPH` names one of ours by its IRI, only those of ours are there. One with `FROM`
 * sees what it says; where that is nothing but graphs of ours, the records need not be there.
 * @throws {QueryFault} for what is refused: updates, SERVICE, and a prefix without a declaration, which the engine
 * does not name
 */
export function scanQuery(text: string): QueryScan {
  const tokens = [...queryTokens(text)];
  const keywords = new Map<string, QueryToken>();
  for (const token of tokens) {
    if (token.kind === 'word' && !keywords.has(token.text.toUpperCase())) {
      keywords.set(token.text.toUpperCase(), token);
    }
  }
  const verb = [...keywords.keys()].find((word) => forms.has(word) || updates.has(word));
  const service = keywords.get('SERVICE');
  if (verb !== undefined && updates.has(verb)) throw refusedUpdate(text, verb, keywords.get(verb));
  if (service !== undefined) throw refusedService(text, service);
  assertDeclared(text, tokens);
  return { form: isForm(verb) ? verb : undefined, dataset: datasetOf(text, tokens) };
}

function datasetOf(text: string, tokens: readonly QueryToken[]): QueryDataset {
  const ofWord = (word: string): readonly QueryToken[] =>
    tokens.filter((token) => token.kind === 'word' && token.text.toUpperCase() === word);
  const stated = new Set(ofWord('FROM').map(({ at }) => graphNamedAt(text, at)));
  if (stated.size > 0) return { ...statedGraphs(stated), defaultGraph: 'stated' };
  const named = new Set(ofWord('GRAPH').map(({ at }) => graphNamedAt(text, at)));
  if (named.size === 0) return unionOfRecords;
  if (named.has(undefined)) return allGraphs;
  return { ...allGraphs, own: ownGraphs.filter((graph) => named.has(graph)) };
}

/** What is to be in memory for a query that states its graphs; what is not one of ours may still be, by a prefixed name. */
function statedGraphs(
  stated: ReadonlySet<OwnGraph | undefined>,
): Omit<QueryDataset, 'defaultGraph'> {
  if (stated.has(undefined)) return allGraphs;
  return { records: false, own: ownGraphs.filter((graph) => stated.has(graph)) };
}

/**
 * Which graph of ours `GRAPH`, `FROM` or `FROM NAMED` at some place names by its IRI; undefined for a variable, a prefixed name
 * or another graph.
 */
function graphNamedAt(text: string, at: number): OwnGraph | undefined {
  const [, iri] =
    /^\w+\s*(?:NAMED\s*)?<([^<>]*)>/iu.exec(text.slice(at, at + longestGraphName)) ?? [];
  return ownGraphs.find((graph) => ownGraphIri(graph) === iri);
}

/** `GRAPH` or `FROM NAMED`, blanks, and the IRI of one of ours. */
const longestGraphName = 200;

function isForm(word: string | undefined): word is QueryForm {
  return word !== undefined && forms.has(word);
}

/** Prefixes stand before what they are for (SPARQL 1.1 §4.1.1). */
function assertDeclared(text: string, tokens: readonly QueryToken[]): void {
  const prefixes = new Set<string>();
  for (const [index, token] of tokens.entries()) {
    // Behind a `<` stands an IRI that is none, of which the engine knows more.
    if (token.kind !== 'prefixed' || text[token.at - 1] === '<') continue;
    const prefix = token.text.slice(0, token.text.indexOf(':'));
    if (tokens[index - 1]?.text.toUpperCase() === 'PREFIX') prefixes.add(prefix);
    else if (!prefixes.has(prefix)) throw undeclared(prefix, text, token);
  }
}

function undeclared(prefix: string, text: string, token: QueryToken): QueryFault {
  const detail = `the prefix ${prefix}: is not declared; begin the query with PREFIX ${prefix}: <…>`;
  return faultAt(detail, text, token);
}

function refusedUpdate(text: string, verb: string, token: QueryToken | undefined): QueryFault {
  return faultAt(`${verb} would change the catalogue, which only a harvest does`, text, token);
}

function refusedService(text: string, token: QueryToken): QueryFault {
  const detail = 'SERVICE would ask another endpoint, which is not done from here';
  return faultAt(detail, text, token);
}

function faultAt(detail: string, text: string, token: QueryToken | undefined): QueryFault {
  const lines = text.slice(0, token?.at).split('\n');
  const column = Array.from(lines.at(-1) ?? '').length + 1;
  return new QueryFault(detail, text, { line: lines.length, column });
}
