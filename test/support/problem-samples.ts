import type { ProblemKind, ProblemOf } from '../../src/model/problem.ts';

const site = 'https://soil.example/';
const robots = 'https://soil.example/robots.txt';
const sitemap = 'https://soil.example/sitemap.xml';
const list = 'https://soil.example/all.jsonld';
const url = 'https://soil.example/dataset/7';

/** One problem of each kind, as it would be met: the pages in `docs/problems/` show how these are printed. */
export const problemSamples = {
  'address-refused': {
    kind: 'address-refused',
    url: 'http://repository.intern.example/dataset/7',
    address: '10.0.4.7',
  },
  'body-too-large': {
    kind: 'body-too-large',
    url: 'https://soil.example/dump.jsonld',
    maxBytes: 52_428_800,
  },
  'body-undecodable': { kind: 'body-undecodable', url, encoding: 'zstd' },
  'connection-failed': { kind: 'connection-failed', url, code: 'CERT_HAS_EXPIRED' },
  'http-status': { kind: 'http-status', url, status: 404 },
  'redirect-invalid': { kind: 'redirect-invalid', url, location: 'htp://www.soil.example/7' },
  'timed-out': { kind: 'timed-out', url, phase: 'headers', timeoutMs: 30_000 },
  'too-many-redirects': { kind: 'too-many-redirects', url, maxRedirects: 5 },

  'robots-disallowed': {
    kind: 'robots-disallowed',
    url,
    agent: '*',
    rule: 'Disallow: /dataset/',
    line: 4,
  },
  'robots-group-shared': {
    kind: 'robots-group-shared',
    url: robots,
    agent: 'CDIF1.0',
    line: 1,
    rule: 'Disallow: /',
    ruleLine: 5,
  },
  'robots-not-text': { kind: 'robots-not-text', url: robots },
  'robots-too-large': { kind: 'robots-too-large', url: robots, maxBytes: 512_000 },
  'robots-unavailable': { kind: 'robots-unavailable', url, robots, status: 503 },

  'file-unreadable': {
    kind: 'file-unreadable',
    url: 'http://soil-files.invalid/cores/2019/',
    code: 'EACCES',
  },
  'no-sitemap': {
    kind: 'no-sitemap',
    url: site,
    tried: [robots, sitemap],
  },
  'sitemap-empty': { kind: 'sitemap-empty', url: sitemap },
  'sitemap-entry-invalid': {
    kind: 'sitemap-entry-invalid',
    url: sitemap,
    value: '/dataset/7',
    line: 12,
    column: 10,
  },
  'sitemap-foreign-host': {
    kind: 'sitemap-foreign-host',
    url: sitemap,
    hosts: ['data.soil.example'],
    count: 812,
  },
  'sitemap-malformed': {
    kind: 'sitemap-malformed',
    url: sitemap,
    detail: 'an HTML page',
    line: 1,
    column: 1,
    entriesRead: 0,
  },
  'sitemap-mended': {
    kind: 'sitemap-mended',
    url: sitemap,
    value: 'https://soil.example/?id=7&v=2',
    line: 31,
    column: 33,
  },
  'sitemap-not-named': {
    kind: 'sitemap-not-named',
    url: 'http://a.org/',
    tried: ['http://a.org/robots.txt'],
    taken: 'http://a.org/sitemap.xml',
  },
  'sitemap-out-of-scope': {
    kind: 'sitemap-out-of-scope',
    url: 'https://soil.example/maps/sitemap.xml',
    example: url,
    count: 40,
  },
  'sitemap-over-limit': { kind: 'sitemap-over-limit', url: sitemap, limit: 'entries', max: 50_000 },
  'sitemap-too-deep': {
    kind: 'sitemap-too-deep',
    url: 'https://soil.example/sitemap-2019-03-01.xml',
    maxDepth: 5,
  },
  'source-empty': { kind: 'source-empty', url: site, source: 'soil' },
  'source-too-large': { kind: 'source-too-large', url: site, source: 'soil', maxUrls: 1_000_000 },

  'charset-unknown': { kind: 'charset-unknown', url, charset: 'utf8mb4' },
  'charset-wrong': {
    kind: 'charset-wrong',
    url,
    charset: 'utf-8',
    readAs: 'windows-1252',
    line: 14,
    column: 22,
  },
  'content-type-unsupported': {
    kind: 'content-type-unsupported',
    url: 'https://soil.example/files/7.csv',
    contentType: 'text/csv',
  },
  'json-duplicate-key': {
    kind: 'json-duplicate-key',
    url,
    name: 'schema:dateModified',
    line: 31,
    column: 3,
  },
  'json-malformed': {
    kind: 'json-malformed',
    url: 'https://soil.example/7',
    detail: 'expected a value, found ","',
    excerpt: '"depth": ,',
    line: 9,
    column: 12,
  },
  'json-mended': { kind: 'json-mended', url, what: 'trailing-comma', line: 9, column: 24 },
  'json-not-metadata': { kind: 'json-not-metadata', url, found: 'an empty array' },
  'link-field-malformed': {
    kind: 'link-field-malformed',
    url,
    detail: 'a quote that is not closed',
    excerpt: '</7>; rel="item',
  },
  'link-too-deep': {
    kind: 'link-too-deep',
    url,
    link: 'https://soil.example/dataset/7.jsonld',
    maxDepth: 2,
  },
  'linkset-malformed': {
    kind: 'linkset-malformed',
    url: 'https://soil.example/7/linkset',
    detail: 'expected ":", found ","',
    line: 6,
    column: 5,
    linksRead: 0,
  },
  'list-empty': { kind: 'list-empty', url: list },
  'list-item-invalid': { kind: 'list-item-invalid', url: list, found: 'the number 7' },
  'list-item-too-large': {
    kind: 'list-item-too-large',
    url: list,
    maxBytes: 4_194_304,
    item: 318,
  },
  'list-malformed': {
    kind: 'list-malformed',
    url: list,
    detail: 'expected a value',
    line: 821,
    column: 7,
    itemsRead: 39,
  },
  'no-metadata': { kind: 'no-metadata', url: 'https://soil.example/about' },
  'too-many-links': {
    kind: 'too-many-links',
    url: 'https://soil.example/collection/3',
    maxLinks: 20,
  },

  'blank-node-predicate': { kind: 'blank-node-predicate', url, predicate: '_:depth' },
  'context-unavailable': {
    kind: 'context-unavailable',
    url,
    context: 'https://w3id.org/ro/crate/1.1/context',
  },
  'graph-too-large': { kind: 'graph-too-large', url, maxCharacters: 268_435_456 },
  'identifier-unusable': { kind: 'identifier-unusable', url, value: 'nan' },
  'iri-dropped': {
    kind: 'iri-dropped',
    url,
    role: 'object',
    value: 'https://soil.example:port/terms',
  },
  'iri-repaired': {
    kind: 'iri-repaired',
    url,
    value: 'https://soil.example/soil map',
    repaired: 'https://soil.example/soil%20map',
  },
  'json-ld-invalid': { kind: 'json-ld-invalid', url, code: 'invalid type value', detail: '[5]' },
  'json-too-complex': { kind: 'json-too-complex', url, limit: 'values', max: 2_000_000 },
  'language-tag-repaired': {
    kind: 'language-tag-repaired',
    url,
    value: 'en_us',
    repaired: 'en-us',
  },
  'literal-repaired': { kind: 'literal-repaired', url, value: 'Sediment cores of the No\u{FFFD}' },
  'named-graph-folded': {
    kind: 'named-graph-folded',
    url,
    name: 'https://soil.example/dataset/7#metadata',
  },
  'no-triples': { kind: 'no-triples', url },
  'problems-omitted': { kind: 'problems-omitted', url, of: 'iri-repaired', count: 14 },
  'record-timed-out': { kind: 'record-timed-out', url, timeoutMs: 60_000 },
  'schema-org-slash-missing': {
    kind: 'schema-org-slash-missing',
    url,
    value: 'https://schema.org',
  },
  'term-undefined': { kind: 'term-undefined', url, term: 'measurementDepth' },
  'value-dropped': { kind: 'value-dropped', url, value: '@citation', reason: 'reserved-name' },

  'record-iri-shared': {
    kind: 'record-iri-shared',
    url: 'https://soil.example/7',
    iri: 'https://soil.example/md',
    records: 12,
    other: 'https://soil.example/8',
  },
  'resource-shared': {
    kind: 'resource-shared',
    url: 'https://soil.example/7',
    iri: 'https://doi.org/10.5/7',
    records: 2,
    other: 'https://peat.example/',
  },

  'internal-error': {
    kind: 'internal-error',
    url,
    stage: 'expand',
    detail: 'TypeError: value is not iterable',
    stack: 'TypeError: value is not iterable\n    at writeList (write-graph.js:1:1)',
  },
} satisfies { readonly [Kind in ProblemKind]: ProblemOf<Kind> };
