import { isObject, type JsonObject } from '../json.ts';
import { isReference } from './node-view.ts';
import type { TopNode } from './top-nodes.ts';

/** The nodes that one top node mentions, itself excluded. */
export interface Reach {
  /** All referenced nodes, described or not. */
  readonly mentioned: ReadonlySet<string>;
  readonly described: ReadonlySet<string>;
}

/** The references between the nodes of a document. */
export interface NodeReach {
  of(top: TopNode): Reach;
  /** Descriptions of a node inside other top nodes, in document order. */
  embedded(id: string): readonly JsonObject[];
  mentionedIn(node: JsonObject): Iterable<string>;
}

/** Visits all top nodes once; a top node inside another is not part of the other. */
export function createNodeReach(tops: readonly TopNode[]): NodeReach {
  const topNodes = new Set(tops.map(({ view }) => view.node));
  const embedded = new Map<string, JsonObject[]>();
  const reaches = new Map(tops.map((top) => [top, readReach(top, topNodes, embedded)]));
  return {
    of: (top) => reaches.get(top) ?? nothing,
    embedded: (id) => embedded.get(id) ?? [],
    mentionedIn: (node) => Array.from(nodesIn(node, topNodes), idOf).filter((id) => id !== ''),
  };
}

const nothing: Reach = { mentioned: new Set(), described: new Set() };

function readReach(
  { view }: TopNode,
  topNodes: ReadonlySet<JsonObject>,
  embedded: Map<string, JsonObject[]>,
): Reach {
  const mentioned = new Set<string>();
  const described = new Set<string>();
  for (const node of nodesIn(view.node, topNodes)) {
    const id = idOf(node);
    if (id === '') continue;
    mentioned.add(id);
    if (isReference(node) || topNodes.has(node)) continue;
    described.add(id);
    const known = embedded.get(id);
    if (known === undefined) embedded.set(id, [node]);
    else known.push(node);
  }
  mentioned.delete(view.id ?? '');
  return { mentioned, described };
}

/**
 * All node objects below one, in document order; for top nodes among them without their content.
 */
function* nodesIn(root: JsonObject, topNodes: ReadonlySet<JsonObject>): Iterable<JsonObject> {
  const pending = Object.values(root).toReversed();
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (Array.isArray(next)) {
      for (const item of next.toReversed()) pending.push(item);
    } else if (isObject(next) && !('@value' in next)) {
      yield next;
      if (!topNodes.has(next)) pending.push(...Object.values(next).toReversed());
    }
  }
}

/** Empty for lists, `@reverse` and nodes without a name. */
function idOf({ '@id': id }: JsonObject): string {
  return typeof id === 'string' ? id : '';
}
