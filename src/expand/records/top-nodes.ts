import { schema } from '../../rdf/vocabularies.ts';
import { groupBy } from '../../text/collections.ts';
import type { FindingSink } from '../findings.ts';
import { asArray, isObject, type JsonObject, type JsonValue } from '../../text/json.ts';
import {
  isBoilerplate,
  isListNode,
  isNodeReference,
  listPageSubjects,
  membershipProperties,
  nodeId,
  type NodeView,
  type NodeViews,
  readListMembers,
} from './node-view.ts';

/** A node that may be a record: at the top level of the document or in a list. */
export interface TopNode {
  readonly view: NodeView;
  /**
   * `item`: in a list, feed or catalogue, or the subject of a page; `head`: a list without its
   * items.
   */
  readonly place: 'top' | 'item' | 'head';
  /** The lists that contain it, by `@id`, or the document URL for lists without one. */
  readonly memberOf: ReadonlySet<string>;
}

/** What stands at the top of a document once its lists are opened. */
interface TopNodes {
  readonly nodes: readonly TopNode[];
  /** Items that are only referenced: IRIs, or text that may be one. */
  readonly references: readonly string[];
  /** Items that are neither, as JSON. */
  readonly invalid: readonly string[];
}

/** Expanded JSON-LD, as input for finding records. */
export interface ExpandedNodes {
  readonly nodes: readonly JsonValue[];
  /**
   * Whether the top nodes come from an array in which each has its own context: such documents are
   * separate, and two with one `@id` are different descriptions of one thing.
   */
  readonly areSeparate: boolean;
  readonly views: NodeViews;
  /** Whether it is a single item in a copy of its list. */
  readonly isLoneItem: boolean;
  /** Identifies a list without `@id`. */
  readonly documentUrl: string;
  /** Collects the names of graphs that are opened. */
  readonly findings: FindingSink;
}

/**
 * Collects the top nodes: the root, the members of an array or top-level `@graph` (merged by `@id`
 * unless separate), and the items of lists, feeds and catalogues; the lists stay without their
 * items.
 */
export function collectTopNodes(expanded: ExpandedNodes): TopNodes {
  const { nodes, areSeparate, views, findings } = expanded;
  const opened = flattenGraphs(nodes, findings);
  const merged = areSeparate ? opened : mergeById(opened);
  const ids = areSeparate ? [] : merged.map(nodeId);
  const collector = new Collector(expanded, new Set(ids));
  for (const node of merged) collector.take(views(node));
  return collector.result();
}

const noLists: ReadonlySet<string> = new Set();

class Collector {
  readonly #views: NodeViews;
  readonly #documentUrl: string;
  readonly #ids: ReadonlySet<string | undefined>;
  readonly #found: TopNode[] = [];
  /** The lists of an item that is described at the top, by `@id`. */
  readonly #items = new Map<string, Set<string>>();
  /** Descriptions of such an item inside lists. */
  readonly #inside = new Map<string, JsonObject[]>();
  readonly #references: string[] = [];
  readonly #invalid: string[] = [];

  /** @param ids the names of top nodes, with which items of the same name are merged */
  constructor({ views, documentUrl }: ExpandedNodes, ids: ReadonlySet<string | undefined>) {
    this.#views = views;
    this.#documentUrl = documentUrl;
    this.#ids = ids;
  }

  take(view: NodeView, place: TopNode['place'] = 'top', memberOf = noLists): void {
    if (isListNode(view)) this.#open(view, memberOf);
    else {
      this.#found.push({ view, place, memberOf });
      if (!isBoilerplate(view, this.#views)) return;
      for (const subject of listPageSubjects(view, this.#views)) this.#takeItem(subject, undefined);
    }
  }

  result(): TopNodes {
    const nodes = this.#found.map((top) => this.#asItem(top));
    return { nodes, references: this.#references, invalid: this.#invalid };
  }

  /** A node at the top and in lists is one node. */
  #asItem(top: TopNode): TopNode {
    const { id = '', node } = top.view;
    const memberOf = top.place === 'item' ? undefined : this.#items.get(id);
    if (memberOf === undefined) return top;
    const view = this.#views(mergeNodes([node, ...(this.#inside.get(id) ?? [])]));
    return { view, place: 'item', memberOf };
  }

  #open(container: NodeView, memberOf: ReadonlySet<string>): void {
    const head = this.#views(withoutItems(container));
    const list = isBlank(container.id) ? this.#documentUrl : container.id;
    this.#found.push({ view: head, place: 'head', memberOf });
    for (const member of readListMembers(container, this.#views)) {
      if (member.kind === 'node') this.#takeItem(member.node, list);
      else if (member.kind === 'invalid') this.#invalid.push(member.found);
      else if (this.#ids.has(member.iri)) this.#noteItem(member.iri, list);
      else this.#references.push(member.iri);
    }
  }

  #takeItem(node: JsonObject, list: string | undefined): void {
    const id = nodeId(node);
    if (id !== undefined && this.#ids.has(id)) {
      this.#noteItem(id, list);
      this.#inside.set(id, [...(this.#inside.get(id) ?? []), node]);
    } else this.take(this.#views(node), 'item', new Set(list === undefined ? [] : [list]));
  }

  #noteItem(id: string, list: string | undefined): void {
    const lists = this.#items.get(id) ?? new Set();
    if (list !== undefined) lists.add(list);
    this.#items.set(id, lists);
  }
}

/** Whether a node has no name outside its document. */
function isBlank(id: string | undefined): id is undefined {
  return id === undefined || id.startsWith('_:');
}

/** Whether a list has properties besides its items. */
export function listDescribesItself({ view }: TopNode): boolean {
  if (view.types.every((type) => type === schema.ItemList)) return false;
  return Object.keys(view.node).some((name) => !name.startsWith('@'));
}

function withoutItems(container: NodeView): JsonObject {
  const items = new Set(membershipProperties.flatMap((property) => container.values(property)));
  const kept = Object.entries(container.node).filter(([, value]) => {
    const values = asArray(value);
    return values.length > 0 && !values.some((item) => items.has(item));
  });
  return Object.fromEntries(kept);
}

/**
 * Replaces top-level graphs by their members. A graph with its own properties keeps its members.
 */
function flattenGraphs(nodes: readonly JsonValue[], findings: FindingSink): readonly JsonObject[] {
  return nodes.filter(isObject).flatMap((node) => {
    const { '@graph': members } = node;
    if (members === undefined || Object.keys(node).some((key) => !key.startsWith('@')))
      return [node];
    findings.add({ kind: 'named-graph-folded', name: nodeId(node) ?? '' });
    return flattenGraphs(asArray(members), findings);
  });
}

/** Merges nodes by `@id`. */
function mergeById(nodes: readonly JsonObject[]): readonly JsonObject[] {
  // Without a name, each node is a group of its own.
  const groups = groupBy(nodes, (node) => nodeId(node) ?? node);
  return Array.from(groups.values(), mergeNodes);
}

/** Merges node objects into a new one; the expanded nodes are not modified. */
function mergeNodes(nodes: readonly JsonObject[]): JsonObject {
  const [first = {}, ...more] = nodes;
  if (more.length === 0) return first;
  const values = new Map<string, JsonValue[]>();
  for (const [name, value] of nodes.flatMap((node) => Object.entries(node))) {
    const before = values.get(name);
    if (before === undefined) values.set(name, [...asArray(value)]);
    else for (const item of asArray(value)) before.push(item);
  }
  return Object.fromEntries(
    Array.from(values, ([name, [value = null, ...others]]) => {
      if (name === '@id' || name === '@index') return [name, value];
      // Only `@reverse` is an object of properties.
      if (name === '@reverse') return [name, mergeNodes([value, ...others].filter(isObject))];
      return [name, [value, ...others]];
    }),
  );
}

/** The nodes that one top node mentions, itself excluded. */
interface NodeMentions {
  /** All referenced nodes, described or not. */
  readonly mentioned: ReadonlySet<string>;
  readonly described: ReadonlySet<string>;
}

/** The references between the nodes of a document; a top node inside another is no part of it. */
export class NodeReferences {
  readonly #topNodes: ReadonlySet<JsonObject>;
  readonly #embedded = new Map<string, JsonObject[]>();
  readonly #mentions: ReadonlyMap<TopNode, NodeMentions>;

  constructor(tops: readonly TopNode[]) {
    this.#topNodes = new Set(tops.map(({ view }) => view.node));
    this.#mentions = new Map(tops.map((top) => [top, this.#readMentions(top)]));
  }

  /** The nodes that a top node mentions. */
  of(top: TopNode): NodeMentions {
    return this.#mentions.get(top) ?? { mentioned: new Set(), described: new Set() };
  }

  /** Descriptions of a node inside other top nodes, in document order. */
  embedded(id: string): readonly JsonObject[] {
    return this.#embedded.get(id) ?? [];
  }

  /** The names of all nodes below a node. */
  mentionedIn(node: JsonObject): readonly string[] {
    return Array.from(nodesIn(node, this.#topNodes), nodeId).filter((id) => id !== undefined);
  }

  #readMentions({ view }: TopNode): NodeMentions {
    const mentioned = new Set<string>();
    const described = new Set<string>();
    for (const node of nodesIn(view.node, this.#topNodes)) {
      const id = nodeId(node);
      if (id === undefined) continue;
      mentioned.add(id);
      if (isNodeReference(node) || this.#topNodes.has(node)) continue;
      described.add(id);
      const known = this.#embedded.get(id);
      if (known === undefined) this.#embedded.set(id, [node]);
      else known.push(node);
    }
    mentioned.delete(view.id ?? '');
    return { mentioned, described };
  }
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
