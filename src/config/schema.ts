import { basename } from 'node:path';
import { z } from 'zod';
import type { Fallback } from '../model/typed-link.ts';
import type { MissingContext } from '../model/target.ts';
import type { PlaceReading } from '../model/search-facts.ts';
import type { validationModes } from '../model/validation.ts';
import { contextHostName, isContextPattern } from './context-files.ts';
import { doiQueryUrl, type DoiSelection } from './doi-selection.ts';
import { engineSchema } from './engine-schema.ts';
import { queueSchema } from './queue-schema.ts';
import {
  folderBase,
  limit,
  mapping,
  storeSchema,
  urlOfDomainName,
  wholeNumber,
} from './schema-parts.ts';
import type { LastmodTrust, Recheck } from './source-options.ts';
import { sourceKinds, sourcesSchema, type SourceKind } from './source-schema.ts';

export { sourceKinds, sourceName, sourceNameForm, type SourceKind } from './source-schema.ts';

const contextHostForm = 'a host name without scheme and port, such as w3id.org or *.example.org';

/** Every limit states its reason, for users who want to raise it. */
const httpSchema = mapping({
  contact: z
    .string('a mailto: or http(s): URL')
    // Sent in a header field: visible ASCII only.
    .regex(/^(?:mailto:[!-~][!-?A-~]*@[!-~]+|https?:\/\/[!-~]+)$/u, 'a mailto: or http(s): URL')
    .optional()
    .describe('Your contact for publishers: a mailto: or http(s): URL. Part of the user agent.'),
  allowPrivateAddresses: z
    .boolean('true or false')
    .default(false)
    .describe(
      'Whether to contact private, loopback and link-local addresses. Off, because a stranger’s ' +
        'sitemap could point into your network.',
    ),
  contextHosts: z
    .array(
      z
        .string(contextHostForm)
        .refine((host) => contextHostName(host) !== undefined, contextHostForm),
      'a list of host names, such as [w3id.org, "*.example.org"]',
    )
    .default([])
    .describe(
      'Hosts from which JSON-LD contexts that documents name are fetched, if they are neither ' +
        'bundled nor mapped (contexts): once, into the catalogue, and again with ingest --full. ' +
        '*.example.org means all hosts below example.org. List the hosts of redirects, too. ' +
        'None by default, because strangers decide what documents name.',
    ),
  connections: limit(1, 1024, 256).describe(
    'URLs in progress at once, over all hosts, without those that wait for a host. Twice as ' +
      'many sources are listed at once. Bounds memory and open sockets; 200 hosts that take a ' +
      'second to respond need that many.',
  ),
  perHost: mapping({
    connections: limit(1, 32, 2).describe(
      'Requests to one host at once. Two is the former limit of browsers (RFC 2616).',
    ),
    delayMs: limit(0, 600_000, 250).describe(
      'Minimum time between the starts of two requests to one host, in milliseconds.',
    ),
    maxCrawlDelayMs: limit(0, 3_600_000, 30_000).describe(
      'The maximum Crawl-delay of a robots.txt, in milliseconds; a longer one is reduced to ' +
        'this. Prevents a harvest of months.',
    ),
    maxFailures: limit(1, 1000, 5).describe(
      'URLs of one host that fail in a row (no connection, timeout, 429, 5xx) before it is ' +
        'given up for this run, after a last try.',
    ),
    runMs: limit(1000, 2_592_000_000, 604_800_000).describe(
      'Maximum time for one host in a run, in milliseconds from its first request; the rest of ' +
        'its URLs is left for the next run.',
    ),
  }).prefault({}),
  timeouts: mapping({
    connectMs: limit(100, 600_000, 10_000).describe('To open a connection, in milliseconds.'),
    headersMs: limit(100, 600_000, 30_000).describe(
      'From the request to the headers of the response: repositories that render pages on ' +
        'demand are slow.',
    ),
    bodyMs: limit(100, 600_000, 30_000).describe(
      'Between two parts of a body. Ends requests to a server that stalls.',
    ),
    totalMs: limit(100, 3_600_000, 120_000).describe(
      'For one request from its start to the end of the body. Ends responses that arrive byte ' +
        'by byte.',
    ),
  }).prefault({}),
  maxBytes: limit(1024, 524_288_000, 52_428_800).describe(
    'Maximum size of a body after decompression, in bytes. 50 MiB is far more than a page has; ' +
      'stops compression bombs. Strings beyond 500 MiB are impossible.',
  ),
  maxRatio: limit(10, 1_000_000, 200).describe(
    'Maximum growth of a body by decompression, as a multiple of its size as sent, beyond 8 ' +
      'MiB. Pages grow about tenfold, very repetitive ones a hundredfold; a compression bomb ' +
      'grows a thousandfold, and again with each nested coding.',
  ),
  maxRedirects: limit(0, 20, 5).describe('RFC 9309 §2.3.1.2 asks for five; more is a loop.'),
  retries: limit(0, 10, 2).describe(
    'Retries after a broken connection, a timeout, 429, 500, 502, 503 or 504.',
  ),
  maxRetryAfterMs: limit(0, 3_600_000, 60_000).describe(
    'The maximum Retry-After to wait for; if a server asks for longer, the URL is given up for ' +
      'this run.',
  ),
});

const limitsSchema = mapping({
  runMs: limit(1000, 2_592_000_000, 604_800_000).describe(
    'Maximum time for the requests of a run, in milliseconds; the rest of the URLs is left for ' +
      'the next run. A run of more than a week is probably stuck.',
  ),
  urlsPerSource: limit(1, 100_000_000, 1_000_000).describe(
    'URLs of one source, from sitemaps or lists. Stops sitemaps that are generated without end.',
  ),
  sitemapDepth: limit(0, 20, 5).describe(
    'Sitemap indexes within indexes. The protocol knows one level; real sites use two.',
  ),
  sitemapsPerSource: limit(1, 1_000_000, 10_000).describe(
    'Sitemaps, indexes and feeds of one source in total, each a request. Stops indexes that ' +
      'name ever more of them.',
  ),
  listingMs: limit(100, 604_800_000, 21_600_000).describe(
    'Time spent waiting for the listing of one source, in milliseconds: six hours. Harvesting ' +
      'its URLs at the same time does not count. Stops listings whose parts each arrive just in ' +
      'time.',
  ),
  sitemapBytes: limit(1024, 4_294_967_296, 268_435_456).describe(
    'Size of one sitemap after decompression, in bytes. sitemaps.org allows 50 MiB; larger ones ' +
      'are only reported. 256 MiB has room for a million entries, the default of urlsPerSource. ' +
      'Received parts wait in memory, one sitemap for each source, until their entries are ' +
      'harvested.',
  ),
  cataloguePages: limit(1, 1_000_000, 10_000).describe(
    'Further pages followed from the catalogues and lists of one source. Stops endless paging.',
  ),
  linkDepth: limit(0, 10, 2).describe(
    'Length of a chain of links from a listed page to its metadata.',
  ),
  linksPerPage: limit(0, 10_000, 20).describe('Links followed from one page. Stops link farms.'),
  jsonDepth: limit(10, 500, 200).describe(
    'Nesting of JSON-LD. Beyond 500 levels the JSON-LD processor runs out of stack.',
  ),
  jsonValues: limit(1000, 100_000_000, 4_000_000).describe(
    'Values in one JSON-LD document, and items of one list. Bounds memory: each value becomes ' +
      'an RDF statement. 64 MiB of JSON-LD have about four million.',
  ),
  listBytes: limit(1024, 100_000_000_000, 1_073_741_824).describe(
    'Size of a list, or of one file of a folder, in bytes. It is read as a stream, so it needs ' +
      'disk space, not memory.',
  ),
  pieceBytes: limit(65_536, 67_108_864, 16_777_216).describe(
    'Maximum size of a list that is read as a whole, and of one item of a larger list, in ' +
      'bytes; a document that cannot be read item by item may be four times as large. Bounds ' +
      'memory.',
  ),
  recordMs: limit(100, 3_600_000, 60_000).describe(
    'Time to make record graphs from the result of one URL, in a worker thread, in ' +
      'milliseconds. Stops documents that hang it.',
  ),
  recordHeapBytes: wholeNumber(268_435_456, 68_719_476_736)
    .optional()
    .describe(
      'Memory (JavaScript heap) of a worker thread to make record graphs from the result of one ' +
        'URL, in bytes. Stops documents that grow without end before they exhaust the machine. ' +
        'Default: half of the memory, divided among the threads, but at least 1.5 GiB if that ' +
        'half has as much, and at most 4 GiB; a `@graph` of 60 MB takes about 1 GB.',
    ),
  maxExhaustions: limit(1, 1000, 5).describe(
    'Documents of one source in a row that take too long (recordMs) or too much memory ' +
      '(recordHeapBytes) before the rest of its URLs is left for the next run; if all are of one ' +
      'host, the rest of the URLs there. Each occupies a thread.',
  ),
});

const schemaForm = 'an XSD file, such as ./schemas/eml.xsd';

const schemasSchema = z
  .record(z.string(), z.string(schemaForm).min(1, schemaForm), {
    error: 'a mapping of namespaces to XSD files, such as { "urn:a:1": ./a.xsd }',
  })
  .optional()
  .describe(
    'XML schemas (XSD 1.0) by which cdif-graph check validates linked metadata documents: the ' +
      'namespace of the first element, and a file relative to this one. An XSD may include and ' +
      'import files of its folder and below, and the namespaces that are mapped here.',
  );

const contextForm = 'a JSON file with a member @context, such as ./contexts/soil.jsonld';

const contextsSchema = z
  .record(z.string(), z.string(contextForm).min(1, contextForm), {
    error: 'a mapping of URLs to files, such as { "https://soil.example/context": ./soil.jsonld }',
  })
  .superRefine((contexts, refinement) => {
    for (const key of Object.keys(contexts).filter((each) => !isContextPattern(each))) {
      const remedy = 'write the URL as documents name it, or the beginning of URLs and *';
      const facts = { message: 'is not a URL', params: { remedy } };
      refinement.addIssue({ code: 'custom', path: [key], ...facts });
    }
  })
  .optional()
  .describe(
    'JSON-LD contexts that documents name by URL, and that are not bundled: the URL, or the ' +
      'beginning of URLs and *, and a file relative to this one, of at most 1 MiB. http and ' +
      'https mean the same. The longest match counts.',
  );

/** The whole configuration: `z.input` as written in a file, `Config` with defaults. */
export const configSchema = mapping({
  store: storeSchema,
  http: httpSchema.prefault({}).describe('Settings for requests: politeness and limits.'),
  limits: limitsSchema.prefault({}).describe('Limits for one source, page or record.'),
  workers: wholeNumber(0, 64)
    .optional()
    .describe(
      'Threads that convert JSON-LD to RDF, and one more while slow documents occupy all of ' +
        'them; 0 uses the main thread. Default: one less than the processors, at least one.',
    ),
  engine: engineSchema
    .optional()
    .describe(
      'A SPARQL store that answers queries instead of the engine in memory, which holds some ' +
        '80,000 records. See docs/stores.md.',
    ),
  queue: queueSchema
    .optional()
    .describe('Workers on other machines make the visits (cdif-graph worker). See docs/scale.md.'),
  contexts: contextsSchema,
  schemas: schemasSchema,
  sources: sourcesSchema,
});

/** A checked configuration with all defaults; a loaded one has the texts of `contexts`. */
export type Config = z.infer<typeof configSchema>;
/** The settings of a command without a configuration; its source lists nothing. */
export function defaultSettings(): Config {
  return configSchema.parse({
    store: { path: 'none' },
    sources: [{ name: 'none', urls: ['http://none.invalid/'] }],
  });
}

/** The settings for requests. */
export type HttpConfig = Config['http'];
/** The limits for one source, page or record. */
export type Limits = Config['limits'];
/** A checked source as configured; see `sourceOf`. */
export type SourceConfig = Config['sources'][number];

/** The location of a source, by its kind. */
type Location =
  | {
      readonly kind: 'site';
      readonly site: string;
      /** Whether it is configured by domain name, so that http is used if https is unreachable. */
      readonly isByName?: true;
    }
  | { readonly kind: 'sitemap'; readonly sitemap: string }
  | { readonly kind: 'list'; readonly list: string }
  | { readonly kind: 'catalog'; readonly catalog: string }
  | {
      readonly kind: 'oai';
      /** As configured: see `oaiBaseUrl`. */
      readonly oai: string;
      /** The sets to list. Default: everything. */
      readonly sets?: readonly string[] | undefined;
      /** The metadata format. Default: the best one that is offered. */
      readonly metadataPrefix?: string | undefined;
    }
  | { readonly kind: 'urls'; readonly urls: readonly string[] }
  | {
      readonly kind: 'folder';
      /** The path; absolute in a loaded configuration. */
      readonly folder: string;
      /** The URL that represents the folder: see `folderBase`. */
      readonly base: string;
    }
  | {
      readonly kind: 'dois';
      readonly dois: DoiSelection;
      /** The first page of a query; else a URL that represents the list or file. */
      readonly start: string;
    };

/** A source as the stages see it; see `source-schema.ts` for the options. */
export type Source = Location &
  PlaceReading & {
    readonly name: string;
    readonly include: readonly string[];
    readonly exclude: readonly string[];
    /** The wanted types: local names of schema.org, prefixed names or IRIs. Default: all. */
    readonly types?: readonly string[] | undefined;
    /** The fallback formats for pages without metadata. Default: none. */
    readonly fallbacks?: readonly Fallback[];
    /** Whether content negotiation is tried for responses without metadata. Default: true. */
    readonly negotiate?: boolean;
    /** The context for JSON-LD without one. Default: none, so that its terms are lost. */
    readonly missingContext?: MissingContext | undefined;
    /** The URL template for the metadata of a listed URL: see `expandTemplate`. */
    readonly template?: string | undefined;
    /** What to do with records that do not conform. Default: off. */
    readonly validate?: (typeof validationModes)[number];
    /** The profiles to validate against: `profileNames`. Default: those that a record claims. */
    readonly profiles?: readonly string[];
    /** Default: obey. */
    readonly robots?: 'obey' | 'ignore';
    /** The revisit policy. Default: always. */
    readonly recheck?: Recheck;
    /** The effect of an unchanged `lastmod`. Default: verify. */
    readonly lastmod?: LastmodTrust;
    /** The largest share of its records that a run may remove. Default: 0.2. */
    readonly maxRemovedShare?: number;
    /** The sitemaps of robots.txt to read. Default: all. */
    readonly sitemaps?: 'all' | 'cdif';
  };

const locators = {
  site: ({ site }) => site && siteOf(site),
  sitemap: ({ sitemap }) => sitemap && { kind: 'sitemap', sitemap },
  list: ({ list }) => list && { kind: 'list', list },
  catalog: ({ catalog }) => catalog && { kind: 'catalog', catalog },
  oai: ({ oai, sets, metadataPrefix }) => oai && { kind: 'oai', oai, sets, metadataPrefix },
  urls: ({ urls }) => urls && { kind: 'urls', urls },
  folder: ({ folder, base, name }) => {
    const url = folderBase(base, name);
    return folder && url && { kind: 'folder', folder, base: url };
  },
  dois: ({ dois, name }) => dois && { kind: 'dois', ...selectDois(dois, name) },
} satisfies Record<SourceKind, (source: SourceConfig) => Location | '' | undefined>;

function selectDois(
  dois: NonNullable<SourceConfig['dois']>,
  name: string,
): Pick<Extract<Location, { readonly kind: 'dois' }>, 'dois' | 'start'> {
  if (typeof dois === 'string') {
    const base = folderBase(undefined, name) ?? doiResolver;
    return { dois: { by: 'file', file: dois }, start: base + encodeURIComponent(basename(dois)) };
  }
  if (Array.isArray(dois)) return { dois: { by: 'list', list: dois }, start: doiResolver };
  return { dois: { by: 'query', query: dois }, start: doiQueryUrl(dois) };
}

const doiResolver = 'https://doi.org/';

function siteOf(text: string): Location {
  const url = urlOfDomainName(text);
  return url === undefined
    ? { kind: 'site', site: text }
    : { kind: 'site', site: url, isByName: true };
}

/**
 * The source of a checked configuration.
 * @throws {TypeError} if it has no location, which the schema excludes
 */
export function sourceOf(config: SourceConfig): Source {
  const { name, include, exclude, fallbacks, negotiate, robots, sitemaps } = config;
  const { recheck, lastmod, maxRemovedShare, axisOrder, westGreaterThanEast } = config;
  const { missingContext, template, types, validate, profiles } = config;
  const listing = { name, include, exclude, fallbacks, negotiate, robots, sitemaps };
  const revisits = { recheck, lastmod, maxRemovedShare, axisOrder, westGreaterThanEast };
  const reading = { missingContext, template, types, validate, profiles };
  for (const kind of sourceKinds) {
    const location = locators[kind](config);
    if (location) return { ...location, ...listing, ...revisits, ...reading };
  }
  throw new TypeError(`source ${name} has no location`);
}

/** The start URL of a source, to which problems of the whole source belong. */
export function startOf(source: Source): string {
  switch (source.kind) {
    case 'site':
      return source.site;
    case 'sitemap':
      return source.sitemap;
    case 'list':
      return source.list;
    case 'catalog':
      return source.catalog;
    case 'oai':
      return source.oai;
    case 'urls':
      return source.urls[0] ?? '';
    case 'folder':
      return source.base;
    case 'dois':
      return source.start;
  }
}
