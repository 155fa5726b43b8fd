import type { Problem, ProblemKind } from '../model/problem.ts';

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
  ['out-of-time', 'not-tried'],
]);

/** The statuses that say that a resource is not there: RFC 9110 §15.5.5 and §15.5.11. */
const goneStatuses: ReadonlySet<number> = new Set([404, 410]);

/** Why there is no answer, where that is more than that the URL could not be had. */
export function refusalOf(problem: Problem): 'disallowed' | 'not-tried' | 'gone' | undefined {
  if (problem.kind === 'http-status' && goneStatuses.has(problem.status)) return 'gone';
  return refusals.get(problem.kind);
}

/** What kept a document from being read that could have been. */
export const passing: ReadonlySet<ProblemKind> = new Set<ProblemKind>([
  'content-unavailable',
  'internal-error',
  'record-timed-out',
]);
