import type { Signposts } from '../model/offer.ts';
import type { Outcome } from '../model/outcome.ts';
import type { Problem, ProblemKind, ProblemOf } from '../model/problem.ts';
import type { DescribedResource } from '../model/record.ts';
import type { VisitState } from '../model/run.ts';
import type { Target } from '../model/target.ts';
import { identifierName } from '../rdf/identifiers.ts';

/** Problems of a page that offers no metadata, as opposed to metadata that was lost. */
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

/** Why a URL was not requested. */
const refusals: ReadonlyMap<ProblemKind, 'disallowed' | 'not-tried'> = new Map([
  ['robots-disallowed', 'disallowed'],
  ['robots-unavailable', 'not-tried'],
  ['host-given-up', 'not-tried'],
  ['source-given-up', 'not-tried'],
  ['out-of-time', 'not-tried'],
]);

/** The resource does not exist, or no longer (RFC 9110, 15.5.5 and 15.5.11). */
const goneStatuses: ReadonlySet<number> = new Set([404, 410]);

/** Classifies a problem that left a URL without an answer; undefined for an ordinary failure. */
export function refusalReason(problem: Problem): 'disallowed' | 'not-tried' | 'gone' | undefined {
  if (problem.kind === 'http-status' && goneStatuses.has(problem.status)) return 'gone';
  return refusals.get(problem.kind);
}

/**
 * The state of a target without an answer. A list that is gone failed: its records need not be
 * gone.
 */
export function stateWithoutAnswer(
  refusal: ReturnType<typeof refusalReason>,
  { isList }: Pick<Target, 'isList'>,
): Exclude<VisitState, 'harvested'> {
  if (refusal === undefined) return 'fetch-failed';
  return isList === true && refusal === 'gone' ? 'fetch-failed' : refusal;
}

/** Problems that say nothing about the document, which may be read another time. */
export const transientProblems: readonly ProblemKind[] = [
  'content-unavailable',
  'internal-error',
  'record-timed-out',
  'record-out-of-memory',
];

/**
 * Schemes of persistent identifiers, as `identifierName` writes them; a resource should have one of
 * each.
 */
const persistent = /^(?:doi|hdl|ark|urn):/u;

/**
 * The problem of a resource whose `cite-as` links name another identifier than its record: the
 * record has persistent identifiers, and none of them is a target of the links. With several
 * resources it is not known which one is meant.
 * @param url of the record
 * @param citeAs the targets of the links
 */
export function citeAsProblem(
  url: string,
  citeAs: readonly string[],
  resources: readonly DescribedResource[],
): ProblemOf<'cite-as-differs'> | undefined {
  const [resource] = resources;
  const [first] = citeAs;
  if (resource === undefined || first === undefined || resources.length > 1) return undefined;
  const { iri, identifiers } = resource;
  const own = (iri === undefined ? [] : [iri]).concat(identifiers);
  const wanted = new Set(citeAs.map(identifierName));
  if (own.some((name) => wanted.has(identifierName(name)))) return undefined;
  const contradicting = own.find((name) => persistent.test(identifierName(name)));
  return contradicting === undefined
    ? undefined
    : { kind: 'cite-as-differs', url, citeAs: first, identifier: contradicting };
}

/** The `cite-as` links of a resource about itself. @param urls the URLs that gave the answer */
export function selfCiteAs({ links }: Signposts, urls: ReadonlySet<string>): readonly string[] {
  const own = links.filter(({ rel, context }) => rel === 'cite-as' && urls.has(context));
  return own.map(({ target }) => target);
}

/** Problems of a resource that may still give metadata by content negotiation. */
const negotiable: ReadonlySet<ProblemKind> = new Set<ProblemKind>([
  'content-type-unsupported',
  'metadata-format-unread',
  'no-metadata',
]);

/** Whether an outcome says that a resource offers no metadata as it was requested. */
export function offersNothing(outcome: Outcome<unknown>): outcome is Outcome<never> {
  return outcome.kind === 'failed' && negotiable.has(outcome.problem.kind);
}
