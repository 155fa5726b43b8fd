import type { Query } from '@traqula/rules-sparql-1-1';
import { QueryFault, type QueryPlace } from '../engine/query-fault.ts';
import type { GraphsRead } from '../engine/queries.ts';
import { graphsRead } from './graphs-read.ts';
import { parseQuery } from './parse-query.ts';
import { readNames, type QueryNames } from './query-names.ts';
import { querySource, type QuerySource } from './query-source.ts';
import { extentOf, formOf, nodesBelow, type QueryForm, type QueryNode } from './query-tree.ts';
import { checkScopes } from './scope-rules.ts';
import { otherSchemaOrg } from './schema-org-hint.ts';
import { editText, placeBeforeEdits, type TextEdit } from './text-edits.ts';
import { usualPrefixes } from './usual-prefixes.ts';
import { variablesInScope } from './variables-in-scope.ts';

/** The result of parsing a query. */
export interface ReadQuery {
  readonly form: QueryForm;
  /**
   * What to ask: the query with declarations of the usual prefixes that it uses without declaring
   * them, and with its variables, in their order, for the asterisk of `SELECT *`, where engines
   * sort them by name.
   */
  readonly text: string;
  readonly reads: GraphsRead;
  /** The first schema.org IRI or namespace in another spelling than the catalogue's. */
  readonly otherSchemaOrg: string | undefined;
  /** Maps a fault of the engine in `text` to its place in the query as given. */
  readonly faultAsGiven: (fault: QueryFault) => QueryFault;
}

/**
 * Reads a query (SPARQL 1.1).
 * @throws {QueryFault} for what is no query, for a prefix that is neither declared nor usual, and
 * for what is refused: updates and SERVICE
 */
export async function readQuery(text: string): Promise<ReadQuery> {
  const source = querySource(text);
  const query = await parseQuery(source);
  const nodes = [...nodesBelow(query)];
  refuseService(nodes, source);
  const names = readNames(query, nodes, source);
  checkScopes(nodes, source);
  const edits = [...prefixEdits(names), ...columnEdits(query, source)];
  return {
    form: formOf(query),
    text: editText(text, edits),
    reads: graphsRead(query, names.iriOf),
    otherSchemaOrg: otherSchemaOrg(nodes, names.iriOf),
    faultAsGiven: ({ detail, place }) =>
      new QueryFault(ruleBroken(detail), text, placeGiven(place, text, edits)),
  };
}

/**
 * The engine lists tokens that it had expected, among them a rule that it checks. The grammar is
 * known to be kept.
 */
function ruleBroken(detail: string): string {
  if (!/^expected\b|^this cannot stand here$/u.test(detail)) return detail;
  const parts = detail.replace(/^expected (?:one of )?/u, '').split(', ');
  const rule = parts.find((part) => part.split(' ').length > 3);
  return `a rule of SPARQL is broken before this place${rule === undefined ? '' : `: ${rule}`}`;
}

function placeGiven(
  place: QueryPlace | undefined,
  text: string,
  edits: readonly TextEdit[],
): QueryPlace | undefined {
  return place === undefined ? undefined : placeBeforeEdits(place, text, edits);
}

function refuseService(nodes: readonly QueryNode[], source: QuerySource): void {
  const places: number[] = [];
  for (const node of nodes) {
    if (node.type !== 'pattern' || node.subType !== 'service') continue;
    places.push(extentOf(node)?.start ?? 0);
  }
  if (places.length === 0) return;
  const detail = 'SERVICE would ask another endpoint, which is not done from here';
  throw source.faultAt(detail, Math.min(...places));
}

/** The declarations go before everything on the first line, so that no line moves. */
function prefixEdits({ undeclared }: QueryNames): readonly TextEdit[] {
  return undeclared.map((prefix) => ({
    at: 0,
    removed: 0,
    added: `PREFIX ${prefix}: <${usualPrefixes.get(prefix)}> `,
  }));
}

function columnEdits(query: Query, { offsetInText }: QuerySource): readonly TextEdit[] {
  if (query.subType !== 'select') return [];
  const [asterisk] = query.variables;
  const extent = asterisk?.type === 'wildcard' ? extentOf(asterisk) : undefined;
  const names = extent === undefined ? [] : variablesInScope(query);
  if (extent === undefined || names.length === 0) return [];
  const added = ` ${names.map((name) => `?${name}`).join(' ')} `;
  return [{ at: offsetInText(extent.start), removed: 1, added }];
}
