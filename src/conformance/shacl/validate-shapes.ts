import type { EngineResult } from 'shacl-engine';
import type { Severity } from '../../model/problem.ts';
import type { StatementText } from '../../rdf/n-quads.ts';
import { type CoreEngine, createCoreEngine } from './core-engine.ts';
import { pathText } from './property-path.ts';
import { batchesOf } from './record-batches.ts';
import { readShapesGraph, type ShapesFile } from './read-shapes.ts';
import { RecordStore } from './record-store.ts';
import { listShapes, type ShapeList, type UnevaluatedPart } from './shape-list.ts';
import { prepareSparqlChecks, type RecordRun } from './sparql-constraints.ts';
import { findUnevaluatedParts } from './unevaluated-parts.ts';
import { findFocusNodes, findQueriedTargets, type FocusNodes, readTargets } from './targets.ts';
import { ownTerm, readRecordTerms, termText } from './term-graph.ts';

/** A validation result (SHACL §3.6.2). Terms are as in N-Quads. */
export interface ShapeResult {
  readonly focusNode: string;
  /** The path as SPARQL has it; absent where the focus node itself is at fault. */
  readonly path?: string | undefined;
  /** The IRI of a path that is one predicate. */
  readonly predicate?: string | undefined;
  readonly value?: string | undefined;
  /** `sh:Violation` and severities that SHACL does not know are errors. */
  readonly severity: Severity;
  /** The severity as the shape has it. */
  readonly severityIri: string;
  /** The IRI of the constraint component. */
  readonly component: string;
  /** The shape that is not met: an IRI, or a blank node. */
  readonly shape: string;
  /** The IRI of the shape, or of the nearest shape around it that has one. */
  readonly namedShape: string | undefined;
  /** The properties whose objects the shape has as focus nodes (`sh:targetObjectsOf`). */
  readonly objectsOf: readonly string[];
  readonly messages: readonly string[];
  /** Results of the shapes that the constraint refers to. */
  readonly details: readonly ShapeResult[];
}

/** The results of one record. */
export interface ShapesValidation {
  /** The IRI of the graph of the record. */
  readonly graph: string;
  readonly results: readonly ShapeResult[];
}

/** Shapes that records are validated against. */
export interface Shapes {
  /**
   * What was not evaluated, each part once; complete after the last record, since some queries
   * fail only when they are evaluated. While there is any, a record without results need not
   * conform.
   */
  readonly unevaluated: () => readonly UnevaluatedPart[];
  /** Validates each record by itself: its graph alone is the data graph. In their order. */
  readonly validate: (
    records: Iterable<StatementText> | AsyncIterable<StatementText>,
  ) => AsyncGenerator<ShapesValidation>;
}

/**
 * Reads files of shapes, which together are one shapes graph: SHACL Core, SHACL-SPARQL, and the
 * SPARQL targets of SHACL Advanced Features.
 * @throws {ShapesFault} for files that cannot be parsed
 */
export async function readShapes(files: readonly ShapesFile[]): Promise<Shapes> {
  const graph = await readShapesGraph(files);
  const list = listShapes(graph);
  const parts = new Map<string, UnevaluatedPart>();
  const note = (part: UnevaluatedPart): void => {
    parts.set(JSON.stringify([part.shape, part.construct, part.reason]), part);
  };
  for (const part of findUnevaluatedParts(graph, list)) note(part);
  const { targets, unevaluated } = await readTargets(graph, list);
  const objectsOf = new Map(targets.map((each) => [each.shape.term.id, each.objectsOf]));
  unevaluated.forEach(note);
  const named = new Set(Array.from(parts.values(), nameOfPart));
  /** The runs that are under way, by the graph that the engine validates. */
  const runs = new WeakMap<object, RecordRun & { readonly focusNodes: FocusNodes }>();
  const runOf = (data: object): RecordRun & { readonly focusNodes: FocusNodes } => {
    const run = runs.get(data);
    if (run === undefined) throw new TypeError('this graph is not being validated');
    return run;
  };
  const { checks, readShapes: areRead } = await prepareSparqlChecks(graph, list, {
    runOf: ({ focusNode }) => runOf(focusNode.dataset),
    note,
  });
  const engine = createCoreEngine(graph, {
    list,
    checks,
    // The engine fails where the value of a parameter is known to be wrong.
    note: (part) => {
      if (!named.has(nameOfPart(part))) note(part);
    },
    focusNodes: (shape, data) => runOf(data).focusNodes.get(shape.id)?.nodes ?? [],
  });
  const needsStore = checks.size > 0 || targets.some(({ queries }) => queries.length > 0);
  return {
    unevaluated: () => [...parts.values()],
    async *validate(records) {
      for await (const batch of batchesOf(records)) {
        const store = new RecordStore(needsStore ? batch : [], areRead ? graph : undefined);
        try {
          const queried = findQueriedTargets(targets, { store, records: batch, note });
          for (const record of batch) {
            const data = readRecordTerms(record, engine.pathsByIri);
            const { graph: name } = record;
            const found = findFocusNodes(targets, data, queried.get(name));
            runs.set(data, { store, graph: name, focusNodes: found });
            // The engine takes long to find that a shape has none.
            const aimed = Array.from(found.values(), ({ shape }) => ({ terms: [shape] }));
            const report = await engine.validator.validate({ dataset: data }, aimed);
            const results = report.results.map((each) =>
              describeResult(each, engine, { list, objectsOf }),
            );
            yield { graph: name, results };
          }
        } finally {
          store.close();
        }
      }
    },
  };
}

function nameOfPart({ shape, construct }: UnevaluatedPart): string {
  return `${construct} ${shape}`;
}

/** What the shapes of results are told from. */
interface KnownShapes {
  readonly list: ShapeList;
  /** `sh:targetObjectsOf`, by the key of the shape. */
  readonly objectsOf: ReadonlyMap<string, readonly string[]>;
}

function describeResult(result: EngineResult, engine: CoreEngine, known: KnownShapes): ShapeResult {
  const term = ownTerm(result.shape.ptr.term);
  const shape = known.list.shapes.get(term.id);
  return {
    focusNode: termText(result.focusNode.term),
    ...describePath(result, engine),
    value: result.value && termText(result.value.term),
    severity: shape?.severity ?? 'error',
    severityIri: shape?.severityIri ?? result.severity.value,
    component: result.constraintComponent.value,
    shape: termText(term),
    namedShape: shape?.named,
    objectsOf: known.objectsOf.get(term.id) ?? [],
    messages: result.message.map(({ value }) => value),
    details: result.results.map((each) => describeResult(each, engine, known)),
  };
}

function describePath(
  { path }: EngineResult,
  { paths }: CoreEngine,
): Pick<ShapeResult, 'path' | 'predicate'> {
  const iri = path?.[0]?.predicates[0]?.value;
  if (iri === undefined) return {};
  const nested = paths.get(iri);
  if (nested !== undefined) return { path: pathText(nested) };
  return { path: pathText({ kind: 'predicate', iri }), predicate: iri };
}
