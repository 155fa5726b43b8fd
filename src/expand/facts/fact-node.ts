/** A value of a property, as search facts are read from it. */
export type FactValue = FactNode | FactLiteral;

/** A node, with all that its record says of it, wherever in the document that stands. */
export interface FactNode {
  readonly kind: 'node';
  /** The IRI by which the record graph names it; absent for a blank node, and where it names nothing (`nan`, a nil). */
  readonly iri?: string | undefined;
  /**
   * What may have been written where the IRI stands, if it is relative to the document (schema.org's context makes an IRI of a
   * licence `CC0`), is none that could be mended, or had blanks in it and is no URL. Only of nodes of which nothing else is said.
   */
  readonly writtenAs?: string | undefined;
  /** Whether it stands in one place of its document only: it has no name by which others could refer to it. */
  readonly standsAlone?: boolean;
  /** What was read of it, by reader (`readOnce`); absent where it is read anew each time. */
  readonly known?: Map<object, unknown> | undefined;
  /** IRIs in the canonical namespace, sorted. */
  readonly types: readonly string[];
  /** The values of some properties (IRIs in the canonical namespace), lists opened, each once. Their order means nothing. */
  values(properties: readonly string[]): readonly FactValue[];
}

export interface FactLiteral {
  readonly kind: 'literal';
  /** The lexical form: of a number or boolean as JSON writes it, of JSON (`rdf:JSON`) the whole text. */
  readonly text: string;
  /** In lower case. */
  readonly language?: string;
  /** The IRI of the datatype in the canonical namespace, where one was given. */
  readonly datatype?: string;
}

/**
 * The text that a value is: of a literal its own, of a node what may have been written where its IRI stands, else the IRI.
 * @returns undefined for a blank node
 */
export function factText(value: FactValue): string | undefined {
  return value.kind === 'literal' ? value.text : (value.writtenAs ?? value.iri);
}
