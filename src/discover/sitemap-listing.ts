import type { Problem } from '../model/problem.ts';
import type { Discovery } from '../model/target.ts';
import type { Listed } from './discoverer.ts';
import { labelledTargets } from './labelled-target.ts';
import { baseWithin, excerpt, listedUrl } from './listed-url.ts';
import type {
  ListingPart,
  SitemapEntry,
  SitemapFault,
  SitemapItem,
  SitemapMend,
} from './sitemap-entry.ts';
import type { SitemapPlace } from './sitemap-place.ts';
import { SitemapProblems } from './sitemap-problems.ts';
import { SitemapScope } from './sitemap-scope.ts';

/** Longer values are not dates. */
const maxLastmod = 100;

/** The limit of sitemaps.org. */
const maxProtocolEntries = 50_000;

/** Turns the items of one sitemap into listing items, and collects the problems of the sitemap. */
export class SitemapListing {
  readonly #place: SitemapPlace;
  readonly #scope: SitemapScope;
  readonly #problems = new SitemapProblems();
  #ready: Listed[] = [];
  #entries = 0;
  #isOver = false;
  #isMalformed = false;
  #isBlank = false;
  #part: ListingPart | undefined;

  constructor(place: SitemapPlace) {
    this.#place = place;
    this.#scope = new SitemapScope(place);
  }

  /** Returns the items listed since the last call. */
  read(): readonly Listed[] {
    const ready = this.#ready;
    this.#ready = [];
    return ready;
  }

  take(items: readonly SitemapItem[]): void {
    for (const item of items) {
      if (item.kind === 'mend') this.#mend(item);
      else if (item.kind === 'part') this.#part = item.part;
      else this.#list(item);
    }
  }

  /** Reports once that the sitemap exceeds a limit of the protocol. */
  exceed(limit: 'bytes' | 'entries', max: number): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#note({ kind: 'sitemap-over-limit', url: this.#place.url, limit, max });
  }

  fail({ detail, line, column }: SitemapFault): void {
    const { url } = this.#place;
    const facts = { detail, line, column, entriesRead: this.#entries };
    this.#isMalformed = true;
    this.#ready.push({ kind: 'problem', problem: { kind: 'sitemap-malformed', url, ...facts } });
  }

  noteBlank(): void {
    this.#isBlank = true;
  }

  /** The notices about the sitemap as a whole. */
  notices(): readonly Listed[] {
    const { url } = this.#place;
    const part = this.#part;
    const partial: readonly Problem[] =
      part === undefined ? [] : [{ kind: 'listing-partial', url, part }];
    return [...this.#problems.omitted(url), ...this.#scope.problems(), ...partial].map(notice);
  }

  /** Ends the listing; an empty one is a problem. */
  end(): void {
    const { url } = this.#place;
    // A feed or change list may have nothing new.
    const mayBeEmpty = this.#part !== undefined && !this.#isBlank;
    if (this.#entries === 0 && !this.#isMalformed && !mayBeEmpty) {
      const blank = this.#isBlank ? ({ isBlank: true } as const) : {};
      this.#ready.push({ kind: 'problem', problem: { kind: 'sitemap-empty', url, ...blank } });
    }
    this.#ready.push(...this.notices());
  }

  #mend({ value, position }: SitemapMend): void {
    if (!this.#problems.admit('sitemap-mended')) return;
    this.#note({ kind: 'sitemap-mended', url: this.#place.url, value, ...position });
  }

  #list(entry: SitemapEntry): void {
    this.#entries += 1;
    if (this.#entries > maxProtocolEntries) this.exceed('entries', maxProtocolEntries);
    const { kind, loc, position } = entry;
    const base = this.#baseOf(entry);
    const url = listedUrl(loc, base && baseWithin(base, entry.base));
    if (url === undefined) {
      if (!this.#problems.admit('sitemap-entry-invalid')) return;
      const facts = { url: this.#place.url, value: excerpt(loc), ...position };
      this.#ready.push({ kind: 'problem', problem: { kind: 'sitemap-entry-invalid', ...facts } });
      return;
    }
    this.#scope.note(kind, url);
    if (kind === 'sitemap') this.#ready.push({ kind, url });
    else this.#ready.push(...this.#listedUrls(entry, url, base));
  }

  #listedUrls(entry: SitemapEntry, loc: string, base = this.#place.finalUrl): readonly Listed[] {
    const found = this.#discovery(entry);
    const labelled = labelledTargets(entry, loc, base);
    if (labelled.length === 0) return [{ kind: 'url', url: loc, found }];
    return labelled.map((each) => {
      return Object.assign(
        { kind: 'url', found: Object.assign({}, found, each.found) } as const,
        each.target,
      );
    });
  }

  #baseOf({ bases }: SitemapEntry): string | undefined {
    return bases?.reduce(baseWithin, this.#place.finalUrl);
  }

  #discovery({ lastmod, position }: SitemapEntry): Discovery {
    const { url, agent } = this.#place;
    const found = { by: 'sitemap', in: url, line: position.line } as const;
    const dated =
      lastmod === undefined || lastmod.length > maxLastmod ? found : { ...found, lastmod };
    return agent === undefined ? dated : { ...dated, agent };
  }

  #note(problem: Problem): void {
    this.#ready.push(notice(problem));
  }
}

function notice(problem: Problem): Listed {
  return { kind: 'notice', problem };
}
