import { describe, expect, it } from 'vitest';
import { complaints, faultOf, minimal } from './loading.ts';

describe('mistakes in a configuration', () => {
  it('are reported all at once, each with its position and remedy', () => {
    const text = `store:
  pth: ./catalogue
http:
  contact: me@example.org
  connections: many
  perHost: { delay: 3, conections: 1 }
  timeouts: [1]
limits:
  recordMs: 5
  color: blue
worker: 3
contact: mailto:a@example.org
sources:
  - name: a
    site: ftp://example.org
    include: '/dataset/**'
  - name: a
    sitemap: https://example.org/sitemap.xml
    urls: []
  - name: b c
  - name: d
    url: https://example.org/1
  - 7
  -
`;
    expect(complaints(text).map((line) => line.replace('config.yaml:', ''))).toEqual([
      '2:3 store.pth: is not known; did you mean path?',
      '4:12 http.contact: is "me@example.org"; give a mailto: or http(s): URL',
      '5:16 http.connections: is "many"; give a whole number from 1 to 1024',
      '6:14 http.perHost.delay: is not known; did you mean delayMs?',
      '6:24 http.perHost.conections: is not known; did you mean connections?',
      '7:13 http.timeouts: is a list; give a mapping of connectMs, headersMs, bodyMs, totalMs',
      '9:13 limits.recordMs: is 5; give a whole number from 100 to 3600000',
      '10:3 limits.color: is not known; remove it; known here: runMs, urlsPerSource, sitemapDepth, sitemapsPerSource, listingMs, sitemapBytes, cataloguePages, linkDepth, linksPerPage, jsonDepth, jsonValues, listBytes, pieceBytes, recordMs, recordHeapBytes, maxExhaustions',
      '11:1 worker: is not known; did you mean workers?',
      '12:1 contact: is not known; it belongs to http',
      '15:11 sources[0].site: is "ftp://example.org"; give an absolute http or https URL or a domain name, such as https://repository.example.org/ or repository.example.org',
      '16:14 sources[0].include: is "/dataset/**"; give a list of globs, such as ["/dataset/**"]',
      '17:5 sources[1]: has 2 locations, sitemap and urls; keep sitemap here and make another source of urls',
      '17:11 sources[1].name: names two sources: sources[0] has the same name; give each source a name of its own',
      '19:11 sources[1].urls: is an empty list; give a list of at least one URL',
      '20:5 sources[2]: has no location; add one of site, sitemap, list, catalog, oai, urls, folder, dois',
      '20:11 sources[2].name: is "b c"; give a name of up to 100 letters, digits, ".", "_" and "-" that begins with a letter or digit',
      '22:5 sources[3].url: is not known; did you mean urls?',
      '23:5 sources[4]: is 7; give a mapping with name and one of site, sitemap, list, catalog, oai, urls, folder, dois',
      '24:4 sources[5]: is empty; give a mapping with name and one of site, sitemap, list, catalog, oai, urls, folder, dois',
    ]);
  });

  it('include missing keys', () => {
    expect(complaints('http: {}')).toEqual([
      'config.yaml:1:1 store: is missing; add a mapping of path, keepRuns, image',
      'config.yaml:1:1 sources: is missing; add a list of sources',
    ]);
    expect(complaints('store:\n  path:\nsources: []')).toEqual([
      'config.yaml:2:8 store.path: is missing; add a directory, such as ./catalogue',
      'config.yaml:3:10 sources: is an empty list; give a list of at least one source',
    ]);
  });

  it.each([
    ['limits: { jsonDepth: 501 }', 'limits.jsonDepth: is 501; give a whole number from 10 to 500'],
    ['workers: 1.5', 'workers: is 1.5; give a whole number from 0 to 64'],
    ['workers: yes', 'workers: is "yes"; give a whole number from 0 to 64'],
    ['workers: true', 'workers: is true; give a whole number from 0 to 64'],
    ['workers: { n: 1 }', 'workers: is a mapping; give a whole number from 0 to 64'],
    ['workers: .inf', 'workers: is Infinity; give a whole number from 0 to 64'],
    ['http: { contact: 5 }', 'http.contact: is 5; give a mailto: or http(s): URL'],
    [
      'http: { contact: "mailto:müller@example.org" }',
      'http.contact: is "mailto:müller@example.org"; give a mailto: or http(s): URL',
    ],
    [
      'http: { allowPrivateAddresses: on }',
      'http.allowPrivateAddresses: is "on"; give true or false',
    ],
    ['connections: 3', 'connections: is not known; it belongs to http or http.perHost'],
    ['http: { workers: 3 }', 'http.workers: is not known; it belongs to the top level'],
    ['HTTP: {}', 'HTTP: is not known; did you mean http?'],
    [
      '  - { name: b, dois: { prefix: "10.5061", peat: 1 } }',
      'sources[1].dois.peat: is not known; remove it; known here: prefix, client, resourceType, api',
    ],
    [
      'limits: { links_per_page: 1 }',
      'limits.links_per_page: is not known; did you mean linksPerPage?',
    ],
    [
      'constructor: 1',
      'constructor: is not known; remove it; known here: store, http, limits, workers, engine, queue, contexts, schemas, sources',
    ],
    [
      '__proto__: { workers: 1 }',
      '__proto__: is not known; remove it; known here: store, http, limits, workers, engine, queue, contexts, schemas, sources',
    ],
  ])('are explained for %s', (line, complaint) => {
    const [found, ...others] = complaints(`${minimal}${line}\n`);
    expect(found?.replace(/^\S+ /u, '')).toBe(complaint);
    expect(others).toEqual([]);
  });

  it('show only the beginning of a long value', () => {
    const [complaint] = complaints(`${minimal}workers: ${'x'.repeat(200)}\n`);
    expect(complaint).toContain(`is "${'x'.repeat(60)}…"; give`);
  });

  it.each([['https://user:secret@example.org/'], ['https://user@example.org/']])(
    'include credentials in a URL, which would be stored with every record: %s',
    (url) => {
      const text = minimal.replace('https://a.example.org/', url);
      expect(complaints(text)).toEqual([
        `config.yaml:4:11 sources[0].site: is "https://…@example.org/"; give a URL without user name and password, since URLs are kept and printed`,
      ]);
    },
  );

  it.each([
    ['https://user:secret/@/@e.org:port/', 'https://…@e.org:port/'],
    ['ftp://user:secret@e.org/', 'ftp://…@e.org/'],
    ['user:secret@e.org', 'user:…@e.org'],
    ['//user:secret@e.org', '…@e.org'],
    [`https://user:${'secret'.repeat(20)}@e.org:x/`, 'https://…@e.org:x/'],
  ])('never show a possible password, even of an invalid URL: %s', (url, shown) => {
    const [complaint = ''] = complaints(minimal.replace('https://a.example.org/', `"${url}"`));
    expect(complaint).toContain(`sources[0].site: is ${JSON.stringify(shown)}; give`);
    expect(complaint).not.toContain('secret');
  });

  it('show no control characters', () => {
    const [complaint, ...others] = complaints(`${minimal}"a\\e[2J\\nb": 1\n`);
    expect(complaint).toContain(' a\uFFFD[2J\uFFFDb: is not known; remove it');
    expect(others).toEqual([]);
  });

  it('have at most a hundred lines', () => {
    const keys = Array.from({ length: 130 }, (_, index) => `"?${index}": 1\n`);
    const fault = faultOf(minimal + keys.join(''));
    const lines = fault.message.split('\n');
    expect(lines).toHaveLength(101);
    expect(lines[99]).toContain(' ?99: is not known');
    expect(lines[100]).toBe('config.yaml: and 30 more');
    expect(fault.mistakes).toHaveLength(130);
  });

  it('are as many lines as there are mistakes', () => {
    const text = `store: { path: ./c, pat: x }
workers: 65
sources:
  - { name: a, folder: . , base: ftp://e.org/ }
  - { name: b, list: x }
  - { name: c, urls: ['https://e.org/'], include: [dataset/*] }
`;
    expect(complaints(text).map((line) => line.split(':')[3])).toEqual([
      ' is not known; did you mean path?',
      ' is 65; give a whole number from 0 to 64',
      expect.stringContaining(' is "ftp'),
      expect.stringContaining(' is "x"'),
      expect.stringContaining(' is "dataset/*"'),
    ]);
  });
});
