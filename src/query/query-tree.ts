import type { Query, Sparql11Nodes } from '@traqula/rules-sparql-1-1';

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

/** The node and all nodes below it, in any order; without recursion, since lists can be long. */
export function* nodesBelow(root: object): Generator<QueryNode> {
  const pending = [root];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (isQueryNode(next)) yield next;
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

/** The place of a node in the text, in UTF-16 code units from 0. */
export interface Extent {
  readonly start: number;
  readonly end: number;
}

/** The place of a node; undefined for nodes that the parser adds, such as a repeated subject. */
export function nodeExtent({ loc }: QueryNode): Extent | undefined {
  return loc.sourceLocationType === 'source' ? loc : undefined;
}
