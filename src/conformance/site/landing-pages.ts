import type { Signpost } from '../../model/typed-link.ts';
import type { LiveVisit } from '../../model/url-update.ts';
import type { ProbedPage } from './page-probes.ts';
import { isPageVisit } from './signposting-check.ts';

/** A page without a record of its own, whose metadata was not visited yet. */
interface LinkingPage extends Omit<ProbedPage, 'records'> {
  readonly links: Signpost[];
  isComplete: boolean;
}

/**
 * Joins landing pages with the metadata that they lead to, which is visited after them. A page with
 * several metadata documents is complete with the first record.
 */
export class LandingPages {
  /** By the URLs of the pages, and of the linksets that they lead to. */
  readonly #linking = new Map<string, LinkingPage>();

  /** @returns the landing page that the visit completes, if any */
  take({ outcome, records, retrieval }: LiveVisit): ProbedPage | undefined {
    const { url, listings, state, signposts } = outcome;
    const links = signposts?.links ?? [];
    const found = listings[0]?.found;
    if (found?.by === 'link') return this.#takeMetadata(found.in ?? '', url, { links, records });
    if (retrieval === undefined || !isPageVisit(outcome)) return undefined;
    if (records.length > 0) return { url, retrieval, links, records };
    const page = { url, retrieval, links: [...links], isComplete: false };
    if (state === 'linked') this.#linking.set(url, page);
    return undefined;
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
    const { isComplete: _, ...rest } = page;
    return { ...rest, records };
  }
}
