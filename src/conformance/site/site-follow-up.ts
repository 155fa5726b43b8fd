import {
  type MetadataDocument,
  readMetadataDocuments,
} from '../../facts/record/metadata-documents.ts';
import { severityOf } from '../../model/problem-catalogue.ts';
import type { RecordGraph } from '../../model/record.ts';
import type { CheckRequests, CheckStartKind, SiteReport } from '../../model/site-check.ts';
import type { LiveVisit } from '../../model/url-update.ts';
import { formatCount } from '../../text/amounts.ts';
import { compareTexts } from '../../text/collections.ts';
import { readCheckedRecords } from '../checked-record.ts';
import { requestedUrl } from './check-requests.ts';
import {
  type DescribedPage,
  firstDescribedPages,
  joinDescribedPage,
  readDescribedPage,
} from './described-pages.ts';
import { LandingPages } from './landing-pages.ts';
import { type CheckedLink, LinkChecker, readCheckedLinks } from './link-checks.ts';
import { LinkedDocumentChecker, type LinkingRecord } from './linked-documents.ts';
import { ListingAdvice } from './listing-advice.ts';
import { PageProbes, type ProbedPage } from './page-probes.ts';
import { checkSignposting, violatesSignpostingProfile } from './signposting-check.ts';
import type { SiteTally } from './site-tally.ts';
import type { XmlChecker } from './xml-checker.ts';

/** What a check does besides the visits of a harvest. */
export interface FollowUpOptions {
  /** Whether it requests the links of records, to report those that are broken. */
  readonly asksForLinks?: boolean;
  /** Whether a landing page below level 1 of FAIR Signposting is an error. */
  readonly requiresSignposting?: boolean;
  /** Told when a phase begins, in words. */
  readonly onPhase?: (text: string) => void;
}

/** What the follow-up of a check works with. */
export interface FollowUpParts {
  readonly start: CheckStartKind;
  readonly tally: SiteTally;
  readonly requests: CheckRequests;
  readonly xml: XmlChecker;
}

/** A site negotiates content, sends validators and redirects PIDs in one way for all its pages. */
const maxProbedPages = 10;
/** How many documents or links are requested at once; each host has its own limit. */
const lanes = 16;

/** Something that a record links to. */
interface Linked<What> {
  readonly what: What;
  readonly from: LinkingRecord;
}

/**
 * Follows up the visits of a check: typed links of landing pages, linked documents, links, and
 * further requests for some pages. What it finds goes to the tally.
 */
export class SiteFollowUp {
  readonly #tally: SiteTally;
  readonly #options: FollowUpOptions;
  readonly #requests: CheckRequests;
  readonly #xml: XmlChecker;
  readonly #listings: ListingAdvice;
  readonly #pages = new LandingPages();
  /** The first ones by URL, so that they do not depend on the order of the visits. */
  #probed: ProbedPage[] = [];
  /** The first ones by URL, too. */
  #described: readonly DescribedPage[] = [];
  readonly #documents: Linked<MetadataDocument>[] = [];
  readonly #links: Linked<readonly CheckedLink[]>[] = [];

  constructor({ start, tally, requests, xml }: FollowUpParts, options: FollowUpOptions) {
    this.#tally = tally;
    this.#requests = requests;
    this.#xml = xml;
    this.#listings = new ListingAdvice(start);
    this.#options = options;
  }

  /** Takes a visit; makes no request. */
  take(visit: LiveVisit): void {
    this.#listings.note(visit);
    for (const record of visit.records) this.#takeLinks(record);
    const described = readDescribedPage(visit);
    if (described !== undefined) {
      this.#described = firstDescribedPages([...this.#described, described], maxProbedPages);
    }
    const page = this.#pages.take(visit);
    if (page !== undefined) this.#judge(page);
  }

  /**
   * The landing pages that are to be visited after the harvest, since it did not see them together
   * with their metadata; a few, like those that are probed.
   */
  unseenPages(): readonly DescribedPage[] {
    const unjoined = this.#pages.unjoined.map((url) => ({ url, found: { by: 'urls' } }) as const);
    const described = this.#described.filter(({ url }) => !this.#tally.isVisited(url));
    return firstDescribedPages([...described, ...unjoined], maxProbedPages);
  }

  /**
   * Takes the visits of unseen pages and of what these lead to, all at once.
   * @param visits of pages before what they lead to
   */
  takeUnseen(pages: readonly DescribedPage[], visits: readonly LiveVisit[]): void {
    for (const described of pages) {
      const { url, metadata } = described;
      const visit = visits.find(({ outcome: { url: each, state } }) => {
        return each === url && state !== 'not-tried';
      });
      if (visit !== undefined && metadata !== undefined) {
        this.#tally.addDescribedPage(visit, metadata.url);
      }
      const page = joinDescribedPage(described, visits);
      if (page !== undefined) this.#judge(page);
    }
  }

  /** Checks the typed links of a landing page, and chooses it for further requests. */
  #judge(page: ProbedPage): void {
    const { level, problems } = checkSignposting(page);
    this.#tally.addSignposting(page.url, level);
    for (const problem of problems) {
      const isViolation =
        this.#options.requiresSignposting === true && violatesSignpostingProfile(problem);
      this.#tally.addProblem(page.url, problem, isViolation ? 'error' : severityOf(problem));
    }
    this.#probed = [...this.#probed, page]
      .toSorted((one, other) => compareTexts(one.url, other.url))
      .slice(0, maxProbedPages);
  }

  #takeLinks(record: RecordGraph): void {
    const from = { url: record.documentUrl, record: record.graph };
    for (const { resource } of readCheckedRecords(record)) {
      // Copies, since texts that were read from a record keep all of its statements in memory (V8).
      const documents = structuredClone(readMetadataDocuments(resource, record.documentUrl));
      for (const what of documents) this.#documents.push({ what, from });
      if (this.#options.asksForLinks === true) {
        this.#links.push({ what: structuredClone(readCheckedLinks(resource)), from });
      }
    }
  }

  /**
   * Makes the requests, after the last visit. Ends early, without an error, when their signal is
   * aborted.
   * @returns the results beside problems; `links` only with `asksForLinks`
   */
  async run(): Promise<Pick<SiteReport, 'links' | 'negotiation'>> {
    for (const problem of this.#listings.problems()) this.#tally.addListingProblem(problem);
    // Those that are not requested, since the check ends early, keep this verdict.
    for (const { what } of this.#documents) {
      this.#tally.addLinked(requestedUrl(what.url) ?? what.url, 'unchecked');
    }
    const links = new LinkChecker(this.#requests);
    const probes = new PageProbes(this.#requests);
    const { signal } = this.#requests;
    try {
      await this.#probePages(probes);
      await this.#checkDocuments();
      await this.#checkLinks(links);
    } catch (error) {
      if (!signal.aborted || error !== signal.reason) throw error;
    }
    const { negotiation } = probes;
    return { negotiation, ...(this.#options.asksForLinks === true ? { links: links.counts } : {}) };
  }

  async #probePages(probes: PageProbes): Promise<void> {
    if (this.#probed.length === 0) return;
    this.#options.onPhase?.(`Further requests for ${formatCount(this.#probed.length, 'page')}`);
    for (const page of this.#probed) {
      for await (const problem of probes.probe(page)) this.#tally.addProblem(page.url, problem);
    }
  }

  async #checkDocuments(): Promise<void> {
    if (this.#documents.length === 0) return;
    this.#options.onPhase?.(`Checking ${formatCount(this.#documents.length, 'linked document')}`);
    const checker = new LinkedDocumentChecker(this.#requests, this.#xml);
    await inLanes(this.#documents, this.#requests.signal, async ({ what, from }) => {
      const { document, verdict, problems } = await checker.check(what, from);
      this.#tally.addLinked(document, verdict);
      for (const problem of problems) this.#tally.addProblem(from.url, problem);
    });
  }

  async #checkLinks(links: LinkChecker): Promise<void> {
    if (this.#links.length === 0) return;
    this.#options.onPhase?.('Requesting the links of the records');
    await inLanes(this.#links, this.#requests.signal, async ({ what, from }) => {
      for (const problem of await links.check(what, from)) {
        this.#tally.addProblem(from.url, problem);
      }
    });
  }
}

/**
 * Does something for each item, for some at once.
 * @throws the signal's reason when it is aborted
 */
async function inLanes<Item>(
  items: readonly Item[],
  signal: AbortSignal,
  act: (item: Item) => Promise<void>,
): Promise<void> {
  // They share one iterator, so that each item is taken once.
  const left = items.values();
  const lane = async (): Promise<void> => {
    for (const item of left) {
      signal.throwIfAborted();
      await act(item);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
