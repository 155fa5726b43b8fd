import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { CheckedUrl, SiteReport } from '../../src/model/site-check.ts';
import { bestFiles } from '../support/best-site.ts';
import { serveFaults } from '../support/fault-server.mjs';
import { serveSite, type Site } from '../support/fixture-site.mjs';
import { gaugeSchema, gaugeSites, serveGauges } from '../support/gauge-sites.ts';
import { gaugeList, gaugeWays } from '../support/gauge-ways.ts';
import type { CommandOptions, CommandResult } from '../support/run-command.ts';
import { createWorkspace, localConfig, type Workspace } from './workspace.ts';

const fixtures = fileURLToPath(new URL('../../fixtures/', import.meta.url));
const docs = fileURLToPath(new URL('../../docs/', import.meta.url));

/** The licence of the good site: nothing may be requested there. */
const licence = 'https://creativecommons.org/licenses/by/4.0/';

let workspace: Workspace;
beforeAll(async () => {
  workspace = await createWorkspace();
  // A check takes the settings of requests from it: no pause between them.
  await workspace.write('config.yaml', localConfig('urls: ["http://127.0.0.1:1/"]'));
});
afterAll(async () => workspace.remove());

async function check(args: readonly string[], options?: CommandOptions): Promise<CommandResult> {
  return workspace.run(['check', '--quiet', '--schema', gaugeSchema, ...args], options);
}

interface Checked {
  readonly code: number | null;
  readonly stderr: string;
  readonly report: SiteReport;
}

/** Checks with a report in JSON, whose counts agree with each other. */
async function checkJson(args: readonly string[], options?: CommandOptions): Promise<Checked> {
  const { code, stderr, stdout } = await check([...args, '--format', 'json'], options);
  const report = JSON.parse(stdout) as SiteReport; // What `SiteReport` promises is tested.
  expectSums(report);
  return { code, stderr, report };
}

/** The gauges without a sitemap, with something else at the front page. */
async function serveFront(front: object): Promise<Site> {
  const files = {
    ...gaugeSites['no sitemap']?.files,
    'list.jsonld': gaugeList,
    'site.json': (text: string) => {
      return JSON.stringify({ ...(JSON.parse(text) as object), '/': front });
    },
  };
  return serve(serveGauges(files));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, each) => all + each, 0);
}

function expectSums(report: SiteReport): void {
  const { urls, counts, findings, states, failOn, failing, records, passes } = report;
  const of = (severity: string, all: readonly { severity: string; count: number }[]): number =>
    sum(all.filter((each) => each.severity === severity).map(({ count }) => count));
  const ofUrls = urls.flatMap((url) => url.findings);
  for (const severity of ['error', 'warning', 'info'] as const) {
    expect(of(severity, ofUrls)).toBe(counts[severity]);
    expect(of(severity, findings)).toBe(counts[severity]);
  }
  const visited = urls.filter(({ role }) => role === 'page' || role === 'metadata');
  expect(sum(Object.values(states))).toBe(visited.length);
  const grave = { error: ['error'], warning: ['error', 'warning'], info: Object.keys(counts) };
  expect(failing).toBe(sum(grave[failOn].map((each) => of(each, ofUrls))));
  expect(passes).toBe(failing === 0 && records > 0);
}

/** The ids of the findings of severity error, by the path that has them. */
function errorsOf({ urls }: SiteReport): Readonly<Record<string, readonly string[]>> {
  const found = urls.map(({ url, findings }): [string, string[]] => [
    pathOf(url),
    findings.filter(({ severity }) => severity === 'error').map(({ id }) => id),
  ]);
  return Object.fromEntries(found.filter(([, ids]) => ids.length > 0));
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

function idsOf(found: CheckedUrl | undefined): readonly string[] {
  return (found?.findings ?? []).map(({ id }) => id);
}

/** A report in text without what differs from run to run. */
function withoutChance(text: string, origin: string): string {
  return text
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+…/gu, 'http://site.ex…')
    .replaceAll(origin, 'http://site.example')
    .replaceAll(`:${new URL(origin).port}`, ':PORT')
    .replaceAll(docs, 'DOCS/')
    .replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d:[\d:.]+(?:Z| UTC)/gu, 'TIME')
    .replaceAll(/(?<= in )[\d.]+ m?s\b/gu, 'DURATION');
}

async function serve(site: Promise<Site>): Promise<Site> {
  const served = await site;
  onTestFinished(served.close);
  return served;
}

describe('check of a site of two tide gauges', () => {
  it.each(Object.entries(gaugeSites))('finds nothing else than %s', async (_title, gauges) => {
    const site = await serve(serveGauges(gauges.files));
    const { code, stderr, report } = await checkJson([site.origin + gauges.start]);
    const { fault, at } = gauges;
    expect(errorsOf(report)).toEqual(
      fault === undefined || at === undefined ? {} : { [at]: [fault] },
    );
    expect({ code, stderr }).toEqual({ code: fault === undefined ? 0 : 2, stderr: '' });
    expect(report.records).toBe(
      { 'no-sitemap': 0, 'http-status': 1, 'json-malformed': 1, 'no-metadata': 1 }[fault ?? ''] ??
        2,
    );
  });

  it('is a failure where the sitemap to check is missing', async () => {
    const site = await serve(serveGauges({ 'sitemap.xml': null }));
    const { code, report } = await checkJson([`${site.origin}/sitemap.xml`]);
    expect(code).toBe(2);
    expect(report).toMatchObject({ records: 0, states: {}, passes: false });
  });

  it('reads a document at the front page, and expects no records of a page there', async () => {
    const list = await serveFront({ file: 'list.jsonld', type: 'application/ld+json' });
    const ofList = await checkJson([`${list.origin}/`]);
    expect(ofList).toMatchObject({ code: 0, report: { start: 'document', records: 2 } });
    const page = await serveFront({ file: 'nordness.html' });
    const ofPage = await checkJson([`${page.origin}/`]);
    expect(ofPage).toMatchObject({ code: 2, report: { start: 'site', records: 0 } });
    expect(errorsOf(ofPage.report)).toEqual({ '/': ['no-sitemap'] });
  });

  it('begins with whatever leads to the pages', async () => {
    const site = await serve(serveGauges());
    const starts = {
      '/': 'site',
      '/robots.txt': 'site',
      '/sitemap.xml': 'sitemap',
      '/nordness.html': 'page',
    };
    for (const [path, start] of Object.entries(starts)) {
      const { code, report } = await checkJson([site.origin + path]);
      expect([path, code, report.start, report.records]).toEqual([
        path,
        0,
        start,
        start === 'page' ? 1 : 2,
      ]);
    }
  });

  it('judges linked documents by the schemas that it has', async () => {
    const site = await serve(serveGauges());
    const url = `${site.origin}/sitemap.xml`;
    expect((await checkJson([url])).report.linked).toEqual({ valid: 2 });
    const without = await workspace.run(['check', url, '--quiet', '--json']);
    expect((JSON.parse(without.stdout) as SiteReport).linked).toEqual({ 'no-schema': 2 });
    expect(without.code).toBe(0);
  });

  it('fails from the severity on that --fail-on names', async () => {
    const page = 'nordness.html';
    const files = { [page]: (text: string) => text.replace(/^.*"schema:keywords".*\n/mu, '') };
    const site = await serve(serveGauges(files));
    const codes: unknown[] = [];
    for (const severity of ['error', 'warning', 'info']) {
      const { code, report } = await checkJson([`${site.origin}/${page}`, '--fail-on', severity]);
      codes.push([severity, code]);
      expect(report.urls.find(({ role }) => role === 'page')?.findings).toContainEqual(
        expect.objectContaining({ id: 'keywords', severity: 'warning' }),
      );
    }
    expect(codes).toEqual([
      ['error', 0],
      ['warning', 2],
      ['info', 2],
    ]);
  });

  it.each(['text', 'json', 'junit', 'sarif', 'html'])('is reported as %s', async (format) => {
    const site = await serve(serveGauges({ 'nordness.html': null }));
    const { code, stdout, stderr } = await check([`${site.origin}/`, '--format', format]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: '' });
    expect(stdout).toContain('nordness.html');
    expect(stdout).toContain('http-status');
  });

  it('gives the same report in JSON by --json and --format json', async () => {
    const site = await serve(serveGauges());
    const [first, second] = [
      await check([`${site.origin}/`, '--json']),
      await check([`${site.origin}/`, '--format', 'json']),
    ].map(({ stdout }) => withoutChance(stdout, site.origin));
    expect(first).toBe(second);
  });
});

describe('the extent of a check', () => {
  it('is a part of the pages with --sample and --limit', async () => {
    const site = await serve(serveGauges());
    const sampled = await checkJson([`${site.origin}/`, '--sample', '1']);
    expect(sampled.report).toMatchObject({ notSampled: 1, records: 1, listing: 'limited' });
    const again = await checkJson([`${site.origin}/`, '--sample', '1']);
    expect(again.report.urls.map(({ url }) => url)).toEqual(
      sampled.report.urls.map(({ url }) => url),
    );
    const limited = await checkJson([`${site.origin}/`, '--limit', '1']);
    expect(limited.report).toMatchObject({ records: 1, listing: 'limited' });
  });

  it('ends after --max-requests', async () => {
    const site = await serve(serveGauges());
    const args = [`${site.origin}/sitemap.xml`, '--max-requests'];
    const { code, report } = await checkJson([...args, '3']);
    expect(report.endedBy).toBe('max-requests');
    expect(report.requests).toBeLessThanOrEqual(3);
    expect(site.requests.length).toBeLessThanOrEqual(3);
    const unread = (await checkJson([...args, '2'])).report;
    expect([unread.endedBy, unread.urls]).toEqual(['max-requests', []]);
    expect(code).toBe(report.records > 0 ? 0 : 2);
  });

  it('says how many of 60 listed pages were not visited after --max-requests', async () => {
    const { origin, page, list, close } = await serveFaults();
    onTestFinished(close);
    for (let at = 0; at < 60; at += 1) page(`/dataset/${at}`);
    list();
    const args = [`${origin}/sitemap.xml`, '--max-requests', '20'];
    const { report } = await checkJson(args);
    const { states, notVisited, records } = report;
    const untried = (states['not-tried'] ?? 0) + notVisited;
    expect(report).toMatchObject({ endedBy: 'max-requests', listing: 'complete' });
    expect([records, untried]).toEqual([60 - untried, expect.any(Number)]);
    expect(untried).toBeGreaterThan(40);
    const { stdout } = await check(args);
    expect(stdout).toMatch(/URLs were\s+not tried/u);
  });

  it('is what was seen where it is interrupted', async () => {
    const { origin, page, fault, list, countOf, close } = await serveFaults();
    onTestFinished(close);
    page('/good');
    fault('/silent', 'silence');
    for (let at = 0; at < 40; at += 1) fault(`/silent/${at}`, 'silence');
    list();
    const interruption = new AbortController();
    const running = checkJson([`${origin}/sitemap.xml`], { signal: interruption.signal });
    await vi.waitFor(() => expect([countOf('/good'), countOf('/silent')]).toEqual([1, 1]), {
      timeout: 60_000,
    });
    interruption.abort();
    const { code, report } = await running;
    expect(code).toBe(130);
    expect(report).toMatchObject({ endedBy: 'interrupted', start: 'sitemap' });
    expect(report.urls.find(({ url }) => url === `${origin}/silent`)?.state).not.toBe('harvested');
    expect(report.states).toEqual({ harvested: 1 });
    expect(report.notVisited).toBe(41);
  });

  it('includes the targets of links with --links', async () => {
    const files = {
      'nordness.html': (text: string) =>
        text.replaceAll('files/nordness.csv', 'files/lost.csv').replace(licence, '{{origin}}/'),
    };
    const site = await serve(serveGauges(files));
    const { report } = await checkJson([`${site.origin}/nordness.html`, '--links']);
    expect(report.links?.missing).toBeGreaterThanOrEqual(1);
    const lost = site.requests.filter(({ path }) => path === '/files/lost.csv');
    expect(lost.map(({ method }) => method)).toContain('HEAD');
    expect(report.urls.flatMap(idsOf)).toContain('link-broken');
  });

  it('is what robots.txt allows', async () => {
    const site = await serve(
      serveGauges({
        'robots.txt':
          'User-agent: *\nDisallow: /nordness\nDisallow: /metadata/\nDisallow: /files/\n',
        'skarholm.html': (text) => text.replace(licence, '{{origin}}/'),
      }),
    );
    const { report } = await checkJson([`${site.origin}/sitemap.xml`, '--links']);
    expect(report.states).toEqual({ harvested: 1, disallowed: 1 });
    expect(report.linked).toEqual({ unchecked: 1 });
    const forbidden = /^\/(?:nordness|metadata|files)/u;
    expect(site.requests.filter(({ path }) => forbidden.test(path))).toEqual([]);
  });
});

describe('what a check says of a finding', () => {
  it('is each of the broken links of a page', async () => {
    const lost = ['a', 'b', 'c', 'd'].map((name) => `{{origin}}/files/lost-${name}.csv`);
    const links = lost.map(
      (url) => `{ "@type": "schema:DataDownload", "schema:contentUrl": "${url}" },`,
    );
    const files = {
      'nordness.html': (text: string) =>
        text
          .replace(licence, '{{origin}}/')
          .replace('"schema:distribution": [', (start) => start + links.join('')),
    };
    const site = await serve(serveGauges(files));
    const { report } = await checkJson([`${site.origin}/nordness.html`, '--links']);
    const [found] = report.urls.flatMap(({ findings }) =>
      findings.filter(({ id }) => id === 'link-broken'),
    );
    expect(found?.occurrences).toEqual(
      expect.arrayContaining(
        lost.map((url) => ({
          facts: `distribution ${url.replace('{{origin}}', site.origin)}: HTTP status 404`,
        })),
      ),
    );
  });

  it('is which record of a list has it', async () => {
    const site = await serve(
      serveGauges({
        'list.jsonld': gaugeList.replace(
          /"schema:keywords":\[[^\]]*\],?(?![^]*"schema:keywords")/u,
          '',
        ),
      }),
    );
    const { report } = await checkJson([`${site.origin}/list.jsonld`]);
    const found = report.urls[0]?.findings.find(({ id }) => id === 'keywords');
    expect([report.records, found?.count]).toEqual([2, 1]);
    expect(found?.occurrences).toEqual([
      { record: expect.stringContaining('skarholm') as string, facts: '' },
    ]);
    const { stdout } = await check([`${site.origin}/list.jsonld`]);
    expect(stdout).toContain(found?.occurrences[0]?.record?.replace(site.origin, ''));
  });
});

describe('the ways in which a site publishes its metadata', () => {
  const boxes = {
    script: { option: 1, box: 3 },
    document: { option: 2, box: 4 },
    list: { option: 3 },
    'header-link': { option: 2, box: 4 },
  };

  it.each(gaugeWays)('are told: $way, labelled as CDIF: $isLabelled', async (gauge) => {
    const { way, isLabelled, start, files } = gauge;
    const site = await serve(serveGauges(files));
    const { code, report } = await checkJson([site.origin + start]);
    expect(report.ways).toEqual([
      expect.objectContaining({ way, isLabelled, ...new Map(Object.entries(boxes)).get(way) }),
    ]);
    expect(report).toMatchObject({ records: way === 'list' ? 2 : 1, counts: { error: 0 } });
    expect(code).toBe(0);
  });

  it('are a list for one of URLs, and what its pages have', async () => {
    const items = ['nordness', 'skarholm'].map((gauge) => {
      return { '@type': 'schema:ListItem', 'schema:url': { '@id': `{{origin}}/${gauge}.html` } };
    });
    const list = {
      '@context': { schema: 'http://schema.org/' },
      '@type': 'schema:ItemList',
      'schema:itemListElement': items,
    };
    const site = await serve(serveGauges({ 'list.jsonld': JSON.stringify(list) }));
    const { code, report } = await checkJson([`${site.origin}/list.jsonld`]);
    expect(report.ways).toMatchObject([
      { way: 'script', urls: 2 },
      { way: 'list', urls: 1, option: 3 },
    ]);
    expect([code, report.records]).toEqual([0, 2]);
  });
});

describe('check of a site as the best and the worst are', () => {
  it('has nothing to say of the best', async () => {
    const site = await serve(serveGauges(bestFiles));
    const { code, report } = await checkJson([`${site.origin}/`]);
    expect(code).toBe(0);
    expect(report).toMatchObject({
      counts: { error: 0, warning: 0 },
      records: 2,
      conforming: 2,
      required: 1,
      recommended: 1,
      ways: [{ way: 'script', isLabelled: true, urls: 2 }],
      signposting: { 2: 2 },
      linked: { valid: 2 },
    });
    const { stdout } = await check([`${site.origin}/`]);
    expect(withoutChance(stdout, site.origin)).toMatchSnapshot();
  });

  it('reaches each verdict on the worst', async () => {
    const site = await serve(serveSite(`${fixtures}checks/worst`));
    const { code, report } = await checkJson([`${site.origin}/`]);
    expect(code).toBe(2);
    const expected = {
      '/robots.txt': ['robots-group-shared'],
      '/sitemap-index.xml': ['sitemap-foreign-host'],
      '/maps/samples.xml': ['http-status'],
      '/about.html': ['site-metadata-only'],
      '/admin/drafts.html': ['robots-disallowed'],
      '/dataset/bog-camera.html': ['page-needs-javascript'],
      '/dataset/carbon.html': ['bot-challenge'],
      '/dataset/charcoal.html': ['cite-as-differs', 'pid-unresolved'],
      '/dataset/cores.html': ['script-type-unread'],
      '/dataset/dipwells.html': ['fallback-metadata-only'],
      '/dataset/flux.html': ['json-malformed'],
      '/dataset/gone.html': ['http-status'],
      '/dataset/ice.html': ['login-required'],
      '/dataset/moss.html': ['iri'],
      '/dataset/pollen.html': ['signposting-differs'],
      '/dataset/rain.html': ['rights', 'validators-ignored'],
      '/dataset/soil.html': ['linked-document-malformed'],
      '/dataset/tephra.html': ['linked-document-not-metadata'],
      '/dataset/testate.html': ['linked-document-has-entities'],
      '/dataset/withdrawn.html': ['soft-404'],
      '/maps/datasets.xml': [
        'lastmod-outdated',
        'location-redirects',
        'sitemap-among-pages',
        'sitemap-lastmod-uniform',
      ],
      '/metadata/restored.jsonld': ['http-status'],
    };
    const found = Object.fromEntries(report.urls.map((each) => [pathOf(each.url), idsOf(each)]));
    for (const [path, ids] of Object.entries(expected)) {
      expect([path, found[path]]).toEqual([path, expect.arrayContaining(ids)]);
    }
    const { stdout } = await check([`${site.origin}/`]);
    expect(withoutChance(stdout, site.origin)).toMatchSnapshot();
  });
});

describe('the exit code of check', () => {
  it('is 1 where nothing answers', async () => {
    const { code, stdout, stderr } = await check(['http://127.0.0.1:1/']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^cdif-graph: Nothing answers at http:\/\/127\.0\.0\.1:1\//u);
    expect(stderr).toContain('problems/connection-failed.md');
  });

  it.each([
    ['no URL', ['mailto:office@gauges.example'], /mailto:/u],
    [
      'a file that is no schema',
      ['--schema', 'https://gauges.example/ns/x=config.yaml'],
      /schema/iu,
    ],
    [
      'a schema that is missing',
      ['--schema', 'https://gauges.example/ns/x=none.xsd'],
      /none\.xsd/u,
    ],
    ['a schema without a namespace', ['--schema', 'none.xsd'], /none\.xsd/u],
    ['an unknown profile', ['--profile', 'cdif-discover'], /cdif-discovery/u],
    ['an unknown format', ['--format', 'xml'], /xml/u],
    ['a sample of nothing', ['--sample', '0'], /sample/u],
    ['a contact that is no URL', ['--contact', 'office'], /contact/u],
  ])('is 3 for %s', async (_title, args, message) => {
    const url = args.some((each) => each.startsWith('-')) ? ['http://127.0.0.1:1/'] : [];
    const { code, stdout, stderr } = await check([...args, ...url]);
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toMatch(message);
  });

  it('is 1 for an address of this machine without --allow-private-addresses', async () => {
    const site = await serve(serveGauges());
    await workspace.write(
      'public.yaml',
      localConfig('urls: ["http://127.0.0.1:1/"]').replace('allowPrivateAddresses: true, ', ''),
    );
    const args = [`${site.origin}/nordness.html`, '--config', 'public.yaml'];
    const refused = await check(args);
    expect([refused.code, site.requests]).toEqual([1, []]);
    expect(refused.stderr).toContain('--allow-private-addresses');
    const allowed = await check([...args, '--allow-private-addresses']);
    expect(allowed.code).toBe(0);
  });
});

describe('check of a hostile site', () => {
  it('reports each page that cannot be read, and reads the others', async () => {
    await workspace.write(
      'hostile.yaml',
      localConfig('urls: ["http://127.0.0.1:1/"]').replace(
        'retries: 0,',
        'retries: 0, maxBytes: 100000, timeouts: { headersMs: 500, bodyMs: 500, totalMs: 2000 },',
      ),
    );
    const { origin, page, fault, list, close } = await serveFaults();
    onTestFinished(close);
    page('/good');
    page('/empty', { body: '' });
    page('/wrong-type', { body: 'no JSON', headers: { 'content-type': 'application/ld+json' } });
    page('/picture', { body: '\u0089PNG\u0000', headers: { 'content-type': 'image/png' } });
    page('/controls', { body: '<title>\u001B[2J\u202E</title>' });
    fault('/endless', 'body-endless');
    fault('/closes', 'closed-before-headers');
    fault('/cut', 'closed-in-body');
    fault('/silent', 'silence');
    fault('/loop', 'redirect-loop');
    fault('/other-protocol', 'no-http');
    list();
    const args = [`${origin}/`, '--config', 'hostile.yaml'];
    const { code, report } = await checkJson(args);
    expect(code).toBe(2);
    const pages = report.urls.filter(({ role }) => role === 'page');
    const failed = pages.filter(({ findings }) =>
      findings.some((each) => each.severity === 'error'),
    );
    expect(failed.map(({ url }) => pathOf(url)).toSorted()).toEqual(
      expect.arrayContaining([
        '/closes',
        '/controls',
        '/cut',
        '/empty',
        '/endless',
        '/loop',
        '/other-protocol',
        '/silent',
        '/wrong-type',
      ]),
    );
    expect(report.states).toMatchObject({ harvested: 1 });
    const text = await check(args);
    expect(text.code).toBe(2);
    // oxlint-disable-next-line no-control-regex -- Control characters of a site must not arrive.
    expect(text.stdout).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u202E]/u);
  });
});
