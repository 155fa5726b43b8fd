import type { Outcome } from '../model/outcome.ts';
import type { Problem } from '../model/problem.ts';
import type { Extracted } from '../model/record.ts';

/** Adds problems to the first outcome that can carry any. */
export function* withProblems(
  outcomes: Iterable<Outcome<Extracted>>,
  problems: readonly Problem[],
): Iterable<Outcome<Extracted>> {
  let areCarried = problems.length === 0;
  for (const outcome of outcomes) {
    if (areCarried || outcome.kind === 'skipped') {
      yield outcome;
      continue;
    }
    areCarried = true;
    yield { ...outcome, problems: [...(outcome.problems ?? []), ...problems] };
  }
}
