import { describe, expect, it } from 'vitest';
import type { FoundProblem } from '../../src/catalogue/found-problems.ts';
import { noRunCosts, noSourceCosts } from '../../src/model/run-costs.ts';
import {
  emptyRecordCounts,
  emptyUrlCounts,
  emptyVisitCounts,
  noRevisits,
  type RunReport,
  type SourceReport,
} from '../../src/model/run.ts';
import { inconsistencies } from './consistency.ts';
import {
  firstRun,
  kept,
  listing,
  urlUpdate,
  urlUpdateAt,
  newPath,
  openCatalogue,
  openStore,
  outcome,
  record,
  url,
} from './updates.ts';

const doi = 'https://doi.org/10.1234/AbC';
const dataset = (iri: string, ...identifiers: string[]) => ({ iri, types: [], identifiers });

const looks = emptyVisitCounts();

function reportOf(run: string, ...sources: string[]): RunReport {
  const source = (name: string): SourceReport => ({
    ...noSourceCosts,
    source: name,
    listing: 'complete',
    skipped: {},
    urls: emptyUrlCounts(),
    records: emptyRecordCounts(),
    rechecks: noRevisits,
    quads: 0,
    problems: {},
    listingProblems: [{ kind: 'sitemap-empty', url: `https://${name}.example/${run}` }],
    seconds: 1,
  });
  const at = '2026-11-20T11:36:25.000Z';
  const facts = { startedAt: at, endedAt: at, dryRun: false, interrupted: false, examples: [] };
  return {
    ...noRunCosts,
    run,
    ...facts,
    sources: sources.map(source),
    catalogue: { problems: [], counts: {} },
  };
}

describe('finding records', () => {
  it('accepts graph IRIs, URLs, record and resource IRIs, and identifiers, spelled in any way', async () => {
    const store = openStore(newPath());
    const describes = [dataset(doi, 'ARK:/12345/x-1', 'Some id')];
    await store.write(
      urlUpdate(1, { recordIri: 'https://a.example/meta/1', describes, etag: '"e"' }),
    );
    const document = kept(2, '[]');
    const parts = ['a', 'b'].map((key) =>
      record(2, document, { key, describes: [dataset('urn:x:1')] }),
    );
    await store.write(urlUpdateAt(2, [document], parts));
    const found = async (name: string) => (await store.find(name)).map((each) => each.record.graph);
    for (const name of [
      url(1),
      `  ${url(1)}/ `,
      url(1).replace('https', 'http'),
      'http://A.example/meta/1/',
      'doi:10.1234/abc',
      doi,
      'ark:12345/x1',
      'Some id',
    ]) {
      expect(await found(name)).toEqual([url(1)]);
    }
    expect(await found(url(2))).toEqual([`${url(2)}#a`, `${url(2)}#b`]);
    expect(await found(`${url(2)}#b`)).toEqual([`${url(2)}#b`]);
    expect(await found('URN:X:1')).toHaveLength(2);
    for (const name of ['', 'some', 'Some', 'https://a.example/meta', url(3)]) {
      expect(await found(name)).toEqual([]);
    }
    const [one] = await store.find(doi);
    expect(one).toMatchObject({
      run: firstRun,
      retrieval: { etag: '"e"' },
      outcome: outcome(1, { etag: '"e"' }),
    });
    expect(one?.record).not.toHaveProperty('nquads');
  });

  it('gives the provenance statements of a record', async () => {
    const store = openStore(newPath());
    await store.write(urlUpdate(1));
    expect(await store.provenanceOf(url(1))).toContain(
      `<${url(1)}> <http://purl.org/dc/terms/source>`,
    );
    expect(await store.provenanceOf(url(2))).toBe('');
  });
});

const problemsAmong = async (found: AsyncIterable<FoundProblem>) => {
  const problems: unknown[] = [];
  for await (const { problem } of found) problems.push(problem);
  return problems;
};

describe('names that records share', () => {
  it('are reported for each of these records, in any spelling and order of arrival', async () => {
    const shared = { recordIri: 'https://a.example/meta' };
    const updates = [
      urlUpdate(3, { ...shared, describes: [dataset(doi), dataset('urn:x:3')] }),
      urlUpdate(1, {
        recordIri: 'http://a.example/meta/',
        describes: [dataset('doi:10.1234/ABC')],
      }),
      urlUpdate('https://b.example/2', {
        describes: [dataset('urn:x:2', doi), dataset('urn:x:3')],
      }),
    ];
    const expected = [
      ['resource-shared', url(1), 'doi:10.1234/ABC', 2, [url(3)]],
      ['resource-shared', url(3), doi, 2, [url(1)]],
      ['record-iri-shared', url(1), 'http://a.example/meta/', 2, [url(3)]],
      ['record-iri-shared', url(3), 'https://a.example/meta', 2, [url(1)]],
      ['resource-shared', 'https://b.example/2', 'urn:x:3', 1, [url(3)]],
      ['resource-shared', url(3), 'urn:x:3', 1, ['https://b.example/2']],
    ].map(([kind, of, iri, onSite, others]) => {
      return { kind, url: of, record: of, iri, records: 2, onSite, others };
    });
    for (const order of [updates, updates.toReversed()]) {
      const store = openStore(newPath());
      for (const each of order) await store.write(each);
      const told = await problemsAmong(store.sharedNames());
      expect(told).toHaveLength(expected.length);
      expect(told).toEqual(expect.arrayContaining(expected));
      const one = await problemsAmong(store.problems({ records: [url(3)] }));
      expect(one).toHaveLength(3);
      expect(told).toEqual(expect.arrayContaining(one));
      const { problems } = await store.status();
      expect(problems).toEqual({ 'resource-shared': 4, 'record-iri-shared': 2 });
    }
  });

  it('name ten of the others, the first, and count all', async () => {
    const store = openStore(newPath());
    const document = kept(1, '[]');
    const graphs = Array.from({ length: 300 }, (_, index) =>
      record(1, document, { key: String(1000 + index), describes: [dataset('urn:x:all')] }),
    );
    await store.write(urlUpdateAt(1, [document], graphs));
    const [first, second, ...others] = await problemsAmong(store.problems({ url: url(1) }));
    expect(others).toHaveLength(298);
    const named = Array.from({ length: 11 }, (_, index) => `${url(1)}#${1000 + index}`);
    expect(first).toMatchObject({ records: 300, onSite: 300, others: named.slice(1) });
    expect(second).toMatchObject({ others: named.filter((_, index) => index !== 1) });
  });
});

describe('the status', () => {
  it('counts sources, runs and problems', async () => {
    const store = openStore(newPath());
    const { run } = await store.beginRun(new Date('2026-11-20T11:36:25.000Z'));
    await store.write(
      urlUpdate(1, { sources: ['a', 'b'], problems: [{ kind: 'no-triples', url: url(1) }] }),
    );
    await store.write(urlUpdate(2, { sources: ['b'], at: '2026-11-21T00:00:00.000Z' }));
    const end = { outcome: outcome(3, { sources: ['b'], state: 'fetch-failed' }) };
    await store.write({ url: url(3), run, listings: [], documents: [], graphs: [], end });
    await store.keepReport(reportOf(run, 'a', 'c'));
    const { run: later } = await store.beginRun(new Date('2026-11-20T11:36:26.000Z'));
    const status = await store.status();
    expect(status).toMatchObject({ records: 2, quads: 6, formatVersion: 5 });
    expect(status.problems).toEqual({ 'no-triples': 1, 'sitemap-empty': 2 });
    expect(status.runs.map((each) => [each.run, each.report?.run])).toEqual([
      [later, undefined],
      [run, run],
    ]);
    expect(status.sources).toEqual([
      {
        source: 'a',
        leaving: 0,
        removed: 0,
        urls: { ...looks, harvested: 1 },
        records: 1,
        quads: 3,
        lastLook: '2026-11-20T11:36:27.000Z',
        problems: { 'no-triples': 1, 'sitemap-empty': 1 },
      },
      {
        source: 'b',
        leaving: 0,
        removed: 0,
        failing: { urls: 1, since: '2026-11-20T11:36:27.000Z', longestStreak: 1, withRecords: 0 },
        urls: { ...looks, harvested: 2, 'fetch-failed': 1 },
        records: 2,
        quads: 6,
        lastLook: '2026-11-21T00:00:00.000Z',
        problems: { 'no-triples': 1 },
      },
      {
        source: 'c',
        leaving: 0,
        removed: 0,
        urls: looks,
        records: 0,
        quads: 0,
        problems: { 'sitemap-empty': 1 },
      },
    ]);
  });
});

describe('sources', () => {
  it('are removed with what no other source lists, and with remains of killed runs', async () => {
    const path = newPath();
    const store = openStore(path);
    await store.write(urlUpdate(1, { sources: ['a'] }));
    await store.write(urlUpdate(2, { sources: ['a', 'b'] }));
    await store.write(urlUpdate(3, { sources: ['b'] }));
    const { end: _, ...part } = urlUpdate(4, { sources: ['a'] });
    await store.write(part);
    await store.keepReport(reportOf('r', 'a', 'b'));
    expect(await store.removeSource('nobody')).toBeUndefined();
    expect(await store.removeSource('a')).toEqual({ urls: 2, records: 2, shared: 1 });
    expect(await store.removeSource('a')).toBeUndefined();
    expect((await store.outcomeOf(url(2)))?.listings).toEqual([listing('b')]);
    const status = await store.status();
    expect(status.sources.map(({ source, records }) => [source, records])).toEqual([['b', 2]]);
    await store.close();
    expect(inconsistencies(openCatalogue(path))).toEqual([]);
  });

  it('keep how they found a URL when they are renamed and the catalogue is reopened', async () => {
    const path = newPath();
    const store = openStore(path);
    await store.write(urlUpdate(1, { sources: ['a'] }));
    const found = {
      by: 'sitemap',
      in: 'https://e.example/cdif.xml',
      lastmod: '2026',
      line: 12,
      agent: 'CDIF1.0',
      describes: 'https://e.example/7',
    } as const;
    await store.list(url(1), { source: 'a', found, depth: 0 });
    await store.renameSource('a', 'z');
    await store.close();
    const reopened = openStore(path);
    expect((await reopened.outcomeOf(url(1)))?.listings).toEqual([
      { source: 'z', found, depth: 0 },
    ]);
  });

  it('are renamed everywhere, unless the new name is taken', async () => {
    const store = openStore(newPath());
    await store.write(urlUpdate(1, { sources: ['a', 'b'] }));
    await store.keepReport(reportOf('r', 'b', 'c'));
    await expect(store.renameSource('a', 'b')).rejects.toMatchObject({ name: 'UsageFault' });
    await expect(store.renameSource('a', 'c')).rejects.toMatchObject({ name: 'UsageFault' });
    expect(await store.renameSource('nobody', 'x')).toBeUndefined();
    expect(await store.renameSource('a', 'z')).toBe(1);
    expect((await store.outcomeOf(url(1)))?.listings).toEqual([listing('b'), listing('z')]);
    await store.renameSource('c', 'd');
    const status = await store.status();
    expect(status.sources.map(({ source }) => source)).toEqual(['b', 'd', 'z']);
  });
});
