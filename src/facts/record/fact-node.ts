/** A value of a property, as facts are read from it. */
export type FactValue = FactNode | FactLiteral;

/** A node of a record graph, with all that the record says of it. */
export interface FactNode {
  readonly kind: 'node';
  /** What the graph calls it: its IRI, or its label with `_:` before it. */
  readonly name: string;
  /** Its IRI; absent for a blank node, and where the IRI names nothing (`nan`, a nil). */
  readonly iri?: string | undefined;
  /**
   * What may have been published where the IRI stands: a text that JSON-LD took for a relative IRI
   * (schema.org's context makes an IRI of a licence `CC0`), or that has blanks and is no URL. Only
   * of nodes of which nothing else is said but their types.
   */
  readonly writtenAs?: string | undefined;
  /** Whether the record says anything of it. */
  readonly isDescribed: boolean;
  /** Whether it is a blank node that is the value of one property at most. */
  readonly standsAlone: boolean;
  /** What was read of it, by reader (`readOnce`); absent where it stands alone. */
  readonly known?: Map<object, unknown> | undefined;
  /** IRIs in the canonical namespace, sorted. */
  readonly types: readonly string[];
  /** All properties that the record gives it, types among them. */
  readonly properties: readonly string[];
  /**
   * The values of some properties (IRIs in the canonical namespace): by property, lists opened and
   * in their order. Apart from lists, the order means nothing.
   */
  values(properties: readonly string[]): readonly FactValue[];
  /** Those of its values that stand in lists, in the order of these. */
  listed(properties: readonly string[]): readonly FactValue[];
  /** The nodes that have it as a value of some properties, perhaps in a list; each once. */
  referrers(properties: readonly string[]): readonly FactNode[];
}

export interface FactLiteral {
  readonly kind: 'literal';
  /** The lexical form: of a number as JSON writes it, of JSON (`rdf:JSON`) the whole text. */
  readonly text: string;
  /** In lower case. */
  readonly language?: string;
  /**
   * The IRI of the datatype in the canonical namespace, where it has one that is not xsd:string.
   */
  readonly datatype?: string;
}

/** The nodes among the values of some properties. */
export function nodesIn(node: FactNode, properties: readonly string[]): readonly FactNode[] {
  return node.values(properties).filter((value) => value.kind === 'node');
}

/** A value as it stands under a property of a node. */
export interface StatedValue {
  readonly value: FactValue;
  /** The IRI of the property. */
  readonly property: string;
  /** Whether it stands in a list, so that its place means something. */
  readonly isListed: boolean;
}

/** The values of some properties of a node, by property. */
export function valuesUnder(node: FactNode, properties: readonly string[]): readonly StatedValue[] {
  return properties.flatMap((property) => {
    const values = node.values([property]);
    const inLists = new Set(values.length === 0 ? [] : node.listed([property]));
    return values.map((value) => ({ value, property, isListed: inLists.has(value) }));
  });
}

/**
 * The text that a value is: of a literal its own, of a node what may have been written where its
 * IRI stands, else the IRI.
 * @returns undefined for a blank node
 */
export function factText(value: FactValue): string | undefined {
  return value.kind === 'literal' ? value.text : (value.writtenAs ?? value.iri);
}
