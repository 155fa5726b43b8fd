import { describe, expect, it } from 'vitest';
import { type CheckFacts, SiteTally } from '../../../src/conformance/site/site-tally.ts';
import type { Problem } from '../../../src/model/problem.ts';
import type { RecordGraph } from '../../../src/model/record.ts';
import type { Offer } from '../../../src/model/typed-link.ts';
import type { LiveVisit, UrlOutcome } from '../../../src/model/url-update.ts';

const site = 'https://soil.example';

const facts: CheckFacts = {
  url: `${site}/`,
  start: 'site',
  startedAt: '2026-01-02T03:04:05.000Z',
  endedAt: '2026-01-02T03:05:05.000Z',
  failOn: 'error',
  listing: 'complete',
  negotiation: { asked: 0, answered: 0 },
  notSampled: 0,
  notVisited: 0,
  requests: 7,
};

/** The visit of a page of the sitemap, which gave a record by a script. */
function visitOf(
  path: string,
  outcome: Partial<UrlOutcome> = {},
  visit: Partial<LiveVisit> = {},
): LiveVisit {
  const url = `${site}${path}`;
  return {
    outcome: {
      url,
      listings: [
        { source: 'check', found: { by: 'sitemap', in: `${site}/sitemap.xml` }, depth: 0 },
      ],
      state: 'harvested',
      at: facts.startedAt,
      run: 'dry-run',
      problems: [],
      signposts: { offers: [offer('script', url)], links: [] },
      ...outcome,
    },
    records: [record(url)],
    recordProblems: [],
    documents: [],
    ...visit,
  };
}

function offer(via: Offer['via'], url: string, more: Partial<Offer> = {}): Offer {
  return { via, url, profiles: [], verdict: 'taken', ...more };
}

function record(url: string, conforms = true): RecordGraph {
  return {
    graph: url,
    documentUrl: url,
    document: '',
    nquads: '',
    quads: 0,
    describes: [{ types: [], identifiers: [], name: `Soil of ${url}` }],
    profiles: [],
    memberOf: [],
    search: '[]',
    conformance: [
      {
        profile: 'cdif-discovery-1.1',
        because: 'default',
        conforms,
        findings: { error: conforms ? 0 : 1, warning: 0, info: 0 },
        required: { met: conforms ? 4 : 2, of: 4 },
        recommended: { met: 1, of: 2 },
        unmet: conforms ? [] : [{ rule: 'title', severity: 'error' }],
      },
    ],
  };
}

function unmet(url: string, rule = 'title'): Problem {
  return {
    kind: 'requirement-unmet',
    url,
    record: url,
    rule,
    profile: 'cdif-discovery-1.1',
    title: 'Resource without a title',
    asked: 'Write the title into `schema:name`.',
    count: 1,
  };
}

describe('the report of a check', () => {
  it('counts URLs by state, records, and findings, which add up', () => {
    const tally = new SiteTally();
    const [good, bad] = [`${site}/good`, `${site}/bad`];
    tally.addVisit(visitOf('/good'));
    tally.addVisit(
      visitOf('/bad', {}, { records: [record(bad, false)], recordProblems: [unmet(bad)] }),
    );
    tally.addVisit(
      visitOf(
        '/gone',
        { state: 'gone', problems: [{ kind: 'http-status', url: `${site}/gone`, status: 404 }] },
        { records: [] },
      ),
    );
    tally.addListingProblem({ kind: 'sitemap-empty', url: `${site}/empty.xml` });
    const report = tally.report(facts);
    expect(report.states).toEqual({ harvested: 2, gone: 1 });
    expect([report.records, report.conforming, report.required]).toEqual([2, 1, 0.75]);
    expect(report.counts).toEqual({ error: 3, warning: 0, info: 0 });
    expect([report.failing, report.passes]).toEqual([3, false]);
    const ofUrls = report.urls.flatMap(({ findings }) => findings);
    expect(ofUrls.reduce((sum, { count }) => sum + count, 0)).toBe(3);
    expect(report.urls.map(({ url, role }) => [url, role])).toEqual([
      [`${site}/empty.xml`, 'listing'],
      [bad, 'page'],
      [`${site}/gone`, 'page'],
      [good, 'page'],
    ]);
  });

  it('does not depend on the order in which the visits end', () => {
    const visits = ['/a', '/b', '/c'].map((path) =>
      visitOf(path, {
        state: 'gone',
        problems: [{ kind: 'http-status', url: site + path, status: 404 }],
      }),
    );
    const [one, other] = [visits, visits.toReversed()].map((order) => {
      const tally = new SiteTally();
      for (const visit of order) tally.addVisit(visit);
      return tally.report(facts);
    });
    expect(one).toEqual(other);
    expect(one?.findings[0]?.examples.map(({ url }) => url)).toEqual([
      `${site}/a`,
      `${site}/b`,
      `${site}/c`,
    ]);
  });

  it('takes a listed page without metadata for an error, and a linked one not', () => {
    const tally = new SiteTally();
    const problem = { kind: 'no-metadata', url: `${site}/bare` } as const;
    const bare = { state: 'no-metadata', problems: [problem] } as const;
    tally.addVisit(visitOf('/bare', { ...bare }, { records: [] }));
    const found = { by: 'link', in: `${site}/page` } as const;
    const listings = [{ source: 'check', found, depth: 1 }];
    tally.addVisit(visitOf('/linked', { ...bare, listings }, { records: [] }));
    const report = tally.report(facts);
    expect(report.findings.map(({ id, severity, urls }) => [id, severity, urls])).toEqual([
      ['no-metadata', 'error', 1],
      ['no-metadata', 'warning', 1],
    ]);
    expect(report.urls.map(({ role, of }) => [role, of])).toEqual([
      ['page', undefined],
      ['metadata', `${site}/page`],
    ]);
  });

  it('puts an error of a listing first, then what helps most URLs', () => {
    const tally = new SiteTally();
    for (const path of ['/a', '/b', '/c']) {
      const url = site + path;
      tally.addVisit(visitOf(path, {}, { recordProblems: [unmet(url), unmet(url, 'licence')] }));
    }
    tally.addProblem(`${site}/a`, {
      kind: 'cite-as-differs',
      url: `${site}/a`,
      citeAs: 'x',
      identifier: 'y',
    });
    tally.addListingProblem({ kind: 'no-sitemap', url: `${site}/`, tried: [] });
    const { first, findings } = tally.report(facts);
    expect(first).toEqual(['no-sitemap', 'licence', 'title', 'cite-as-differs']);
    expect(findings.find(({ id }) => id === 'title')).toEqual({
      id: 'title',
      severity: 'error',
      isRule: true,
      title: 'Resource without a title',
      remedy: 'Write the title into `schema:name`.',
      count: 3,
      urls: 3,
      examples: ['/a', '/b', '/c'].map((path) => {
        return { url: site + path, count: 1, occurrences: [] };
      }),
    });
  });

  it('keeps what is known of the first 20 of a finding, with the record at lists', () => {
    const url = `${site}/list.jsonld`;
    const names = Array.from({ length: 30 }, (_, at) => `${url}#${at}`);
    const dates = names.map((name, at) => ({
      ...unmet(url, 'date-form'),
      record: name,
      firstValue: `${at} March`,
      count: at + 1,
    }));
    const tally = new SiteTally();
    tally.addVisit(
      visitOf(
        '/list.jsonld',
        {},
        { records: names.map((name) => record(name)), recordProblems: dates },
      ),
    );
    const { findings, urls } = tally.report(facts);
    const kept = urls[0]?.findings[0]?.occurrences ?? [];
    expect([urls[0]?.findings[0]?.count, kept.length]).toEqual([30, 20]);
    expect(kept.slice(0, 2)).toEqual([
      { record: `${url}#0`, facts: '"0 March"' },
      { record: `${url}#1`, facts: '"1 March", 2 times' },
    ]);
    expect(findings[0]?.examples).toEqual([{ url, count: 30, occurrences: kept.slice(0, 3) }]);
  });

  it('keeps no record for a page with one, and nothing that says no more than the title', () => {
    const url = `${site}/page`;
    const broken = [1, 2, 3, 4].map((at): Problem => ({
      kind: 'link-broken',
      url,
      record: url,
      what: 'distribution',
      link: `${site}/${at}.csv`,
      status: 404,
    }));
    const tally = new SiteTally();
    tally.addVisit(visitOf('/page', {}, { recordProblems: [unmet(url)] }));
    for (const problem of broken) tally.addProblem(url, problem);
    const [{ findings } = { findings: [] }] = tally.report(facts).urls;
    expect(findings.map(({ id, count, occurrences }) => [id, count, occurrences])).toEqual([
      ['title', 1, []],
      [
        'link-broken',
        4,
        broken.map((_, at) => ({
          facts: `distribution ${site}/${at + 1}.csv: HTTP status 404`,
        })),
      ],
    ]);
  });

  it('keeps at most 100 occurrences of a URL, the rare ones whole, of 120 characters', () => {
    const url = `${site}/list`;
    const names = Array.from({ length: 20 }, (_, at) => `${url}#${'a'.repeat(500)}-${at}`);
    const rules = Array.from({ length: 20 }, (_, rule) => `rule-${rule}`);
    const problems = [...rules, 'rare'].map((rule) =>
      names.slice(0, rule === 'rare' ? 3 : 20).map((name) => {
        const value = { record: name, firstValue: 'b'.repeat(500), count: 1000 };
        return Object.assign(unmet(url, rule), value);
      }),
    );
    const tally = new SiteTally();
    tally.addVisit(
      visitOf(
        '/list',
        {},
        { records: names.map((name) => record(name)), recordProblems: problems.flat() },
      ),
    );
    const [{ findings } = { findings: [] }] = tally.report(facts).urls;
    const kept = findings.flatMap(({ occurrences }) => occurrences);
    expect([findings.length, kept.length]).toEqual([21, 100]);
    const lengths = findings.map(({ id, occurrences }) => [id, occurrences.length] as const);
    expect(lengths.find(([id]) => id === 'rare')).toEqual(['rare', 3]);
    const others = lengths.filter(([id]) => id !== 'rare').map(([, length]) => length);
    expect([Math.min(...others), Math.max(...others)]).toEqual([4, 5]);
    const strings = kept.flatMap(({ record: name = '', facts: text }) => [name, text]);
    expect(Math.max(...strings.map(({ length }) => length))).toBe(120);
    expect(kept[0]?.record).toMatch(/^https:\/\/soil\.example\/list#a+…a+-0$/u);
    expect(kept[0]?.facts).toMatch(/^"b+…b*.*", 1000 times$/u);
  });

  it('counts what a cut left out', () => {
    const tally = new SiteTally();
    const url = `${site}/page`;
    const cut = { kind: 'problems-omitted', url, of: 'iri-repaired', count: 40 } as const;
    const kept = { kind: 'iri-repaired', url, value: 'a b', repaired: 'a%20b' } as const;
    tally.addVisit(visitOf('/page', { problems: [kept, cut] }));
    const { findings } = tally.report(facts);
    expect(findings.map(({ id, count }) => [id, count])).toEqual([['iri-repaired', 41]]);
  });

  it('fails from the severity on that was asked for', () => {
    const tally = new SiteTally();
    const problem = { kind: 'charset-unknown', url: `${site}/page`, charset: 'x' } as const;
    tally.addVisit(visitOf('/page', { problems: [problem] }));
    const [{ severity } = { severity: undefined }] = tally.report(facts).findings;
    expect(severity).toBe('warning');
    expect(tally.report(facts).passes).toBe(true);
    expect(tally.report({ ...facts, failOn: 'warning' }).passes).toBe(false);
  });
});

describe('the ways of a site', () => {
  const cdif = { profiles: ['CDIF1.0'] };

  it.each([
    ['a script', [offer('script', site)], {}, 'script', false, 3],
    ['a labelled script', [offer('script', site, cdif)], {}, 'script', true, 3],
    [
      'a script that the page labels by a link',
      [offer('script', site), offer('html-link', site, { ...cdif, verdict: 'at-hand' })],
      {},
      'script',
      true,
      3,
    ],
    ['a Link field', [offer('header-link', site)], {}, 'header-link', false, 4],
    ['a <link>', [offer('html-link', site, cdif)], {}, 'html-link', true, 4],
    [
      'a linkset',
      [offer('header-link', site, { type: 'application/linkset+json' })],
      {},
      'linkset',
      false,
      4,
    ],
    [
      'a link of the sitemap',
      [offer('sitemap-link', site), offer('content', site)],
      {},
      'sitemap-link',
      false,
      4,
    ],
    ['a document', [offer('content', site)], {}, 'document', false, 4],
    [
      'content negotiation',
      [offer('content', site)],
      { retrieval: { finalUrl: site, redirects: [], at: '', negotiated: true as const } },
      'negotiation',
      false,
      undefined,
    ],
    [
      'a list',
      [offer('content', site)],
      { records: [record('a'), record('b')] },
      'list',
      false,
      undefined,
    ],
  ] as const)('are told by the offers that were taken: %s', (...row) => {
    const [, offers, visit, way, isLabelled, box] = row;
    const tally = new SiteTally();
    tally.addVisit(visitOf('/page', { signposts: { offers, links: [] } }, visit));
    const { ways, urls } = tally.report(facts);
    expect(ways).toHaveLength(1);
    expect(ways[0]).toMatchObject({ way, isLabelled, urls: 1 });
    expect(ways[0]?.box).toBe(box);
    expect(urls[0]?.way).toBe(way);
  });

  it('are none where only microdata was read', () => {
    const tally = new SiteTally();
    const signposts = { offers: [offer('microdata', site)], links: [] };
    tally.addVisit(visitOf('/page', { signposts }));
    expect(tally.report(facts).ways).toEqual([]);
  });
});
