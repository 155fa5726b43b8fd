import { placedLinks } from '../links/placed-links.ts';
import { urlsOfAnswer } from '../links/resource-names.ts';
import type { Outcome } from '../model/outcome.ts';
import type { Extracted } from '../model/record.ts';
import type { PlacedLink } from '../model/typed-link.ts';
import { decodeJson } from './character-decoding.ts';
import { bestLinks, rankLinks } from './link-choice.ts';
import { followLinks, signpostOutcomes } from './link-offers.ts';
import { readLinkset } from './read-linkset.ts';
import type { UnreadInput } from './route.ts';

/**
 * Follows the links of a linkset (RFC 9264) to metadata: the best offers of each resource in it,
 * whichever page led to it, since others may lead to it as well. A linkset listed by a source may
 * have as many links as a source may list; one linked from a page, as many as a page may have.
 */
export function* extractLinkset(
  { response, mediaType, limits }: UnreadInput,
  body: Uint8Array,
): Iterable<Outcome<Extracted>> {
  const { target, retrieval } = response;
  const { url, found } = target;
  const { text } = decodeJson(body, mediaType.charset);
  const read = readLinkset(text, { url, base: retrieval.finalUrl, limits });
  yield* read.outcomes;
  if (!read.isLinkset) return;
  const links = placedLinks(read.links, 'linkset');
  const contexts = new Map<string, PlacedLink[]>();
  for (const link of links) {
    const others = contexts.get(link.context);
    if (others === undefined) contexts.set(link.context, [link]);
    else others.push(link);
  }
  const own = urlsOfAnswer(url, retrieval);
  const wanted = Array.from(contexts.values(), (linksOfContext) =>
    bestLinks(rankLinks(linksOfContext, own)),
  ).flat();
  const selection = { url, links, wanted, own: new Set([...contexts.keys(), ...own]) };
  const isLinkedFromPage = found.by === 'link';
  const { outcomes, offers } = followLinks(
    selection,
    isLinkedFromPage ? limits.linksPerPage : limits.urlsPerSource,
    isLinkedFromPage ? 'link' : 'list',
  );
  yield* outcomes;
  if (outcomes.length === 0 && read.outcomes.every(({ kind }) => kind !== 'failed')) {
    yield { kind: 'failed', problem: { kind: 'no-metadata', url } };
  }
  yield* signpostOutcomes(offers, links);
}
