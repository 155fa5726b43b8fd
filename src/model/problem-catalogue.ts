import { escapeControls } from '../text/printable.ts';
import { catalogueProblems, discoveryProblems, listingProblems } from './problem-texts/sources.ts';
import { expansionProblems } from './problem-texts/expansion.ts';
import { extractionProblems } from './problem-texts/extraction.ts';
import { conformanceProblems } from './problem-texts/conformance.ts';
import { missingMetadataProblems } from './problem-texts/missing-metadata.ts';
import { requestProblems, robotsProblems } from './problem-texts/requests.ts';
import { linkedDocumentProblems } from './problem-texts/linked-documents.ts';
import { repositoryProblems } from './problem-texts/repositories.ts';
import { searchFactsProblems } from './problem-texts/search-facts.ts';
import { signpostingProblems } from './problem-texts/signposting.ts';
import type { Problem, ProblemKind, ProblemOf, Severity } from './problem.ts';
import type { ProblemTexts } from './problem-texts/problem-text.ts';

/** Texts for every kind of problem. A kind without texts does not compile. */
export const problemCatalogue: ProblemTexts = {
  ...requestProblems,
  ...robotsProblems,
  ...listingProblems,
  ...discoveryProblems,
  ...extractionProblems,
  ...missingMetadataProblems,
  ...expansionProblems,
  ...searchFactsProblems,
  ...conformanceProblems,
  ...signpostingProblems,
  ...linkedDocumentProblems,
  ...repositoryProblems,
  ...catalogueProblems,
};

/** Whether a text is a kind of problem. */
export function isProblemKind(text: string): text is ProblemKind {
  return Object.hasOwn(problemCatalogue, text);
}

/** Most severe first. */
export const severities = ['error', 'warning', 'info'] as const satisfies readonly Severity[];

/** Orders severities: the most severe first. */
export function compareSeverities(one: Severity, other: Severity): number {
  return severities.indexOf(one) - severities.indexOf(other);
}

/** How many there are of each severity. */
export function countSeverities(
  found: Iterable<{ readonly severity: Severity }>,
): Readonly<Record<Severity, number>> {
  const counts: Record<Severity, number> = { error: 0, warning: 0, info: 0 };
  for (const { severity } of found) counts[severity] += 1;
  return counts;
}

/** The more severe one of two. */
export function worseSeverity(one: Severity | undefined, other: Severity): Severity {
  return one !== undefined && compareSeverities(one, other) <= 0 ? one : other;
}

/** The severity of a problem, given by its kind; for a cut, by the kind that was left out. */
export function severityOf(problem: Problem): Severity {
  return problemCatalogue[problem.kind === 'problems-omitted' ? problem.of : problem.kind].severity;
}

/** How to fix a problem. */
export function remedyOf<Kind extends ProblemKind>(problem: ProblemOf<Kind>): string {
  const { remedy, remedyFor } = problemCatalogue[problem.kind];
  return remedyFor?.(problem) ?? remedy;
}

/** One line with title, facts, and record or URL. Safe to print on a terminal. */
export function describeProblem(problem: Problem): string {
  const facts = problemFacts(problem);
  const where = problem.record ?? problem.url;
  return escapeControls(
    `${problemCatalogue[problem.kind].title}${facts === '' ? '' : ` (${facts})`}: ${where}`,
  );
}

/** The facts of a problem in a few words, without the URL; empty where the title is enough. */
export function problemFacts<Kind extends ProblemKind>(problem: ProblemOf<Kind>): string {
  return problemCatalogue[problem.kind].facts(problem);
}
