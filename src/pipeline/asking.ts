import type { Outcome } from '../model/outcome.ts';
import type { ProblemKind } from '../model/problem.ts';
import type { Target } from '../model/target.ts';
import type { Reading } from './reading.ts';

/** What is said of a resource that offers nothing, which may still have metadata for who asks for nothing else. */
const emptyHanded: ReadonlySet<ProblemKind> = new Set<ProblemKind>([
  'content-type-unsupported',
  'metadata-format-unread',
  'no-metadata',
]);

/** Whether an outcome says that a resource offers nothing. */
export function isEmptyHanded(outcome: Outcome<unknown>): outcome is Outcome<never> {
  return outcome.kind === 'failed' && emptyHanded.has(outcome.problem.kind);
}

/** Whether a target that offers nothing is to be asked for metadata alone (content negotiation). */
export function mayNegotiate({ file, isList }: Target, { negotiates }: Reading): boolean {
  return file === undefined && isList !== true && negotiates;
}
