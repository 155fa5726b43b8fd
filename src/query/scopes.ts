import type {
  Expression,
  Pattern,
  Query,
  QuerySelect,
  TermVariable,
} from '@traqula/rules-sparql-1-1';
import type { QuerySource } from './query-source.ts';
import { childNodes, isQueryNode, nodeExtent, nodesBelow, type QueryNode } from './query-tree.ts';

interface Mistake {
  readonly detail: string;
  readonly at: QueryNode;
}

/**
 * Checks rules on variables that are often broken, since the engine names neither the variable nor
 * its place: SPARQL 1.1 §11.4 (grouping), §16.1 (SELECT) and §18.2.1 (BIND).
 * @param nodes all nodes of the query
 * @throws {QueryFault} for the first place where one is broken
 */
export function checkVariableScopes(nodes: readonly QueryNode[], source: QuerySource): void {
  let first: { readonly detail: string; readonly at: number } | undefined;
  for (const { detail, at } of mistakesIn(nodes)) {
    const { start } = nodeExtent(at) ?? { start: 0 };
    if (first === undefined || start < first.at) first = { detail, at: start };
  }
  if (first !== undefined) throw source.faultAt(first.detail, first.at);
}

function* mistakesIn(nodes: readonly QueryNode[]): Generator<Mistake> {
  for (const node of nodes) {
    if (node.type === 'query' && node.subType === 'select') yield* mistakesInSelect(node);
    if (node.type !== 'pattern') continue;
    if (node.subType === 'group') yield* boundTwice(node.patterns);
    if (node.subType === 'values' && isShort(node)) {
      yield { detail: 'a row of VALUES has fewer terms than variables', at: node };
    }
  }
}

function isShort({ variables, values }: Extract<Pattern, { subType: 'values' }>): boolean {
  const names = new Set(variables.map(({ value }) => value));
  return values.some((row) => Object.keys(row).length < names.size);
}

/** `BIND` gives values to variables that have none in its group. */
function* boundTwice(patterns: readonly Pattern[]): Generator<Mistake> {
  if (!patterns.some(({ subType }) => subType === 'bind')) return;
  const bound = new Set<string>();
  for (const pattern of patterns) {
    if (pattern.subType === 'bind' && bound.has(pattern.variable.value)) {
      const detail = `BIND gives a value to ?${pattern.variable.value}, which has one in this group`;
      yield { detail, at: pattern.variable };
    }
    for (const { value } of boundVariables(pattern)) bound.add(value);
  }
}

function* mistakesInSelect(query: QuerySelect): Generator<Mistake> {
  const grouped = groupVariables(query);
  const taken = grouped ?? new Set(Array.from(visibleVariables(query), ({ value }) => value));
  const selected = new Set<string>();
  const known = new Set(grouped);
  for (const each of query.variables) {
    if (each.type === 'wildcard') {
      const detail = 'SELECT * cannot be grouped; name the variables';
      if (grouped !== undefined) yield { detail, at: each };
      continue;
    }
    const variable = each.type === 'term' ? each : each.variable;
    const name = variable.value;
    if (selected.has(name)) yield { detail: `?${name} stands twice in SELECT`, at: variable };
    if (each.type === 'pattern' && taken.has(name)) {
      const detail = `AS gives a value to ?${name}, which has one already; take another name`;
      yield { detail, at: variable };
    }
    if (grouped !== undefined) {
      yield* ungrouped(each.type === 'term' ? each : each.expression, known);
    }
    known.add(name);
    selected.add(name);
  }
}

/** The variables that have a value in each group; undefined where a query makes no groups. */
function groupVariables({ variables, solutionModifiers }: QuerySelect): Set<string> | undefined {
  const { group, having, order } = solutionModifiers;
  const expressions = [
    ...variables.flatMap((each) => (each.type === 'pattern' ? [each.expression] : [])),
    ...(having?.having ?? []),
    ...(order?.orderDefs.map(({ expression }) => expression) ?? []),
  ];
  if (group === undefined && !expressions.some((each) => hasAggregate(each))) return undefined;
  return new Set(
    group?.groupings.flatMap((each) => {
      // `GROUP BY (?a AS ?b)` leaves both.
      const parts = 'variable' in each ? [each.variable, each.value] : [each];
      return parts.flatMap((part) =>
        part.type === 'term' && part.subType === 'variable' ? [part.value] : [],
      );
    }),
  );
}

/** Variables of an expression that have no value in a group. */
function* ungrouped(expression: Expression, known: ReadonlySet<string>): Generator<Mistake> {
  for (const node of expressionParts(expression, isAggregate)) {
    if (node.type !== 'term' || node.subType !== 'variable' || known.has(node.value)) continue;
    const name = node.value;
    const detail = `?${name} can have several values in a group; name it in GROUP BY, or use an aggregate such as SAMPLE(?${name})`;
    yield { detail, at: node };
  }
}

function hasAggregate(expression: Expression): boolean {
  return expressionParts(expression, () => false).some((node) => isAggregate(node));
}

function isAggregate(node: QueryNode): boolean {
  return node.type === 'expression' && node.subType === 'aggregate';
}

/** The parts of an expression without the patterns of `EXISTS` and nodes that are closed. */
function expressionParts(
  expression: Expression,
  isClosed: (node: QueryNode) => boolean,
): readonly QueryNode[] {
  const parts: QueryNode[] = [];
  const pending: object[] = [expression];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (isQueryNode(next)) {
      if (next.type === 'pattern' || isClosed(next)) continue;
      parts.push(next);
    }
    for (const child of childNodes(next)) pending.push(child);
  }
  return parts;
}

/**
 * The variables that `SELECT *` stands for (SPARQL 1.1 §18.2.1), by their names, in the order in
 * which they first stand in the text.
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

/** The variables that the pattern of a query, and `VALUES` behind it, give values to. */
function* visibleVariables({
  where,
  values,
}: Pick<Query, 'where' | 'values'>): Generator<TermVariable> {
  if (where !== undefined) yield* boundVariables(where);
  if (values !== undefined) yield* values.variables;
}

/** The variables that a pattern gives values to. */
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
      yield* variablesBelow(pattern);
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

function* variablesBelow(pattern: object): Generator<TermVariable> {
  for (const node of nodesBelow(pattern)) {
    if (node.type === 'term' && node.subType === 'variable') yield node;
  }
}

/** The variables that a sub-select hands on. */
function* projected(query: QuerySelect): Generator<TermVariable> {
  for (const each of query.variables) {
    if (each.type === 'wildcard') yield* visibleVariables(query);
    else yield each.type === 'term' ? each : each.variable;
  }
}
