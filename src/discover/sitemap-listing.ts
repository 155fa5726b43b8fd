import type { Problem } from '../model/problem.ts';
import type { Discovery } from '../model/target.ts';
import type { Listed } from './discoverer.ts';
import { entryTarget } from './entry-target.ts';
import { excerpt, listedUrl } from './listed-url.ts';
import type { SitemapEntry, SitemapFault, SitemapItem } from './sitemap-entry.ts';
import type { SitemapPlace } from './sitemap-place.ts';
import { SitemapProblems } from './sitemap-problems.ts';
import { SitemapScope } from './sitemap-scope.ts';

/** What is longer is no date. */
const maxLastmod = 100;

/** What sitemaps.org allows. */
const maxProtocolEntries = 50_000;

/** Makes of what is read in one sitemap what it lists, and gathers what there is to say of the whole. */
export class SitemapListing {
  readonly #place: SitemapPlace;
  readonly #scope: SitemapScope;
  readonly #problems = new SitemapProblems();
  #entries = 0;
  #isOver = false;
  #isEnded = false;

  constructor(place: SitemapPlace) {
    this.#place = place;
    this.#scope = new SitemapScope(place);
  }

  *take(item: SitemapItem): Generator<Listed> {
    if (item.kind === 'mend') {
      const { kind: _, value, position } = item;
      const problem = { kind: 'sitemap-mended', url: this.#place.url, value, ...position } as const;
      if (this.#problems.admit('sitemap-mended')) yield { kind: 'notice', problem };
      return;
    }
    this.#entries += 1;
    if (this.#entries > maxProtocolEntries) yield* this.exceed('entries', maxProtocolEntries);
    yield* this.#list(item);
  }

  /** The sitemap is larger than the protocol allows, which is told once. */
  *exceed(limit: 'bytes' | 'entries', max: number): Generator<Listed> {
    if (this.#isOver) return;
    this.#isOver = true;
    yield notice({ kind: 'sitemap-over-limit', url: this.#place.url, limit, max });
  }

  /** Reading ended at a fault. */
  *fail({ detail, line, column }: SitemapFault): Generator<Listed> {
    const { url } = this.#place;
    const facts = { detail, line, column, entriesRead: this.#entries };
    yield { kind: 'problem', problem: { kind: 'sitemap-malformed', url, ...facts } };
    this.#isEnded = true;
  }

  /** What costs nothing and is told of the whole. */
  *notices(): Generator<Listed> {
    yield* this.#problems.omitted(this.#place.url).map((problem) => notice(problem));
    yield* this.#scope.problems().map((problem) => notice(problem));
  }

  /** There is no more to come. */
  *end(): Generator<Listed> {
    const { url } = this.#place;
    if (this.#entries === 0 && !this.#isEnded) {
      yield { kind: 'problem', problem: { kind: 'sitemap-empty', url } };
    }
    yield* this.notices();
  }

  *#list(entry: SitemapEntry): Generator<Listed> {
    const { kind, loc, position } = entry;
    const url = listedUrl(loc, this.#baseOf(entry));
    if (url === undefined) {
      if (!this.#problems.admit('sitemap-entry-invalid')) return;
      const facts = { url: this.#place.url, value: excerpt(loc), ...position };
      yield { kind: 'problem', problem: { kind: 'sitemap-entry-invalid', ...facts } };
      return;
    }
    this.#scope.note(kind, url);
    if (kind === 'sitemap') {
      yield { kind, url };
      return;
    }
    const { describes, ...target } = entryTarget(entry, url, this.#place.finalUrl);
    yield { kind, ...target, found: this.#discovery(entry, describes) };
  }

  #baseOf({ bases }: SitemapEntry): string | undefined {
    return bases?.reduce(
      (base, each) => (URL.canParse(each, base) ? new URL(each, base).href : base),
      this.#place.finalUrl,
    );
  }

  #discovery({ lastmod, position }: SitemapEntry, describes: string | undefined): Discovery {
    const { url, agent } = this.#place;
    return {
      by: 'sitemap',
      in: url,
      ...(lastmod === undefined || lastmod.length > maxLastmod ? {} : { lastmod }),
      line: position.line,
      ...(agent === undefined ? {} : { agent }),
      ...(describes === undefined ? {} : { describes }),
    };
  }
}

function notice(problem: Problem): Listed {
  return { kind: 'notice', problem };
}
