import { detectRedirectAway } from '../extract/replaced-page.ts';
import type { Outcome } from '../model/outcome.ts';
import { missingMetadataKinds } from '../model/problem-texts/missing-metadata.ts';
import type { Problem, ProblemKind, ProblemOf } from '../model/problem.ts';
import type { DescribedResource } from '../model/record.ts';
import type { Target } from '../model/target.ts';
import { identifierName, isPersistentIdentifier } from '../rdf/identifiers.ts';

/** Problems of a page that offers no metadata, as opposed to metadata that was lost. */
export const nothingOffered: ReadonlySet<ProblemKind> = new Set<ProblemKind>([
  ...missingMetadataKinds,
  'content-type-unsupported',
  'json-not-metadata',
  'list-item-invalid',
  'link-too-deep',
  'list-empty',
  'metadata-format-unread',
  'too-many-links',
]);

/** Why a URL was not requested. */
const refusals: ReadonlyMap<ProblemKind, 'disallowed' | 'not-tried'> = new Map([
  ['robots-disallowed', 'disallowed'],
  ['robots-unavailable', 'not-tried'],
  ['host-given-up', 'not-tried'],
  ['source-given-up', 'not-tried'],
  ['out-of-requests', 'not-tried'],
  ['out-of-time', 'not-tried'],
]);

/** The resource does not exist, or no longer (RFC 9110, 15.5.5 and 15.5.11). */
const goneStatuses: ReadonlySet<number> = new Set([404, 410]);

/**
 * Classifies a problem that left a URL without an answer; undefined for an ordinary failure. A home
 * page or the like that does not exist, to which redirects led, says nothing about the resource.
 */
export function refusalReason(
  problem: Problem,
  requested: string,
): 'disallowed' | 'not-tried' | 'gone' | undefined {
  if (problem.kind === 'http-status' && goneStatuses.has(problem.status)) {
    return detectRedirectAway(requested, problem.url) === undefined ? 'gone' : undefined;
  }
  if (problem.kind === 'listed-as-deleted') return 'gone';
  return refusals.get(problem.kind);
}

/** The problem of a resource whose listing says that it was deleted. */
export function listedAsDeletedProblem({
  url,
  found,
}: Pick<Target, 'url' | 'found'>): ProblemOf<'listed-as-deleted'> {
  const { in: list, lastmod } = found;
  return {
    kind: 'listed-as-deleted',
    url,
    ...(list === undefined ? {} : { list }),
    ...(lastmod === undefined ? {} : { lastmod }),
  };
}

/** Problems that say nothing about the document, which may be read another time. */
export const transientProblems: readonly ProblemKind[] = [
  'content-unavailable',
  'internal-error',
  'record-timed-out',
  'record-out-of-memory',
];

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
  const [resource, second] = resources;
  const [first] = citeAs;
  if (resource === undefined || first === undefined || second !== undefined) return undefined;
  const own = [resource.iri ?? [], resource.identifiers].flat();
  const wanted = new Set(citeAs.map(identifierName));
  if (own.some((name) => wanted.has(identifierName(name)))) return undefined;
  const identifier = own.find(isPersistentIdentifier);
  if (identifier === undefined) return undefined;
  return { kind: 'cite-as-differs', url, citeAs: first, identifier };
}

/** Problems of a resource that may still give metadata by content negotiation. */
const negotiable: ReadonlySet<ProblemKind> = new Set<ProblemKind>([
  ...missingMetadataKinds,
  'content-type-unsupported',
  'metadata-format-unread',
]);

/** Problems of metadata as a whole that lie in its text, so that it is the same at each visit. */
const unreadable: ReadonlySet<ProblemKind> = new Set<ProblemKind>([
  'context-missing',
  'context-unavailable',
  'json-ld-invalid',
  'json-malformed',
  'json-not-metadata',
  'json-too-complex',
  'no-triples',
]);

/** Whether an outcome says that metadata of a page, or the whole of it, cannot be read. */
export function isUnreadable(outcome: Outcome<unknown>): boolean {
  return outcome.kind === 'failed' && unreadable.has(outcome.problem.kind);
}

/** Problems of a page that another one, for people, came in place of. */
const replacedPages: ReadonlySet<ProblemKind> = new Set<ProblemKind>([
  'redirected-away',
  'soft-404',
  'tombstone-page',
]);

/** Whether an outcome says that something else came in place of a page. */
export function isReplacedPage(
  outcome: Outcome<never>,
): outcome is Extract<Outcome<never>, { readonly kind: 'failed' }> {
  return outcome.kind === 'failed' && replacedPages.has(outcome.problem.kind);
}

/** Whether a problem says that a page may be back another day, since another came in its place. */
export function mayComeBack({ kind }: Problem): boolean {
  return replacedPages.has(kind) || kind === 'login-required';
}

/** Whether an outcome says that a resource offers no metadata as it was requested. */
export function offersNothing(outcome: Outcome<unknown>): outcome is Outcome<never> {
  return outcome.kind === 'failed' && negotiable.has(outcome.problem.kind);
}
