import { rdf, xsd } from '../../rdf/vocabularies.ts';
import { type Quad, RdfExcess, type RdfLimits, type RdfTerm } from './parse-results.ts';

/**
 * Writes the statements of one graph as a JSON-LD document: an array of nodes in document order,
 * with full IRIs and no context, in linear time and memory. A blank node that is referenced once is
 * nested there, as in Turtle, and so are identifiers and list items that are nodes; other nodes are
 * at the top level, where unreferenced nodes are records (decision 0006). Labels are numbered in
 * text order, whatever the publisher's labels.
 * @param maxDepth levels of nested nodes and lists; deeper ones are at the top level
 */
export function writeGraphJsonLd(graph: StatementGraph, maxDepth: number): string {
  const writer = new GraphJsonLd(maxDepth);
  return `[\n${[...writer.nodes([...graph])].join(',\n')}\n]`;
}

class GraphJsonLd {
  readonly #maxDepth: number;
  /** Whether a list ends well, per cell: each is checked once, since broken lists can be long. */
  readonly #isProperList = new Map<GraphNode, boolean>();
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
    const belongsHere = isNested(value) && !this.#written.has(value) && hasStatements(value);
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
    const items = cells.map(({ properties }) => {
      const [item = nil] = properties.get(rdf.first) ?? [];
      return this.#value(item, depth + 1);
    });
    return `{"@list":[${items.join(',')}]}`;
  }

  /**
   * Finds the cells of the list that begins with a blank node, one item each; undefined where
   * `@list` would lose something: each cell must be blank, referenced once, with one item, one rest
   * and nothing else.
   */
  #listCells(head: GraphNode): readonly GraphNode[] | undefined {
    if (readRest(head) === undefined || !this.#isList(head)) return undefined;
    const cells: GraphNode[] = [];
    let cell: GraphNode | undefined = head;
    while (cell !== undefined) {
      cells.push(cell);
      const rest = readRest(cell);
      cell = typeof rest === 'string' ? undefined : rest;
    }
    return cells;
  }

  #isList(head: GraphNode): boolean {
    const cells = new Set<GraphNode>();
    let cell = head;
    let isProper = this.#isProperList.get(cell);
    while (isProper === undefined) {
      cells.add(cell);
      const rest = readRest(cell);
      if (rest === undefined || typeof rest === 'string') isProper = rest === nil;
      else if (cells.has(rest)) isProper = false;
      else {
        isProper = this.#isProperList.get(rest);
        cell = rest;
      }
    }
    for (const each of cells) this.#isProperList.set(each, isProper);
    return isProper;
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

const nil = `{"@id":${JSON.stringify(rdf.nil)}}`;

/** The rest of a cell; undefined where the node is no cell. */
function readRest({ types, properties, references }: GraphNode): NodeValue | undefined {
  if (references !== 1 || types.length > 0 || properties.size !== 2) return undefined;
  const [rest, ...moreRests] = properties.get(rdf.rest) ?? [];
  const isCell = properties.get(rdf.first)?.length === 1 && moreRests.length === 0;
  return isCell ? rest : undefined;
}

/** A node of one graph. */
interface GraphNode {
  /** Undefined for a blank node. */
  readonly iri: string | undefined;
  /** IRIs, in document order. */
  readonly types: string[];
  /** By the IRI of the property, both in document order. */
  readonly properties: Map<string, NodeValue[]>;
  /** How many statements have this object; for one with an IRI, only of `valueProperties`. */
  references: number;
}

/** A blank node, a value of `valueProperties`, or the JSON-LD text of a literal or IRI. */
type NodeValue = GraphNode | string;

/** The described nodes of one graph, in document order. */
type StatementGraph = Iterable<GraphNode>;

/** Properties whose values belong to the resource or list, even where they have an IRI. */
const valueProperties: ReadonlySet<string> = new Set(
  ['identifier', 'itemListElement', 'dataFeedElement'].flatMap((name) => [
    `http://schema.org/${name}`,
    `https://schema.org/${name}`,
  ]),
);

/** Another datatype would invalidate the whole document: JSON-LD 1.1 API, "invalid typed value". */
const absolute = /^[a-z][a-z\d+.-]*:/iu;

const maxNoted = 20;

/** Groups the statements of a document by graph and subject as they come. */
export class StatementGraphs {
  /** The properties of dropped statements about statements; at most twenty. */
  readonly tripleTerms = new Set<string>();
  readonly #limits: RdfLimits;
  readonly #graphs = new Map<string, GraphNodes>();
  #statements = 0;
  #characters = 0;

  constructor(limits: RdfLimits) {
    this.#limits = limits;
  }

  /** Whether there is exactly one graph, and it is named. */
  get isLoneGraph(): boolean {
    return this.#graphs.size === 1 && !this.#graphs.has('');
  }

  /**
   * Adds a statement.
   * @throws {RdfExcess}
   */
  add({ subject, predicate, object, graph }: Quad): void {
    this.#count(subject, predicate, object);
    if (subject.termType === 'Quad' || object.termType === 'Quad') {
      if (this.tripleTerms.size < maxNoted) this.tripleTerms.add(predicate.value);
      return;
    }
    const name = graph.termType === 'DefaultGraph' ? '' : keyOf(graph);
    let nodes = this.#graphs.get(name);
    if (nodes === undefined) this.#graphs.set(name, (nodes = new GraphNodes()));
    nodes.add(subject, predicate.value, object);
  }

  /** The non-empty graphs, in order of their beginning. */
  list(): readonly StatementGraph[] {
    return Array.from(this.#graphs.values(), (nodes) => nodes.described());
  }

  #count(subject: RdfTerm, predicate: RdfTerm, object: RdfTerm): void {
    this.#statements += 1;
    this.#characters += subject.value.length + predicate.value.length + object.value.length;
    const { statements, characters } = this.#limits;
    if (this.#statements > statements) throw new RdfExcess('statements', statements);
    if (this.#characters > characters) throw new RdfExcess('characters', characters);
  }
}

/** The nodes of one graph. */
class GraphNodes {
  readonly #nodes = new Map<string, GraphNode>();

  add(subject: RdfTerm, predicate: string, object: RdfTerm): void {
    const node = this.#node(subject);
    if (predicate === rdf.type && object.termType === 'NamedNode') node.types.push(object.value);
    else {
      const values = node.properties.get(predicate) ?? [];
      values.push(this.#value(object, valueProperties.has(predicate)));
      node.properties.set(predicate, values);
    }
  }

  *described(): StatementGraph {
    for (const node of this.#nodes.values()) if (hasStatements(node)) yield node;
  }

  #node(term: RdfTerm): GraphNode {
    const key = keyOf(term);
    const known = this.#nodes.get(key);
    if (known !== undefined) return known;
    const iri = term.termType === 'BlankNode' ? undefined : term.value;
    const made = { iri, types: [], properties: new Map(), references: 0 };
    this.#nodes.set(key, made);
    return made;
  }

  #value(object: RdfTerm, isValueProperty: boolean): NodeValue {
    if (object.termType === 'Literal') return literalText(object);
    if (object.termType !== 'BlankNode' && !isValueProperty) return referenceText(object.value);
    const node = this.#node(object);
    node.references += 1;
    return node;
  }
}

/** A JSON-LD reference to a node. */
function referenceText(id: string): string {
  return `{"@id":${JSON.stringify(id)}}`;
}

/** Whether a node has statements in its graph. */
function hasStatements({ types, properties }: GraphNode): boolean {
  return types.length > 0 || properties.size > 0;
}

/** A unique key of a term that can be a subject or a graph. */
function keyOf({ termType, value }: RdfTerm): string {
  return termType === 'BlankNode' ? `_:${value}` : value;
}

/** A value object of expanded JSON-LD. Numbers stay text: JSON numbers would lose digits. */
function literalText({ value, language, direction, datatype }: RdfTerm): string {
  const text = `{"@value":${JSON.stringify(value)}`;
  if (language !== undefined && language !== '') {
    const to = direction === 'ltr' || direction === 'rtl' ? `,"@direction":"${direction}"` : '';
    return `${text},"@language":${JSON.stringify(language)}${to}}`;
  }
  const type = datatype?.value ?? xsd.string;
  if (type === xsd.string || !absolute.test(type)) return `${text}}`;
  return `${text},"@type":${JSON.stringify(type)}}`;
}
