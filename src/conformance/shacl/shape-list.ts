import type { Severity } from '../../model/problem.ts';
import { owl, rdf, sh, shaclNamespace } from '../../rdf/vocabularies.ts';
import { type PropertyPath, readPath } from './property-path.ts';
import { type GraphTerm, type TermGraph, termText } from './term-graph.ts';

/** A part of the shapes that was not evaluated, so that what it asks for is not known to be met. */
export interface UnevaluatedPart {
  /**
   * The IRI of the shape, or of the nearest shape around it that has one; absent outside shapes.
   */
  readonly shape?: string | undefined;
  /** A term of SHACL such as `sh:rule`, or the IRI of another one. */
  readonly construct: string;
  readonly reason: string;
}

/** A shape of a shapes graph. */
export interface Shape {
  readonly term: GraphTerm;
  /** Absent for node shapes. */
  readonly path?: PropertyPath | undefined;
  /** The IRI of the shape, or of the nearest shape around it that has one. */
  readonly named: string | undefined;
  readonly severity: Severity;
  /** As given; `sh:Violation` where none is. */
  readonly severityIri: string;
  readonly messages: readonly GraphTerm[];
  readonly isDeactivated: boolean;
}

/** The shapes of a graph by the key of their term, and what cannot be evaluated. */
export interface ShapeList {
  readonly shapes: ReadonlyMap<string, Shape>;
  readonly unevaluated: readonly UnevaluatedPart[];
  /** Whether a shape refers to itself, by whatever way. */
  readonly isRecursive: boolean;
}

/** Predicates whose objects are shapes, and those whose objects are lists of shapes. */
const shapePredicates = [sh.property, sh.node, sh.not, sh.qualifiedValueShape] as const;
const shapeListPredicates = [sh.and, sh.or, sh.xone] as const;
/** Predicates of targets. */
export const targetPredicates: readonly string[] = [
  sh.targetClass,
  sh.targetNode,
  sh.targetObjectsOf,
  sh.targetSubjectsOf,
  sh.target,
];

/** What a shape may have beside shapes, targets and other things that are read. */
const otherTerms =
  'path class datatype nodeKind minCount maxCount minExclusive minInclusive maxExclusive ' +
  'maxInclusive minLength maxLength pattern flags languageIn uniqueLang equals disjoint lessThan ' +
  'lessThanOrEquals qualifiedMinCount qualifiedMaxCount qualifiedValueShapesDisjoint closed ' +
  'ignoredProperties hasValue in sparql severity message deactivated name description order ' +
  'group defaultValue select ask prefixes parameter validator nodeValidator propertyValidator ' +
  'labelTemplate optional declare resultAnnotation';

const known: ReadonlySet<string> = new Set([
  ...shapePredicates,
  ...shapeListPredicates,
  ...targetPredicates,
  ...otherTerms.split(' ').map((name) => shaclNamespace + name),
]);

/** Finds the shapes of a graph (SHACL §2.1) and the constructs that are neither core nor SPARQL. */
export function listShapes(graph: TermGraph): ShapeList {
  const references = new Map<string, ShapeReference[]>();
  const found = new Map<string, GraphTerm>();
  for (const term of rootShapes(graph)) found.set(term.id, term);
  // A map that grows while it is iterated yields what is added.
  for (const term of found.values()) {
    for (const to of referencedShapes(graph, term)) {
      if (!found.has(to.id)) found.set(to.id, to);
      const list = references.get(to.id) ?? [];
      list.push({ from: term });
      references.set(to.id, list);
    }
  }
  const unevaluated: UnevaluatedPart[] = [...graphParts(graph)];
  const shapes = new Map<string, Shape>();
  for (const term of found.values()) {
    const shape = readShape(graph, term, nearestName(term, references));
    shapes.set(term.id, shape);
    if (!shape.isDeactivated) unevaluated.push(...shapeParts(graph, shape));
  }
  const isRecursive = hasCycle(references);
  if (isRecursive) {
    const reason = 'shapes refer to themselves, which SHACL leaves undefined (§3.4.3)';
    unevaluated.push({ construct: 'recursion', reason });
  }
  return { shapes, unevaluated, isRecursive };
}

/** A shape that refers to another one. */
interface ShapeReference {
  readonly from: GraphTerm;
}

function* rootShapes(graph: TermGraph): Generator<GraphTerm> {
  for (const predicate of targetPredicates) yield* graph.subjects(predicate);
  for (const { predicate, subject, object } of graph.quads()) {
    const isShapeClass = object.value === sh.NodeShape || object.value === sh.PropertyShape;
    // Quads of quads are never read.
    if (predicate.value === rdf.type && isShapeClass) yield subject as GraphTerm;
  }
}

function referencedShapes(graph: TermGraph, term: GraphTerm): readonly GraphTerm[] {
  return [
    ...shapePredicates.flatMap((predicate) => graph.objects(term, predicate)),
    ...shapeListPredicates.flatMap((predicate) =>
      graph.objects(term, predicate).flatMap((list) => graph.list(list) ?? []),
    ),
  ];
}

function nearestName(
  term: GraphTerm,
  references: ReadonlyMap<string, readonly ShapeReference[]>,
): string | undefined {
  const around = new Map([[term.id, term]]);
  for (const each of around.values()) {
    if (each.termType === 'NamedNode') return each.value;
    for (const { from } of references.get(each.id) ?? []) around.set(from.id, from);
  }
  return undefined;
}

/** Whether references between shapes lead back to a shape. */
function hasCycle(references: ReadonlyMap<string, readonly ShapeReference[]>): boolean {
  const open = new Map([...references].map(([to, list]) => [to, list.map(({ from }) => from.id)]));
  // Shapes that no open shape refers to are taken away until none is left, or a cycle is.
  for (let size = -1; size !== open.size;) {
    size = open.size;
    for (const [to, from] of open) if (!from.some((each) => open.has(each))) open.delete(to);
  }
  return open.size > 0;
}

function readShape(graph: TermGraph, term: GraphTerm, named: string | undefined): Shape {
  const path = graph.object(term, sh.path);
  const severityIri = graph.object(term, sh.severity)?.value ?? sh.Violation;
  return {
    term,
    path: path && readPath(graph, path),
    named,
    severity: severityOf(severityIri),
    severityIri,
    messages: graph.objects(term, sh.message),
    isDeactivated: graph.objects(term, sh.deactivated).some(({ value }) => value === 'true'),
  };
}

/**
 * Warnings and infos in whichever case they are written, since the official CDIF shapes have
 * `sh:info`; any other severity is an error.
 */
function severityOf(iri: string): Severity {
  const name = iri.startsWith(shaclNamespace) ? iri.slice(shaclNamespace.length).toLowerCase() : '';
  return name === 'info' || name === 'warning' ? name : 'error';
}

/** A term of SHACL as `sh:rule`, another one as its IRI. */
export function constructName(iri: string): string {
  return iri.startsWith(shaclNamespace) ? `sh:${iri.slice(shaclNamespace.length)}` : iri;
}

function* graphParts(graph: TermGraph): Generator<UnevaluatedPart> {
  for (const { predicate, object } of graph.quads()) {
    const { value } = object;
    if (predicate.value === owl.imports && !isGiven(graph, value)) {
      const reason = `<${value}> is not among the given files`;
      yield { construct: 'owl:imports', reason };
    }
    if (predicate.value === `${shaclNamespace}entailment`) {
      yield { construct: 'sh:entailment', reason: 'nothing is inferred' };
    }
  }
}

/** Whether an imported graph is described in the files; that of SHACL itself asks for nothing. */
function isGiven(graph: TermGraph, iri: string): boolean {
  if (iri === shaclNamespace || `${iri}#` === shaclNamespace) return true;
  return graph.hasSubject(iri);
}

function* shapeParts(graph: TermGraph, shape: Shape): Generator<UnevaluatedPart> {
  const part = (iri: string, reason: string): UnevaluatedPart => ({
    shape: shape.named,
    construct: constructName(iri),
    reason,
  });
  if (shape.path === undefined && graph.objects(shape.term, sh.path).length > 0) {
    yield part(sh.path, 'it is no well-formed path');
  }
  for (const predicate of graph.predicates(shape.term)) {
    if (!predicate.startsWith(shaclNamespace) || known.has(predicate)) continue;
    yield part(predicate, 'it belongs neither to SHACL Core nor to SHACL-SPARQL');
  }
  for (const predicate of shapeListPredicates) {
    for (const head of graph.objects(shape.term, predicate)) {
      if (graph.list(head) === undefined) yield part(predicate, `${termText(head)} is no list`);
    }
  }
}

/**
 * The prefixes that a query of shapes declares by `sh:prefixes`, as SPARQL (SHACL §5.2.1): nodes
 * with `sh:declare`, those that they import, and also what the official CDIF shapes have, lists of
 * nodes with `sh:prefix` and `sh:namespace`.
 */
export function prefixDeclarationsOf(graph: TermGraph, query: GraphTerm): string {
  const pending = [...graph.objects(query, sh.prefixes)];
  const seen = new Set<string>();
  const declarations: string[] = [];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (seen.has(node.id)) continue;
    seen.add(node.id);
    pending.push(
      ...(graph.list(node) ?? []),
      ...graph.objects(node, sh.declare),
      ...graph.objects(node, owl.imports),
    );
    const prefix = graph.object(node, sh.prefix)?.value;
    const namespace = graph.object(node, sh.namespace)?.value;
    if (prefix === undefined || namespace === undefined) continue;
    declarations.push(`PREFIX ${prefix}: <${namespace}>\n`);
  }
  return declarations.join('');
}
