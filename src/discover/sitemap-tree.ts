import { ResourceError } from '../model/http.ts';
import type { ListingAnswer, ListingKeeper } from '../model/listing-memory.ts';
import { isWholeDue } from '../model/whole-answer.ts';
import type { Listed, Reading } from './discoverer.ts';
import { readAhead } from './read-ahead.ts';
import { readSitemap } from './sitemap-document.ts';
import type { SitemapNaming } from './sitemap-place.ts';

const sitemapAccept = 'application/xml, text/xml;q=0.9, */*;q=0.5';

/**
 * Reads sitemaps and the sitemaps that indexes name, each once and sequentially. Entries are
 * yielded while their sitemap arrives. Indexes may be nested up to `limits.sitemapDepth`.
 */
export class SitemapTree {
  readonly #reading: Reading;
  readonly #seen = new Set<string>();

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  /**
   * Lists a sitemap and everything that it names; nothing if it was already read. Failures are
   * problems.
   * @param url normalised
   * @param naming inherited by the sitemaps that it names
   * @param depth the number of indexes that led to it
   * @throws the signal's reason when it is aborted
   */
  async *list(url: string, naming: SitemapNaming = {}, depth = 0): AsyncGenerator<Listed> {
    if (this.#seen.has(url)) return;
    this.#seen.add(url);
    try {
      for await (const item of this.#read(url, naming)) {
        if (item.kind !== 'sitemap') yield item;
        else yield* this.#descend(item, naming, depth);
      }
    } catch (error) {
      if (!(error instanceof ResourceError)) throw error;
      yield { kind: 'problem', problem: error.problem };
    }
  }

  /** The items of a sitemap: the kept ones where its server answers 304 Not Modified. */
  async *#read(url: string, naming: SitemapNaming): AsyncGenerator<Listed> {
    const { http, source: credentialsOf, signal, limits, memory, now } = this.#reading;
    const { sitemapBytes: maxBytes, maxRatio } = limits;
    const name = `${url} ${JSON.stringify(naming)}`;
    const known = await memory.known(name);
    const conditions = { credentialsOf, signal, accept: sitemapAccept, maxBytes };
    const isRefetchDue = known !== undefined && isWholeDue(url, known.at, now());
    const validators = isRefetchDue ? undefined : known?.validators;
    let answer = await http.open(url, { ...conditions, validators });
    if (answer.notModified === true) {
      if (known?.finalUrl === answer.retrieval.finalUrl) {
        yield* known.items();
        return;
      }
      // The redirect target changed, and the new one has the same validators.
      answer = await http.open(url, conditions);
    }
    const { body, retrieval } = answer;
    const { finalUrl, etag, lastModified } = retrieval;
    const items = readSitemap(
      readAhead(body),
      { ...naming, url, finalUrl },
      { maxBytes, maxRatio },
    );
    if (etag === undefined && lastModified === undefined) yield* items;
    else {
      const at = now().toISOString();
      const kept = { finalUrl, at, validators: { etag, lastModified } };
      yield* keepItems(items, await memory.begin(name), kept);
    }
  }

  async *#descend(
    item: Extract<Listed, { kind: 'sitemap' }>,
    naming: SitemapNaming,
    depth: number,
  ): AsyncGenerator<Listed> {
    yield item;
    const { sitemapDepth: maxDepth } = this.#reading.limits;
    if (depth < maxDepth) {
      yield* this.list(item.url, naming, depth + 1);
    } else {
      yield { kind: 'problem', problem: { kind: 'sitemap-too-deep', url: item.url, maxDepth } };
    }
  }
}

/** Passes listing items on and keeps them. */
async function* keepItems(
  items: AsyncIterable<Listed>,
  keeper: ListingKeeper<Listed>,
  answer: ListingAnswer,
): AsyncGenerator<Listed> {
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
