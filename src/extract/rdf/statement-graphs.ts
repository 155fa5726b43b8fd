import { rdf, xsd } from '../../rdf/vocabularies.ts';
import type { Quad, Term } from './quad.ts';
import { RdfExcess, type RdfLimits } from './rdf-fault.ts';

/** A node of one graph. */
export interface GraphNode {
  /** Undefined for a blank node. */
  readonly iri: string | undefined;
  /** IRIs, in document order. */
  readonly types: string[];
  /** By the IRI of the property, both in document order. */
  readonly properties: Map<string, NodeValue[]>;
  /**
   * The number of statements with this object; for a node with an IRI, only those of
   * `valueProperties`.
   */
  references: number;
}

/**
 * A blank node, a value of `valueProperties`, or the JSON-LD text of a literal or IRI reference.
 */
export type NodeValue = GraphNode | string;

/** The described nodes of one graph, in document order. */
export type StatementGraph = Iterable<GraphNode>;

/** Properties whose values belong to the resource or list, even where they have an IRI. */
const valueProperties: ReadonlySet<string> = new Set(
  ['identifier', 'itemListElement', 'dataFeedElement'].flatMap((name) => [
    `http://schema.org/${name}`,
    `https://schema.org/${name}`,
  ]),
);

/**
 * A datatype that is no absolute IRI would invalidate the whole document: JSON-LD 1.1 API, "invalid
 * typed value".
 */
const absolute = /^[a-z][a-z\d+.-]*:/iu;

const maxNoted = 20;

/** Groups the statements of a document by graph and subject as they come. */
export class StatementGraphs {
  readonly #tripleTerms = new Set<string>();
  readonly #limits: RdfLimits;
  readonly #graphs = new Map<string, GraphNodes>();
  #statements = 0;
  #characters = 0;

  constructor(limits: RdfLimits) {
    this.#limits = limits;
  }

  /**
   * The properties of dropped statements about statements, which JSON-LD cannot express; at most
   * twenty.
   */
  get tripleTerms(): ReadonlySet<string> {
    return this.#tripleTerms;
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
      if (this.#tripleTerms.size < maxNoted) this.#tripleTerms.add(predicate.value);
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

  #count(subject: Term, predicate: Term, object: Term): void {
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

  add(subject: Term, predicate: string, object: Term): void {
    const node = this.#node(subject);
    if (predicate === rdf.type && object.termType === 'NamedNode') node.types.push(object.value);
    else {
      const values = node.properties.get(predicate);
      const value = this.#value(object, valueProperties.has(predicate));
      if (values === undefined) node.properties.set(predicate, [value]);
      else values.push(value);
    }
  }

  *described(): StatementGraph {
    for (const node of this.#nodes.values()) if (saysSomething(node)) yield node;
  }

  #node(term: Term): GraphNode {
    const key = keyOf(term);
    const known = this.#nodes.get(key);
    if (known !== undefined) return known;
    const iri = term.termType === 'BlankNode' ? undefined : term.value;
    const made = { iri, types: [], properties: new Map(), references: 0 };
    this.#nodes.set(key, made);
    return made;
  }

  #value(object: Term, isValueProperty: boolean): NodeValue {
    if (object.termType === 'Literal') return literalText(object);
    if (object.termType !== 'BlankNode' && !isValueProperty) return referenceText(object.value);
    const node = this.#node(object);
    node.references += 1;
    return node;
  }
}

/** A JSON-LD reference to a node. */
export function referenceText(id: string): string {
  return `{"@id":${JSON.stringify(id)}}`;
}

/** Whether a node has statements in its graph. */
export function saysSomething({ types, properties }: GraphNode): boolean {
  return types.length > 0 || properties.size > 0;
}

/** A unique key of a term that can be a subject or a graph. */
function keyOf({ termType, value }: Term): string {
  return termType === 'BlankNode' ? `_:${value}` : value;
}

/**
 * A value object of expanded JSON-LD. Numbers stay text: as JSON numbers they would lose digits.
 */
function literalText({ value, language, direction, datatype }: Term): string {
  const text = `{"@value":${JSON.stringify(value)}`;
  if (language !== undefined && language !== '') {
    const to = direction === 'ltr' || direction === 'rtl' ? `,"@direction":"${direction}"` : '';
    return `${text},"@language":${JSON.stringify(language)}${to}}`;
  }
  const type = datatype?.value ?? xsd.string;
  if (type === xsd.string || !absolute.test(type)) return `${text}}`;
  return `${text},"@type":${JSON.stringify(type)}}`;
}
