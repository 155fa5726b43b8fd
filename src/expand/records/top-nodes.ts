import { schema } from '../../rdf/vocabularies.ts';
import type { FindingSink } from '../findings.ts';
import { asArray, isObject, type JsonObject, type JsonValue } from '../json.ts';
import { isFurniture, pageSubjects } from './furniture.ts';
import { isContainer, membershipProperties, membersOf } from './membership.ts';
import { isReference, type NodeView, type NodeViews } from './node-view.ts';

/** A node that may be a record or described for its own sake: it stands at the top of the document or in a list. */
export interface TopNode {
  readonly view: NodeView;
  /** `item` of a list, feed or catalogue, or what a page says it is about; `head` a list without its items. */
  readonly place: 'top' | 'item' | 'head';
  /** The `@id` of the list it is an item of. */
  readonly memberOf: string | undefined;
}

/** What stands at the top of a document once its lists are opened. */
export interface TopNodes {
  readonly nodes: readonly TopNode[];
  /** Items that are named and described nowhere in the document: IRIs, or text that may be one. */
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
  /** Takes the names of graphs that are opened. */
  readonly findings: FindingSink;
}

/**
 * Collects the top nodes: the root, the members of an array or of a top-level `@graph` (those with one `@id` are one node,
 * unless they are separate), and the items of lists, feeds and catalogues among them, whose heads remain without the items.
 */
export function collectTopNodes({ nodes, areSeparate, views, findings }: ExpandedNodes): TopNodes {
  const opened = openGraphs(nodes, findings);
  const merged = areSeparate ? opened : mergeById(opened);
  const ids = new Set(merged.map((node) => node['@id']));
  const collector = new Collector(views, ids);
  for (const node of merged) collector.take(views(node));
  return collector.result();
}

class Collector {
  readonly #views: NodeViews;
  readonly #ids: ReadonlySet<unknown>;
  readonly #found: TopNode[] = [];
  /** By the `@id` of an item that is described at the top: the list it is in. */
  readonly #items = new Map<string, string | undefined>();
  readonly #references: string[] = [];
  readonly #invalid: string[] = [];

  constructor(views: NodeViews, ids: ReadonlySet<unknown>) {
    this.#views = views;
    this.#ids = ids;
  }

  take(view: NodeView, place: TopNode['place'] = 'top', memberOf?: string): void {
    if (isContainer(view)) this.#open(view, place, memberOf);
    else {
      this.#found.push({ view, place, memberOf });
      if (isFurniture(view, this.#views)) this.#takeSubjects(view);
    }
  }

  result(): TopNodes {
    const nodes = this.#found.map((top): TopNode => {
      const { id = '' } = top.view;
      if (top.place !== 'top' || !this.#items.has(id)) return top;
      return { ...top, place: 'item', memberOf: this.#items.get(id) };
    });
    return { nodes, references: this.#references, invalid: this.#invalid };
  }

  #open(container: NodeView, place: TopNode['place'], memberOf: string | undefined): void {
    const head = this.#views(withoutItems(container));
    this.#found.push({ view: head, place: place === 'item' ? 'item' : 'head', memberOf });
    for (const member of membersOf(container, this.#views)) {
      if (member.kind === 'node') this.take(this.#views(member.node), 'item', container.id);
      else if (member.kind === 'invalid') this.#invalid.push(member.found);
      else this.#takeReference(member.iri, container.id);
    }
  }

  #takeSubjects(page: NodeView): void {
    for (const subject of pageSubjects(page, this.#views)) {
      if (!isReference(subject)) this.take(this.#views(subject), 'item');
      else this.#takeReference(this.#views(subject).id ?? '', undefined);
    }
  }

  #takeReference(iri: string, memberOf: string | undefined): void {
    if (this.#ids.has(iri)) this.#items.set(iri, memberOf);
    else this.#references.push(iri);
  }
}

/** Whether a list says anything of itself beside what its items are. */
export function describesItself({ view }: TopNode): boolean {
  if (view.types.includes(schema.ItemList)) return false;
  return Object.keys(view.node).some((name) => !name.startsWith('@'));
}

function withoutItems(container: NodeView): JsonObject {
  const items = new Set(membershipProperties.flatMap((property) => container.values(property)));
  const kept = Object.entries(container.node).filter(([, value]) => {
    return !asArray(value).some((item) => items.has(item));
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
  const byId = new Map<string, JsonObject>();
  const merged: JsonObject[] = [];
  for (const node of nodes) {
    const { '@id': id } = node;
    const known = typeof id === 'string' ? byId.get(id) : undefined;
    if (known === undefined) {
      // A copy where another may have to go into it: what was expanded is not ours to change.
      const first = typeof id === 'string' && nodes.length > 1 ? { ...node } : node;
      if (typeof id === 'string') byId.set(id, first);
      merged.push(first);
    } else addTo(known, node);
  }
  return merged;
}

function addTo(known: JsonObject, node: JsonObject): void {
  for (const [name, value] of Object.entries(node)) {
    if (name === '@id' || name === '@index') continue;
    const before = known[name];
    if (before === undefined) known[name] = value;
    else if (isObject(before) && isObject(value)) known[name] = mergeReverse(before, value);
    else known[name] = [...asArray(before), ...asArray(value)];
  }
}

/** Only `@reverse` is an object of properties. */
function mergeReverse(before: JsonObject, value: JsonObject): JsonObject {
  const merged = { ...before };
  addTo(merged, value);
  return merged;
}
