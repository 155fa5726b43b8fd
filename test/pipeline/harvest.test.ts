import { describe, expect, it } from 'vitest';
import type { Source } from '../../src/config/schema.ts';
import { Fault } from '../../src/model/fault.ts';
import type { Receipt, UrlUpdate } from '../../src/model/url-update.ts';
import type { DerivationOutput } from '../../src/model/record.ts';
import type { Response } from '../../src/model/http.ts';
import { emptyUrlCounts, type UrlState } from '../../src/model/run.ts';
import type { Target } from '../../src/model/target.ts';
import { funnelOf } from '../../src/pipeline/report/run-report.ts';
import { sumCounts } from '../../src/pipeline/report/source-ledger.ts';
import { graphAt, receiptOf, run, source, stage } from './harvesting.ts';

describe('harvest', () => {
  it('brings every URL to one final state, and the states add up', async () => {
    const urls = ['record', 'dead', 'empty', 'broken', 'links', 'furniture', 'bug'].map(
      (name) => `http://h/${name}/1`,
    );
    const { reports, remembered } = await run([source('s', urls)]);
    const [report] = reports;
    expect(report?.urls).toEqual({
      ...emptyUrlCounts(),
      loaded: 2,
      linked: 1,
      'no-metadata': 2,
      'metadata-failed': 1,
      'fetch-failed': 1,
      gone: 1,
    } satisfies Record<UrlState, number>);
    expect(report?.records).toMatchObject({ added: 2, 'failed-new': 1 });
    expect(report?.skipped).toEqual({ 'page-furniture': 1 });
    expect(report?.quads).toBe(6);
    expect(remembered).toHaveLength(8);
    expect(sumCounts(report?.urls ?? {})).toBe(8);
    expect(report === undefined ? undefined : funnelOf(report)).toEqual({
      discovered: 8,
      allowed: 8,
      due: 8,
      tried: 8,
      answered: 6,
      withMetadata: 3,
      harvested: 2,
      missed: 0,
    });
  });

  it('makes an exception of a stage an internal-error of that URL, and goes on', async () => {
    const { remembered } = await run([source('s', ['http://h/bug', 'http://h/record'])]);
    const bug = remembered.find(({ url }) => url === 'http://h/bug');
    expect(bug?.problems).toMatchObject([
      { kind: 'internal-error', stage: 'fetch', detail: 'TypeError: a mistake' },
    ]);
    expect(remembered.find(({ url }) => url === 'http://h/record')?.state).toBe('harvested');
  });

  it('ends with the fault that a stage throws', async () => {
    class DiskFault extends Fault {
      override readonly name = 'DiskFault' as const;
    }
    const load = stage<UrlUpdate, Receipt>('load', () => {
      throw new DiskFault('the disk is full');
    });
    const urls = Array.from({ length: 3000 }, (_, index) => `http://h/record/${index}`);
    await expect(run([source('s', urls)], { stages: { load } })).rejects.toThrow(DiskFault);
  });

  it('counts a URL of two sources for the first, as already listed for the second', async () => {
    const { reports } = await run([
      source('a', ['http://h/record/1']),
      source('b', ['http://h/record/1', 'http://h/record/2']),
    ]);
    expect(reports.map((report) => report.urls.loaded)).toEqual([1, 1]);
    expect(reports[1]?.skipped).toEqual({ 'already-listed': 1 });
  });

  it('stops listing at the limit of URLs and says so', async () => {
    const urls = Array.from({ length: 50 }, (_, index) => `http://h/record/${index}`);
    const { reports } = await run([source('s', urls)], { limit: 7 });
    expect(reports[0]).toMatchObject({ listing: 'limited', urls: { loaded: 7 } });
  });

  it('reports an empty list of a source as a mistake, but no other empty page', async () => {
    const discover = stage<Source, Target>('discover', function* discover() {
      const found = { by: 'list' } as const;
      for (const name of ['empty', 'record', 'links/1', 'dead', 'broken', 'furniture']) {
        const target = {
          url: `http://h/${name}`,
          source: 's',
          found,
          depth: 0,
          isList: true,
        } as const;
        yield { kind: 'produced', value: target };
      }
      yield { kind: 'produced', value: { url: 'http://h/empty/2', source: 's', found, depth: 0 } };
    });
    const { remembered } = await run([source('s', [])], { stages: { discover } });
    const empty = remembered.filter(({ problems }) =>
      problems.some(({ kind }) => kind === 'list-empty'),
    );
    expect(empty.map(({ url, state }) => [url, state])).toEqual([
      ['http://h/empty', 'no-metadata'],
      ['http://h/furniture', 'no-metadata'],
    ]);
  });

  it('calls a listing incomplete when a part of it failed', async () => {
    const discover = stage<Source, Target>('discover', function* discover() {
      yield { kind: 'failed', problem: { kind: 'http-status', url: 'http://h/s', status: 500 } };
    });
    const { reports } = await run([source('s', ['http://h/record'])], { stages: { discover } });
    expect(reports[0]).toMatchObject({ listing: 'incomplete', problems: { 'http-status': 1 } });
  });

  it('counts a noted problem of a listing, which stays complete', async () => {
    const problem = {
      kind: 'sitemap-over-limit',
      url: 'http://h/s',
      limit: 'bytes',
      max: 7,
    } as const;
    const discover = stage<Source, Target>('discover', function* discover() {
      yield { kind: 'noted', problem };
    });
    const { reports } = await run([source('s', ['http://h/record'])], { stages: { discover } });
    expect(reports[0]).toMatchObject({
      listing: 'complete',
      problems: { 'sitemap-over-limit': 1 },
      listingProblems: [problem],
    });
  });

  it('follows links as deep as allowed and reports the ones beyond', async () => {
    const derive = stage<Response, DerivationOutput>('derive', function* derive({ target }) {
      const url = `${target.url}x`;
      yield {
        kind: 'produced',
        value: { kind: 'link', link: { url, in: target.url, by: 'link' } },
      };
    });
    const { reports } = await run([source('s', ['http://h/'])], {
      stages: { derive },
      linkDepth: 3,
    });
    expect(reports[0]).toMatchObject({
      urls: { linked: 3, 'no-metadata': 1 },
      problems: { 'link-too-deep': 1 },
    });
  });

  it('counts a URL that was cut off as not tried, and keeps nothing of it', async () => {
    const controller = new AbortController();
    const derive = stage<Response, DerivationOutput>(
      'derive',
      function* derive({ target: { url } }) {
        yield { kind: 'produced', value: { kind: 'graph', graph: graphAt(url, 'a') } };
        if (url !== 'http://h7/record') return;
        controller.abort();
        yield { kind: 'produced', value: { kind: 'graph', graph: graphAt(url, 'b') } };
        yield { kind: 'produced', value: { kind: 'graph', graph: graphAt(url, 'c') } };
      },
    );
    const urls = Array.from({ length: 500 }, (_, index) => `http://h${index}/record`);
    const { reports, remembered, updates } = await run([source('s', urls)], {
      stages: { derive },
      signal: controller.signal,
    });
    const [report] = reports;
    expect(report?.listing).toBe('interrupted');
    expect(report?.urls.loaded).toBeGreaterThanOrEqual(1);
    expect(report?.urls.loaded).toBeLessThan(20);
    expect(report?.urls['not-tried']).toBe(
      sumCounts(report?.urls ?? {}) - (report?.urls.loaded ?? 0),
    );
    // What was there of it is kept; but nobody can tell whether it had more to give.
    const cutOff = updates.filter(({ url }) => url === 'http://h7/record');
    expect(cutOff.map(({ graphs, end }) => [graphs.length, end])).toEqual([[2, undefined]]);
    expect(remembered.map(({ url }) => url)).not.toContain('http://h7/record');
  });
});

/** Gives so many records of a megabyte. */
const many = (count: number) =>
  stage<Response, DerivationOutput>('derive', function* derive({ target: { url } }) {
    for (let index = 0; index < count; index += 1) {
      const json = 'x'.repeat(1_000_000);
      const document = { documentUrl: url, route: 'direct', json, baseIri: url } as const;
      const kept = { ...document, sha256: `d${index}` };
      yield { kind: 'produced', value: { kind: 'document', document: kept } };
      yield { kind: 'produced', value: { kind: 'graph', graph: graphAt(url, `${index}`) } };
    }
  });

describe('what is written for a URL', () => {
  it('is one update, or several, the last of which has the outcome', async () => {
    const few = await run([source('s', ['http://h/'])], { stages: { derive: many(3) } });
    expect(few.updates.map(({ graphs }) => graphs.length)).toEqual([3]);
    const { updates, reports } = await run([source('s', ['http://h/'])], {
      stages: { derive: many(11) },
    });
    expect(updates.length).toBeGreaterThan(2);
    expect(updates.flatMap(({ graphs }) => graphs)).toHaveLength(11);
    expect(updates.slice(0, -1).every(({ end }) => end === undefined)).toBe(true);
    const end = updates.at(-1)?.end;
    for (let index = 0; index < 11; index += 1) {
      expect(end?.graphs?.has(`http://h/#${index}`)).toBe(true);
      expect(end?.documents?.has(`d${index}`)).toBe(true);
    }
    expect([end?.graphs?.has('http://h/#11'), end?.documents?.has('d11')]).toEqual([false, false]);
    expect(reports[0]?.records.added).toBe(11);
  });

  it('replaces nothing where a record failed or none was found', async () => {
    const urls = ['record', 'empty', 'broken', 'dead', 'record/broken'].map(
      (name) => `http://h/${name}`,
    );
    const { updates } = await run([source('s', urls)]);
    const replacing = updates.filter(({ end }) => end?.graphs !== undefined);
    expect(replacing.map(({ url }) => url)).toEqual(['http://h/record']);
    // Earlier documents are kept for their graphs; without an answer nothing is known.
    const answered = updates.filter(({ end }) => end?.documents !== undefined);
    expect(answered.map(({ url }) => url).toSorted()).toEqual(
      urls.filter((url) => url !== 'http://h/dead').toSorted(),
    );
  });

  it('is its outcome alone where the store cannot hold it', async () => {
    const load = stage<UrlUpdate, Receipt>('load', function* load(update) {
      const problem = { kind: 'graph-too-large', url: update.url, maxCharacters: 1 } as const;
      if (update.graphs.length > 0) yield { kind: 'failed', problem };
      else yield { kind: 'produced', value: receiptOf(update) };
    });
    const { reports, updates } = await run([source('s', ['http://h/record'])], {
      stages: { load },
    });
    expect(reports[0]).toMatchObject({
      records: { added: 0, 'failed-new': 1 },
      urls: { 'metadata-failed': 1 },
    });
    expect(updates.at(-1)?.end?.outcome).toMatchObject({
      state: 'metadata-failed',
      problems: [{ kind: 'graph-too-large' }],
    });
  });
});
