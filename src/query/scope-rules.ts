import type { Expression, Pattern, QuerySelect } from '@traqula/rules-sparql-1-1';
import type { QuerySource } from './query-source.ts';
import { childrenOf, extentOf, isNode, type QueryNode } from './query-tree.ts';
import { boundBy, visibleIn } from './variables-in-scope.ts';

interface Mistake {
  readonly detail: string;
  readonly at: QueryNode;
}

/**
 * Checks rules on variables that people often break, since the engine says neither which variable
 * it is nor where: SPARQL 1.1 §11.4 (grouping), §16.1 (SELECT) and §18.2.1 (BIND). It checks them
 * too, and others.
 * @param nodes all nodes of the query
 * @throws {QueryFault} for the first place where one is broken
 */
export function checkScopes(nodes: readonly QueryNode[], source: QuerySource): void {
  let first: { readonly detail: string; readonly at: number } | undefined;
  for (const { detail, at } of mistakesIn(nodes)) {
    const { start } = extentOf(at) ?? { start: 0 };
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
    for (const { value } of boundBy(pattern)) bound.add(value);
  }
}

function* mistakesInSelect(query: QuerySelect): Generator<Mistake> {
  const grouped = groupVariables(query);
  const taken = grouped ?? new Set(Array.from(visibleIn(query), ({ value }) => value));
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

/**
 * The parts of an expression, without the patterns of `EXISTS`, and nothing below what is to be
 * left closed.
 */
function expressionParts(
  expression: Expression,
  isClosed: (node: QueryNode) => boolean,
): readonly QueryNode[] {
  const parts: QueryNode[] = [];
  const pending: object[] = [expression];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (isNode(next)) {
      if (next.type === 'pattern' || isClosed(next)) continue;
      parts.push(next);
    }
    for (const child of childrenOf(next)) pending.push(child);
  }
  return parts;
}
