import type {
  Pattern,
  PatternBgp,
  Path,
  Query,
  QuerySelect,
  TermIri,
} from '@traqula/rules-sparql-1-1';
import { QueryFault } from '../../engine/engine-task.ts';
import { decodeQuerySource, parseQuery } from '../../query/parse-query.ts';
import { nodesBelow, type QueryNode, variablesInScope } from '../../query/query-tree.ts';

/** A query that shapes give, ready for the engine. */
export interface PreparedQuery {
  readonly form: 'SELECT' | 'ASK';
  readonly text: string;
  /** The variables that get values before evaluation, of those that occur in the query. */
  readonly bound: readonly string[];
}

/** Why a query of shapes is not evaluated. */
export class QueryRefusal extends Error {
  override readonly name = 'QueryRefusal' as const;
}

/** The graph, and its only subject, with a statement for each variable that has a value. */
export const bindingsIri = 'urn:cdif-graph:bindings';

/** The predicate of the value of a variable. */
export function bindingIri(variable: string): string {
  return `${bindingsIri}:${variable}`;
}

/** A SELECT or ASK query of shapes. */
export interface QuerySourceText {
  /** With its declarations of prefixes. */
  readonly text: string;
  /** The variables that may have values before evaluation. */
  readonly variables: readonly string[];
  /** Those of them that have one. */
  readonly bound: readonly string[];
  /** What `$PATH` stands for, in SPARQL. */
  readonly path?: string | undefined;
}

/** The variables that sub-selects need not return (SHACL §5.3.1). */
const optionalVariables: ReadonlySet<string> = new Set(['shapesGraph', 'currentShape']);

/**
 * Prepares a query whose variables have values before evaluation (SHACL, appendix A): each group
 * joins them from a graph, where blank nodes can be named too. The engine must evaluate the query
 * for one solution at a time, then sub-selects and aggregates need no changes.
 * @throws {QueryRefusal} for what appendix A forbids, and what is no SELECT or ASK query
 */
export async function preparePreboundQuery(source: QuerySourceText): Promise<PreparedQuery> {
  const { query, nodes } = await parse(source.text);
  for (const node of nodes) refuseForbidden(node, source.variables);
  refuseShortSelects(query, nodes, source.variables);
  if (source.path !== undefined) await replacePath(nodes, source.path);
  // Anything that is left of `$PATH` is an ordinary variable.
  const used = new Set(nodes.flatMap((node) => (isVariable(node) ? [node.value] : [])));
  const bound = source.bound.filter((name) => used.has(name));
  if (bound.length > 0) await joinBindings(nodes, bound);
  return { form: formOf(query), text: await writeQuery(query, nodes), bound };
}

/** A SELECT query of a target. */
export interface TargetQuery {
  /** For the graph of one record. */
  readonly text: string;
  /** For all record graphs at once, where that gives the same: with `?targetGraph`. */
  readonly textForAll: string | undefined;
}

/** The variable of the graph in a query over all graphs. */
export const targetGraph = 'targetGraph';

/**
 * Prepares the query of a SPARQL target (SHACL Advanced Features §3.1).
 * @throws {QueryRefusal}
 */
export async function prepareTargetQuery(text: string): Promise<TargetQuery> {
  const { query, nodes } = await parse(text);
  if (query.subType !== 'select') throw new QueryRefusal('the query of a target is no SELECT');
  for (const node of nodes) refuseOutside(node);
  const names = selectedNames(query);
  if (!names.includes('this')) throw new QueryRefusal('the query does not select ?this');
  const own = await writeQuery(query, nodes);
  if (!isSameInGraphs(query, nodes)) return { text: own, textForAll: undefined };
  const { query: wrapper, nodes: wrapperNodes } = await parse(
    `SELECT ?this ?${targetGraph} WHERE { GRAPH ?${targetGraph} {} }`,
  );
  const [graph] = wrapper.where?.type === 'pattern' ? wrapper.where.patterns : [];
  if (graph?.type !== 'pattern' || graph.subType !== 'graph')
    return { text: own, textForAll: undefined };
  graph.patterns = [query.where];
  wrapper.context = query.context;
  return { text: own, textForAll: await writeQuery(wrapper, [...wrapperNodes, ...nodes]) };
}

/**
 * Whether a query means the same within `GRAPH ?g { … }`: a plain pattern that begins with
 * statements, so that the engine has the graph in each part of it.
 */
function isSameInGraphs(query: QuerySelect, nodes: readonly QueryNode[]): boolean {
  const { solutionModifiers } = query;
  if (solutionModifiers.group ?? solutionModifiers.having ?? solutionModifiers.limitOffset)
    return false;
  if (query.values !== undefined) return false;
  const isPlain = nodes.every((node) => {
    if (node.type === 'query') return node === query;
    if (node.type === 'expression') return node.subType !== 'aggregate';
    return node.type !== 'pattern' || node.subType !== 'graph';
  });
  const { patterns } = query.where;
  const first = patterns[0];
  if (!isPlain || first?.type !== 'pattern' || first.subType !== 'bgp') return false;
  if (first.triples.length === 0) return false;
  const known = variablesOf(first);
  // MINUS removes nothing where it shares no variable, and inside GRAPH it shares the graph.
  return nodes.every(
    (node) =>
      node.type !== 'pattern' ||
      node.subType !== 'minus' ||
      (patterns.includes(node) && firstVariables(node.patterns).some((name) => known.has(name))),
  );
}

function firstVariables([first]: readonly Pattern[]): readonly string[] {
  return first?.type === 'pattern' && first.subType === 'bgp' ? [...variablesOf(first)] : [];
}

function variablesOf(pattern: PatternBgp): ReadonlySet<string> {
  return new Set(
    [...nodesBelow(pattern)].flatMap((node) => (isVariable(node) ? [node.value] : [])),
  );
}

/** The tree of a query, and its nodes. */
async function parse(
  text: string,
): Promise<{ readonly query: Query; readonly nodes: readonly QueryNode[] }> {
  try {
    const query = await parseQuery(decodeQuerySource(text));
    const nodes = [...nodesBelow(query)];
    refuseUndeclared(query, nodes);
    return { query, nodes };
  } catch (error) {
    if (error instanceof QueryFault) throw new QueryRefusal(error.message, { cause: error });
    throw error;
  }
}

/** The engine names neither the prefix nor its place. */
function refuseUndeclared({ context }: Query, nodes: readonly QueryNode[]): void {
  const declared = new Set(context.map((each) => ('key' in each ? each.key : undefined)));
  for (const node of nodes) {
    if (node.type !== 'term' || !('prefix' in node) || declared.has(node.prefix)) continue;
    throw new QueryRefusal(`the prefix ${node.prefix}: is not declared`);
  }
}

/** What queries must not have in SHACL (appendix A). */
function refuseForbidden(node: QueryNode, variables: readonly string[]): void {
  refuseOutside(node);
  if (node.type !== 'pattern') return;
  if (node.subType === 'minus') throw new QueryRefusal('MINUS is not permitted');
  if (node.subType === 'values') throw new QueryRefusal('VALUES is not permitted');
  if (node.subType === 'bind' && variables.includes(node.variable.value)) {
    throw new QueryRefusal(`AS gives a value to ?${node.variable.value}, which has one`);
  }
  if (node.subType === 'graph' && node.name.subType === 'variable') {
    const { value } = node.name;
    if (value === 'shapesGraph') return;
    throw new QueryRefusal(`GRAPH ?${value}: a record has no named graphs`);
  }
}

/** What would leave the record. */
function refuseOutside(node: QueryNode): void {
  if (node.type === 'pattern' && node.subType === 'service') {
    throw new QueryRefusal('SERVICE is not permitted');
  }
  if (node.type === 'datasetClauses' && node.clauses.length > 0) {
    throw new QueryRefusal('FROM is not permitted');
  }
}

/** Sub-selects must return all variables that may have values; otherwise these end there. */
function refuseShortSelects(
  query: Query,
  nodes: readonly QueryNode[],
  variables: readonly string[],
): void {
  if (query.subType !== 'select' && query.subType !== 'ask') {
    throw new QueryRefusal('the query is neither SELECT nor ASK');
  }
  for (const node of nodes) {
    if (node.type !== 'query' || node.subType !== 'select' || node === query) continue;
    const names = selectedNames(node);
    const missing = variables.find((name) => !optionalVariables.has(name) && !names.includes(name));
    if (missing !== undefined) throw new QueryRefusal(`a sub-select does not return ?${missing}`);
  }
  if (query.subType === 'select' && !selectedNames(query).includes('this')) {
    throw new QueryRefusal('the query does not select ?this');
  }
}

function selectedNames(query: QuerySelect): readonly string[] {
  return query.variables.flatMap((each) => {
    if (each.type === 'wildcard') return variablesInScope(query);
    return each.type === 'term' ? each.value : each.variable.value;
  });
}

function formOf({ subType }: Query): PreparedQuery['form'] {
  return subType === 'ask' ? 'ASK' : 'SELECT';
}

/** Puts a path in the place of the predicate `$PATH` (SHACL §5.3.1). */
async function replacePath(nodes: readonly QueryNode[], text: string): Promise<void> {
  for (const node of nodes) {
    if (node.type !== 'triple' || !isVariable(node.predicate)) continue;
    if (node.predicate.value === 'PATH') node.predicate = await parsePath(text);
  }
}

async function parsePath(text: string): Promise<Path | TermIri> {
  const { nodes } = await parse(`ASK { ?s ${text} ?o }`);
  nodes.forEach(forgetPlace);
  const triple = nodes.find((node) => node.type === 'triple');
  // The path is one that we wrote.
  return triple?.predicate as Path | TermIri;
}

/** Adds the join with the values of variables to the beginning of each group. */
async function joinBindings(nodes: readonly QueryNode[], names: readonly string[]): Promise<void> {
  const triples = names
    .map((name) => `<${bindingsIri}> <${bindingIri(name)}> ?${name} .`)
    .join(' ');
  for (const node of nodes) {
    if (node.type !== 'pattern') continue;
    if (node.subType !== 'group' && node.subType !== 'optional' && node.subType !== 'graph')
      continue;
    // A sub-select is alone in its group, and has groups of its own.
    if (node.patterns.some((each) => each.type === 'query')) continue;
    const { query, nodes: added } = await parse(`ASK { GRAPH <${bindingsIri}> { ${triples} } }`);
    added.forEach(forgetPlace);
    if (query.where !== undefined) node.patterns = [...query.where.patterns, ...node.patterns];
  }
}

function isVariable(
  node: unknown,
): node is Extract<QueryNode, { type: 'term'; subType: 'variable' }> {
  return (
    typeof node === 'object' && node !== null && 'subType' in node && node.subType === 'variable'
  );
}

/** The generator copies the text at the place of a node, unless it has none. */
function forgetPlace(node: QueryNode): void {
  node.loc = { sourceLocationType: 'autoGenerate' };
}

async function writeQuery(query: Query, nodes: readonly QueryNode[]): Promise<string> {
  const { Generator } = await import('@traqula/generator-sparql-1-1');
  for (const node of nodes) forgetPlace(node);
  return new Generator().generate(query);
}
