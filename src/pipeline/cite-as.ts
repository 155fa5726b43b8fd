import type { Signposts } from '../model/offer.ts';
import type { ProblemOf } from '../model/problem.ts';
import type { DescribedResource } from '../model/record.ts';
import { identifierName } from '../rdf/identifier-name.ts';

/** Identifiers that are meant to last, and of which a resource that has one should have no other; see `identifierName`. */
const persistent = /^(?:doi|hdl|ark|urn):/u;

/**
 * The problem of a resource that typed links tell to cite otherwise than its record calls it. A record contradicts where it
 * has persistent identifiers, and none of them is one of the links'. Of several resources nobody knows which is meant.
 * @param url that of the record
 * @param citeAs the targets of `cite-as`
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

/** What a resource says that it is to be cited as. @param urls those that it answered by */
export function ownCiteAs({ links }: Signposts, urls: ReadonlySet<string>): readonly string[] {
  const own = links.filter(({ rel, context }) => rel === 'cite-as' && urls.has(context));
  return own.map(({ target }) => target);
}
