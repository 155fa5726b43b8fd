import type { Signposts } from '../model/offer.ts';
import type { Target } from '../model/target.ts';
import { targetUrl } from '../model/target-url.ts';
import { offersOfLinks } from './offers-of-links.ts';
import { signpostsOf } from './signposts.ts';

/** The links and offers of a target's sitemap entry; undefined where it has none. */
export function signpostsOfEntry({ url, links }: Target): Signposts | undefined {
  if (links === undefined || links.length === 0) return undefined;
  const taken = new Set(links.filter(({ target }) => targetUrl(target) === url));
  const own = new Set(links.map(({ context }) => context));
  return { offers: offersOfLinks(links, { own, taken, wanted: taken }), links: signpostsOf(links) };
}
