import { cdifLabelOf } from '../model/cdif-profile.ts';
import { isJsonLdType } from '../model/media-type.ts';
import type { Problem } from '../model/problem.ts';
import type { Offer } from '../model/offer.ts';
import type { Outcome } from '../model/outcome.ts';
import type { Extracted } from '../model/record.ts';
import type { Body } from '../model/response.ts';
import { headOf } from './body-bytes.ts';
import { hasKeywords, keywordBytes } from './json-start.ts';
import { bestLinks, chooseLinks } from './link-choice.ts';
import { followLinks, signpostOutcomes } from './link-offers.ts';
import type { UnreadInput } from './route.ts';

/**
 * Follows the `Link` fields of a response whose content is not metadata.
 * @param reason the problem to report where they lead nowhere
 * @param content the offers of the content, which are not taken
 */
export function* extractElsewhere(
  { response, links, limits }: UnreadInput,
  reason: Problem,
  content: readonly Offer[] = [],
): Iterable<Outcome<Extracted>> {
  const { url } = response.target;
  const choice = chooseLinks(links, response);
  const wanted = bestLinks(choice);
  const { outcomes, offers } = followLinks(
    { url, links, wanted, own: choice.own },
    limits.linksPerPage,
  );
  yield* outcomes;
  if (outcomes.length === 0) yield { kind: 'failed', problem: reason };
  yield* signpostOutcomes([...content, ...offers], links);
}

/**
 * Whether the links of a response lead to better metadata than its JSON or RDF content: the content
 * is data, or an unlabelled record beside a labelled one. Content that was labelled as metadata is
 * taken.
 */
export function isOutranked(
  { response, mediaType, links }: UnreadInput,
  body: Body,
  route: 'direct' | 'rdf',
): boolean {
  const { found, labels = [] } = response.target;
  if (
    links.length === 0 ||
    found.by === 'link' ||
    found.by === 'list' ||
    labels.some(({ type }) => type !== undefined)
  ) {
    return false;
  }
  if (cdifLabelOf(mediaType.profiles) !== undefined) return false;
  const { labelled, unlabelled } = chooseLinks(links, response);
  if (labelled.length > 0) return true;
  if (route === 'rdf' || unlabelled.length === 0) return false;
  return !isJsonLdType(mediaType.essence) && !hasKeywords(headOf(body, keywordBytes));
}
