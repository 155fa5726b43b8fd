import type {
  Expression,
  Pattern,
  Query,
  QuerySelect,
  Sparql11Nodes,
  TermVariable,
} from '@traqula/rules-sparql-1-1';
import type { QuerySource } from './parse-query.ts';

/** The form of a query. */
export type QueryForm = 'SELECT' | 'ASK' | 'CONSTRUCT' | 'DESCRIBE';

/** A node of the syntax tree of a query. */
export type QueryNode = Sparql11Nodes;

const forms = {
  select: 'SELECT',
  ask: 'ASK',
  construct: 'CONSTRUCT',
  describe: 'DESCRIBE',
} as const satisfies Record<Query['subType'], QueryForm>;

/** The form of a parsed query. */
export function queryForm(query: Query): QueryForm {
  return forms[query.subType];
}

/**
 * The node and all nodes below it, in any order; without recursion, since lists can be long.
 * @param isLeftOut for nodes that are left out with all nodes below
 */
export function* nodesBelow(
  root: object,
  isLeftOut: (node: QueryNode) => boolean = () => false,
): Generator<QueryNode> {
  const pending = [root];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (isQueryNode(next)) {
      if (isLeftOut(next)) continue;
      yield next;
    }
    for (const child of childNodes(next)) pending.push(child);
  }
}

/** The children of a node, a list, or a row of `VALUES`, whose keys are names of variables. */
export function childNodes(parent: object): readonly object[] {
  const isOfNode = isQueryNode(parent);
  const children: object[] = [];
  for (const key of Object.keys(parent)) {
    const child = (parent as Readonly<Record<string, unknown>>)[key];
    if (typeof child !== 'object' || child === null || (isOfNode && key === 'loc')) continue;
    children.push(child);
  }
  return children;
}

/** Whether a value of the syntax tree is a node, and not a list or a row of `VALUES`. */
export function isQueryNode(value: object): value is QueryNode {
  return 'type' in value && typeof value.type === 'string';
}

/**
 * How deeply an engine nests a query: by each level of the tree, and by each pattern or part of a
 * path after others of its list, with which engines join it.
 */
export function queryNesting(query: Query): number {
  interface Place {
    readonly node: object;
    readonly depth: number;
    readonly isOfPath: boolean;
  }
  const pending: Place[] = [{ node: query, depth: 0, isOfPath: false }];
  let deepest = 0;
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { node: parent, depth } = next;
    deepest = Math.max(deepest, depth);
    const isOfPath = isQueryNode(parent) ? parent.type === 'path' : next.isOfPath;
    for (const [before, node] of childNodes(parent).entries()) {
      const isJoined = isQueryNode(node) && (isOfPath || node.type === 'pattern');
      const own = isQueryNode(node) ? 1 + (isJoined ? before : 0) : 0;
      pending.push({ node, depth: depth + own, isOfPath });
    }
  }
  return deepest;
}

/** The place of a node in the text, in UTF-16 code units from 0. */
interface Extent {
  readonly start: number;
  readonly end: number;
}

/** The place of a node; undefined for nodes that the parser adds, such as a repeated subject. */
export function nodeExtent({ loc }: QueryNode): Extent | undefined {
  return loc.sourceLocationType === 'source' ? loc : undefined;
}

/** The start of a node; 0 for nodes that the parser adds. */
export function nodeStart(node: QueryNode): number {
  return nodeExtent(node)?.start ?? 0;
}

/** A mistake in a query, with its offset in the decoded text. */
export interface QueryMistake {
  readonly detail: string;
  readonly at: number;
}

/** @throws {QueryFault} for the mistake that comes first in the text, if there is one */
export function refuseMistakes(mistakes: Iterable<QueryMistake>, source: QuerySource): void {
  const [first] = [...mistakes].toSorted((one, other) => one.at - other.at);
  if (first !== undefined) throw source.faultAt(first.detail, first.at);
}

/**
 * Checks rules on variables that are often broken, since the engine names neither the variable nor
 * its place: SPARQL 1.1 §11.4 (grouping), §16.1 (SELECT) and §18.2.1 (BIND).
 * @param nodes all nodes of the query
 * @throws {QueryFault} for the first place where one is broken
 */
export function checkVariableScopes(nodes: readonly QueryNode[], source: QuerySource): void {
  refuseMistakes(mistakesIn(nodes), source);
}

function* mistakesIn(nodes: readonly QueryNode[]): Generator<QueryMistake> {
  for (const node of nodes) {
    if (node.type === 'query' && node.subType === 'select') yield* mistakesInSelect(node);
    if (node.type !== 'pattern') continue;
    if (node.subType === 'group') yield* boundTwice(node.patterns);
    if (node.subType === 'values' && isShort(node)) {
      yield { detail: 'a row of VALUES has fewer terms than variables', at: nodeStart(node) };
    }
  }
}

function isShort({ variables, values }: Extract<Pattern, { subType: 'values' }>): boolean {
  const names = new Set(variables.map(({ value }) => value));
  return values.some((row) => Object.keys(row).length < names.size);
}

/** `BIND` gives values to variables that have none in its group. */
function* boundTwice(patterns: readonly Pattern[]): Generator<QueryMistake> {
  if (!patterns.some(({ subType }) => subType === 'bind')) return;
  const bound = new Set<string>();
  for (const pattern of patterns) {
    if (pattern.subType === 'bind' && bound.has(pattern.variable.value)) {
      const { value } = pattern.variable;
      const detail = `BIND gives a value to ?${value}, which has one in this group`;
      yield { detail, at: nodeStart(pattern.variable) };
    }
    for (const { value } of boundVariables(pattern)) bound.add(value);
  }
}

function* mistakesInSelect(query: QuerySelect): Generator<QueryMistake> {
  const grouped = groupVariables(query);
  const taken = grouped ?? new Set(Array.from(visibleVariables(query), ({ value }) => value));
  const selected = new Set<string>();
  const known = new Set(grouped);
  for (const each of query.variables) {
    if (each.type === 'wildcard') {
      const detail = 'SELECT * cannot be grouped; name the variables';
      if (grouped !== undefined) yield { detail, at: nodeStart(each) };
      continue;
    }
    const variable = each.type === 'term' ? each : each.variable;
    const [name, at] = [variable.value, nodeStart(variable)];
    if (selected.has(name)) yield { detail: `?${name} stands twice in SELECT`, at };
    if (each.type === 'pattern' && taken.has(name)) {
      const detail = `AS gives a value to ?${name}, which has one already; take another name`;
      yield { detail, at };
    }
    if (grouped !== undefined) {
      yield* ungrouped(each.type === 'term' ? each : each.expression, known);
    }
    known.add(name);
    selected.add(name);
  }
}

/** The variables that have a value in each group; undefined if the query has no groups. */
function groupVariables({ variables, solutionModifiers }: QuerySelect): Set<string> | undefined {
  const { group, having, order } = solutionModifiers;
  const expressions = [
    ...variables.flatMap((each) => (each.type === 'pattern' ? [each.expression] : [])),
    ...(having?.having ?? []),
    ...(order?.orderDefs.map(({ expression }) => expression) ?? []),
  ];
  if (group === undefined && !expressions.some(hasAggregate)) return undefined;
  return new Set(
    group?.groupings.flatMap((each) => {
      // `GROUP BY (?a AS ?b)` leaves both.
      const parts = 'variable' in each ? [each.variable, each.value] : [each];
      return parts.flatMap((part) => (isVariable(part) ? [part.value] : []));
    }),
  );
}

/** Variables of an expression that have no value in a group. */
function* ungrouped(expression: Expression, known: ReadonlySet<string>): Generator<QueryMistake> {
  for (const node of nodesBelow(expression, (each) => isPattern(each) || isAggregate(each))) {
    if (!isVariable(node) || known.has(node.value)) continue;
    const name = node.value;
    const detail =
      `?${name} can have several values in a group; ` +
      `name it in GROUP BY, or use an aggregate such as SAMPLE(?${name})`;
    yield { detail, at: nodeStart(node) };
  }
}

function hasAggregate(expression: Expression): boolean {
  return [...nodesBelow(expression, isPattern)].some(isAggregate);
}

/** Whether a node is a pattern, as that of `EXISTS`. */
function isPattern(node: QueryNode): boolean {
  return node.type === 'pattern';
}

function isAggregate(node: QueryNode): boolean {
  return node.type === 'expression' && node.subType === 'aggregate';
}

function isVariable(node: QueryNode): node is TermVariable {
  return node.type === 'term' && node.subType === 'variable';
}

/**
 * The names of the variables that `SELECT *` selects (SPARQL 1.1 §18.2.1), in the order of their
 * first occurrence in the text.
 */
export function variablesInScope(query: QuerySelect): readonly string[] {
  const first = new Map<string, number>();
  for (const variable of visibleVariables(query)) {
    const { start } = nodeExtent(variable) ?? {};
    if (start === undefined) continue;
    first.set(variable.value, Math.min(start, first.get(variable.value) ?? start));
  }
  return [...first].toSorted(([, one], [, other]) => one - other).map(([name]) => name);
}

/** The variables that the pattern of a query, and `VALUES` after it, bind. */
function* visibleVariables({
  where,
  values,
}: Pick<Query, 'where' | 'values'>): Generator<TermVariable> {
  if (where !== undefined) yield* boundVariables(where);
  if (values !== undefined) yield* values.variables;
}

/** The variables that a pattern binds. */
function* boundVariables(pattern: Pattern): Generator<TermVariable> {
  if (pattern.type === 'query') {
    yield* projected(pattern);
    return;
  }
  if ('patterns' in pattern) {
    if (pattern.subType === 'minus') return;
    if ('name' in pattern && pattern.name.subType === 'variable') yield pattern.name;
    for (const part of pattern.patterns) yield* boundVariables(part);
    return;
  }
  switch (pattern.subType) {
    case 'bgp':
      yield* [...nodesBelow(pattern)].filter(isVariable);
      return;
    case 'bind':
      yield pattern.variable;
      return;
    case 'values':
      yield* pattern.variables;
      return;
    case 'filter':
  }
}

/** The variables that a sub-select selects. */
function* projected(query: QuerySelect): Generator<TermVariable> {
  for (const each of query.variables) {
    if (each.type === 'wildcard') yield* visibleVariables(query);
    else yield each.type === 'term' ? each : each.variable;
  }
}
