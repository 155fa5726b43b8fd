import { isObject, type JsonObject } from '../json.ts';
import { isReference } from './node-view.ts';
import type { TopNode } from './top-nodes.ts';

/** Which nodes the text of one top node speaks of, itself not counted. */
export interface Reach {
  /** All that are named, described or not. */
  readonly mentioned: ReadonlySet<string>;
  /** Those that it says something of. */
  readonly described: ReadonlySet<string>;
}

/** What leads from node to node in a document. */
export interface NodeReach {
  of(top: TopNode): Reach;
  /** What is said of a node inside the text of top nodes that are others than itself, in document order. */
  embedded(id: string): readonly JsonObject[];
  /** The nodes that the text of a node names. */
  mentionedIn(node: JsonObject): Iterable<string>;
}

/** Goes over all top nodes once; where one stands inside another, each has its own text only. */
export function createNodeReach(tops: readonly TopNode[]): NodeReach {
  const borders = new Set(tops.map(({ view }) => view.node));
  const embedded = new Map<string, JsonObject[]>();
  const reaches = new Map(tops.map((top) => [top, reachOf(top, borders, embedded)]));
  return {
    of: (top) => reaches.get(top) ?? nothing,
    embedded: (id) => embedded.get(id) ?? [],
    mentionedIn: (node) => Array.from(nodesIn(node, borders), idOf).filter((id) => id !== ''),
  };
}

const nothing: Reach = { mentioned: new Set(), described: new Set() };

function reachOf(
  { view }: TopNode,
  borders: ReadonlySet<JsonObject>,
  embedded: Map<string, JsonObject[]>,
): Reach {
  const mentioned = new Set<string>();
  const described = new Set<string>();
  for (const node of nodesIn(view.node, borders)) {
    const id = idOf(node);
    if (id === '') continue;
    mentioned.add(id);
    if (isReference(node) || borders.has(node)) continue;
    described.add(id);
    const known = embedded.get(id);
    if (known === undefined) embedded.set(id, [node]);
    else known.push(node);
  }
  mentioned.delete(view.id ?? '');
  return { mentioned, described };
}

/** All node objects below one, in document order; of those that stand at a border only they themselves. */
function* nodesIn(root: JsonObject, borders: ReadonlySet<JsonObject>): Iterable<JsonObject> {
  const pending = Object.values(root).toReversed();
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (Array.isArray(next)) {
      for (const item of next.toReversed()) pending.push(item);
    } else if (isObject(next) && !('@value' in next)) {
      yield next;
      if (!borders.has(next)) pending.push(...Object.values(next).toReversed());
    }
  }
}

/** The empty text for what has none: lists, `@reverse`, nodes without a name. */
function idOf({ '@id': id }: JsonObject): string {
  return typeof id === 'string' ? id : '';
}
