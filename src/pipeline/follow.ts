import type { Lead } from '../model/record.ts';
import type { Listing, Target } from '../model/target.ts';
import { completeSources, lineOf, type Running } from './running.ts';
import type { ListingNews } from './listing-book.ts';

/**
 * Sends a link back to the frontier, for each source that lists the page or list it was found in, as far as links may
 * lead. Resolves once there is room for what that has to be written.
 * @returns whether it may be followed for any of them
 */
export async function follow(link: Lead, page: string, running: Running): Promise<boolean> {
  const { listings, links } = running;
  const within = listings.of(page).filter(({ depth }) => mayLead(link, depth, running));
  // What the page is known to link to has been followed for each source that lists it.
  if (isOfUse(link, running) && !links.add(page, link)) return within.length > 0;
  for (const listing of within) await followFor(listing, link, page, running);
  return within.length > 0;
}

/** What was not known of a target before it was named here. */
export interface News {
  readonly target: Target;
  readonly listed: ListingNews;
}

/** Takes down that a target is named, and what is said of it. */
export function newsOf(target: Target, { listings, mentions }: Running): News {
  mentions.add(target);
  return { target, listed: listings.add(target) };
}

/**
 * Has a page that was read, or is being read, carried once more where a script of it is named by now that was not then. It is
 * carried for the source for which it was, and counted there once.
 */
export function rereadNamed(url: string, { pages, mentions, visits }: Running): void {
  const look = pages.of(url);
  if (look !== undefined && pages.isOutdated(mentions.complete(look.target))) {
    visits.repeat(look.target);
  }
}

/**
 * To be called when all is carried. Has pages carried once more that were read as if scripts of theirs were named, as before,
 * which nobody named by now; but not where a source may name them that was not listed whole, or that the run is not for.
 * @returns whether there are any
 */
export function rereadUnnamed({ pages, mentions, visits, former, sources }: Running): boolean {
  const complete = completeSources(sources);
  let isAny = false;
  for (const url of mentions.unsaid) {
    const look = pages.of(url);
    if (look === undefined || !complete.has(look.target.source)) continue;
    if (former.get(url)?.every((source) => complete.has(source)) === false) continue;
    mentions.forget(url);
    // What is said of it is added when it is carried.
    const { labels: _, ...target } = look.target;
    isAny = visits.repeat(target) || isAny;
  }
  return isAny;
}

/**
 * Deals with a URL that is named once more. It is carried again where something was left out that a
 * further source may want, where that has credentials that come first, or where a script of a page
 * was not known to be meant. The catalogue is told of the listing, if that says anything new, and
 * what the URL links to is followed for this source too, so that nothing depends on which source
 * came first. Resolves once there is room for what is to be written.
 */
export async function listAgain({ target, listed }: News, running: Running): Promise<void> {
  const { url, source } = target;
  const { listings, writes, links } = running;
  const { ledger } = lineOf(source, running);
  if (listed === 'further' && isToBeRepeated(target, running)) ledger.admit(url);
  else ledger.skip('already-listed');
  rereadNamed(url, running);
  if (listed === 'known') return;
  const listing = listings.of(url).find((each) => each.source === source);
  if (listing === undefined) return;
  await writes.add(running.memory.list(url, listing), 0);
  if (listed === 'better') return;
  for (const link of links.of(url)) {
    if (mayLead(link, listing.depth, running)) await followFor(listing, link, url, running);
  }
}

/**
 * Has a URL carried once more where a further source wants more of it, or has credentials for it
 * that come first.
 */
function isToBeRepeated(target: Target, { choice, visits }: Running): boolean {
  return visits.listFurther(target) || (choice.isOutdated(target) && visits.repeat(target));
}

/** Whether a link may be followed from so deep. The pages of a catalogue are as deep as its first; their number is limited. */
function mayLead({ isList }: Lead, depth: number, { limits }: Running): boolean {
  return isList === true || depth < limits.linkDepth;
}

/**
 * What a list names is listed by the source, as what a sitemap names is, and so is a further page of it, from which what is
 * filtered comes; a link of a page is followed wherever it leads.
 */
async function followFor(
  { source, depth }: Listing,
  link: Lead,
  page: string,
  running: Running,
): Promise<void> {
  const { frontier } = running;
  const { ledger, listing } = lineOf(source, running);
  const { url, by, isList } = link;
  if (by === 'list') {
    if (isList !== true && !running.wanted(source, url)) {
      ledger.skip('excluded');
      return;
    }
    const hasPlace = (): boolean => (isList === true ? listing.reservePage() : listing.reserve());
    if (!frontier.knows(url) && !hasPlace()) return;
  }
  const target = { url, source, ...placeOf(link, page, depth) };
  const news = newsOf(target, running);
  const answer = frontier.follow(target);
  if (answer === 'queued') ledger.admit(url);
  if (answer === 'known') await listAgain(news, running);
}

/** How deep a linked URL is, how it was found and what is said of it. */
function placeOf(
  { by, place, rel, labels, citeAs, isList }: Lead,
  page: string,
  depth: number,
): Pick<Target, 'citeAs' | 'depth' | 'found' | 'isList' | 'labels'> {
  const found = {
    by,
    in: page,
    ...(place === undefined ? {} : { place }),
    ...(rel === undefined ? {} : { rel }),
  };
  const told = {
    ...(labels === undefined ? {} : { labels }),
    ...(citeAs === undefined ? {} : { citeAs }),
  };
  return isList === true ? { found, depth, ...told, isList } : { found, depth: depth + 1, ...told };
}

/** Whether a source of this run may want what a link leads to, by its `include` and `exclude`. */
function isOfUse({ url, by, isList }: Lead, { wantedByAny }: Running): boolean {
  return by === 'link' || isList === true || wantedByAny(url);
}
