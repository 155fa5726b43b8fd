import type { Signposts } from '../model/offer.ts';
import { signpostsOf } from './signposts.ts';

export const noSignposts: Signposts = { offers: [], links: [] };

/**
 * Merges the links and offers of two responses, or of a response and a sitemap entry, without
 * duplicates.
 */
export function mergedSignposts(before: Signposts, { offers, links }: Signposts): Signposts {
  if (before.offers.length + before.links.length === 0) return { offers, links };
  const all = new Map([...before.offers, ...offers].map((offer) => [JSON.stringify(offer), offer]));
  return { offers: [...all.values()], links: signpostsOf([...before.links, ...links]) };
}
