/** What is used of shacl-engine 1.1, which has no types: the core engine, without its SPARQL. */
declare module 'shacl-engine' {
  import type { BlankNode, DataFactory, Literal, NamedNode, Quad } from 'n3';

  /** A term of RDF/JS. */
  type EngineTerm = NamedNode | BlankNode | Literal;

  interface EngineDataset {
    readonly size: number;
    match(
      subject?: EngineTerm | null,
      predicate?: EngineTerm | null,
      object?: EngineTerm | null,
    ): Iterable<Quad> & { readonly size: number };
  }

  /** Nodes of a dataset, perhaps of several paths (grapoi). */
  export interface Pointer extends Iterable<Pointer> {
    readonly dataset: EngineDataset;
    readonly term: EngineTerm;
    readonly terms: readonly EngineTerm[];
    node(terms: readonly EngineTerm[]): Pointer;
    out(predicates: readonly { readonly value: string }[]): Pointer;
  }

  export interface EngineShape {
    readonly ptr: Pointer;
    readonly deactivated: boolean | undefined;
    readonly message: readonly Literal[];
    readonly path: readonly { readonly predicates: readonly EngineTerm[] }[] | null;
    readonly validator: Validator;
  }

  export interface EngineResult {
    readonly focusNode: Pointer;
    readonly path: readonly { readonly predicates: readonly EngineTerm[] }[] | null | undefined;
    readonly value: Pointer | undefined;
    readonly severity: NamedNode;
    readonly constraintComponent: NamedNode;
    readonly shape: EngineShape;
    readonly message: readonly Literal[];
    readonly results: readonly EngineResult[];
  }

  interface EngineReport {
    readonly results: EngineResult[];
  }

  export interface EngineContext {
    readonly focusNode: Pointer;
    readonly report: EngineReport;
    readonly shape: EngineShape;
    /** The value nodes of a property shape. */
    readonly values: Pointer;
    /** The value node, or the focus node of a node shape. */
    readonly valueOrNode: Pointer;
    /** Pairs of shapes and nodes that are not validated again. */
    processed: Set<string>;
    violation(
      component: EngineTerm,
      details: {
        readonly args?: Readonly<Record<string, unknown>>;
        readonly message?: readonly Literal[];
        readonly path?: unknown;
        readonly value?: Pointer | undefined;
      },
    ): void;
  }

  type Check = (context: EngineContext) => Promise<void> | void;

  /** What is called: for a node shape, for all values of a property shape, for each value node. */
  export interface Validation {
    readonly node?: Check;
    readonly property?: Check;
    readonly generic?: Check;
  }

  export type Compile = (shape: EngineShape) => Validation | null;

  export class Validator {
    constructor(
      dataset: EngineDataset,
      options: {
        readonly factory: typeof DataFactory;
        readonly details: boolean;
        readonly targetResolvers: ReadonlyMap<
          EngineTerm,
          (target: Pointer, context: EngineContext) => readonly EngineTerm[]
        >;
      },
    );

    readonly registry: { readonly validations: Map<EngineTerm, Compile> };

    shape(pointer: Pointer): EngineShape;

    /**
     * @param data with terms, these are the focus nodes of each shape, in place of its targets
     * @param shapes their terms; by default all shapes
     */
    validate(
      data: { readonly dataset: EngineDataset; readonly terms?: readonly EngineTerm[] },
      shapes?: readonly { readonly terms: readonly EngineTerm[] }[],
    ): Promise<EngineReport>;
  }
}
