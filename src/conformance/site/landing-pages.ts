import type { Signpost, Signposts } from '../../model/typed-link.ts';
import type { LiveVisit, UrlOutcome } from '../../model/url-update.ts';
import type { ProbedPage } from './page-probes.ts';
import { isPageVisit } from './signposting-check.ts';

/** A page without a record of its own, whose metadata was not visited yet. */
interface LinkingPage extends Omit<ProbedPage, 'records'> {
  readonly links: Signpost[];
  /** The URLs of the metadata that it links to. */
  readonly leadsTo: readonly string[];
  isComplete: boolean;
}

/**
 * Joins landing pages with the metadata that they lead to, which is visited after them. A page with
 * several metadata documents is complete with the first record.
 */
export class LandingPages {
  /** By the URLs of the pages, and of the linksets that they lead to. */
  readonly #linking = new Map<string, LinkingPage>();
  /** The URLs of metadata with records. */
  readonly #metadata = new Set<string>();

  /** @returns the landing page that the visit completes, if any */
  take({ outcome, records, retrieval }: LiveVisit): ProbedPage | undefined {
    const { url, state, signposts } = outcome;
    const links = signposts?.links ?? [];
    const from = linkingUrl(outcome);
    const isPage = retrieval !== undefined && isPageVisit(outcome);
    if (!isPage && records.length > 0) this.#metadata.add(url);
    if (from !== undefined) return this.#takeMetadata(from, url, { links, records });
    if (!isPage) return undefined;
    if (records.length > 0) return { url, retrieval, links, records };
    if (state === 'linked') {
      const leadsTo = takenUrls(signposts);
      this.#linking.set(url, { url, retrieval, links: [...links], leadsTo, isComplete: false });
    }
    return undefined;
  }

  /** The URLs of pages that lead to metadata which the listing or another page names as well. */
  get unjoined(): readonly string[] {
    return Array.from(this.#linking, ([from, { url, leadsTo }]) => {
      return from === url && leadsTo.some((each) => this.#metadata.has(each)) ? [url] : [];
    }).flat();
  }

  #takeMetadata(
    from: string,
    url: string,
    { links, records }: Pick<ProbedPage, 'links' | 'records'>,
  ): ProbedPage | undefined {
    const page = this.#linking.get(from);
    if (page === undefined || page.isComplete) return undefined;
    if (records.length === 0) {
      // A linkset, which leads on to the metadata.
      page.links.push(...links);
      this.#linking.set(url, page);
      return undefined;
    }
    page.isComplete = true;
    this.#linking.delete(from);
    this.#linking.delete(page.url);
    const { isComplete: _, leadsTo: __, ...rest } = page;
    return { ...rest, records };
  }
}

/** The URL whose link led to a visit, if one did. */
export function linkingUrl({ listings }: Pick<UrlOutcome, 'listings'>): string | undefined {
  const found = listings[0]?.found;
  return found?.by === 'link' ? found.in : undefined;
}

function takenUrls(signposts: Signposts | undefined): readonly string[] {
  const offers = signposts?.offers ?? [];
  return offers.filter(({ verdict }) => verdict === 'taken').map(({ url }) => url);
}
