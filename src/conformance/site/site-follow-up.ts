import type { Limits } from '../../config/schema.ts';
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
import {
  checkSignposting,
  type LandingPageVisit,
  violatesSignpostingProfile,
} from './signposting-check.ts';
import type { SiteTally } from './site-tally.ts';
import { TypedLinkProbes } from './typed-link-probes.ts';
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

/** Where a check begins. */
interface CheckedStart {
  readonly kind: CheckStartKind;
  readonly url: string;
}

/** What the follow-up of a check works with. */
export interface FollowUpParts {
  readonly start: CheckedStart;
  readonly tally: SiteTally;
  readonly requests: CheckRequests;
  readonly xml: XmlChecker;
  readonly limits: Limits;
}

/**
 * A site negotiates content, sends validators and redirects PIDs in one way for all its pages. Also
 * the most listings that are requested again.
 */
const maxProbedPages = 10;
/** The most linked documents, and records with links: a bound for lists of strangers. */
const maxFollowed = 100_000;
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
  readonly #limits: Limits;
  /** The URL. */
  readonly #start: string;
  readonly #listings: ListingAdvice;
  /** The sitemaps and lists that were read. */
  readonly #listingUrls = new Set<string>();
  readonly #pages = new LandingPages();
  /** The first ones by URL, so that they do not depend on the order of the visits. */
  #probed: ProbedPage[] = [];
  /** The first ones by URL, too. */
  #described: readonly DescribedPage[] = [];
  readonly #documents: Linked<MetadataDocument>[] = [];
  readonly #links: Linked<readonly CheckedLink[]>[] = [];

  constructor({ start, tally, requests, xml, limits }: FollowUpParts, options: FollowUpOptions) {
    this.#tally = tally;
    this.#requests = requests;
    this.#xml = xml;
    this.#limits = limits;
    this.#start = start.url;
    this.#listings = new ListingAdvice(start.kind);
    if (start.kind !== 'site' && start.kind !== 'page') this.#listingUrls.add(start.url);
    this.#options = options;
  }

  /** Takes a visit; makes no request. */
  take(visit: LiveVisit): void {
    this.#listings.note(visit);
    for (const { found } of visit.outcome.listings) {
      if (found.by !== 'link' && found.in !== undefined) this.#listingUrls.add(found.in);
    }
    for (const record of visit.records) this.#takeLinks(record);
    const described = readDescribedPage(visit);
    if (described !== undefined) {
      this.#described = firstDescribedPages([...this.#described, described], maxProbedPages);
    }
    const page = this.#pages.take(visit);
    if (page !== undefined) this.#choose(page);
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
      if (page !== undefined) this.#choose(page);
    }
  }

  /** Chooses a landing page for further requests; those that are not chosen are judged at once. */
  #choose(page: ProbedPage): void {
    const pages = [...this.#probed, page].toSorted((one, other) =>
      compareTexts(one.url, other.url),
    );
    this.#probed = pages.slice(0, maxProbedPages);
    for (const other of pages.slice(maxProbedPages)) this.#judge(other);
  }

  /** Checks the typed links of a landing page. */
  #judge(page: LandingPageVisit): void {
    const { level, problems } = checkSignposting(page);
    this.#tally.addSignposting(page.url, level);
    for (const problem of problems) {
      const isViolation =
        this.#options.requiresSignposting === true && violatesSignpostingProfile(problem, level);
      this.#tally.addProblem(page.url, problem, isViolation ? 'error' : severityOf(problem));
    }
  }

  #takeLinks(record: RecordGraph): void {
    const from = { url: record.documentUrl, record: record.graph };
    for (const { resource } of readCheckedRecords(record)) {
      // Copies, since texts that were read from a record keep all of its statements in memory (V8).
      const documents = structuredClone(readMetadataDocuments(resource, record.documentUrl));
      for (const what of documents) {
        if (this.#documents.length < maxFollowed) this.#documents.push({ what, from });
      }
      if (this.#options.asksForLinks === true && this.#links.length < maxFollowed) {
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
    const probes = new PageProbes(this.#requests, this.#limits);
    const { signal } = this.#requests;
    try {
      await this.#probePages(probes);
      await this.#probeListings(probes);
      await this.#checkDocuments();
      await this.#checkLinks(links);
      await this.#probeHttps(probes);
    } catch (error) {
      if (!signal.aborted || error !== signal.reason) throw error;
    }
    const { negotiation } = probes;
    return { negotiation, ...(this.#options.asksForLinks === true ? { links: links.counts } : {}) };
  }

  async #probePages(probes: PageProbes): Promise<void> {
    if (this.#probed.length === 0) return;
    this.#options.onPhase?.(`Further requests for ${formatCount(this.#probed.length, 'page')}`);
    const links = new TypedLinkProbes(this.#requests, this.#limits);
    const unjudged = new Set(this.#probed);
    try {
      for (const page of this.#probed) {
        const probed = { ...page, ...(await links.probe(page)) };
        unjudged.delete(page);
        this.#judge(probed);
        for await (const problem of probes.probe(page)) this.#tally.addProblem(page.url, problem);
      }
    } finally {
      for (const page of unjudged) this.#judge(page);
    }
  }

  async #probeListings(probes: PageProbes): Promise<void> {
    const pages = new Set(this.#probed.map(({ url }) => url));
    const urls = [...this.#listingUrls]
      .filter((url) => !pages.has(url))
      .toSorted((one, other) => {
        return (
          Number(other === this.#start) - Number(one === this.#start) || compareTexts(one, other)
        );
      });
    if (urls.length === 0) return;
    this.#options.onPhase?.('Further requests for listings');
    for (const url of urls.slice(0, maxProbedPages)) {
      for await (const problem of probes.probeListing(url)) this.#tally.addListingProblem(problem);
    }
  }

  async #probeHttps(probes: PageProbes): Promise<void> {
    const pages = new Set(this.#probed.map(({ url }) => url));
    for await (const problem of probes.probeHttps()) {
      if (pages.has(problem.url)) this.#tally.addProblem(problem.url, problem);
      else this.#tally.addListingProblem(problem);
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
