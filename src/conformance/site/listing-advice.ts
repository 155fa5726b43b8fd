import { readSearchFacts } from '../../catalogue/rows.ts';
import { isPageType, parseMediaType } from '../../model/media-type.ts';
import type { Problem, ProblemOf } from '../../model/problem.ts';
import type { RecordGraph } from '../../model/record.ts';
import { latestMeaning } from '../../model/revisit.ts';
import type { CheckStartKind } from '../../model/site-check.ts';
import type { Discovery, Listing } from '../../model/target.ts';
import type { LiveVisit } from '../../model/url-update.ts';
import { isPersistentIdentifier } from '../../rdf/identifiers.ts';
import { parseUtcMs } from '../../text/amounts.ts';

/** What the visits to the locations of one sitemap have shown until now. */
interface SitemapTally {
  /** Visits, with an answer or without one. */
  visited: number;
  dated: number;
  /** Locations that gave or led to metadata; of these, pages, and pages with it in a script. */
  locations: number;
  pages: number;
  scripted: number;
  isForCdif: boolean;
  isForAll: boolean;
  outdated: number;
  /** The first outdated page by URL. */
  oldest?: OutdatedPage;
  moved: number;
  /** The first location by URL that redirects for good. */
  firstMoved?: MovedLocation;
}

/** A location that redirects for good, and where it leads by that. */
type MovedLocation = Pick<ProblemOf<'location-redirects'>, 'example' | 'status' | 'to'>;

/** A page whose record was modified long after its `lastmod`. */
interface OutdatedPage {
  readonly example: string;
  readonly lastmod: string;
  readonly modified: string;
}

/**
 * Finds what is known of sitemaps only when their locations were visited: dates older than the
 * records, no dates at all, locations that redirect for good, and sitemaps that robots.txt names to
 * the wrong programs (CDIF 1.0, publication). Its memory depends on the number of sitemaps only.
 */
export class ListingAdvice {
  readonly #tallies = new Map<string, SitemapTally>();
  readonly #isSite: boolean;

  /** @param start only a site tells to whom its sitemaps are named */
  constructor(start: CheckStartKind) {
    this.#isSite = start === 'site';
  }

  /** Notes a visit that has ended. Visits of URLs that no sitemap lists do not matter. */
  note(visit: LiveVisit): void {
    for (const { found } of visit.outcome.listings) {
      if (found.by === 'sitemap' && found.in !== undefined) this.#note(found.in, found, visit);
    }
  }

  /** The problems of all sitemaps, by their URLs. */
  problems(): readonly Problem[] {
    const sorted = [...this.#tallies].toSorted(([one], [other]) => (one < other ? -1 : 1));
    return sorted.flatMap(([url, tally]) => this.#problemsOf(url, tally));
  }

  #note(sitemap: string, found: Discovery, visit: LiveVisit): void {
    const tally = this.#tallies.get(sitemap) ?? emptyTally();
    this.#tallies.set(sitemap, tally);
    tally.visited += 1;
    if (found.lastmod !== undefined) tally.dated += 1;
    if (found.agent === undefined || found.isForAll === true) tally.isForAll = true;
    if (found.agent !== undefined) tally.isForCdif = true;
    noteLocation(tally, found, visit);
    const page = outdatedPage(found, visit);
    if (page === undefined) return;
    tally.outdated += 1;
    if (tally.oldest === undefined || page.example < tally.oldest.example) tally.oldest = page;
  }

  #problemsOf(url: string, tally: SitemapTally): readonly Problem[] {
    const { visited, dated, locations, outdated: pages, oldest, moved, firstMoved } = tally;
    const problems: Problem[] = [];
    const namedTo = this.#isSite ? wrongPrograms(tally) : undefined;
    if (namedTo !== undefined) {
      problems.push({ kind: 'sitemap-scope-unsuited', url, namedTo, locations });
    }
    if (dated === 0) problems.push({ kind: 'sitemap-without-lastmod', url, locations: visited });
    if (oldest !== undefined) problems.push({ kind: 'lastmod-outdated', url, ...oldest, pages });
    if (firstMoved !== undefined) {
      problems.push({ kind: 'location-redirects', url, ...firstMoved, locations: moved });
    }
    return problems;
  }
}

function emptyTally(): SitemapTally {
  return {
    visited: 0,
    dated: 0,
    locations: 0,
    pages: 0,
    scripted: 0,
    isForCdif: false,
    isForAll: false,
    outdated: 0,
    moved: 0,
  };
}

const telling: ReadonlySet<LiveVisit['outcome']['state']> = new Set([
  'harvested',
  'linked',
  'nonconforming',
]);

/** The link of a labelled entry was visited instead of its location, so that is not known. */
function noteLocation(tally: SitemapTally, found: Discovery, visit: LiveVisit): void {
  const { state, steps = [] } = visit.outcome;
  if (!telling.has(state) || found.describes !== undefined) return;
  const hasScript = visit.documents.some(({ route }) => route === 'embedded');
  const answer = steps.find(({ status = 0 }) => status >= 200 && status < 300);
  const { essence } = parseMediaType(answer?.contentType ?? '');
  tally.locations += 1;
  if (hasScript) tally.scripted += 1;
  if (hasScript || isPageType(essence)) tally.pages += 1;
  const location = movedLocation(visit.outcome);
  if (location === undefined) return;
  tally.moved += 1;
  const { firstMoved: first } = tally;
  if (first === undefined || location.example < first.example) tally.firstMoved = location;
}

/** Statuses of redirects that clients may remember (RFC 9110 §15.4.2, §15.4.9). */
const permanent: ReadonlySet<number | undefined> = new Set([301, 308]);

/** Persistent identifiers are made to redirect. */
function movedLocation({
  url: example,
  steps = [],
}: LiveVisit['outcome']): MovedLocation | undefined {
  const [first] = steps;
  const { url: to } = steps.find(({ status }) => !permanent.has(status)) ?? {};
  if (first?.status === undefined || !permanent.has(first.status) || to === undefined)
    return undefined;
  return isPersistentIdentifier(example) ? undefined : { example, to, status: first.status };
}

/** The programs that a sitemap is named to although it suits others. */
function wrongPrograms(tally: SitemapTally): 'all' | 'cdif' | undefined {
  const { locations, pages, scripted, isForAll, isForCdif } = tally;
  if (locations === 0) return undefined;
  if (isForCdif && !isForAll && scripted === locations) return 'cdif';
  return isForAll && !isForCdif && pages === 0 ? 'all' : undefined;
}

const dayMs = 86_400_000;

/** Dates that are not exact may mean any time within them; one in the future is a mistake. */
function outdatedPage(
  { lastmod }: Listing['found'],
  { outcome: { url: example, at }, records }: LiveVisit,
): OutdatedPage | undefined {
  if (lastmod === undefined) return undefined;
  const from = latestMeaning(lastmod) + dayMs;
  const modified = records.flatMap(modifiedDates).find((date) => {
    const time = parseUtcMs(date);
    return time > from && time <= Date.parse(at) + dayMs;
  });
  return modified === undefined ? undefined : { example, lastmod, modified };
}

function modifiedDates({ search }: RecordGraph): readonly string[] {
  return readSearchFacts(search).flatMap(({ texts }) => texts.modified ?? []);
}
