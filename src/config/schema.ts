import { z } from 'zod';

const httpUrl = z.url({ protocol: /^https?$/u, error: 'must be an absolute http or https URL' });

/** The kinds of source. A source has exactly one of these keys, and the key says its kind. */
export const sourceLocations = {
  site: httpUrl.describe('A web site. Its robots.txt names the sitemaps.'),
  sitemap: httpUrl.describe('A sitemap or sitemap index, plain or gzipped.'),
  urls: z.array(httpUrl).min(1).describe('URLs of landing pages or JSON-LD documents.'),
} as const;

export type SourceKind = keyof typeof sourceLocations;
const sourceKinds = Object.keys(sourceLocations) as SourceKind[]; // the keys of a const object are its keys

const globs = z.array(z.string().min(1)).default([]);

const sourceSchema = z
  .strictObject({
    name: z
      .string()
      .regex(/^[a-z0-9][a-z0-9._-]*$/iu, 'use letters, digits, ".", "_" and "-" only')
      .describe('Names the source in reports, in provenance and in --source.'),
    site: sourceLocations.site.optional(),
    sitemap: sourceLocations.sitemap.optional(),
    urls: sourceLocations.urls.optional(),
    include: globs.describe(
      'Globs matched against path and query of a listed URL; where given, only what matches is harvested.',
    ),
    exclude: globs.describe('Globs of what is left out; wins over `include`.'),
  })
  .check((context) => {
    const given = sourceKinds.filter((kind) => context.value[kind] !== undefined);
    if (given.length === 1) return;
    context.issues.push({
      code: 'custom',
      input: context.value,
      message:
        given.length === 0
          ? `says not where its metadata is: add one of ${sourceKinds.join(', ')}`
          : `has ${given.join(' and ')}: keep one, and make another source of the other`,
    });
  });

/** Every limit states why it is there, since whoever raises it should know what it protects. */
const httpSchema = z.strictObject({
  contact: z
    .string()
    .regex(/^(mailto:.+@.+|https?:\/\/.+)$/u, 'must be a mailto: or http(s): URL')
    .optional()
    .describe('Where a publisher can reach you: a mailto: or http(s): URL. Goes into the user agent.'),
  allowPrivateAddresses: z
    .boolean()
    .default(false)
    .describe(
      'Whether to ask private, loopback and link-local addresses. Off, because a stranger’s sitemap could point into your network.',
    ),
  connections: z
    .int()
    .min(1)
    .max(256)
    .default(32)
    .describe('URLs in progress at once, over all hosts. Bounds memory and open sockets.'),
  perHost: z
    .strictObject({
      connections: z
        .int()
        .min(1)
        .max(32)
        .default(2)
        .describe('Requests to one host at once. Two is what a browser of old was allowed.'),
      delayMs: z
        .int()
        .min(0)
        .max(600_000)
        .default(250)
        .describe('Least time between the starts of two requests to one host, in milliseconds.'),
    })
    .prefault({}),
  timeouts: z
    .strictObject({
      connectMs: z.int().min(100).max(600_000).default(10_000).describe('To open a connection.'),
      headersMs: z
        .int()
        .min(100)
        .max(600_000)
        .default(30_000)
        .describe('From the request to the headers of the answer: repositories that render pages on demand are slow.'),
      bodyMs: z
        .int()
        .min(100)
        .max(600_000)
        .default(30_000)
        .describe('Between two pieces of a body. A server that stalls is given up.'),
      totalMs: z
        .int()
        .min(100)
        .max(3_600_000)
        .default(120_000)
        .describe('For one request from start to end of body. Ends a server that drips byte by byte.'),
    })
    .prefault({}),
  maxBytes: z
    .int()
    .min(1024)
    .default(52_428_800)
    .describe('Size of a body after decompression, in bytes. 50 MiB, as sitemaps.org allows a sitemap; ends compression bombs.'),
  maxRedirects: z.int().min(0).max(20).default(5).describe('RFC 9309 §2.3.1.2 asks for five; more is a loop.'),
  retries: z
    .int()
    .min(0)
    .max(10)
    .default(2)
    .describe('Further tries after a broken connection, a time-out, 429, 500, 502, 503 or 504.'),
  maxRetryAfterMs: z
    .int()
    .min(0)
    .max(3_600_000)
    .default(60_000)
    .describe('The longest wait a server may ask for with Retry-After; if it asks for longer, the URL is given up for this run.'),
});

const limitsSchema = z.strictObject({
  urlsPerSource: z
    .int()
    .min(1)
    .default(1_000_000)
    .describe('URLs of one source. Ends a sitemap that is generated without end.'),
  sitemapDepth: z
    .int()
    .min(0)
    .max(20)
    .default(5)
    .describe('Sitemap indexes within indexes. The protocol knows one level; real sites use two.'),
  linkDepth: z
    .int()
    .min(0)
    .max(10)
    .default(2)
    .describe('Links followed from one listed page to its metadata, and from there.'),
  linksPerPage: z.int().min(0).default(20).describe('Links followed from one page. Ends link farms.'),
  jsonDepth: z
    .int()
    .min(10)
    .max(500)
    .default(200)
    .describe('Nesting of JSON-LD. Beyond 500 levels the JSON-LD processor runs out of stack.'),
  jsonValues: z
    .int()
    .min(1000)
    .default(2_000_000)
    .describe('Values in one JSON-LD document. Bounds memory: each becomes an RDF statement.'),
  recordMs: z
    .int()
    .min(100)
    .default(60_000)
    .describe('Time to turn one response into record graphs, in a worker thread. Ends what hangs.'),
});

/** The whole configuration. `z.input` is what a file may say, `Config` what the program works with. */
export const configSchema = z.strictObject({
  store: z.strictObject({
    path: z.string().min(1).describe('The catalogue directory, on a local disk. Relative to this file.'),
  }),
  http: httpSchema.prefault({}),
  limits: limitsSchema.prefault({}),
  workers: z
    .int()
    .min(0)
    .max(64)
    .optional()
    .describe('Threads that turn JSON-LD into RDF; 0 does it in the main thread. Default: one less than the processors, at least one.'),
  sources: z.array(sourceSchema).min(1),
});

export type Config = z.infer<typeof configSchema>;
export type HttpConfig = Config['http'];
export type Limits = Config['limits'];
export type SourceConfig = Config['sources'][number];

/** A source as the stages see it. */
export type Source = { readonly name: string; readonly include: readonly string[]; readonly exclude: readonly string[] } & (
  | { readonly kind: 'site'; readonly site: string }
  | { readonly kind: 'sitemap'; readonly sitemap: string }
  | { readonly kind: 'urls'; readonly urls: readonly string[] }
);
