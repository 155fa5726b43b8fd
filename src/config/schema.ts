import { z } from 'zod';

// Every `error` here is a noun phrase that says what is right: `explain.ts` makes "give …" or "add …" of it. A custom
// issue says what is wrong in its message, what to do in `params.remedy`, and which keys would do in `params.wanted`.

const httpUrl = z
  .url({
    protocol: /^https?$/u,
    hostname: /./u,
    error: 'an absolute http or https URL, such as https://repository.example.org/',
  })
  .refine(hasNoCredentials, {
    error: 'a URL without user name and password, since URLs are kept and printed',
  })
  .meta({ pattern: '^https?://' });

/** The kinds of source. A source has exactly one of these keys, and the key says its kind. */
export const sourceLocations = {
  site: httpUrl.describe('A web site. Its robots.txt names the sitemaps.'),
  sitemap: httpUrl.describe('A sitemap or sitemap index, plain or gzipped.'),
  urls: z
    .array(httpUrl, { error: 'a list of URLs' })
    .min(1, 'a list of at least one URL')
    .describe('URLs of landing pages or JSON-LD documents.'),
} as const;

export type SourceKind = keyof typeof sourceLocations;
export const sourceKinds = Object.keys(sourceLocations) as readonly SourceKind[]; // the keys of a const object are its keys

const glob = z.string('a glob, such as /dataset/**').min(1, 'a glob, such as /dataset/**');
const globs = z.array(glob, { error: 'a list of globs, such as ["/dataset/**"]' }).default([]);

const sourceSchema = z
  .strictObject(
    {
      name: z
        .string('a name, such as example-repository')
        .regex(
          /^[a-z0-9][a-z0-9._-]{0,99}$/iu,
          'a name of up to 100 letters, digits, ".", "_" and "-" that begins with a letter or digit',
        )
        .describe('Names the source in reports, in provenance and in --source.'),
      site: sourceLocations.site.optional(),
      sitemap: sourceLocations.sitemap.optional(),
      urls: sourceLocations.urls.optional(),
      include: globs.describe(
        'Globs matched against path and query of a listed URL; where given, only what matches is harvested.',
      ),
      exclude: globs.describe('Globs of what is left out; wins over `include`.'),
    },
    { error: `a mapping with name and one of ${sourceKinds.join(', ')}` },
  )
  .superRefine(
    (source, context) => {
      const given = sourceKinds.filter((kind) => source[kind] !== undefined);
      const [first, ...more] = given;
      if (first === undefined) {
        const params = { remedy: `add one of ${sourceKinds.join(', ')}`, wanted: sourceKinds };
        context.addIssue({ code: 'custom', message: 'has no location', params });
      } else if (more.length > 0) {
        const remedy = `keep ${first} here and make another source of ${more.join(' and of ')}`;
        const message = `has ${given.length} locations, ${given.join(' and ')}`;
        context.addIssue({ code: 'custom', message, params: { remedy } });
      }
    },
    { when: ({ value }) => isMapping(value) },
  );

/** Every limit states why it is there, since whoever raises it should know what it protects. */
const httpSchema = mapping({
  contact: z
    .string('a mailto: or http(s): URL')
    // It is sent in a header field, which takes visible ASCII only.
    .regex(/^(?:mailto:[!-~]+@[!-~]+|https?:\/\/[!-~]+)$/u, 'a mailto: or http(s): URL')
    .optional()
    .describe(
      'Where a publisher can reach you: a mailto: or http(s): URL. Goes into the user agent.',
    ),
  allowPrivateAddresses: z
    .boolean('true or false')
    .default(false)
    .describe(
      'Whether to ask private, loopback and link-local addresses. Off, because a stranger’s sitemap could point into your network.',
    ),
  connections: wholeNumber(1, 256)
    .default(32)
    .describe(
      'URLs in progress at once, over all hosts, beside one list of URLs a source. Bounds memory and open sockets.',
    ),
  perHost: mapping({
    connections: wholeNumber(1, 32)
      .default(2)
      .describe('Requests to one host at once. Two is what a browser of old was allowed.'),
    delayMs: wholeNumber(0, 600_000)
      .default(250)
      .describe('Least time between the starts of two requests to one host, in milliseconds.'),
  }).prefault({}),
  timeouts: mapping({
    connectMs: wholeNumber(100, 600_000)
      .default(10_000)
      .describe('To open a connection, in milliseconds.'),
    headersMs: wholeNumber(100, 600_000)
      .default(30_000)
      .describe(
        'From the request to the headers of the answer: repositories that render pages on demand are slow.',
      ),
    bodyMs: wholeNumber(100, 600_000)
      .default(30_000)
      .describe('Between two pieces of a body. A server that stalls is given up.'),
    totalMs: wholeNumber(100, 3_600_000)
      .default(120_000)
      .describe(
        'For one request from start to end of body. Ends a server that drips byte by byte.',
      ),
  }).prefault({}),
  maxBytes: wholeNumber(1024, 524_288_000)
    .default(52_428_800)
    .describe(
      'Size of a body after decompression, in bytes. 50 MiB, as sitemaps.org allows a sitemap; ends compression bombs. Texts beyond 500 MiB cannot be held.',
    ),
  maxRedirects: wholeNumber(0, 20)
    .default(5)
    .describe('RFC 9309 §2.3.1.2 asks for five; more is a loop.'),
  retries: wholeNumber(0, 10)
    .default(2)
    .describe('Further tries after a broken connection, a time-out, 429, 500, 502, 503 or 504.'),
  maxRetryAfterMs: wholeNumber(0, 3_600_000)
    .default(60_000)
    .describe(
      'The longest wait a server may ask for with Retry-After; if it asks for longer, the URL is given up for this run.',
    ),
});

const limitsSchema = mapping({
  urlsPerSource: wholeNumber(1, 100_000_000)
    .default(1_000_000)
    .describe('URLs of one source. Ends a sitemap that is generated without end.'),
  sitemapDepth: wholeNumber(0, 20)
    .default(5)
    .describe('Sitemap indexes within indexes. The protocol knows one level; real sites use two.'),
  linkDepth: wholeNumber(0, 10)
    .default(2)
    .describe('Links followed from one listed page to its metadata, and from there.'),
  linksPerPage: wholeNumber(0, 10_000)
    .default(20)
    .describe('Links followed from one page. Ends link farms.'),
  jsonDepth: wholeNumber(10, 500)
    .default(200)
    .describe('Nesting of JSON-LD. Beyond 500 levels the JSON-LD processor runs out of stack.'),
  jsonValues: wholeNumber(1000, 100_000_000)
    .default(2_000_000)
    .describe('Values in one JSON-LD document. Bounds memory: each becomes an RDF statement.'),
  recordMs: wholeNumber(100, 3_600_000)
    .default(60_000)
    .describe('Time to turn one response into record graphs, in a worker thread. Ends what hangs.'),
});

/** The whole configuration. `z.input` is what a file may say, `Config` what the program works with. */
export const configSchema = mapping({
  store: mapping({
    path: z
      .string('a directory, such as ./catalogue')
      .min(1, 'a directory, such as ./catalogue')
      .describe('The catalogue directory, on a local disk. Relative to this file.'),
  }).describe('Where the catalogue is kept.'),
  http: httpSchema.prefault({}).describe('How to ask the Web: politely, and within limits.'),
  limits: limitsSchema.prefault({}).describe('What one source, page or record may cost.'),
  workers: wholeNumber(0, 64)
    .optional()
    .describe(
      'Threads that turn JSON-LD into RDF; 0 does it in the main thread. Default: one less than the processors, at least one.',
    ),
  sources: z
    .array(sourceSchema, { error: 'a list of sources' })
    .min(1, 'a list of at least one source')
    .superRefine(
      (sources, context) => {
        for (const [index, name] of repeatedNames(sources)) {
          context.addIssue({
            code: 'custom',
            path: [index, 'name'],
            message: `is also the name of source ${name + 1}`,
            params: { remedy: 'give each source a name of its own' },
          });
        }
      },
      { when: ({ value }) => Array.isArray(value) },
    )
    .describe('Where metadata is.'),
});

export type Config = z.infer<typeof configSchema>;
export type HttpConfig = Config['http'];
export type Limits = Config['limits'];
export type SourceConfig = Config['sources'][number];

/** Where a source is, and by that of which kind. */
type Location =
  | { readonly kind: 'site'; readonly site: string }
  | { readonly kind: 'sitemap'; readonly sitemap: string }
  | { readonly kind: 'urls'; readonly urls: readonly string[] };

/** A source as the stages see it. */
export type Source = Location & {
  readonly name: string;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
};

const locators = {
  site: ({ site }) => site && { kind: 'site', site },
  sitemap: ({ sitemap }) => sitemap && { kind: 'sitemap', sitemap },
  urls: ({ urls }) => urls && { kind: 'urls', urls },
} satisfies Record<SourceKind, (source: SourceConfig) => Location | '' | undefined>;

/**
 * The source that a checked configuration means.
 * @throws {TypeError} when it has no location, which the schema does not let through
 */
export function sourceOf(config: SourceConfig): Source {
  const { name, include, exclude } = config;
  for (const kind of sourceKinds) {
    const location = locators[kind](config);
    if (location) return { ...location, name, include, exclude };
  }
  throw new TypeError(`Source ${name} has no location`);
}

/** What a problem of a whole source is about: the URL it starts from. */
export function startOf(source: Source): string {
  switch (source.kind) {
    case 'site':
      return source.site;
    case 'sitemap':
      return source.sitemap;
    case 'urls':
      return source.urls[0] ?? '';
  }
}

/** A mapping that knows no other keys. */
function mapping<Shape extends z.core.$ZodShape>(shape: Shape) {
  return z.strictObject(shape, { error: `a mapping of ${Object.keys(shape).join(', ')}` });
}

function wholeNumber(least: number, most: number) {
  const error = `a whole number from ${least} to ${most}`;
  return z.int(error).min(least, error).max(most, error);
}

function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function hasNoCredentials(text: string): boolean {
  if (!URL.canParse(text)) return true; // Another mistake, and reported as such.
  const { username, password } = new URL(text);
  return username === '' && password === '';
}

/** Which sources have the name of one before them: the index of each, and of the first of that name. */
function repeatedNames(sources: readonly unknown[]): readonly (readonly [number, number])[] {
  const names = sources.map((source) => (isMapping(source) ? source['name'] : undefined));
  return names
    .map((name, index) => [index, names.indexOf(name)] as const)
    .filter(([index, first]) => first !== index && typeof names[index] === 'string');
}
