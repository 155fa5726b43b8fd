import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { doiUrl } from '../config/doi-selection.ts';
import { type HttpReader, type OpenOptions, ResourceError } from '../model/http.ts';
import { fileUnreadableProblem, type Problem } from '../model/problem.ts';
import { isObject, type JsonObject, parseJson } from '../text/json.ts';
import {
  type DiscoverContext,
  type ListingItem,
  permitListing,
  resolveListedUrl,
  shortenValue,
  type SourceOfKind,
} from './discoverer.ts';

/** The media type of one record of DataCite, by content negotiation. */
const dataciteJson = 'application/vnd.datacite.datacite+json';
const apiAccept = 'application/vnd.api+json, application/json;q=0.9';

/**
 * Lists DOIs. Those of a list or file are requested at their resolver, with content negotiation for
 * metadata (`web/wanted-content.ts`). Those of a query come from DataCite's REST API page by page,
 * with their metadata, so that they need no further request.
 *
 * A line of a file that is no DOI is `doi-invalid`; a page that is no list of DOIs is
 * `list-malformed` and makes the listing incomplete.
 */
export async function* discoverDois(
  source: SourceOfKind<'dois'>,
  context: DiscoverContext,
): AsyncGenerator<ListingItem> {
  const { dois, start } = source;
  if (dois.by === 'query') yield* listPages(source, context);
  else if (dois.by === 'file') yield* listLines(dois.file, start, context.signal);
  else for (const doi of dois.list) yield* listDoi(doi, { url: start });
}

function* listDoi(
  doi: string,
  place: { readonly url: string; readonly line?: number },
): Generator<ListingItem> {
  const url = doiUrl(doi);
  if (url !== undefined) yield { kind: 'url', url, found: { by: 'dois', ...linePlace(place) } };
  else {
    const problem = { kind: 'doi-invalid', value: shortenValue(doi), ...place } as const;
    yield { kind: 'problem', problem };
  }
}

/** A DOI of the configuration is named nowhere else. */
function linePlace({ url, line }: { readonly url: string; readonly line?: number }) {
  return line === undefined ? {} : { in: url, line };
}

/** One DOI a line; blank lines and those that begin with `#` are left out. */
async function* listLines(
  file: string,
  url: string,
  signal: AbortSignal,
): AsyncGenerator<ListingItem> {
  let line = 0;
  try {
    const lines = createInterface({ input: createReadStream(file, { encoding: 'utf8', signal }) });
    for await (const written of lines) {
      line += 1;
      const doi = written.replace(/^\uFEFF/u, '').trim();
      if (doi !== '' && !doi.startsWith('#')) yield* listDoi(doi, { url, line });
    }
  } catch (error) {
    signal.throwIfAborted();
    yield { kind: 'problem', problem: fileUnreadableProblem(url, error) };
  }
}

/** Reads the pages of a query (JSON:API with cursors), each of which names the next. */
async function* listPages(
  source: SourceOfKind<'dois'>,
  context: DiscoverContext,
): AsyncGenerator<ListingItem> {
  const { http, signal, limits } = context;
  const options = {
    credentialsOf: source.name,
    signal,
    accept: apiAccept,
    maxBytes: limits.sitemapBytes,
    permit: permitListing(source.robots, context),
  };
  const seen = new Set<string>();
  let next: string | undefined = source.start;
  while (next !== undefined && !seen.has(next)) {
    seen.add(next);
    const page: ApiPage | Problem = await readPage(next, http, options);
    if ('kind' in page) {
      yield { kind: 'problem', problem: page };
      return;
    }
    for (const record of page.records) yield toItem(record, next);
    // The last page names a next one that is empty.
    next = page.records.length === 0 ? undefined : page.next;
  }
  if (next !== undefined) yield { kind: 'problem', problem: malformed(next, 'pages in a circle') };
}

/** A page of DataCite's REST API. */
interface ApiPage {
  /** The attributes of each DOI. */
  readonly records: readonly (JsonObject & { readonly doi: string })[];
  readonly next: string | undefined;
}

async function readPage(
  url: string,
  http: HttpReader,
  options: OpenOptions,
): Promise<ApiPage | Problem> {
  try {
    const { body } = await http.read(url, options, async (pieces) => text(pieces));
    const page = parseJson(body);
    const data: unknown = isObject(page) ? page['data'] : undefined;
    if (!isObject(page) || !Array.isArray(data)) return malformed(url, 'not a list of DOIs');
    const records = data.flatMap(readAttributes);
    if (records.length < data.length) return malformed(url, 'an item without DOI');
    const { links } = page;
    const following = isObject(links) ? links['next'] : undefined;
    return {
      records,
      next: typeof following === 'string' ? resolveListedUrl(following, url) : undefined,
    };
  } catch (error) {
    if (error instanceof ResourceError) return error.problem;
    throw error;
  }
}

function readAttributes(item: unknown): readonly ApiPage['records'][number][] {
  const attributes = isObject(item) ? item['attributes'] : undefined;
  if (!isObject(attributes)) return [];
  const { doi } = attributes;
  return typeof doi === 'string' ? [{ ...attributes, doi }] : [];
}

function toItem(attributes: ApiPage['records'][number], page: string): ListingItem {
  const { doi, updated } = attributes;
  const url = doiUrl(doi);
  if (url === undefined) {
    const problem = { kind: 'doi-invalid', url: page, value: shortenValue(doi) } as const;
    return { kind: 'problem', problem };
  }
  const lastmod = typeof updated === 'string' ? { lastmod: updated } : {};
  return {
    kind: 'url',
    url,
    found: { by: 'dois', in: page, ...lastmod },
    content: { contentType: dataciteJson, body: Buffer.from(JSON.stringify(attributes)) },
  };
}

function malformed(url: string, detail: string): Problem {
  return { kind: 'list-malformed', url, detail, line: 1, column: 1, itemsRead: 0 };
}
