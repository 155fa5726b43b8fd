import { createHash } from 'node:crypto';
import { describeProblem, severityOf } from '../model/problem-catalogue.ts';
import type { Problem, Severity } from '../model/problem.ts';
import { iriTerm } from '../rdf/n-quads.ts';
import { dcterms, prov, rdf, sh } from '../rdf/vocabularies.ts';
import { canonicalJson } from '../text/canonical-json.ts';
import {
  about,
  dateTime,
  ownGraphIri,
  resource,
  resourceOrText,
  runIri,
  sourceIri,
  text,
} from './own-terms.ts';

/** The graph that says what is wrong with what we looked at last. */
export const problemsGraph = ownGraphIri('problems');

/** When and for whom something was looked at. */
export interface ProblemContext {
  /** Tells apart what is met twice, as in looking at a URL and in listing a source. */
  readonly scope: string;
  readonly sources: readonly string[];
  /** Absent for what is true of the catalogue as a whole. */
  readonly run?: string;
  /** ISO 8601, UTC. */
  readonly at?: string;
}

/** What is said of problems: see `docs/vocabulary.md`. N-Quads in the problems graph, without blank nodes, none twice. */
export function problemStatements(problems: readonly Problem[], context: ProblemContext): string {
  if (problems.length === 0) return '';
  const statements = new Map<string, string>();
  for (const problem of problems) {
    const iri = problemIri(problem, context.scope);
    if (!statements.has(iri)) statements.set(iri, aboutProblem(iri, problem, context));
  }
  return [...statements.values()].join('');
}

const severities = {
  error: sh.Violation,
  warning: sh.Warning,
  info: sh.Info,
} as const satisfies Record<Severity, string>;

function aboutProblem(iri: string, problem: Problem, { sources, run, at }: ProblemContext): string {
  return about('problems', iri, [
    [rdf.type, iriTerm(sh.ValidationResult)],
    [sh.focusNode, resource(problem.url)],
    [sh.resultSeverity, iriTerm(severities[severityOf(problem)])],
    [sh.resultMessage, text(describeProblem(problem))],
    [sh.value, resourceOrText(valueOf(problem))],
    [sh.sourceConstraintComponent, iriTerm(`urn:cdif-graph:problem-kind:${problem.kind}`)],
    ...sources.map((source) => [dcterms.isPartOf, iriTerm(sourceIri(source))] as const),
    [prov.wasGeneratedBy, run === undefined ? undefined : iriTerm(runIri(run))],
    [prov.generatedAtTime, at === undefined ? undefined : dateTime(at)],
  ]);
}

/** The same problem at the same URL has the same IRI in every run. */
function problemIri(problem: Problem, scope: string): string {
  const hash = createHash('sha256')
    .update(`${scope}\n${canonicalJson(problem)}`)
    .digest('hex');
  return `urn:cdif-graph:problem:${hash.slice(0, 32)}`;
}

/** The names under which kinds of problems have what was seen and is wrong. */
const valueNames = [
  'value',
  'iri',
  'predicate',
  'term',
  'context',
  'name',
  'location',
  'link',
  'charset',
  'encoding',
  'contentType',
  'found',
];

function valueOf(problem: Problem): string | undefined {
  const facts = new Map<string, unknown>(Object.entries(problem));
  const values = valueNames.map((name) => facts.get(name));
  return values.find((value) => typeof value === 'string');
}
