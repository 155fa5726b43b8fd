import { printable } from '../text/printable.ts';
import { catalogueProblems } from './problem-texts/catalogue.ts';
import { discoveryProblems } from './problem-texts/discovery.ts';
import { expansionProblems } from './problem-texts/expansion.ts';
import { extractionProblems } from './problem-texts/extraction.ts';
import { requestProblems } from './problem-texts/requests.ts';
import { robotsProblems } from './problem-texts/robots.ts';
import { searchFactsProblems } from './problem-texts/search-facts.ts';
import type { Problem, ProblemKind, ProblemOf, Severity } from './problem.ts';
import type { ProblemTexts } from './problem-text.ts';

/** Every kind of problem with its texts. A new kind does not compile until it has some. */
export const problemCatalogue: ProblemTexts = {
  ...requestProblems,
  ...robotsProblems,
  ...discoveryProblems,
  ...extractionProblems,
  ...expansionProblems,
  ...searchFactsProblems,
  ...catalogueProblems,
};

/** The severity of a problem, which is that of its kind. */
export function severityOf(problem: Problem): Severity {
  return problemCatalogue[problem.kind].severity;
}

/** One line that says what is the matter and where: title, facts, URL. Safe to print on a terminal. */
export function describeProblem(problem: Problem): string {
  const facts = factsOf(problem);
  return printable(
    `${problemCatalogue[problem.kind].title}${facts === '' ? '' : ` (${facts})`}: ${problem.url}`,
  );
}

function factsOf<Kind extends ProblemKind>(problem: ProblemOf<Kind>): string {
  return problemCatalogue[problem.kind].facts(problem);
}
