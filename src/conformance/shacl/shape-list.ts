import type { Severity } from '../../model/problem.ts';
import { owl, rdf, sh, shaclNamespace } from '../../rdf/vocabularies.ts';
import { type PropertyPath, readPath } from './property-path.ts';
import { type GraphTerm, isTrue, type TermGraph } from './term-graph.ts';

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
  /** Whether it is deactivated, or only deactivated shapes have it inside them. */
  readonly isDeactivated: boolean;
}

/** The shapes of a graph by the key of their term. */
export interface ShapeList {
  readonly shapes: ReadonlyMap<string, Shape>;
  /** Whether a shape refers to itself, by whatever way. */
  readonly isRecursive: boolean;
}

/** Predicates whose objects are shapes. */
const shapePredicates = [sh.property, sh.node, sh.not, sh.qualifiedValueShape] as const;
/** Predicates whose objects are lists of shapes. */
export const shapeListPredicates = [sh.and, sh.or, sh.xone] as const;

/** Terms of SHACL. @param names local names, separated by blanks */
export function shaclTerms(names: string): readonly string[] {
  return names.split(' ').map((name) => shaclNamespace + name);
}

/** The parameters of constraints, of which each makes its subject a shape (SHACL §2.1). */
export const shapeParameters: ReadonlySet<string> = new Set([
  ...shapePredicates,
  ...shapeListPredicates,
  ...shaclTerms(
    'class datatype nodeKind minCount maxCount minExclusive minInclusive maxExclusive ' +
      'maxInclusive minLength maxLength pattern flags languageIn uniqueLang equals disjoint ' +
      'lessThan lessThanOrEquals qualifiedMinCount qualifiedMaxCount ' +
      'qualifiedValueShapesDisjoint closed ignoredProperties hasValue in sparql',
  ),
]);

/** Predicates of targets. */
export const targetPredicates: readonly string[] = [
  sh.targetClass,
  sh.targetNode,
  sh.targetObjectsOf,
  sh.targetSubjectsOf,
  sh.target,
];

/** Whether a node has a target of SHACL, or a misspelt or newer one. */
export function hasTarget(graph: TermGraph, node: GraphTerm): boolean {
  return [...graph.predicates(node)].some(isTargetPredicate);
}

/** Whether a term of SHACL is a target, or a misspelt or newer one. */
export function isTargetPredicate(iri: string): boolean {
  return iri.startsWith(shaclNamespace) && /^target/iu.test(iri.slice(shaclNamespace.length));
}

/** Finds the shapes of a graph (SHACL §2.1). */
export function listShapes(graph: TermGraph): ShapeList {
  const references = new Map<string, ShapeReference[]>();
  const found = new Map<string, GraphTerm>();
  for (const term of rootShapes(graph)) found.set(term.id, term);
  // A map that grows while it is iterated yields what is added.
  for (const term of found.values()) {
    for (const { to } of findReferences(graph, term)) {
      if (!found.has(to.id)) found.set(to.id, to);
      const list = references.get(to.id) ?? [];
      list.push({ from: term });
      references.set(to.id, list);
    }
  }
  const shapes = new Map<string, Shape>();
  for (const term of found.values()) {
    shapes.set(term.id, readShape(graph, term, references));
  }
  return { shapes, isRecursive: hasCycle(references) };
}

/** A shape that refers to another one. */
interface ShapeReference {
  readonly from: GraphTerm;
}

/** The shapes that can be told without a reference to them. */
function* rootShapes(graph: TermGraph): Generator<GraphTerm> {
  for (const { predicate, subject, object } of graph.quads()) {
    const isShape =
      predicate.value === rdf.type
        ? object.value === sh.NodeShape || object.value === sh.PropertyShape
        : shapeParameters.has(predicate.value) || isTargetPredicate(predicate.value);
    // Quads of quads are never read.
    if (isShape) yield subject as GraphTerm;
  }
}

/** A shape that a shape refers to by a parameter, or by a list that is its value. */
interface ShapeLink {
  readonly parameter: string;
  readonly to: GraphTerm;
}

/** Finds what a shape refers to in the place of a shape. */
export function* findReferences(graph: TermGraph, term: GraphTerm): Generator<ShapeLink> {
  for (const parameter of shapePredicates) {
    for (const to of graph.objects(term, parameter)) yield { parameter, to };
  }
  for (const parameter of shapeListPredicates) {
    for (const list of graph.objects(term, parameter)) {
      for (const to of graph.list(list) ?? []) yield { parameter, to };
    }
  }
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

/** Whether a shape is deactivated, or is a blank node that only deactivated shapes refer to. */
function isOff(
  graph: TermGraph,
  term: GraphTerm,
  references: ReadonlyMap<string, readonly ShapeReference[]>,
): boolean {
  const around = new Map([[term.id, term]]);
  for (const each of around.values()) {
    if (graph.objects(each, sh.deactivated).some(isTrue)) continue;
    const from = references.get(each.id) ?? [];
    const isUsed = each.termType !== 'BlankNode' || from.length === 0 || hasTarget(graph, each);
    if (isUsed) return false;
    for (const reference of from) around.set(reference.from.id, reference.from);
  }
  return true;
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

function readShape(
  graph: TermGraph,
  term: GraphTerm,
  references: ReadonlyMap<string, readonly ShapeReference[]>,
): Shape {
  const path = graph.object(term, sh.path);
  const severityIri = graph.object(term, sh.severity)?.value ?? sh.Violation;
  return {
    term,
    path: path && readPath(graph, path),
    named: nearestName(term, references),
    severity: severityOf(severityIri),
    severityIri,
    messages: graph.objects(term, sh.message),
    isDeactivated: isOff(graph, term, references),
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
