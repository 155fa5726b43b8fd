import type { Listing, Target } from '../model/target.ts';
import { lineOf, type Running } from './harvest-plan.ts';
import type { Link } from './link-book.ts';
import type { ListingNews } from './listing-book.ts';

/**
 * Sends a link back to the frontier, for each source that lists the page or list it was found in, as far as links may
 * lead. Resolves once there is room for what that has to be written.
 * @returns whether it may be followed for any of them
 */
export async function follow(link: Link, page: string, running: Running): Promise<boolean> {
  const { listings, links, limits } = running;
  const within = listings.of(page).filter(({ depth }) => depth < limits.linkDepth);
  // What the page is known to link to has been followed for each source that lists it.
  if (isOfUse(link, running) && !links.add(page, link)) return within.length > 0;
  for (const listing of within) await followFor(listing, link, page, running);
  return within.length > 0;
}

/**
 * Deals with a URL that was offered before. Where something was left out that a further source may want, it is carried
 * once more. The catalogue is told of the listing, if it says anything new, and what the URL links to is followed for this
 * source too, so that nothing depends on which source came first. Resolves once there is room for what is to be written.
 */
export async function listAgain(
  { target, news }: { readonly target: Target; readonly news: ListingNews },
  running: Running,
): Promise<void> {
  const { url, source } = target;
  const { listings, visits, writes, links, limits } = running;
  const { ledger } = lineOf(source, running);
  if (news === 'further' && visits.repeat(target)) ledger.admit();
  else ledger.skip('already-listed');
  if (news === 'known') return;
  const listing = listings.of(url).find((each) => each.source === source);
  if (listing === undefined) return;
  await writes.add(running.relist(url, listing), 0);
  if (news === 'better' || listing.depth >= limits.linkDepth) return;
  for (const link of links.of(url)) await followFor(listing, link, url, running);
}

/** What a list names is listed by the source, as what a sitemap names is; a link of a page is followed wherever it leads. */
async function followFor(
  { source, depth }: Listing,
  { url, by, place, rel, label, citeAs }: Link,
  page: string,
  running: Running,
): Promise<void> {
  const { frontier, listings } = running;
  const { ledger, listing } = lineOf(source, running);
  if (by === 'list') {
    if (!running.wanted(source, url)) {
      ledger.skip('excluded');
      return;
    }
    if (!frontier.knows(url) && !listing.reserve()) return;
  }
  const found = {
    by,
    in: page,
    ...(place === undefined ? {} : { place }),
    ...(rel === undefined ? {} : { rel }),
  };
  const told = {
    ...(label === undefined ? {} : { label }),
    ...(citeAs === undefined ? {} : { citeAs }),
  };
  const target = { url, source, found, depth: depth + 1, ...told };
  const news = listings.add(target);
  const answer = frontier.follow(target);
  if (answer === 'queued') ledger.admit();
  if (answer === 'known') await listAgain({ target, news }, running);
}

/** Whether a source of this run may want what a link leads to, by its `include` and `exclude`. */
function isOfUse({ url, by }: Link, { sources, wanted }: Running): boolean {
  return by === 'link' || sources.some(({ source }) => wanted(source.name, url));
}
