import { DataFactory, type NamedNode } from 'n3';
import {
  type Compile,
  type EngineContext,
  type EngineShape,
  type Validation,
  Validator,
} from 'shacl-engine';
import { rdf, sh, xsd } from '../../rdf/vocabularies.ts';
import { coreCorrections } from './core-corrections.ts';
import { evaluatePath, type PropertyPath } from './property-path.ts';
import {
  constructName,
  type ShapeList,
  targetPredicates,
  type UnevaluatedPart,
} from './shape-list.ts';
import { type GraphTerm, ownTerm, type PathsByIri, TermGraph } from './term-graph.ts';

/** Stands for what the shapes have beyond the core: a target, and checks of a shape. */
const marker = 'urn:cdif-graph:shacl';

/** What the engine is given beside the shapes. */
export interface EngineParts {
  readonly list: ShapeList;
  /** The focus nodes of a shape in the graph of a record that is being validated. */
  readonly focusNodes: (shape: GraphTerm, record: TermGraph) => readonly GraphTerm[];
  /** The checks by SPARQL, by the key of their shape. */
  readonly checks: ReadonlyMap<string, Validation>;
  /** Is told of what cannot be evaluated. */
  readonly note: (part: UnevaluatedPart) => void;
}

/** The core engine for the shapes of a graph. */
export interface CoreEngine {
  readonly validator: Validator;
  /** Paths that are no predicate, by the IRI of a predicate that the engine has instead. */
  readonly paths: ReadonlyMap<string, PropertyPath>;
  /** The same, for graphs of records. */
  readonly pathsByIri: PathsByIri;
}

/**
 * Sets up shacl-engine, corrected by its own registry of validations. It gets a graph of its own:
 * - each path other than a predicate is a predicate, which `TermGraph` follows;
 * - focus nodes come from `focusNodes` alone;
 * - severities beyond the three are violations, since the engine takes them for conformance;
 * - checks by SPARQL are called like those of a core constraint.
 */
export function createCoreEngine(graph: TermGraph, parts: EngineParts): CoreEngine {
  const { list, checks, focusNodes } = parts;
  const paths = new Map<string, PropertyPath>();
  const engineGraph = rewriteGraph(graph, list, paths);
  for (const { term } of list.shapes.values()) {
    const subject = term as NamedNode; // No literal is a shape.
    engineGraph.add(
      DataFactory.quad(subject, DataFactory.namedNode(sh.target), DataFactory.namedNode(marker)),
    );
    if (checks.has(term.id))
      engineGraph.add(
        DataFactory.quad(subject, DataFactory.namedNode(marker), DataFactory.literal('')),
      );
  }
  const validator = new Validator(engineGraph, {
    factory: DataFactory,
    details: true,
    targetResolvers: new Map([
      // Data graphs are ours.
      [
        DataFactory.namedNode(sh.target),
        (_target, { shape, focusNode }) =>
          focusNodes(ownTerm(shape.ptr.term), focusNode.dataset as TermGraph),
      ],
    ]),
  });
  const { validations } = validator.registry;
  for (const [predicate, compile] of new Map(validations)) {
    const corrected = coreCorrections.get(predicate.value) ?? compile;
    validations.set(predicate, wrapCompile(predicate.value, corrected, parts));
  }
  validations.set(
    DataFactory.namedNode(marker),
    ({ ptr }) => checks.get(ownTerm(ptr.term).id) ?? null,
  );
  const pathsByIri: PathsByIri = new Map(
    Array.from(paths, ([iri, path]) => [iri, (record, from) => evaluatePath(path, record, from)]),
  );
  return { validator, paths, pathsByIri };
}

/** @param paths gets the paths that are replaced by a predicate */
function rewriteGraph(
  graph: TermGraph,
  { shapes }: ShapeList,
  paths: Map<string, PropertyPath>,
): TermGraph {
  const leftOut = new Set<string>([
    ...targetPredicates,
    sh.sparql,
    sh.path,
    sh.severity,
    sh.deactivated,
  ]);
  const rewritten = new TermGraph();
  for (const each of graph.quads()) {
    const isShapeClass =
      each.object.value === sh.NodeShape || each.object.value === sh.PropertyShape;
    const isLeftOut =
      each.predicate.value === rdf.type ? isShapeClass : leftOut.has(each.predicate.value);
    if (!isLeftOut) rewritten.add(each);
  }
  for (const { term, path, severityIri, isDeactivated } of shapes.values()) {
    const subject = term as NamedNode; // No literal is a shape.
    const severity = coreSeverities.has(severityIri) ? severityIri : sh.Violation;
    rewritten.add(
      DataFactory.quad(
        subject,
        DataFactory.namedNode(sh.severity),
        DataFactory.namedNode(severity),
      ),
    );
    if (isDeactivated) {
      rewritten.add(
        DataFactory.quad(
          subject,
          DataFactory.namedNode(sh.deactivated),
          DataFactory.literal('true', DataFactory.namedNode(xsd.boolean)),
        ),
      );
    }
    if (path === undefined) continue;
    const iri = path.kind === 'predicate' ? path.iri : `${marker}:path:${paths.size}`;
    if (path.kind !== 'predicate') paths.set(iri, path);
    rewritten.add(
      DataFactory.quad(subject, DataFactory.namedNode(sh.path), DataFactory.namedNode(iri)),
    );
  }
  return rewritten;
}

const coreSeverities: ReadonlySet<string> = new Set([sh.Violation, sh.Warning, sh.Info]);

/**
 * The pairs of shapes and nodes whose validation is under way. The engine leaves out all that it
 * validated before, and so takes a node for conforming that another shape found faulty.
 */
class Ancestors extends Set<string> {}

/** For shapes without recursion: nothing is left out. */
const noAncestors = new (class extends Ancestors {
  override add(): this {
    return this;
  }
})();

/** Predicates whose values the engine takes together, or that have one. */
const together: ReadonlySet<string> = new Set([sh.property, sh.qualifiedValueShape]);

/**
 * A constraint that cannot be compiled or checked is noted. Each value of a parameter is a
 * constraint of its own (SHACL §2.1.1), where the engine joins lists or fails.
 */
function wrapCompile(predicate: string, compile: Compile, parts: EngineParts): Compile {
  return (shape) => {
    const noteError = (error: unknown): void => {
      const { named } = parts.list.shapes.get(ownTerm(shape.ptr.term).id) ?? {};
      const reason = error instanceof Error ? error.message : String(error);
      parts.note({ shape: named, construct: constructName(predicate), reason });
    };
    const { terms } = shape.ptr.out([DataFactory.namedNode(predicate)]);
    const shapes =
      terms.length < 2 || together.has(predicate)
        ? [shape]
        : terms.map((term) => withOnly(shape, predicate, term));
    const compiled: Validation[] = [];
    for (const each of shapes) {
      try {
        const validation = compile(each);
        if (validation !== null) compiled.push(validation);
      } catch (error) {
        noteError(error);
      }
    }
    const run = (kind: keyof Validation) => async (context: EngineContext) => {
      const before = context.processed;
      for (const validation of compiled) {
        if (!parts.list.isRecursive) context.processed = noAncestors;
        else context.processed = new Ancestors(before instanceof Ancestors ? before : []);
        try {
          await validation[kind]?.(context);
        } catch (error) {
          noteError(error);
        }
      }
      context.processed = before;
    };
    const checks: { -readonly [Kind in keyof Validation]: Validation[Kind] } = {};
    for (const kind of ['node', 'property', 'generic'] as const) {
      if (compiled.some((validation) => validation[kind] !== undefined)) checks[kind] = run(kind);
    }
    return checks;
  };
}

/** The shape as if it had one value of a parameter. */
function withOnly(
  shape: EngineShape,
  predicate: string,
  term: EngineShape['ptr']['term'],
): EngineShape {
  const { ptr } = shape;
  const out: typeof ptr.out = (predicates) =>
    predicates[0]?.value === predicate ? ptr.node([term]) : ptr.out(predicates);
  // Inheriting keeps the rest of both objects of the engine.
  const pointer = Object.create(ptr, { out: { value: out } }) as typeof ptr;
  return Object.create(shape, { ptr: { value: pointer } }) as EngineShape;
}
