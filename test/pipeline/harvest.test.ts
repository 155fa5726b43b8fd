import { describe, expect, it } from 'vitest';
import type { Source } from '../../src/config/schema.ts';
import { Fault } from '../../src/model/fault.ts';
import type { Outcome } from '../../src/model/outcome.ts';
import type { Receipt, RecordEntry } from '../../src/model/receipt.ts';
import type { Derived } from '../../src/model/record.ts';
import type { Response } from '../../src/model/response.ts';
import type { UrlOutcome, UrlState } from '../../src/model/run.ts';
import type { Stage, StageName } from '../../src/model/stage.ts';
import type { Target } from '../../src/model/target.ts';
import { harvest, type HarvestStages } from '../../src/pipeline/harvest.ts';
import { SourceLedger, sum } from '../../src/report/ledger.ts';
import { funnelOf } from '../../src/report/funnel.ts';

const now = () => new Date('2026-01-02T03:04:05Z');

function stage<In, Out>(
  name: StageName,
  process: (input: In) => Iterable<Outcome<Out>>,
): Stage<In, Out> {
  return {
    name,
    async *process(input) {
      yield* process(input);
    },
  };
}

function source(name: string, urls: string[]): Source {
  return { name, kind: 'urls', urls, include: [], exclude: [] };
}

/** A Web in which the path of a URL says what becomes of it. */
const stages: HarvestStages = {
  discover: stage('discover', function* discover({ name, ...rest }: Source) {
    for (const url of 'urls' in rest ? rest.urls : []) {
      yield { kind: 'produced', value: { url, source: name, found: { by: 'urls' }, depth: 0 } };
    }
  }),
  fetch: stage<Target, Response>('fetch', function* fetch(target) {
    if (target.url.includes('bug')) throw new TypeError('a mistake');
    if (target.url.includes('dead')) {
      yield { kind: 'failed', problem: { kind: 'http-status', url: target.url, status: 404 } };
      return;
    }
    const retrieval = {
      finalUrl: target.url,
      redirects: [],
      status: 200,
      at: now().toISOString(),
      etag: '"1"',
    };
    const body = new Uint8Array();
    yield {
      kind: 'produced',
      value: { target, retrieval, contentType: 'text/html', link: '', body },
    };
  }),
  derive: stage<Response, Derived>('derive', function* derive({ target }) {
    const { url } = target;
    if (url.includes('empty')) yield { kind: 'failed', problem: { kind: 'no-metadata', url } };
    if (url.includes('broken')) yield { kind: 'failed', problem: { kind: 'no-triples', url } };
    if (url.includes('links')) {
      const linked = url.replace('links/1', 'record/2');
      yield { kind: 'produced', value: { kind: 'link', link: { url: linked, in: url } } };
    }
    if (url.includes('furniture')) yield { kind: 'skipped', url, reason: 'page-furniture' };
    if (!url.includes('record')) return;
    const graph = {
      graph: url,
      documentUrl: url,
      route: 'direct' as const,
      baseIri: url,
      nquads: '',
      quads: 3,
      json: '{}',
    };
    yield { kind: 'produced', value: { kind: 'graph', graph } };
  }),
  load: stage<RecordEntry, Receipt>('load', function* load({ graph }) {
    yield { kind: 'produced', value: { graph: graph.graph, state: 'added', quads: graph.quads } };
  }),
};

interface Options {
  readonly stages?: Partial<HarvestStages>;
  readonly urlsPerSource?: number;
  readonly linkDepth?: number;
  readonly signal?: AbortSignal;
}

async function run(sources: Source[], options: Options = {}) {
  const lines = sources.map((each) => ({
    source: each,
    ledger: new SourceLedger(each.name, now()),
  }));
  const remembered: UrlOutcome[] = [];
  await harvest({
    run: 'r1',
    sources: lines,
    stages: { ...stages, ...options.stages },
    limits: {
      connections: 4,
      perHost: 2,
      linkDepth: options.linkDepth ?? 2,
      urlsPerSource: options.urlsPerSource ?? 1000,
    },
    context: { signal: options.signal ?? new AbortController().signal, now },
    remember: async (outcome) => {
      remembered.push(outcome);
    },
  });
  return { reports: lines.map(({ ledger }) => ledger.report()), remembered };
}

describe('harvest', () => {
  it('brings every URL to one final state, and the states add up', async () => {
    const urls = ['record', 'dead', 'empty', 'broken', 'links', 'furniture', 'bug'].map(
      (name) => `http://h/${name}/1`,
    );
    const { reports, remembered } = await run([source('s', urls)]);
    const [report] = reports;
    expect(report?.urls).toEqual({
      harvested: 2,
      linked: 1,
      'no-metadata': 2,
      'metadata-failed': 1,
      'fetch-failed': 2,
      'not-tried': 0,
    } satisfies Record<UrlState, number>);
    expect(report?.records).toMatchObject({ added: 2, failed: 1 });
    expect(report?.skipped).toEqual({ 'page-furniture': 1 });
    expect(report?.quads).toBe(6);
    expect(remembered).toHaveLength(8);
    expect(sum(report?.urls ?? {})).toBe(8);
    expect(report === undefined ? undefined : funnelOf(report)).toEqual({
      discovered: 8,
      tried: 8,
      answered: 6,
      withMetadata: 3,
      harvested: 2,
    });
  });

  it('turns what a stage throws into internal-error for that URL and goes on with the others', async () => {
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
    const load = stage<RecordEntry, Receipt>('load', () => {
      throw new DiskFault('the disk is full');
    });
    const urls = Array.from({ length: 3000 }, (_, index) => `http://h/record/${index}`);
    await expect(run([source('s', urls)], { stages: { load } })).rejects.toThrow(DiskFault);
  });

  it('counts a URL that two sources list for the first, and as already listed for the second', async () => {
    const { reports } = await run([
      source('a', ['http://h/record/1']),
      source('b', ['http://h/record/1', 'http://h/record/2']),
    ]);
    expect(reports.map((report) => report.urls.harvested)).toEqual([1, 1]);
    expect(reports[1]?.skipped).toEqual({ 'already-listed': 1 });
  });

  it('stops listing at the limit of URLs and says so', async () => {
    const urls = Array.from({ length: 50 }, (_, index) => `http://h/record/${index}`);
    const { reports } = await run([source('s', urls)], { urlsPerSource: 7 });
    expect(reports[0]).toMatchObject({ listing: 'limited', urls: { harvested: 7 } });
  });

  it('calls a listing incomplete when a part of it failed', async () => {
    const discover = stage<Source, Target>('discover', function* discover() {
      yield { kind: 'failed', problem: { kind: 'http-status', url: 'http://h/s', status: 500 } };
    });
    const { reports } = await run([source('s', ['http://h/record'])], { stages: { discover } });
    expect(reports[0]).toMatchObject({ listing: 'incomplete', problems: { 'http-status': 1 } });
  });

  it('follows links as deep as allowed and reports the ones beyond', async () => {
    const derive = stage<Response, Derived>('derive', function* derive({ target }) {
      const url = `${target.url}x`;
      yield { kind: 'produced', value: { kind: 'link', link: { url, in: target.url } } };
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

  it('leaves what an interruption cut off as not tried, and remembers nothing of it', async () => {
    const controller = new AbortController();
    const load = stage<RecordEntry, Receipt>('load', function* load({ graph }) {
      yield { kind: 'produced', value: { graph: graph.graph, state: 'added', quads: 0 } };
      controller.abort();
    });
    const urls = Array.from({ length: 500 }, (_, index) => `http://h${index}/record`);
    const { reports, remembered } = await run([source('s', urls)], {
      stages: { load },
      signal: controller.signal,
    });
    const [report] = reports;
    expect(report?.listing).toBe('interrupted');
    expect(report?.urls.harvested).toBeGreaterThanOrEqual(1);
    expect(report?.urls.harvested).toBeLessThanOrEqual(4);
    expect(report?.urls['not-tried']).toBe(sum(report?.urls ?? {}) - (report?.urls.harvested ?? 0));
    // Nobody can tell whether a page that was cut off had more to give.
    expect(remembered).toEqual([]);
  });
});
