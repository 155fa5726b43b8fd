/** The used part of an RDF/JS term (RDF/JS data model specification §2). */
export interface Term {
  readonly termType: string;
  /** The IRI, the label without `_:`, or the text. */
  readonly value: string;
  /** Language of a literal; empty without one. */
  readonly language?: string;
  /** RDF 1.2 §3.4. */
  readonly direction?: string | null | undefined;
  readonly datatype?: { readonly value: string };
}

/** A statement of an RDF/JS parser. */
export interface Quad {
  readonly subject: Term;
  readonly predicate: Term;
  readonly object: Term;
  /** Of type `DefaultGraph` outside named graphs. */
  readonly graph: Term;
}

/**
 * Receives the statements of a document in order.
 * @throws {RdfExcess} beyond a limit
 */
export type QuadSink = (quad: Quad) => void;
