import type { Pattern, Query, QuerySelect, TermVariable } from '@traqula/rules-sparql-1-1';
import { extentOf, nodesBelow } from './query-tree.ts';

/**
 * The variables that `SELECT *` stands for (SPARQL 1.1 §18.2.1), by their names, in the order in
 * which they first stand in the text.
 */
export function variablesInScope(query: QuerySelect): readonly string[] {
  const first = new Map<string, number>();
  for (const variable of visibleIn(query)) {
    const { start } = extentOf(variable) ?? {};
    if (start === undefined) continue;
    first.set(variable.value, Math.min(start, first.get(variable.value) ?? start));
  }
  return [...first].toSorted(([, one], [, other]) => one - other).map(([name]) => name);
}

/** The variables that the pattern of a query, and `VALUES` behind it, give values to. */
export function* visibleIn({
  where,
  values,
}: Pick<Query, 'where' | 'values'>): Generator<TermVariable> {
  if (where !== undefined) yield* boundBy(where);
  if (values !== undefined) yield* values.variables;
}

/** The variables that a pattern gives values to. */
export function* boundBy(pattern: Pattern): Generator<TermVariable> {
  if (pattern.type === 'query') {
    yield* projected(pattern);
    return;
  }
  if ('patterns' in pattern) {
    if (pattern.subType === 'minus') return;
    if ('name' in pattern && pattern.name.subType === 'variable') yield pattern.name;
    for (const part of pattern.patterns) yield* boundBy(part);
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
    if (each.type === 'wildcard') yield* visibleIn(query);
    else yield each.type === 'term' ? each : each.variable;
  }
}
