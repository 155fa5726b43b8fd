import type { Problem } from '../model/problem.ts';
import type { Discovery } from '../model/target.ts';
import { mendAddress } from '../rdf/iri.ts';
import { trimBlanks } from '../text/clean-text.ts';
import { type ListingItem, resolveBase, resolveListedUrl, shortenValue } from './discoverer.ts';
import type { ListingPart } from './sitemap-dialects.ts';
import { resolveLabelledEntry, type SitemapEntry } from './sitemap-entry.ts';
import { SitemapDates } from './sitemap-dates.ts';
import type { SitemapFault, SitemapItem, SitemapMend } from './sitemap-xml.ts';

/** Longer values are not dates. */
const maxLastmod = 100;

/** The limit of sitemaps.org. */
const maxProtocolEntries = 50_000;

/** Turns the items of one sitemap into listing items, and collects the problems of the sitemap. */
export class SitemapListing {
  readonly #place: SitemapLocation;
  readonly #scope: SitemapScope;
  readonly #dates: SitemapDates;
  readonly #problems = new SitemapProblemLimiter();
  #ready: ListingItem[] = [];
  #entries = 0;
  #isOver = false;
  #part: ListingPart | undefined;

  constructor(place: SitemapLocation) {
    this.#place = place;
    this.#scope = new SitemapScope(place);
    this.#dates = new SitemapDates(place.url, place.readAt);
  }

  /** Returns the items listed since the last call. */
  read(): readonly ListingItem[] {
    const ready = this.#ready;
    this.#ready = [];
    return ready;
  }

  take(items: readonly SitemapItem[]): void {
    for (const item of items) {
      if (item.kind === 'part') this.#part = item.part;
      else if (item.kind === 'mend') this.#noteMend(item);
      else this.#list(this.#mendLocation(item));
    }
  }

  #noteMend({ value, position }: Omit<SitemapMend, 'kind'>): void {
    if (!this.#problems.admit('sitemap-mended')) return;
    this.note({ kind: 'sitemap-mended', url: this.#place.url, value, ...position });
  }

  /** An entry whose URL is not escaped any more: some programs escape it twice. */
  #mendLocation(entry: SitemapEntry): SitemapEntry {
    const loc = mendAddress(entry.loc);
    if (loc === entry.loc || loc === trimBlanks(entry.loc)) return entry;
    this.#noteMend({ value: shortenValue(entry.loc), position: entry.position });
    return { ...entry, loc };
  }

  /** Reports a problem that loses nothing of the sitemap. */
  note(problem: Problem): void {
    this.#ready.push({ kind: 'notice', problem });
  }

  /** Reports once that the sitemap exceeds a limit of the protocol. */
  exceed(limit: 'bytes' | 'entries', max: number): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.note({ kind: 'sitemap-over-limit', url: this.#place.url, limit, max });
  }

  /** The notices about the sitemap as a whole. */
  notices(): readonly ListingItem[] {
    const { url } = this.#place;
    const part = this.#part;
    const problems = [...this.#problems.omitted(url), ...this.#scope.problems()];
    if (part !== undefined) problems.push({ kind: 'listing-partial', url, part });
    return problems.map((problem) => ({ kind: 'notice', problem }));
  }

  /**
   * Ends the listing; an empty one is a problem.
   * @param fault where parsing stopped
   * @param isBlank whether the sitemap has no text
   */
  end(fault: SitemapFault | undefined, isBlank: boolean): void {
    const { url } = this.#place;
    if (fault !== undefined) {
      const { detail, line, column } = fault;
      this.#fail({
        kind: 'sitemap-malformed',
        url,
        detail,
        line,
        column,
        entriesRead: this.#entries,
      });
    } else if (this.#entries === 0 && isBlank) {
      this.#fail({ kind: 'sitemap-empty', url, isBlank });
    } else if (this.#entries === 0 && this.#part === undefined) {
      // A feed or change list may have nothing new.
      this.#fail({ kind: 'sitemap-empty', url });
    }
    const problems = fault === undefined ? this.#dates.problems(this.#part !== undefined) : [];
    for (const problem of problems) this.note(problem);
    this.#ready.push(...this.notices());
  }

  #list(entry: SitemapEntry): void {
    this.#entries += 1;
    if (this.#entries > maxProtocolEntries) this.exceed('entries', maxProtocolEntries);
    const { kind, loc, position } = entry;
    const base = entry.bases?.reduce(resolveBase, this.#place.finalUrl);
    const url = resolveListedUrl(loc, base && resolveBase(base, entry.base));
    if (url === undefined) {
      if (!this.#problems.admit('sitemap-entry-invalid')) return;
      const value = shortenValue(loc);
      this.#fail({ kind: 'sitemap-entry-invalid', url: this.#place.url, value, ...position });
      return;
    }
    this.#scope.note(kind, url);
    if (kind === 'sitemap') this.#ready.push({ kind, url });
    else {
      this.#dates.note(entry.lastmod, position.line);
      this.#ready.push(...this.#listedUrls(entry, url, base));
    }
  }

  #listedUrls(
    entry: SitemapEntry,
    loc: string,
    base = this.#place.finalUrl,
  ): readonly ListingItem[] {
    const found = this.#discovery(entry);
    const labelled = resolveLabelledEntry(entry, loc, base);
    if (labelled.length === 0) return [{ kind: 'url', url: loc, found }];
    const items: ListingItem[] = [];
    for (const { target, found: own } of labelled) {
      items.push({ kind: 'url', found: { ...found, ...own }, ...target });
    }
    return items;
  }

  #discovery({ lastmod, position }: SitemapEntry): Discovery {
    const { url, agent, isForAll } = this.#place;
    const isDated = lastmod !== undefined && lastmod.length <= maxLastmod;
    return {
      by: 'sitemap',
      in: url,
      line: position.line,
      ...(isForAll === true ? { isForAll } : {}),
      ...(isDated ? { lastmod } : {}),
      ...(agent === undefined ? {} : { agent }),
    };
  }

  #fail(problem: Problem): void {
    this.#ready.push({ kind: 'problem', problem });
  }
}

/** How a sitemap was found; inherited from a sitemap index to its sitemaps. */
export interface SitemapReference {
  /** The CDIF user agent whose group in robots.txt names the sitemap. */
  readonly agent?: string;
  /** Whether robots.txt names the sitemap to all programs as well as to this agent. */
  readonly isForAll?: true;
  /**
   * The host and port whose robots.txt names the sitemap; the sitemap may then list URLs of that
   * host (sitemaps.org, "cross-submits").
   */
  readonly robotsHost?: string;
}

/** A sitemap being read. */
export interface SitemapLocation extends SitemapReference {
  readonly url: string;
  readonly finalUrl: string;
  /** When it is read: later dates of entries are in the future. Not checked by default. */
  readonly readAt?: Date;
}

/** Enough to see whether it is one other host or many. */
const maxHosts = 3;

/**
 * Detects entries outside the scope of a sitemap (sitemaps.org, "Sitemap file location"): on
 * another host, or outside its folder. They are harvested all the same, and reported. Exempt are
 * entries on a host whose robots.txt names the sitemap ("cross-submits"). Sitemaps of an index may
 * be in any folder of its host. The scheme is ignored, and a redirected sitemap has both its
 * locations.
 */
export class SitemapScope {
  readonly #url: string;
  readonly #robotsHost: string | undefined;
  /** Hosts and folders, without scheme. */
  readonly #folders: readonly string[];
  readonly #hosts: ReadonlySet<string>;
  readonly #foreignHosts = new Set<string>();
  #foreign = 0;
  #outside = 0;
  #example = '';

  constructor({ url, finalUrl, robotsHost }: SitemapLocation) {
    const places = [...new Set([url, finalUrl])].map((each) => withoutScheme(each));
    this.#url = url;
    this.#robotsHost = robotsHost;
    this.#folders = places.map((place) => folderOf(place));
    this.#hosts = new Set(places.map((place) => hostOf(place)));
  }

  /**
   * Checks an entry.
   * @param url normalised
   */
  note(kind: 'url' | 'sitemap', url: string): void {
    const place = withoutScheme(url);
    if (this.#folders.some((folder) => place.startsWith(folder))) return;
    const host = hostOf(place);
    if (host === this.#robotsHost) return;
    if (!this.#hosts.has(host)) {
      this.#foreign += 1;
      if (this.#foreignHosts.size < maxHosts) this.#foreignHosts.add(host);
    } else if (kind === 'url') {
      this.#outside += 1;
      if (this.#example === '') this.#example = url;
    }
  }

  /** The problems of the sitemap as a whole. */
  problems(): readonly Problem[] {
    const [url, hosts] = [this.#url, [...this.#foreignHosts]];
    const example = this.#example;
    const foreign = { kind: 'sitemap-foreign-host', url, hosts, count: this.#foreign } as const;
    const outside = { kind: 'sitemap-out-of-scope', url, example, count: this.#outside } as const;
    return [foreign, outside].filter(({ count }) => count > 0);
  }
}

function withoutScheme(url: string): string {
  return url.slice(url.indexOf('//') + 2);
}

function hostOf(place: string): string {
  return place.slice(0, place.indexOf('/'));
}

/** Up to the last slash of the path. */
function folderOf(place: string): string {
  const path = place.replace(/[?#].*/su, '');
  return path.slice(0, path.lastIndexOf('/') + 1);
}

/** Per kind and sitemap: a sitemap is generated, so further problems are alike. */
const maxPerKind = 100;

type BoundedKind = 'sitemap-entry-invalid' | 'sitemap-mended';

/** Limits the problems reported per kind for one sitemap, and counts the rest. */
class SitemapProblemLimiter {
  readonly #counts = new Map<BoundedKind, number>();

  /** Whether another problem of a kind is reported. */
  admit(kind: BoundedKind): boolean {
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    return count <= maxPerKind;
  }

  omitted(url: string): readonly Problem[] {
    return [...this.#counts]
      .filter(([, count]) => count > maxPerKind)
      .map(([of, count]) => ({ kind: 'problems-omitted', url, of, count: count - maxPerKind }));
  }
}
