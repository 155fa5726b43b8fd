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
 * Follows what the `Link` fields of a response offer, since its content is no metadata.
 * @param reason why there is nothing where they lead nowhere
 * @param content what the content offers, which is not taken
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
 * Whether the links of a response lead to better metadata than its content is, which is JSON or RDF: it is data then, or a
 * record without a label beside one that has it. What somebody called metadata is taken for it.
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
