import { DataFactory } from 'n3';
import type { EngineContext, Validation } from 'shacl-engine';
import { rdf, sh, shaclNamespace } from '../../rdf/vocabularies.ts';
import {
  preparePreboundQuery,
  type PreparedQuery,
  QueryRefusal,
  type QuerySourceText,
} from './prebound-query.ts';
import { pathText } from './property-path.ts';
import { type RecordStore, type Row, shapesGraphIri } from './record-store.ts';
import {
  prefixDeclarationsOf,
  constructName,
  type Shape,
  type ShapeList,
  type UnevaluatedPart,
} from './shape-list.ts';
import { type GraphTerm, isTrue, ownTerm, type TermGraph, termText } from './term-graph.ts';

/** Where the queries on a record are evaluated. */
export interface RecordRun {
  readonly store: RecordStore;
  /** The IRI of the graph of the record. */
  readonly graph: string;
}

/** What checks by SPARQL need of the validation that is under way. */
export interface SparqlSurroundings {
  /** The run for the graph that the engine validates. */
  readonly runOf: (context: EngineContext) => RecordRun;
  readonly note: (part: UnevaluatedPart) => void;
}

/** The checks by SPARQL of all shapes, by the key of the shape. */
export interface SparqlChecks {
  readonly checks: ReadonlyMap<string, Validation>;
  /** Whether a query reads the graph of the shapes. */
  readonly readShapes: boolean;
}

/** A constraint of a shape that a query checks (SHACL §5 and §6). */
interface SparqlConstraint {
  readonly shape: Shape;
  readonly component: string;
  /** What to name if it cannot be evaluated. */
  readonly construct: string;
  readonly query: PreparedQuery;
  /** The values of parameters by name. */
  readonly parameters: ReadonlyMap<string, GraphTerm>;
  /** In the order of preference. */
  readonly messages: readonly GraphTerm[];
}

/**
 * Prepares `sh:sparql` and constraint components; what cannot be evaluated is noted.
 */
export async function prepareSparqlChecks(
  graph: TermGraph,
  { shapes }: ShapeList,
  surroundings: SparqlSurroundings,
): Promise<SparqlChecks> {
  const components = readComponents(graph);
  for (const { term, parameters } of components) {
    if (!parameters.every(({ isOptional }) => isOptional)) continue;
    const reason = 'no shape can use it without a sh:parameter that has a sh:path; give it one';
    surroundings.note({ construct: term.value, reason });
  }
  const checks = new Map<string, Validation>();
  let readShapes = false;
  for (const shape of shapes.values()) {
    if (shape.isDeactivated) continue;
    const drafts = [
      ...sparqlDrafts(graph, shape),
      ...components.flatMap((each) => componentDrafts(graph, shape, each)),
    ];
    const constraints: SparqlConstraint[] = [];
    for (const draft of drafts) {
      const constraint = await prepareDraft(graph, shape, draft);
      if (constraint instanceof QueryRefusal) {
        const construct = constructName(draft.construct);
        surroundings.note({ shape: shape.named, construct, reason: constraint.message });
      } else constraints.push(constraint);
    }
    readShapes ||= constraints.some(({ query }) => query.bound.includes('shapesGraph'));
    if (constraints.length > 0) checks.set(shape.term.id, createCheck(constraints, surroundings));
  }
  return { checks, readShapes };
}

/** A constraint whose query is not prepared yet. */
interface ConstraintDraft {
  readonly component: string;
  readonly construct: string;
  /** The node with the query; a refusal where there is none. */
  readonly validator: GraphTerm | QueryRefusal;
  readonly form: PreparedQuery['form'];
  readonly parameterNames: readonly string[];
  readonly parameters: ReadonlyMap<string, GraphTerm>;
  readonly messages: readonly GraphTerm[];
}

function sparqlDrafts(graph: TermGraph, shape: Shape): readonly ConstraintDraft[] {
  return graph
    .objects(shape.term, sh.sparql)
    .filter((node) => !graph.objects(node, sh.deactivated).some(isTrue))
    .map((validator) => ({
      component: sh.SPARQLConstraintComponent,
      construct: sh.sparql,
      validator,
      form: 'SELECT',
      parameterNames: [],
      parameters: new Map(),
      messages: graph.objects(validator, sh.message),
    }));
}

/** A SPARQL-based constraint component (SHACL §6.2). */
interface Component {
  readonly term: GraphTerm;
  readonly parameters: readonly ComponentParameter[];
}

interface ComponentParameter {
  readonly predicate: string;
  readonly name: string;
  readonly isOptional: boolean;
}

function readComponents(graph: TermGraph): readonly Component[] {
  const found = new Map<string, GraphTerm>();
  for (const each of graph.subclassTerms(DataFactory.namedNode(sh.ConstraintComponent))) {
    for (const component of graph.subjects(rdf.type, each)) found.set(component.id, component);
  }
  return [...found.values()]
    .filter(({ value }) => !value.startsWith(shaclNamespace))
    .map((term) => ({ term, parameters: readParameters(graph, term) }));
}

function readParameters(graph: TermGraph, component: GraphTerm): readonly ComponentParameter[] {
  return graph.objects(component, sh.parameter).flatMap((parameter) => {
    const predicate = graph.object(parameter, sh.path)?.value;
    const isOptional = graph.object(parameter, sh.optional)?.value === 'true';
    if (predicate === undefined) return [];
    return [{ predicate, name: localName(predicate), isOptional }];
  });
}

/** The name of a variable: the end of an IRI (SHACL §6.2.1). */
function localName(iri: string): string {
  return iri.slice(Math.max(iri.lastIndexOf('#'), iri.lastIndexOf('/'), iri.lastIndexOf(':')) + 1);
}

/** Each value of the only parameter is a constraint; several parameters have one value each. */
function componentDrafts(
  graph: TermGraph,
  shape: Shape,
  { term, parameters }: Component,
): readonly ConstraintDraft[] {
  const required = parameters.filter(({ isOptional }) => !isOptional);
  const valuesOf = ({ predicate }: ComponentParameter): readonly GraphTerm[] =>
    graph.objects(shape.term, predicate);
  if (required.length === 0 || required.some((each) => valuesOf(each).length === 0)) return [];
  const draft = {
    component: term.value,
    construct: term.value,
    ...findValidator(graph, term, shape),
    parameterNames: parameters.map(({ name }) => name),
  };
  const messages = [
    ...(draft.validator instanceof QueryRefusal ? [] : graph.objects(draft.validator, sh.message)),
    ...shape.messages,
    ...graph.objects(term, sh.message),
  ];
  const [only] = parameters;
  if (only !== undefined && parameters.length === 1) {
    const constraints: ConstraintDraft[] = [];
    for (const value of valuesOf(only)) {
      constraints.push({ ...draft, messages, parameters: new Map([[only.name, value]]) });
    }
    return constraints;
  }
  const several = parameters.find((each) => valuesOf(each).length > 1);
  const given = parameters.flatMap((each) =>
    valuesOf(each).map((value): [string, GraphTerm] => [each.name, value]),
  );
  const validator =
    several === undefined
      ? draft.validator
      : new QueryRefusal(`the parameter ${several.name} has several values`);
  return [{ ...draft, validator, messages, parameters: new Map(given) }];
}

/** The validator for a kind of shape, else the ASK query for both kinds (SHACL §6.2.3). */
function findValidator(
  graph: TermGraph,
  component: GraphTerm,
  { path }: Shape,
): Pick<ConstraintDraft, 'validator' | 'form'> {
  const own = path === undefined ? sh.nodeValidator : sh.propertyValidator;
  for (const [predicate, query, form] of [
    [own, sh.select, 'SELECT'],
    [sh.validator, sh.ask, 'ASK'],
  ] as const) {
    const validators = graph.objects(component, predicate);
    const validator = validators.find((each) => graph.objects(each, query).length > 0);
    if (validator !== undefined) return { validator, form };
  }
  const kind = path === undefined ? 'node' : 'property';
  return {
    validator: new QueryRefusal(`it has no validator by SPARQL for ${kind} shapes`),
    form: 'ASK',
  };
}

async function prepareDraft(
  graph: TermGraph,
  shape: Shape,
  draft: ConstraintDraft,
): Promise<SparqlConstraint | QueryRefusal> {
  const { validator, form, component, construct, parameters, parameterNames } = draft;
  if (validator instanceof QueryRefusal) return validator;
  const query = graph.object(validator, form === 'ASK' ? sh.ask : sh.select);
  if (query === undefined) return new QueryRefusal('it has no query, or several');
  const own = form === 'ASK' ? ['this', 'value'] : ['this'];
  const source: QuerySourceText = {
    text: prefixDeclarationsOf(graph, validator) + query.value,
    variables: [...own, 'shapesGraph', 'currentShape', ...parameterNames],
    bound: [...own, 'shapesGraph', 'currentShape', ...parameters.keys()],
    path: shape.path && pathText(shape.path),
  };
  try {
    const prepared = await preparePreboundQuery(source);
    if (prepared.form !== form) return new QueryRefusal(`the query is no ${form}`);
    const messages = draft.messages.length > 0 ? draft.messages : shape.messages;
    return { shape, component, construct, query: prepared, parameters, messages };
  } catch (error) {
    if (error instanceof QueryRefusal) return error;
    throw error;
  }
}

/** The constraints of one shape as a check of the engine. */
function createCheck(
  constraints: readonly SparqlConstraint[],
  surroundings: SparqlSurroundings,
): Validation {
  const check = (context: EngineContext, nodes: Iterable<{ term: GraphTerm }>): void => {
    for (const constraint of constraints) {
      try {
        checkConstraint(constraint, context, [...nodes], surroundings.runOf(context));
      } catch (error) {
        const { shape, construct } = constraint;
        const reason = error instanceof Error ? error.message : String(error);
        surroundings.note({ shape: shape.named, construct: constructName(construct), reason });
      }
    }
  };
  return {
    node: (context) => check(context, [{ term: ownTerm(context.valueOrNode.term) }]),
    property: (context) =>
      check(
        context,
        Array.from(context.values, ({ term }) => ({ term: ownTerm(term) })),
      ),
  };
}

function checkConstraint(
  constraint: SparqlConstraint,
  context: EngineContext,
  nodes: readonly { readonly term: GraphTerm }[],
  { store, graph }: RecordRun,
): void {
  const { shape, query, parameters } = constraint;
  const focus = ownTerm(context.focusNode.term);
  const values = new Map<string, GraphTerm>([
    ...parameters,
    ['this', focus],
    ['currentShape', shape.term],
    ['shapesGraph', DataFactory.namedNode(shapesGraphIri)],
  ]);
  if (query.form === 'ASK') {
    for (const { term } of nodes) {
      const given = new Map([...values, ['value', term] as const]);
      if (store.evaluate(query, graph, given) === false) {
        reportRow(constraint, context, given);
      }
    }
    return;
  }
  const rows = store.evaluate(query, graph, values);
  if (typeof rows === 'boolean') return;
  for (const row of rows) {
    if (row.get('failure')?.value === 'true') throw new Error('the query reports a failure');
    const value = row.get('value') ?? (shape.path === undefined ? focus : undefined);
    const found = new Map([...values, ...row]);
    if (value !== undefined) found.set('value', value);
    reportRow(constraint, context, found, row);
  }
}

/** Adds the result of a row of SELECT (SHACL §5.3.2), or of an ASK query that is false. */
function reportRow(
  { component, shape, messages }: SparqlConstraint,
  context: EngineContext,
  found: Row,
  row: Row = new Map(),
): void {
  const value = found.get('value');
  const path = row.get('path');
  const isPath = shape.path === undefined && path?.termType === 'NamedNode';
  const own = row.get('message');
  const texts = (own === undefined ? messages : [own]).map(({ value: text }) =>
    DataFactory.literal(fillTemplate(text, found)),
  );
  const result = {
    message: texts,
    value: value && context.focusNode.node([value]),
    ...(isPath ? { path: [predicateStep(path)] } : {}),
  };
  context.violation(DataFactory.namedNode(component), result);
  const last = context.report.results.at(-1);
  // The engine prefers messages of the shape, SHACL those of the constraint.
  if (last !== undefined && texts.length > 0)
    Object.defineProperty(last, 'message', { value: texts });
}

function predicateStep(predicate: GraphTerm): object {
  return { quantifier: 'one', start: 'subject', end: 'object', predicates: [predicate] };
}

/** Replaces `{?name}` and `{$name}` by values (SHACL §5.3.2). */
function fillTemplate(text: string, values: Row): string {
  return text.replaceAll(/\{[?$](\w+)\}/gu, (all, name: string) => {
    const value = values.get(name);
    if (value === undefined) return all;
    return value.termType === 'Literal' ? value.value : termText(value);
  });
}
