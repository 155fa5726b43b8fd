import type { Outcome } from '../model/outcome.ts';
import type { Extracted } from '../model/record.ts';
import { withProblems } from './with-problems.ts';

/**
 * Adds `charset-unknown` to the first outcome that can carry a problem.
 * @param charset the label that nobody knows; undefined where there is none
 */
export function withCharset(
  outcomes: Iterable<Outcome<Extracted>>,
  url: string,
  charset: string | undefined,
): Iterable<Outcome<Extracted>> {
  return withProblems(
    outcomes,
    charset === undefined ? [] : [{ kind: 'charset-unknown', url, charset }],
  );
}
