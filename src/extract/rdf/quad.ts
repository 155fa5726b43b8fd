/** A term as RDF/JS parsers give it (RDF/JS data model specification §2), as far as it is read here. */
export interface Term {
  readonly termType: string;
  /** The IRI, the label without `_:`, or the text. */
  readonly value: string;
  /** Of a literal; empty where it has none. */
  readonly language?: string;
  /** RDF 1.2 §3.4. */
  readonly direction?: string | null | undefined;
  readonly datatype?: { readonly value: string };
}

/** A statement in a graph, as RDF/JS parsers give it. */
export interface Quad {
  readonly subject: Term;
  readonly predicate: Term;
  readonly object: Term;
  /** Of type `DefaultGraph` where it stands in no named graph. */
  readonly graph: Term;
}

/** Takes the statements of a document in their order. @throws {RdfExcess} when it takes no more */
export type QuadSink = (quad: Quad) => void;
