import type { StatementText } from '../../rdf/n-quads.ts';
import { owl, rdf, rdfs, sh, shaclNamespace } from '../../rdf/vocabularies.ts';
import { DataFactory } from 'n3';
import { prepareTargetQuery, QueryRefusal, type TargetQuery } from './prebound-query.ts';
import type { RecordStore } from './record-store.ts';
import {
  hasTarget,
  prefixDeclarationsOf,
  type Shape,
  type ShapeList,
  type UnevaluatedPart,
} from './shape-list.ts';
import type { GraphTerm, TermGraph } from './term-graph.ts';

/** The targets of a shape (SHACL §2.1.3, and SPARQL targets of Advanced Features §3.1). */
export interface ShapeTargets {
  readonly shape: Shape;
  readonly nodes: readonly GraphTerm[];
  readonly classes: readonly GraphTerm[];
  readonly subjectsOf: readonly string[];
  readonly objectsOf: readonly string[];
  readonly queries: readonly TargetQuery[];
}

/** The targets of all shapes that have some, and those that cannot be evaluated. */
export async function readTargets(
  graph: TermGraph,
  { shapes }: ShapeList,
): Promise<{
  readonly targets: readonly ShapeTargets[];
  readonly unevaluated: readonly UnevaluatedPart[];
}> {
  const targets: ShapeTargets[] = [];
  const unevaluated: UnevaluatedPart[] = [];
  const shapeClasses = new Set(
    [rdfs.Class, owl.Class].flatMap((each) =>
      Array.from(graph.subclassTerms(DataFactory.namedNode(each)), ({ id }) => id),
    ),
  );
  let isAimed = false;
  for (const shape of shapes.values()) {
    const isClass = graph.isInstance(shape.term, shapeClasses);
    isAimed ||= isClass || hasTarget(graph, shape.term);
    if (shape.isDeactivated) continue;
    const all = (predicate: string): readonly GraphTerm[] => graph.objects(shape.term, predicate);
    const queries: TargetQuery[] = [];
    for (const target of all(sh.target)) {
      const query = await readTargetQuery(graph, target);
      if (query instanceof QueryRefusal) {
        unevaluated.push({ shape: shape.named, construct: 'sh:target', reason: query.message });
      } else queries.push(query);
    }
    targets.push({
      shape,
      nodes: all(sh.targetNode),
      classes: isClass ? [shape.term, ...all(sh.targetClass)] : all(sh.targetClass),
      subjectsOf: all(sh.targetSubjectsOf).map(({ value }) => value),
      objectsOf: all(sh.targetObjectsOf).map(({ value }) => value),
      queries,
    });
  }
  if (!isAimed) unevaluated.push(missingTarget(shapes.size));
  return { targets, unevaluated };
}

/** Without a target there is no focus node, so that any record would conform. */
function missingTarget(shapes: number): UnevaluatedPart {
  const reason =
    shapes === 0
      ? `the files have no target or constraint of <${shaclNamespace}>; give files of shapes`
      : 'no shape has one, so that no node is validated; give the file with targets, or add one';
  return { construct: shapes === 0 ? 'content' : 'target', reason };
}

async function readTargetQuery(
  graph: TermGraph,
  target: GraphTerm,
): Promise<TargetQuery | QueryRefusal> {
  const select = graph.object(target, sh.select);
  if (select === undefined) {
    const types = graph.objects(target, rdf.type).map(({ value }) => `<${value}>`);
    const kind = types.length === 0 ? 'no type' : types.join(', ');
    return new QueryRefusal(`only targets with sh:select are evaluated; this one has ${kind}`);
  }
  try {
    return await prepareTargetQuery(prefixDeclarationsOf(graph, target) + select.value);
  } catch (error) {
    if (error instanceof QueryRefusal) return error;
    throw error;
  }
}

/** The focus nodes of SPARQL targets in one record, by the key of the shape. */
type QueriedNodes = ReadonlyMap<string, readonly GraphTerm[]>;

/** A shape with its focus nodes in a record. */
interface ShapeFocus {
  readonly shape: GraphTerm;
  readonly nodes: readonly GraphTerm[];
}

/** Shapes that have focus nodes in a record, by the key of the shape. */
export type FocusNodes = ReadonlyMap<string, ShapeFocus>;

/**
 * Finds the focus nodes of SPARQL targets in several records, one query a target. A query that
 * fails is noted.
 */
export function findQueriedTargets(
  targets: readonly ShapeTargets[],
  where: {
    readonly store: RecordStore;
    readonly records: readonly StatementText[];
    readonly note: (part: UnevaluatedPart) => void;
  },
): ReadonlyMap<string, QueriedNodes> {
  const graphs = where.records.map(({ graph }) => graph);
  const found = new Map(graphs.map((graph) => [graph, new Map<string, GraphTerm[]>()]));
  for (const { shape, queries } of targets) {
    for (const query of queries) {
      try {
        for (const [graph, nodes] of where.store.findTargets(query, graphs)) {
          const before = found.get(graph)?.get(shape.term.id) ?? [];
          if (nodes.length > 0) found.get(graph)?.set(shape.term.id, [...before, ...nodes]);
        }
      } catch (error) {
        where.note({ shape: shape.named, construct: 'sh:target', reason: String(error) });
      }
    }
  }
  return found;
}

/** The shapes that have focus nodes in a record. */
export function findFocusNodes(
  targets: readonly ShapeTargets[],
  record: TermGraph,
  queried: QueriedNodes = new Map(),
): FocusNodes {
  const found = new Map<string, ShapeFocus>();
  for (const each of targets) {
    const { term } = each.shape;
    const nodes = focusNodesOf(each, record, queried.get(term.id) ?? []);
    if (nodes.length > 0) found.set(term.id, { shape: term, nodes });
  }
  return found;
}

/** All focus nodes of a shape in a record, each once. */
function focusNodesOf(
  { nodes, classes, subjectsOf, objectsOf }: ShapeTargets,
  record: TermGraph,
  queried: readonly GraphTerm[],
): readonly GraphTerm[] {
  const found = new Map<string, GraphTerm>();
  const addAll = (terms: readonly GraphTerm[]): void => {
    for (const term of terms) found.set(term.id, term);
  };
  addAll(nodes);
  for (const each of classes) {
    for (const below of record.subclassTerms(each)) addAll(record.subjects(rdf.type, below));
  }
  for (const predicate of subjectsOf) addAll(record.subjects(predicate));
  for (const predicate of objectsOf) addAll(record.objectsOfPredicate(predicate));
  addAll(queried);
  return [...found.values()];
}
