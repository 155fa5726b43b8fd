import type { FoundLinkTarget } from '../model/record.ts';
import type { Listing, Target } from '../model/target.ts';
import type { RunSource, RunState } from './run-state.ts';
import type { ListingNews } from './url-table.ts';

/**
 * Takes a URL that a source lists into the run.
 * @returns `admitted` where the caller is to give the target to the frontier; `full` where the
 * source may list nothing more
 */
export async function admitTarget(
  target: Target,
  { ledger, listing }: RunSource,
  run: RunState,
): Promise<'admitted' | 'known' | 'full'> {
  if (!listing.reserve()) return 'full';
  const entry = run.urls.entry(target.url);
  const news = entry.name(target);
  if (entry.state !== 'named') {
    listing.release();
    await addListing(target, news, run);
    return 'known';
  }
  entry.state = 'queued';
  ledger.admit(target.url);
  return 'admitted';
}

/**
 * Follows a link, for each source that lists the page or list it was found in, also for one that
 * does so later, so that the catalogue does not depend on which source came first. Resolves when
 * there is room for further writes.
 * @returns whether it may be followed for any of them, by the length of the chain of links
 */
export async function followLink(
  link: FoundLinkTarget,
  page: string,
  run: RunState,
): Promise<boolean> {
  const { urls, sources, plan } = run;
  const entry = urls.entry(page);
  const within = entry.listings.filter(({ depth }) => mayLead(link, depth, run));
  const isOfUse =
    link.by === 'link' || link.isList === true || sources.filters.isWantedByAny(link.url);
  // A link that is kept has been followed for each source that lists the page.
  if (isOfUse && !entry.addLink(link, plan.limits.urlsPerSource)) return within.length > 0;
  for (const listing of within) await followFor(listing, { link, page }, run);
  return within.length > 0;
}

/** The pages of a catalogue are as deep as its first; their number is limited instead. */
function mayLead({ isList }: FoundLinkTarget, depth: number, { plan }: RunState): boolean {
  return isList === true || depth < plan.limits.linkDepth;
}

/**
 * The items and further pages of a list are listed by the source, like those of a sitemap; the
 * filters of the source concern only the items. A link of a page is followed wherever it leads.
 */
async function followFor(
  { source, depth }: Listing,
  { link, page }: { readonly link: FoundLinkTarget; readonly page: string },
  run: RunState,
): Promise<void> {
  const { urls, sources, frontier } = run;
  const { ledger, listing } = sources.get(source);
  const { url, by, isList } = link;
  const isKnown = urls.isListed(url);
  if (by === 'list') {
    if (isList !== true && !sources.filters.isWanted(source, url)) {
      ledger.skip('excluded');
      return;
    }
    if (isList !== true && !isKnown && !listing.reserveItem()) {
      ledger.skip('not-sampled');
      return;
    }
    const hasPlace = isKnown || (isList === true ? listing.reservePage() : listing.reserve());
    if (!hasPlace) return;
  }
  const entry = urls.entry(url);
  const target = linkedTarget(link, page, { source, depth });
  const news = entry.name(target);
  if (isKnown) {
    await addListing(target, news, run);
    return;
  }
  entry.state = 'queued';
  if (frontier.add(target)) ledger.admit(url);
}

function linkedTarget(
  { url, by, place, rel, lastmod, labels, citeAs, isList }: FoundLinkTarget,
  page: string,
  { source, depth }: Pick<Listing, 'source' | 'depth'>,
): Target {
  return {
    url,
    source,
    found: {
      by,
      in: page,
      ...(place === undefined ? {} : { place }),
      ...(rel === undefined ? {} : { rel }),
      ...(lastmod === undefined ? {} : { lastmod }),
    },
    depth: isList === true ? depth : depth + 1,
    ...(labels === undefined ? {} : { labels }),
    ...(citeAs === undefined ? {} : { citeAs }),
    ...(isList === true ? { isList } : {}),
  };
}

/**
 * Deals with a URL that is named once more: the catalogue gets a new listing, and the links of the
 * page are followed for its source.
 */
async function addListing(target: Target, news: ListingNews, run: RunState): Promise<void> {
  const { plan, urls, sources, writes } = run;
  const { url, source } = target;
  const { ledger } = sources.get(source);
  const entry = urls.entry(url);
  if (news === 'further' && visitAgain(target, run)) ledger.admit(url);
  else ledger.skip('already-listed');
  if (news === 'known') return;
  const listing = entry.listings.find((each) => each.source === source);
  if (listing === undefined) return;
  await writes.add(plan.memory.list(url, listing));
  if (news === 'better') return;
  for (const link of entry.links) {
    if (mayLead(link, listing.depth, run)) await followFor(listing, { link, page: url }, run);
  }
}

/**
 * Has a URL visited once more where a further source may want a record that was left out, or has
 * credentials that come before those that the visit showed. The second visit begins when the first
 * is written: of two at once, the one that knows less could be written last.
 * @returns whether there will be a further visit
 */
function visitAgain(target: Target, { urls, sources, frontier }: RunState): boolean {
  const { url, source } = target;
  const entry = urls.entry(url);
  const hasBetterCredentials =
    entry.credentials !== undefined &&
    sources.credentialsComeFirst(source, entry.credentials.source, url);
  if (!entry.hasLeftOut && !hasBetterCredentials) return false;
  entry.hasLeftOut = false;
  if (entry.state === 'visiting' && entry.nextTarget === undefined) {
    entry.nextTarget = target;
    frontier.hold();
  } else if (entry.state === 'visited' && frontier.add(target)) entry.state = 'queued';
  else return false;
  entry.isRepeated = true;
  return true;
}

/** A visit is written: a further one that waits for it goes to the frontier. */
export function endVisit(url: string, { urls, frontier }: RunState): void {
  const entry = urls.entry(url);
  const { nextTarget } = entry;
  entry.state = 'visited';
  if (nextTarget === undefined) return;
  entry.nextTarget = undefined;
  entry.hasLeftOut = false;
  if (frontier.add(nextTarget)) entry.state = 'queued';
  frontier.release();
}
