import type { Signposts } from '../model/offer.ts';
import { signpostsOf } from './signposts.ts';

export const noSignposts: Signposts = { offers: [], links: [] };

/** What two answers, or an answer and the entry of a sitemap, say of where metadata is; what both say once. */
export function mergedSignposts(before: Signposts, { offers, links }: Signposts): Signposts {
  if (before.offers.length + before.links.length === 0) return { offers, links };
  const all = new Map([...before.offers, ...offers].map((offer) => [JSON.stringify(offer), offer]));
  return { offers: [...all.values()], links: signpostsOf([...before.links, ...links]) };
}
