import type { ListingAnswer, ListingKeeper } from '../model/harvest-memory.ts';
import type { Source } from '../config/schema.ts';
import { type NotModified, type OpenedResponse, ResourceError } from '../model/http.ts';
import type { Problem } from '../model/problem.ts';
import { isFullFetchDue } from '../model/revisit.ts';
import type { SitemapNaming, SitemapRead } from '../model/run.ts';
import {
  type DiscoverContext,
  isSitemapName,
  type ListingItem,
  permitListing,
} from './discoverer.ts';
import { readSitemap } from './read-sitemap.ts';
import type { SitemapReference } from './sitemap-listing.ts';

const sitemapAccept = 'application/xml, text/xml;q=0.9, */*;q=0.5';

/** How robots.txt applies to the sitemaps of a source. */
interface TreeOptions {
  /** As the source configures it; `obey` by default. */
  readonly robots?: Source['robots'] | undefined;
  /** The sitemap that the configuration names, normalised: read also where it is disallowed. */
  readonly configured?: string;
}

/**
 * Reads sitemaps and the sitemaps that indexes name, each once and sequentially. Entries are
 * yielded while their sitemap arrives. Indexes may be nested up to `limits.sitemapDepth`. A sitemap
 * that robots.txt disallows is not read (`robots-disallowed`), unless the configuration names it
 * (`sitemap-disallowed`).
 */
export class SitemapTree {
  readonly #context: DiscoverContext;
  readonly #options: TreeOptions;
  readonly #seen = new Set<string>();

  constructor(context: DiscoverContext, options: TreeOptions) {
    this.#context = context;
    this.#options = options;
  }

  /**
   * Lists a sitemap and everything that it names; nothing if it was already read. Failures are
   * problems.
   * @param url normalised
   * @param named what names it
   * @param naming inherited by the sitemaps that it names
   * @param depth the number of indexes that led to it
   * @throws the signal's reason when it is aborted
   */
  async *list(
    url: string,
    named: SitemapNaming,
    naming: SitemapReference = {},
    depth = 0,
  ): AsyncGenerator<ListingItem> {
    if (this.#seen.has(url)) return;
    this.#seen.add(url);
    const { now, onSitemap } = this.#context;
    const reading = new SitemapReading(url, named, now());
    try {
      for await (const item of this.#read(reading, naming)) {
        reading.count(item);
        if (item.kind === 'sitemap') yield* this.#descend(item, { in: url, naming, depth });
        else if (item.kind === 'url' && this.#isSitemap(item.url)) {
          const { url: page } = item;
          yield { kind: 'notice', problem: { kind: 'sitemap-among-pages', url: page } };
          yield* this.#descend({ kind: 'sitemap', url: page }, { in: url, naming, depth });
        } else yield item;
      }
      reading.end();
    } catch (error) {
      if (!(error instanceof ResourceError)) throw error;
      reading.fail(error.problem);
      yield { kind: 'problem', problem: error.problem };
    } finally {
      onSitemap?.(reading.result);
    }
  }

  /** Whether an entry for a page is a sitemap: by its name, or since it was read as one. */
  #isSitemap(url: string): boolean {
    return this.#seen.has(url) || isSitemapName(url);
  }

  /** The items of a sitemap: the kept ones where its server answers 304 Not Modified. */
  async *#read(reading: SitemapReading, naming: SitemapReference): AsyncGenerator<ListingItem> {
    const { url } = reading;
    const { http, source: credentialsOf, signal, limits, memory, now } = this.#context;
    const { sitemapBytes: maxBytes, maxRatio } = limits;
    const name = `${url} ${JSON.stringify(naming)}`;
    const known = await memory?.known(name);
    const faults: Problem[] = [];
    const onProblem = (problem: Problem): void => void faults.push(problem);
    const overruled: Problem[] = [];
    const permit = this.#permission(url, overruled);
    const conditions = {
      credentialsOf,
      signal,
      accept: sitemapAccept,
      maxBytes,
      onProblem,
      permit,
    };
    const isRefetchDue = known !== undefined && isFullFetchDue(url, known.at, now());
    const validators = isRefetchDue ? undefined : known?.validators;
    let answer = await http.open(url, { ...conditions, validators });
    reading.answered(answer);
    for (const problem of overruled) yield { kind: 'notice', problem };
    if (answer.notModified === true) {
      if (known?.finalUrl === answer.retrieval.finalUrl) {
        yield* known.items();
        return;
      }
      // The redirect target changed, and the new one has the same validators.
      answer = await http.open(url, conditions);
      reading.answered(answer);
    }
    const { body, retrieval } = answer;
    const { finalUrl, etag, lastModified } = retrieval;
    const place = { ...naming, url, finalUrl, readAt: now() };
    const items = withNotices(readSitemap(readAhead(body), place, { maxBytes, maxRatio }), faults);
    if (memory === undefined || (etag === undefined && lastModified === undefined)) yield* items;
    else {
      const at = now().toISOString();
      const kept = { finalUrl, at, validators: { etag, lastModified } };
      yield* keepItems(items, await memory.begin(name), kept);
    }
  }

  /**
   * Checks each request for a sitemap against robots.txt; undefined where all are permitted.
   * @param overruled gets the rules that the configuration overrules
   */
  #permission(url: string, overruled: Problem[]): ((hop: string) => Promise<void>) | undefined {
    const { robots, configured } = this.#options;
    const permit = permitListing(robots, this.#context);
    if (permit === undefined || url !== configured) return permit;
    return async (hop) => {
      try {
        await permit(hop);
      } catch (error) {
        if (!(error instanceof ResourceError)) throw error;
        const { problem } = error;
        if (problem.kind === 'robots-disallowed') {
          overruled.push({ ...problem, kind: 'sitemap-disallowed' });
        }
      }
    };
  }

  async *#descend(
    item: Extract<ListingItem, { kind: 'sitemap' }>,
    { in: parent, naming, depth }: SitemapParent,
  ): AsyncGenerator<ListingItem> {
    yield item;
    const { sitemapDepth: maxDepth } = this.#context.limits;
    if (depth < maxDepth) {
      yield* this.list(item.url, { by: 'sitemap', in: parent }, naming, depth + 1);
    } else {
      yield { kind: 'problem', problem: { kind: 'sitemap-too-deep', url: item.url, maxDepth } };
    }
  }
}

/** The sitemap that names another one. */
interface SitemapParent {
  readonly in: string;
  readonly naming: SitemapReference;
  readonly depth: number;
}

/** Notes how a sitemap is read. */
class SitemapReading {
  #facts: Pick<SitemapRead, 'at' | 'finalUrl' | 'named' | 'state' | 'status' | 'url'>;
  readonly #counts = { urls: 0, sitemaps: 0 };

  constructor(url: string, named: SitemapNaming, at: Date) {
    this.#facts = { url, named, at: at.toISOString(), state: 'unfinished' };
  }

  get url(): string {
    return this.#facts.url;
  }

  get result(): SitemapRead {
    return { ...this.#facts, ...this.#counts };
  }

  answered({ retrieval, notModified }: NotModified | OpenedResponse<unknown>): void {
    const { status, finalUrl } = retrieval;
    this.#facts = {
      ...this.#facts,
      state: notModified === true ? 'not-modified' : 'unfinished',
      ...(status === undefined ? {} : { status }),
      ...(finalUrl === this.url ? {} : { finalUrl }),
    };
  }

  count({ kind }: ListingItem): void {
    if (kind === 'url') this.#counts.urls += 1;
    if (kind === 'sitemap') this.#counts.sitemaps += 1;
  }

  end(): void {
    if (this.#facts.state === 'unfinished') this.#facts = { ...this.#facts, state: 'read' };
  }

  fail(problem: Problem): void {
    const status = problem.kind === 'http-status' ? { status: problem.status } : {};
    this.#facts = { ...this.#facts, state: 'failed', ...status };
  }
}

/** Passes listing items on, and then what is wrong with the body by then. */
async function* withNotices(
  items: AsyncIterable<ListingItem>,
  faults: readonly Problem[],
): AsyncGenerator<ListingItem> {
  yield* items;
  for (const problem of faults) yield { kind: 'notice', problem };
}

/** Passes listing items on and keeps them. */
async function* keepItems(
  items: AsyncIterable<ListingItem>,
  keeper: ListingKeeper<ListingItem>,
  answer: ListingAnswer,
): AsyncGenerator<ListingItem> {
  try {
    for await (const item of items) {
      await keeper.add(item);
      yield item;
    }
    await keeper.end(answer);
  } finally {
    keeper.close();
  }
}

/**
 * Reads the source at full speed and buffers what the consumer has not taken. A listing is consumed
 * over hours, since its targets are harvested meanwhile, and no server waits that long. The buffer
 * is in memory, so the source must be bounded.
 */
async function* readAhead<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
  const pieces = source[Symbol.asyncIterator]();
  const waiting: T[] = [];
  let end: { readonly error?: unknown } | undefined;
  let wake: (() => void) | undefined;

  const pump = async (): Promise<void> => {
    try {
      for (;;) {
        const piece = await pieces.next();
        if (piece.done === true) break;
        waiting.push(piece.value);
        wake?.();
      }
      end = {};
    } catch (error) {
      end = { error };
    }
    wake?.();
  };
  void pump();

  try {
    for (;;) {
      const piece = waiting.shift();
      if (piece !== undefined) {
        yield piece;
      } else if (end === undefined) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      } else {
        if ('error' in end) throw end.error;
        return;
      }
    }
  } finally {
    if (end === undefined) await pieces.return?.();
  }
}
