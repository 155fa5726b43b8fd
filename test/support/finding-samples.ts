import type { ProblemKind, ProblemOf } from '../../src/model/problem.ts';

const site = 'https://soil.example/';
const robots = 'https://soil.example/robots.txt';
const sitemap = 'https://soil.example/sitemap.xml';
const url = 'https://soil.example/dataset/7';

/** A problem of each kind that occurs before a document is read: requests, robots.txt, listings. */
export const findingSamples = {
  'address-refused': {
    kind: 'address-refused',
    url: 'http://repository.intern.example/dataset/7',
    address: '10.0.4.7',
  },
  'partial-content': { kind: 'partial-content', url, range: 'bytes 0-499/1000' },
  'body-bomb': { kind: 'body-bomb', url, maxRatio: 200 },
  'body-too-large': {
    kind: 'body-too-large',
    url: 'https://soil.example/dump.jsonld',
    maxBytes: 52_428_800,
  },
  'body-undecodable': { kind: 'body-undecodable', url, encoding: 'zstd' },
  'connection-failed': { kind: 'connection-failed', url, code: 'CERT_HAS_EXPIRED' },
  'headers-too-large': { kind: 'headers-too-large', url, limit: 'bytes', max: 131_072 },
  'host-given-up': {
    kind: 'host-given-up',
    url,
    host: 'soil.example',
    failures: 6,
    reason: 'connection-failed',
    code: 'ECONNREFUSED',
  },
  'http-status': { kind: 'http-status', url, status: 404 },
  'out-of-time': {
    kind: 'out-of-time',
    url,
    of: 'host',
    host: 'soil.example',
    maxMs: 3_600_000,
  },
  'redirect-invalid': { kind: 'redirect-invalid', url, location: 'htp://www.soil.example/7' },
  'timed-out': { kind: 'timed-out', url, phase: 'headers', timeoutMs: 30_000 },
  'too-many-redirects': { kind: 'too-many-redirects', url, maxRedirects: 5 },

  'crawl-delay-capped': { kind: 'crawl-delay-capped', url: robots, seconds: 120, maxMs: 30_000 },
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

  'catalogue-not-named': {
    kind: 'catalogue-not-named',
    url: 'http://a.org/',
    tried: ['http://a.org/robots.txt'],
    taken: 'http://a.org/data.json',
  },
  'file-unreadable': {
    kind: 'file-unreadable',
    url: 'http://soil-files.invalid/cores/2019/',
    code: 'EACCES',
  },
  'no-sitemap': { kind: 'no-sitemap', url: site, tried: [robots, sitemap] },
  'site-without-https': {
    kind: 'site-without-https',
    url: site,
    code: 'ECONNREFUSED',
    taken: 'http://soil.example/',
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
  'content-unavailable': {
    kind: 'content-unavailable',
    url: 'http://a.org/data.nc',
    reason: 'http-status',
    status: 403,
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
  'removals-held': {
    kind: 'removals-held',
    url: site,
    source: 'soil',
    records: 31,
    of: 120,
    share: 0.2,
  },
  'source-given-up': {
    kind: 'source-given-up',
    url: 'https://soil.example/dataset/7',
    source: 'soil',
    failures: 5,
    reason: 'record-timed-out',
  },
  'source-shrunk': { kind: 'source-shrunk', url: site, source: 'soil', before: 120, now: 57 },
  'source-without-records': { kind: 'source-without-records', url: site, source: 'soil' },
  'source-empty': { kind: 'source-empty', url: site, source: 'soil' },
  'source-too-large': { kind: 'source-too-large', url: site, source: 'soil', maxUrls: 1_000_000 },
  'listing-moved': {
    kind: 'listing-moved',
    url: 'http://a.org/',
    taken: 'http://a.org/sitemap.xml',
  },
  'listing-partial': { kind: 'listing-partial', url: `${site}new.rss`, part: 'feed' },
  'listing-timed-out': {
    kind: 'listing-timed-out',
    url: site,
    source: 'soil',
    timeoutMs: 21_600_000,
  },
  'too-many-sitemaps': {
    kind: 'too-many-sitemaps',
    url: site,
    source: 'soil',
    maxSitemaps: 10_000,
  },
  'too-many-pages': { kind: 'too-many-pages', url: site, source: 'soil', maxPages: 10_000 },
} satisfies { readonly [Kind in ProblemKind]?: ProblemOf<Kind> };
