import { createListCells, itemOf, type ListCells } from './list-cells.ts';
import {
  referenceText,
  saysSomething,
  type GraphNode,
  type NodeValue,
  type StatementGraph,
} from './statement-graphs.ts';

/**
 * Writes the statements of one graph as a JSON-LD document: an array of nodes in document order,
 * with full IRIs and no context, in linear time and memory. A blank node that is referenced once is
 * nested there, as in Turtle, and so are identifiers and list items that are nodes; other nodes are
 * at the top level, where unreferenced nodes are records (decision 0006). Labels are numbered in
 * text order, whatever the publisher's labels.
 * @param maxDepth levels of nested nodes and lists; deeper ones are at the top level
 */
export function graphJsonLd(graph: StatementGraph, maxDepth: number): string {
  const writer = new GraphJsonLd(maxDepth);
  return `[\n${[...writer.nodes([...graph])].join(',\n')}\n]`;
}

class GraphJsonLd {
  readonly #maxDepth: number;
  readonly #listCells: ListCells = createListCells();
  readonly #labels = new Map<GraphNode, string>();
  readonly #written = new Set<GraphNode>();
  /** Nodes for the top level; grows during iteration. */
  #tops: GraphNode[] = [];

  constructor(maxDepth: number) {
    this.#maxDepth = maxDepth;
  }

  *nodes(nodes: readonly GraphNode[]): Iterable<string> {
    yield* this.#all(nodes.filter((node) => !isNested(node)));
    // The rest are blank nodes that refer to each other in a cycle.
    yield* this.#all([...nodes]);
  }

  *#all(tops: GraphNode[]): Iterable<string> {
    this.#tops = tops;
    for (const node of tops) if (!this.#written.has(node)) yield this.#node(node, 1);
  }

  #node(node: GraphNode, depth: number): string {
    this.#written.add(node);
    const members: string[] = [];
    const id = node.iri ?? (depth === 1 && node.references > 0 ? this.#label(node) : undefined);
    if (id !== undefined) members.push(`"@id":${JSON.stringify(id)}`);
    if (node.types.length > 0) members.push(`"@type":${JSON.stringify(node.types)}`);
    for (const [property, values] of node.properties) {
      const texts = values.map((value) => this.#value(value, depth + 1));
      const [only = ''] = texts;
      const text = texts.length === 1 ? only : `[${texts.join(',')}]`;
      members.push(`${JSON.stringify(property)}:${text}`);
    }
    return `{${members.join(',')}}`;
  }

  #value(value: NodeValue, depth: number): string {
    if (typeof value === 'string') return value;
    const belongsHere = isNested(value) && !this.#written.has(value) && saysSomething(value);
    if (belongsHere && depth <= this.#maxDepth) {
      return this.#list(value, depth) ?? this.#node(value, depth);
    }
    if (belongsHere) this.#tops.push(value);
    return referenceText(value.iri ?? this.#label(value));
  }

  #list(head: GraphNode, depth: number): string | undefined {
    const cells = this.#listCells(head);
    if (cells === undefined) return undefined;
    for (const cell of cells) this.#written.add(cell);
    const items = cells.map((cell) => this.#value(itemOf(cell), depth + 1));
    return `{"@list":[${items.join(',')}]}`;
  }

  #label(node: GraphNode): string {
    const label = this.#labels.get(node) ?? `_:b${this.#labels.size + 1}`;
    this.#labels.set(node, label);
    return label;
  }
}

/** Types of nodes that belong to the node that references them. */
const innerTypes = /^https?:\/\/schema\.org\/(?:PropertyValue|ListItem|DataFeedItem)$/u;

/** Whether a node is nested where it is referenced. */
function isNested({ iri, types, references }: GraphNode): boolean {
  if (iri === undefined) return references === 1;
  return references > 0 && types.some((type) => innerTypes.test(type));
}
