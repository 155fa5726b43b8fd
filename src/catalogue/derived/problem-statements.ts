import { hash } from 'node:crypto';
import { describeProblem, severityOf } from '../../model/problem-catalogue.ts';
import { kindAndCount } from '../../model/problem-tally.ts';
import type { Problem, ProblemKind, Severity } from '../../model/problem.ts';
import { iriTerm, typedLiteral } from '../../rdf/n-quads.ts';
import { cdifGraph, dcterms, prov, rdf, sh, xsd } from '../../rdf/vocabularies.ts';
import { canonicalJson } from '../../text/canonical-json.ts';
import type { FoundProblem } from '../found-problems.ts';
import {
  dateTimeTerm,
  derivedGraphIri,
  iriOrTextTerm,
  resource,
  runIri,
  sourceIri,
  statementsAbout,
  textTerm,
} from './derived-terms.ts';

/** The graph with the problems of the latest visits. */
export const problemsGraphIri = derivedGraphIri('problems');

/**
 * Writes the statements of problems: see `docs/vocabulary.md`. N-Quads in the problems graph,
 * without blank nodes. Problems with equal statements are numbered if they come in the order of
 * `foundProblems`.
 */
export class ProblemWriter {
  #scope: string | undefined;
  readonly #repeated = new Map<string, number>();

  write(found: FoundProblem): string {
    const { scope, problem } = found;
    if (scope !== this.#scope) this.#repeated.clear();
    this.#scope = scope;
    const facts = canonicalJson(problem);
    const times = (this.#repeated.get(facts) ?? 0) + 1;
    // Shared names occur once per record, and could be too many to remember.
    if (found.first !== undefined) this.#repeated.set(facts, times);
    return aboutProblem(problemIri(facts, times === 1 ? scope : `${scope} ${times}`), found);
  }
}

const severities = {
  error: sh.Violation,
  warning: sh.Warning,
  info: sh.Info,
} as const satisfies Record<Severity, string>;

function aboutProblem(iri: string, { problem, sources, first }: FoundProblem): string {
  const cut = problem.kind === 'problems-omitted' ? kindAndCount(problem) : undefined;
  return statementsAbout('problems', iri, [
    [rdf.type, iriTerm(sh.ValidationResult)],
    [sh.focusNode, resource(problem.record ?? problem.url)],
    [sh.resultSeverity, iriTerm(severities[severityOf(problem)])],
    [sh.resultMessage, textTerm(describeProblem(problem))],
    [sh.value, iriOrTextTerm(valueOf(problem))],
    [sh.sourceConstraintComponent, kindTerm(problem.kind)],
    [cdifGraph.omittedKind, cut && kindTerm(cut.kind)],
    [cdifGraph.omittedCount, cut && typedLiteral(String(cut.count), iriTerm(xsd.integer))],
    ...sources.map((source) => [dcterms.isPartOf, iriTerm(sourceIri(source))] as const),
    [prov.wasGeneratedBy, first && iriTerm(runIri(first.run))],
    [prov.generatedAtTime, first && dateTimeTerm(first.at)],
  ]);
}

function kindTerm(kind: ProblemKind): string {
  return iriTerm(`urn:cdif-graph:problem-kind:${kind}`);
}

/** The same problem at the same URL has the same IRI in every run. */
function problemIri(facts: string, scope: string): string {
  const digest = hash('sha256', `${scope}\n${facts}`, 'hex');
  return `urn:cdif-graph:problem:${digest.slice(0, 32)}`;
}

/** The names of the fact that holds the observed wrong value, by kind. */
const valueNames =
  'value iri predicate term context name location link charset encoding contentType found'.split(
    ' ',
  );

function valueOf(problem: Problem): string | undefined {
  const facts = new Map<string, unknown>(Object.entries(problem));
  return valueNames.map((name) => facts.get(name)).find((value) => typeof value === 'string');
}
