import { owl, rdf, sh, shaclNamespace, xsd } from '../../rdf/vocabularies.ts';
import {
  constructName,
  findReferences,
  isTargetPredicate,
  type Shape,
  shaclTerms,
  shapeListPredicates,
  type ShapeList,
  shapeParameters,
  targetPredicates,
  type UnevaluatedPart,
} from './shape-list.ts';
import { type GraphTerm, type TermGraph, termText } from './term-graph.ts';

/** Finds what cannot be evaluated of the shapes of a graph, deactivated shapes left out. */
export function* findUnevaluatedParts(
  graph: TermGraph,
  list: ShapeList,
): Generator<UnevaluatedPart> {
  yield* graphParts(graph);
  for (const shape of list.shapes.values()) {
    if (shape.isDeactivated) continue;
    for (const check of shapeChecks) {
      for (const { parameter, reason } of check(shape, graph, list)) {
        yield { shape: shape.named, construct: constructName(parameter), reason };
      }
    }
  }
  if (list.isRecursive) {
    const reason = 'shapes refer to themselves, which SHACL leaves undefined (§3.4.3)';
    yield { construct: 'recursion', reason };
  }
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

/** Why a parameter of a shape cannot be evaluated. */
interface ShapeFlaw {
  readonly parameter: string;
  readonly reason: string;
}

type ShapeCheck = (shape: Shape, graph: TermGraph, list: ShapeList) => Iterable<ShapeFlaw>;

const shapeChecks: readonly ShapeCheck[] = [
  findUnknownTerms,
  findWrongReferences,
  findWrongValues,
  findMisplacedParameters,
  findIncompleteConstraints,
];

/** Parameters that node shapes cannot have (SHACL §4). */
const propertyParameters = shaclTerms(
  'minCount maxCount uniqueLang lessThan lessThanOrEquals qualifiedValueShape',
);

/** What a shape may have beside targets and parameters. */
const otherTerms = shaclTerms(
  'path severity message deactivated name description order group defaultValue prefixes ' +
    'parameter validator nodeValidator propertyValidator labelTemplate optional declare',
);

const knownTerms: ReadonlySet<string> = new Set([
  ...shapeParameters,
  ...targetPredicates,
  ...otherTerms,
]);

const spellings: ReadonlyMap<string, string> = new Map(
  Array.from(knownTerms, (term) => [term.toLowerCase(), term]),
);

const queryTerms: ReadonlySet<string> = new Set([sh.select, sh.ask]);

function* findUnknownTerms({ term }: Shape, graph: TermGraph): Generator<ShapeFlaw> {
  for (const parameter of graph.predicates(term)) {
    if (!parameter.startsWith(shaclNamespace) || knownTerms.has(parameter)) continue;
    yield { parameter, reason: unknownTermReason(parameter) };
  }
}

function unknownTermReason(term: string): string {
  const spelling = spellings.get(term.toLowerCase());
  if (spelling !== undefined) return `SHACL spells it ${constructName(spelling)}`;
  if (queryTerms.has(term)) return 'a shape has queries inside sh:sparql or sh:target only';
  const reason = 'it belongs neither to SHACL Core nor to SHACL-SPARQL';
  return isTargetPredicate(term)
    ? `${reason}, so that it selects no node; give another target`
    : `${reason}; correct or remove it`;
}

function* findWrongReferences({ term }: Shape, graph: TermGraph): Generator<ShapeFlaw> {
  for (const { parameter, to } of findReferences(graph, term)) {
    const reason =
      referenceReason(graph, to) ??
      (parameter === sh.property ? missingPathReason(graph, to) : undefined);
    if (reason !== undefined) yield { parameter, reason };
  }
}

/** Why a term is no shape that can be evaluated. */
function referenceReason(graph: TermGraph, to: GraphTerm): string | undefined {
  if (to.termType === 'Literal') return `${termText(to)} is a literal, where a shape is asked for`;
  if (to.value === rdf.nil || graph.objects(to, rdf.first).length > 0) {
    return 'its value is a list, where a shape is asked for; write the shapes without the list';
  }
  const isDefined = to.termType === 'BlankNode' || graph.hasSubject(to.value);
  return isDefined
    ? undefined
    : `${termText(to)} is in none of the files; give the file that has it`;
}

function missingPathReason(graph: TermGraph, to: GraphTerm): string | undefined {
  if (graph.objects(to, sh.path).length > 0) return undefined;
  const name = to.termType === 'BlankNode' ? 'its value' : termText(to);
  return `${name} has no sh:path; give it one, or refer to a node shape by sh:node`;
}

/** What the values of parameters are. */
const valueKinds: readonly {
  readonly parameters: readonly string[];
  readonly asked: string;
  readonly isFit: (value: GraphTerm, graph: TermGraph) => boolean;
}[] = [
  {
    parameters: shaclTerms(
      'class datatype nodeKind equals disjoint lessThan lessThanOrEquals targetClass ' +
        'targetSubjectsOf targetObjectsOf',
    ),
    asked: 'an IRI',
    isFit: ({ termType }) => termType === 'NamedNode',
  },
  {
    parameters: [sh.targetNode],
    asked: 'an IRI or a literal',
    isFit: ({ termType }) => termType !== 'BlankNode',
  },
  {
    parameters: shaclTerms('minExclusive minInclusive maxExclusive maxInclusive pattern flags'),
    asked: 'a literal',
    isFit: ({ termType }) => termType === 'Literal',
  },
  {
    parameters: shaclTerms(
      'minCount maxCount minLength maxLength qualifiedMinCount qualifiedMaxCount',
    ),
    asked: 'a whole number',
    isFit: ({ termType, value }) => termType === 'Literal' && /^\+?\d+$/u.test(value),
  },
  {
    parameters: shaclTerms('uniqueLang closed deactivated qualifiedValueShapesDisjoint'),
    asked: 'true or false with the datatype xsd:boolean',
    isFit: (value) =>
      value.termType === 'Literal' &&
      value.datatype.value === xsd.boolean &&
      /^(?:true|false|[01])$/u.test(value.value),
  },
  {
    parameters: [...shapeListPredicates, ...shaclTerms('in languageIn ignoredProperties')],
    asked: 'a list',
    isFit: (value, graph) => graph.list(value) !== undefined,
  },
];

function* findWrongValues({ term, path }: Shape, graph: TermGraph): Generator<ShapeFlaw> {
  if (path === undefined && graph.objects(term, sh.path).length > 0) {
    const reason = 'it is no well-formed path; write one path as SHACL §2.3.1 has it';
    yield { parameter: sh.path, reason };
  }
  for (const { parameters, asked, isFit } of valueKinds) {
    for (const parameter of parameters) {
      for (const value of graph.objects(term, parameter)) {
        if (isFit(value, graph)) continue;
        const name = value.termType === 'BlankNode' ? 'a blank node' : termText(value);
        yield { parameter, reason: `its value is ${name}; write ${asked}` };
      }
    }
  }
}

function* findMisplacedParameters(
  { term }: Shape,
  graph: TermGraph,
  { shapes }: ShapeList,
): Generator<ShapeFlaw> {
  if (graph.objects(term, sh.path).length > 0) {
    const reason = 'it is evaluated for node shapes only; refer to a closed node shape by sh:node';
    const isClosed = graph.objects(term, sh.closed).some(({ value }) => value !== 'false');
    if (isClosed) yield { parameter: sh.closed, reason };
    return;
  }
  const isNamedAbove = graph
    .subjects(sh.property, term)
    .some(({ id }) => shapes.get(id)?.isDeactivated === false);
  if (isNamedAbove) return;
  if (graph.objects(term, rdf.type).some(({ value }) => value === sh.PropertyShape)) {
    yield { parameter: sh.path, reason: 'a property shape has no sh:path; give it one' };
    return;
  }
  for (const parameter of propertyParameters) {
    if (graph.objects(term, parameter).length === 0) continue;
    const reason = 'a node shape cannot have it; put it into sh:property with a sh:path';
    yield { parameter, reason };
  }
}

/** Parameters of components with several parameters, each of which has one value at most. */
const singleParameters = [
  ...shaclTerms('flags qualifiedValueShape qualifiedMinCount qualifiedMaxCount'),
  ...shaclTerms('qualifiedValueShapesDisjoint'),
];

const qualifiedCounts = shaclTerms('qualifiedMinCount qualifiedMaxCount');

function* findIncompleteConstraints({ term, path }: Shape, graph: TermGraph): Generator<ShapeFlaw> {
  if (graph.objects(term, sh.and).some(({ value }) => value === rdf.nil)) {
    yield { parameter: sh.and, reason: 'an empty list asks for nothing; list shapes in it' };
  }
  const countOf = (parameter: string): number => graph.objects(term, parameter).length;
  for (const parameter of singleParameters) {
    if (countOf(parameter) < 2) continue;
    yield { parameter, reason: 'it has several values; write one, or several shapes' };
  }
  const counts = qualifiedCounts.filter((parameter) => countOf(parameter) > 0);
  const hasShape = countOf(sh.qualifiedValueShape) > 0;
  if (hasShape && counts.length === 0) {
    const reason = 'it asks for nothing without sh:qualifiedMinCount or sh:qualifiedMaxCount';
    yield { parameter: sh.qualifiedValueShape, reason };
  }
  // The W3C suite has a node shape with counts alone, which ask for nothing.
  for (const parameter of hasShape || path === undefined ? [] : counts) {
    yield { parameter, reason: 'it asks for nothing without sh:qualifiedValueShape' };
  }
}
