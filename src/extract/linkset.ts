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
 * Follows the links of a linkset (RFC 9264) to metadata: of each resource that it speaks of the best offers, whichever page
 * led to the linkset, since others may lead to it as well. What a source lists itself may have links to as many documents
 * as a source may list; where a page led to it, as many as that might have.
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
  const wanted = Array.from(contexts.values(), (ofOne) => bestLinks(rankLinks(ofOne, own))).flat();
  const selection = { url, links, wanted, own: new Set([...contexts.keys(), ...own]) };
  const isPages = found.by === 'link';
  const { outcomes, offers } = followLinks(
    selection,
    isPages ? limits.linksPerPage : limits.urlsPerSource,
    isPages ? 'link' : 'list',
  );
  yield* outcomes;
  if (outcomes.length === 0 && read.outcomes.every(({ kind }) => kind !== 'failed')) {
    yield { kind: 'failed', problem: { kind: 'no-metadata', url } };
  }
  yield* signpostOutcomes(offers, links);
}
