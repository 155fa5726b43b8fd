import type { Problem, ProblemKind } from '../model/problem.ts';
import type { LookState } from '../model/run.ts';
import type { Target } from '../model/target.ts';

/** Problems that say a page offers no metadata, rather than that metadata was lost. */
export const nothingOffered: ReadonlySet<ProblemKind> = new Set<ProblemKind>([
  'content-type-unsupported',
  'json-not-metadata',
  'list-item-invalid',
  'link-too-deep',
  'list-empty',
  'metadata-format-unread',
  'no-metadata',
  'too-many-links',
]);

/** Why a URL was not asked for. */
const refusals: ReadonlyMap<ProblemKind, 'disallowed' | 'not-tried'> = new Map([
  ['robots-disallowed', 'disallowed'],
  ['robots-unavailable', 'not-tried'],
  ['host-given-up', 'not-tried'],
  ['source-given-up', 'not-tried'],
  ['out-of-time', 'not-tried'],
]);

/** The statuses that say that a resource is not there: RFC 9110 §15.5.5 and §15.5.11. */
const goneStatuses: ReadonlySet<number> = new Set([404, 410]);

/** Why there is no answer, where that is more than that the URL could not be had. */
export function refusalOf(problem: Problem): 'disallowed' | 'not-tried' | 'gone' | undefined {
  if (problem.kind === 'http-status' && goneStatuses.has(problem.status)) return 'gone';
  return refusals.get(problem.kind);
}

/** The state of a target that gave no answer. A list that is not there has gone missing rather than that its records have. */
export function withoutAnswer(
  refusal: ReturnType<typeof refusalOf>,
  { isList }: Pick<Target, 'isList'>,
): Exclude<LookState, 'harvested'> {
  if (refusal === undefined) return 'fetch-failed';
  return isList === true && refusal === 'gone' ? 'fetch-failed' : refusal;
}

/** What kept a document from being read that could have been. */
export const passing: readonly ProblemKind[] = [
  'content-unavailable',
  'internal-error',
  'record-timed-out',
  'record-out-of-memory',
];
