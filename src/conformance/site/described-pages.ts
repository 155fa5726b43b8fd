import type { Discovery } from '../../model/target.ts';
import type { LiveVisit } from '../../model/url-update.ts';
import { compareTexts } from '../../text/collections.ts';
import { linkingUrl } from './landing-pages.ts';
import type { ProbedPage } from './page-probes.ts';
import { isPageVisit, type PageRecord } from './signposting-check.ts';

/**
 * A landing page to visit after the harvest, which did not see it and its metadata together: the
 * listing names the metadata, so that the harvest did not need the page.
 */
export interface DescribedPage {
  readonly url: string;
  /** How the listing names the page. */
  readonly found: Discovery;
  /** The metadata that the listing names for the page; absent where only the page leads to it. */
  readonly metadata?: { readonly url: string; readonly records: readonly PageRecord[] };
}

/** The landing page of a visit to metadata for which the listing names one, if it has a record. */
export function readDescribedPage({ outcome, records }: LiveVisit): DescribedPage | undefined {
  const { describes, place: _, rel: __, ...found } = outcome.listings[0]?.found ?? { by: 'urls' };
  const isElsewhere = describes !== undefined && describes !== outcome.url;
  if (!isElsewhere || records.length === 0) return undefined;
  return { url: describes, found, metadata: { url: outcome.url, records } };
}

/** The first pages by URL, each once, so that they do not depend on the order of the visits. */
export function firstDescribedPages(
  pages: readonly DescribedPage[],
  max: number,
): readonly DescribedPage[] {
  const sorted = pages.toSorted(
    (one, other) =>
      compareTexts(one.url, other.url) ||
      compareTexts(one.metadata?.url ?? '', other.metadata?.url ?? ''),
  );
  return sorted.filter(({ url }, at) => url !== sorted[at - 1]?.url).slice(0, max);
}

/**
 * Joins a page with what the visits of its own saw: its links, those of linksets on the way to its
 * metadata, and the first records that it leads to where the listing names none.
 * @param visits of pages before what they lead to
 * @returns undefined where no page with a record was seen
 */
export function joinDescribedPage(
  { url, metadata }: DescribedPage,
  visits: readonly LiveVisit[],
): ProbedPage | undefined {
  const page = visits.find(({ outcome }) => outcome.url === url);
  if (page?.retrieval === undefined || !isPageVisit(page.outcome)) return undefined;
  const followed = visitsFrom(url, visits);
  const linksets = followed.filter((visit) => visit.records.length === 0);
  const links = [page, ...linksets].flatMap(({ outcome }) => outcome.signposts?.links ?? []);
  const sources = [metadata, page, ...followed];
  const records = sources.find((each) => (each?.records.length ?? 0) > 0)?.records;
  return records && { url, retrieval: page.retrieval, links, records };
}

/** The visits that links of a page led to, directly or by way of what has no records. */
function visitsFrom(url: string, visits: readonly LiveVisit[]): readonly LiveVisit[] {
  const places = new Set([url]);
  return visits.filter(({ outcome, records }) => {
    const from = linkingUrl(outcome);
    if (from === undefined || !places.has(from)) return false;
    if (records.length === 0) places.add(outcome.url);
    return true;
  });
}
