import type { Outcome } from '../model/outcome.ts';
import type { Position, Problem } from '../model/problem.ts';
import type { Extracted } from '../model/record.ts';
import type { WrongCharset } from './broken-text.ts';

/** The charset problems of a text. */
export interface CharsetFaults {
  readonly unknownCharset?: string;
  readonly wrongCharset?: WrongCharset;
}

/**
 * The problems of a text's encoding: `charset-unknown`, `charset-wrong`.
 * @param positionOf the position, in the document at `url`, of the offset in `wrongCharset`
 */
export function charsetProblems(
  { unknownCharset, wrongCharset }: CharsetFaults,
  url: string,
  positionOf: (offset: number) => Position,
): readonly Problem[] {
  const problems: Problem[] = [];
  if (unknownCharset !== undefined) {
    problems.push({ kind: 'charset-unknown', url, charset: unknownCharset });
  }
  if (wrongCharset !== undefined) {
    const { offset, charset, readAs } = wrongCharset;
    problems.push({ kind: 'charset-wrong', url, ...positionOf(offset), charset, readAs });
  }
  return problems;
}

/** Creates a function that adds problems to the first outcome that can carry any. */
export function problemAdder(
  problems: readonly Problem[],
): (outcome: Outcome<Extracted>) => Outcome<Extracted> {
  let pending = problems;
  return (outcome) => {
    if (pending.length === 0 || outcome.kind === 'skipped') return outcome;
    const all = [...(outcome.problems ?? []), ...pending];
    pending = [];
    return { ...outcome, problems: all };
  };
}
