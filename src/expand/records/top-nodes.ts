import { schema } from '../../rdf/vocabularies.ts';
import type { FindingSink } from '../findings.ts';
import { asArray, isObject, type JsonObject, type JsonValue } from '../json.ts';
import { isFurniture, pageSubjects } from './furniture.ts';
import { isContainer, membershipProperties, membersOf } from './membership.ts';
import type { NodeView, NodeViews } from './node-view.ts';

/** A node that may be a record or described for its own sake: it stands at the top of the document or in a list. */
export interface TopNode {
  readonly view: NodeView;
  /** `item` of a list, feed or catalogue, or what a page says it is about; `head` a list without its items. */
  readonly place: 'top' | 'item' | 'head';
  /** The lists it is an item of: their `@id`s, in place of which stands the URL of the document. */
  readonly memberOf: ReadonlySet<string>;
}

/** What stands at the top of a document once its lists are opened. */
export interface TopNodes {
  readonly nodes: readonly TopNode[];
  /** Items that are named and not described at the top of the document: IRIs, or text that may be one. */
  readonly references: readonly string[];
  /** Items that are neither, as JSON. */
  readonly invalid: readonly string[];
}

/** Expanded JSON-LD as it is looked at for records. */
export interface ExpandedNodes {
  readonly nodes: readonly JsonValue[];
  /**
   * Whether the nodes at the top come from an array in which each has a context of its own: those are documents of their own
   * that somebody put into one file, and two with one `@id` are two that say something of the same.
   */
  readonly areSeparate: boolean;
  readonly views: NodeViews;
  /** Whether it is an item of a list in a copy of the list that holds nothing else. */
  readonly isLoneItem: boolean;
  /** By which a list without `@id` is known. */
  readonly documentUrl: string;
  /** Takes the names of graphs that are opened. */
  readonly findings: FindingSink;
}

/**
 * Collects the top nodes: the root, the members of an array or of a top-level `@graph` (those with one `@id` are one node,
 * unless they are separate), and the items of lists, feeds and catalogues among them, whose heads remain without the items.
 */
export function collectTopNodes({
  nodes,
  areSeparate,
  views,
  documentUrl,
  findings,
}: ExpandedNodes): TopNodes {
  const opened = openGraphs(nodes, findings);
  const merged = areSeparate ? opened : mergeById(opened);
  const ids = new Set(merged.map((node) => node['@id']));
  const collector = new Collector({ views, documentUrl, ids: areSeparate ? new Set() : ids });
  for (const node of merged) collector.take(views(node));
  return collector.result();
}

const noLists: ReadonlySet<string> = new Set();

class Collector {
  readonly #views: NodeViews;
  readonly #documentUrl: string;
  readonly #ids: ReadonlySet<unknown>;
  readonly #found: TopNode[] = [];
  /** By the `@id` of an item that is described at the top: the lists it is in. */
  readonly #items = new Map<string, Set<string>>();
  /** What is said of such an item inside of a list. */
  readonly #inside = new Map<string, JsonObject[]>();
  readonly #references: string[] = [];
  readonly #invalid: string[] = [];

  /** @param ids the names of the nodes at the top that are one with an item of the same name */
  constructor({
    views,
    documentUrl,
    ids,
  }: Pick<ExpandedNodes, 'views' | 'documentUrl'> & { readonly ids: ReadonlySet<unknown> }) {
    this.#views = views;
    this.#documentUrl = documentUrl;
    this.#ids = ids;
  }

  take(view: NodeView, place: TopNode['place'] = 'top', memberOf = noLists): void {
    if (isContainer(view)) this.#open(view, memberOf);
    else {
      this.#found.push({ view, place, memberOf });
      if (!isFurniture(view, this.#views)) return;
      for (const subject of pageSubjects(view, this.#views)) this.#takeItem(subject, undefined);
    }
  }

  result(): TopNodes {
    const nodes = this.#found.map((top) => this.#asItem(top));
    return { nodes, references: this.#references, invalid: this.#invalid };
  }

  /** What stands at the top and in lists is one node. */
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
    for (const member of membersOf(container, this.#views)) {
      if (member.kind === 'node') this.#takeItem(member.node, list);
      else if (member.kind === 'invalid') this.#invalid.push(member.found);
      else if (this.#ids.has(member.iri)) this.#noteItem(member.iri, list);
      else this.#references.push(member.iri);
    }
  }

  #takeItem(node: JsonObject, list: string | undefined): void {
    const { '@id': id } = node;
    if (typeof id === 'string' && this.#ids.has(id)) {
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

/** Whether a node has no name, or one that is good in its document only. */
function isBlank(id: string | undefined): id is undefined {
  return id === undefined || id.startsWith('_:');
}

/** Whether a list says anything of itself beside what its items are. */
export function describesItself({ view }: TopNode): boolean {
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

/** The members of top-level graphs in place of the graphs. What says something itself keeps its graph, as a part of it. */
function openGraphs(nodes: readonly JsonValue[], findings: FindingSink): readonly JsonObject[] {
  return nodes.filter(isObject).flatMap((node) => {
    const { '@graph': members, '@id': name = '' } = node;
    if (members === undefined || Object.keys(node).some((key) => !key.startsWith('@')))
      return [node];
    findings.add({ kind: 'named-graph-folded', name: typeof name === 'string' ? name : '' });
    return openGraphs(asArray(members), findings);
  });
}

/** One node object for each `@id`, with all that the top level says of it. */
function mergeById(nodes: readonly JsonObject[]): readonly JsonObject[] {
  const byId = new Map<string, JsonObject[]>();
  for (const node of nodes) {
    const { '@id': id } = node;
    if (typeof id !== 'string') continue;
    const bearers = byId.get(id);
    if (bearers === undefined) byId.set(id, [node]);
    else bearers.push(node);
  }
  return nodes.flatMap((node) => {
    const { '@id': id } = node;
    const bearers = typeof id === 'string' ? (byId.get(id) ?? []) : [node];
    if (bearers[0] !== node && typeof id === 'string') return [];
    return [mergeNodes(bearers)];
  });
}

/** All that several node objects say, as a new one where they are more than one: what was expanded is not ours to change. */
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
