/** A value of a property. */
export type FactValue = FactNode | FactLiteral;

/** A node of a record graph, with all statements about it. */
export interface FactNode {
  readonly kind: 'node';
  /** The IRI, or the blank node label with `_:`. */
  readonly name: string;
  /** The IRI; absent for blank nodes, and if the IRI is a placeholder (`nan`, a nil). */
  readonly iri?: string | undefined;
  /**
   * The text that may have been published in place of the IRI: one that JSON-LD took for a relative
   * IRI (schema.org's context makes an IRI of the licence `CC0`), or one with blanks that is no
   * URL. Only for nodes without other statements than their types.
   */
  readonly writtenAs?: string | undefined;
  /** Whether the record says anything about it. */
  readonly isDescribed: boolean;
  /** Whether it is a blank node with at most one reference. */
  readonly standsAlone: boolean;
  /** Memoised results, by reader (`readOnce`); absent if it stands alone. */
  readonly known?: Map<object, unknown> | undefined;
  /** IRIs in the canonical namespace, sorted. */
  readonly types: readonly string[];
  /** IRIs of all its properties, including rdf:type. */
  readonly properties: readonly string[];
  /**
   * The values of properties (IRIs in the canonical namespace), by property. Lists are opened in
   * their order; otherwise the order has no meaning.
   */
  values(properties: readonly string[]): readonly FactValue[];
  /** Those of the values that are in lists, in list order. */
  listed(properties: readonly string[]): readonly FactValue[];
  /** The distinct nodes that have it as a value of one of the properties, also in a list. */
  referrers(properties: readonly string[]): readonly FactNode[];
}

/** A literal of a record graph. */
export interface FactLiteral {
  readonly kind: 'literal';
  /**
   * The lexical form; numbers as JSON writes them, the complete text of JSON literals (`rdf:JSON`).
   */
  readonly text: string;
  /** In lower case. */
  readonly language?: string;
  /** Datatype IRI in the canonical namespace; absent for xsd:string. */
  readonly datatype?: string;
}

/** The nodes among the values of the properties. */
export function nodesUnder(node: FactNode, properties: readonly string[]): readonly FactNode[] {
  return node.values(properties).filter((value) => value.kind === 'node');
}

/** Whether a value is a node, and not a text published in place of an IRI. */
export function isOwnNode(value: FactValue): value is FactNode {
  return value.kind === 'node' && value.writtenAs === undefined;
}

/** A value with the property that it belongs to. */
export interface StatedValue {
  readonly value: FactValue;
  /** The IRI of the property. */
  readonly property: string;
  /** Whether it is in a list, so that its position has a meaning. */
  readonly isListed: boolean;
}

/** The values of the properties of a node, by property. */
export function valuesUnder(node: FactNode, properties: readonly string[]): readonly StatedValue[] {
  return properties.flatMap((property) => {
    const values = node.values([property]);
    const inLists = new Set(values.length === 0 ? [] : node.listed([property]));
    return values.map((value) => ({ value, property, isListed: inLists.has(value) }));
  });
}

/**
 * The text of a literal; of a node the text published in place of its IRI, else the IRI.
 * @returns undefined for a blank node
 */
export function factText(value: FactValue): string | undefined {
  return value.kind === 'literal' ? value.text : (value.writtenAs ?? value.iri);
}

/**
 * Memoises a reader for the lifetime of each node: thousands of nodes can refer to a node with
 * thousands of statements, and reading it each time would take quadratic time. A node that stands
 * alone is not memoised, because reading it costs less.
 */
export function memoizePerNode<Result>(
  read: (node: FactNode) => Result,
): (node: FactNode) => Result {
  return (node) => {
    const { known } = node;
    if (known === undefined) return read(node);
    const before = known.get(read);
    if (before !== undefined || known.has(read)) return before as Result; // what `read` gave
    const result = read(node);
    known.set(read, result);
    return result;
  };
}

/** A list of properties; results are memoised by the identity of the list. */
type Properties = readonly string[];

/** As `memoizePerNode`, for a function that reads properties of a node. */
export function memoizePerNodeAndProperties<Result>(
  read: (node: FactNode, properties: Properties) => Result,
): (node: FactNode, properties: Properties) => Result {
  const readers = new WeakMap<Properties, (node: FactNode) => Result>();
  return (node, properties) => {
    if (node.known === undefined) return read(node, properties);
    const before = readers.get(properties);
    if (before !== undefined) return before(node);
    const reader = memoizePerNode((each) => read(each, properties));
    readers.set(properties, reader);
    return reader(node);
  };
}
