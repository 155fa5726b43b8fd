import type { Outcome } from '../model/outcome.ts';
import type { Extracted } from '../model/record.ts';

/**
 * Adds `charset-unknown` to the first outcome that can carry a problem.
 * @param charset the label that nobody knows; undefined where there is none
 */
export function* withCharset(
  outcomes: Iterable<Outcome<Extracted>>,
  url: string,
  charset: string | undefined,
): Iterable<Outcome<Extracted>> {
  let isCarried = charset === undefined;
  for (const outcome of outcomes) {
    if (isCarried || outcome.kind === 'skipped' || charset === undefined) {
      yield outcome;
      continue;
    }
    isCarried = true;
    const problem = { kind: 'charset-unknown', url, charset } as const;
    yield { ...outcome, problems: [...(outcome.problems ?? []), problem] };
  }
}
