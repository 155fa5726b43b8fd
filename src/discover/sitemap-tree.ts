import { ResourceError } from '../model/http.ts';
import type { ListingAnswer, ListingKeeper } from '../model/listing-memory.ts';
import { isWholeDue } from '../model/whole-answer.ts';
import type { Listed, Reading } from './discoverer.ts';
import { readAhead } from './read-ahead.ts';
import { readSitemap } from './sitemap-document.ts';
import type { SitemapNaming } from './sitemap-place.ts';

const sitemapAccept = 'application/xml, text/xml;q=0.9, */*;q=0.5';

/**
 * Reads sitemaps and what they name, each once, one after the other. Entries come while their sitemap arrives.
 * Sitemap indexes may be nested as deeply as `limits.sitemapDepth` says.
 */
export class SitemapTree {
  readonly #reading: Reading;
  readonly #seen = new Set<string>();

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  /**
   * Lists a sitemap with all that it names; nothing, when it was read before. What hinders that is a problem.
   * @param url normalised
   * @param naming goes down to what it names
   * @param depth how many indexes led to it
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

  /** What a sitemap lists: as it was kept where its server says that it has not changed. */
  async *#read(url: string, naming: SitemapNaming): AsyncGenerator<Listed> {
    const { http, source: credentialsOf, signal, limits, memory, now } = this.#reading;
    const { sitemapBytes: maxBytes, maxRatio } = limits;
    const name = `${url} ${JSON.stringify(naming)}`;
    const known = await memory.known(name);
    const conditions = { credentialsOf, signal, accept: sitemapAccept, maxBytes };
    const isOld = known !== undefined && isWholeDue(url, known.at, now());
    const validators = isOld ? undefined : known?.validators;
    let answer = await http.open(url, { ...conditions, validators });
    if (answer.notModified === true) {
      if (known?.finalUrl === answer.retrieval.finalUrl) {
        yield* known.items();
        return;
      }
      // A redirect leads elsewhere now, where something else has the same validators.
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
      yield* keeping(items, await memory.begin(name), kept);
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

/** Passes on what is listed, and keeps it. */
async function* keeping(
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
