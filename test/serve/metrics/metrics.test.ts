import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../../src/serve/app.ts';
import { RequestMetrics } from '../../../src/serve/metrics/request-metrics.ts';
import { metricsText } from '../../../src/text/metric-text.ts';
import { harvestPages, type HarvestedPages } from '../pages/harvested-site.ts';

let harvested: HarvestedPages;

beforeAll(async () => {
  harvested = await harvestPages();
});

afterAll(async () => harvested.close());

/** The samples of a text in the format of Prometheus, each with its value. */
function samplesIn(text: string): ReadonlyMap<string, number> {
  const samples = new Map<string, number>();
  const announced = new Set<string>();
  for (const line of text.trimEnd().split('\n')) {
    const type = /^# TYPE ([a-z_]+) (?:counter|gauge|histogram)$/u.exec(line)?.[1];
    if (type !== undefined) announced.add(type);
    if (line.startsWith('#')) continue;
    const [, name = '', value] =
      /^([a-z_]+(?:\{(?:[^"]*"(?:[^"\\]|\\.)*")+\})?) (\S+)$/u.exec(line) ?? [];
    const base = name.replace(/\{.*$/su, '');
    expect([
      line,
      announced.has(base.replace(/_(?:bucket|sum|count)$/u, '')) || announced.has(base),
    ]).toEqual([line, true]);
    expect([line, samples.has(name)]).toEqual([line, false]);
    samples.set(name, Number(value === '+Inf' ? Infinity : value));
  }
  return samples;
}

describe('/metrics', () => {
  it('counts records, sources, runs and problems as the pages do', async () => {
    const samples = samplesIn(await harvested.text('/metrics'));
    const { sources } = JSON.parse(await harvested.text('/api/sources')) as {
      sources: { source: string; records: number; quads: number }[];
    };
    const { records, change } = JSON.parse(await harvested.text('/api')) as {
      records: number;
      change: number;
    };
    expect(samples.get('cdif_graph_up')).toBe(1);
    expect(samples.get('cdif_graph_records')).toBe(records);
    expect(samples.get('cdif_graph_change')).toBe(change);
    expect(samples.get('cdif_graph_sources')).toBe(sources.length);
    for (const { source, records: own, quads } of sources) {
      expect(samples.get(`cdif_graph_source_records{source="${source}"}`)).toBe(own);
      expect(samples.get(`cdif_graph_source_statements{source="${source}"}`)).toBe(quads);
    }
    expect(samples.get('cdif_graph_runs{state="finished"}')).toBe(2);
    const listed = JSON.parse(await harvested.text('/api/problems?limit=1000')) as {
      problems: { kind: string; severity: string; count: number }[];
    };
    const counts = new Map<string, number>();
    for (const { kind, severity, count } of listed.problems) {
      const name = `cdif_graph_problems{severity="${severity}",kind="${kind}"}`;
      counts.set(name, (counts.get(name) ?? 0) + count);
    }
    const problems = [...samples].filter(([name]) => name.startsWith('cdif_graph_problems{'));
    expect(new Map(problems)).toEqual(counts);
    expect(problems.length).toBeGreaterThan(1);
    expect(samples.get('process_resident_memory_bytes')).toBeGreaterThan(1e6);
  });

  it('has the metrics and labels that the documentation lists', async () => {
    const text = await harvested.text('/metrics');
    const names = Array.from(text.matchAll(/^# TYPE (\S+)/gmu), ([, name = '']) => name);
    const document = readFileSync(new URL('../../../docs/api.md', import.meta.url), 'utf8');
    const rows = document.matchAll(/^\| `((?:cdif|process|nodejs)_[a-z_]+)`\s*\|([^|]*)\|/gmu);
    const documented = new Map(
      Array.from(rows, ([, name = '', labels = '']) => [name, labels.match(/[a-z]+/gu) ?? []]),
    );
    expect([...documented.keys()].toSorted()).toEqual(names.toSorted());
    for (const [name, labels] of documented) {
      const [, sample] = new RegExp(`^${name}(?:_sum)?(?:\\{([^}]*)\\})? `, 'mu').exec(text) ?? [];
      const used = Array.from((sample ?? '').matchAll(/([a-z]+)="/gu), ([, label]) => label);
      expect([name, used]).toEqual([name, labels]);
    }
  });

  it('counts requests by the pattern of their path, and not by the path', async () => {
    const histogram = 'cdif_graph_http_request_duration_seconds';
    const before = samplesIn(await harvested.text('/metrics'));
    for (const name of ['one', 'two', 'a"b\\c']) {
      await harvested.text(`/sources/${encodeURIComponent(name)}`, 404);
      await harvested.text(`/${encodeURIComponent(name)}`, 404);
    }
    const text = await harvested.text('/metrics');
    const after = samplesIn(text);
    const added = (labels: string): number => {
      const name = `${histogram}_count{${labels}}`;
      return (after.get(name) ?? 0) - (before.get(name) ?? 0);
    };
    expect(added('route="/sources/:name",method="GET",status="4xx"')).toBe(3);
    expect(added('route="other",method="GET",status="4xx"')).toBe(3);
    expect(added('route="/metrics",method="GET",status="2xx"')).toBe(1);
    expect(text).not.toContain('two');
  });

  it('is there without a catalogue', async () => {
    const catalogue = { state: undefined, settledState: () => undefined, isUnreadable: false };
    const site = { title: 'None', base: 'http://localhost/' };
    const app = createApp({
      catalogue,
      site,
      onError: (error) => {
        throw error;
      },
    });
    const answer = await app.request('http://localhost/metrics');
    expect(answer.headers.get('Content-Type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
    const samples = samplesIn(await answer.text());
    expect(samples.get('cdif_graph_up')).toBe(0);
    expect(samples.has('cdif_graph_records')).toBe(false);
    for (const path of ['/api', '/api/search?q=x']) {
      const none = await app.request(`http://localhost${path}`);
      expect([none.status, none.headers.get('Content-Type')]).toEqual([
        503,
        'application/problem+json',
      ]);
    }
  });
});

describe('the text format of Prometheus', () => {
  it('escapes label values and help texts', () => {
    const name = 'a_total';
    const samples = [{ labels: { source: 'a"b\\c\nd' }, value: 2 }];
    const text = metricsText([{ name, type: 'counter', help: 'One\\\ntwo', samples }]);
    expect(text).toBe(
      '# HELP a_total One\\\\\\ntwo\n# TYPE a_total counter\na_total{source="a\\"b\\\\c\\nd"} 2\n',
    );
  });

  it('has cumulative buckets up to infinity', () => {
    const requests = new RequestMetrics();
    for (const seconds of [0.001, 0.3, 0.4, 60]) {
      requests.add({ route: '/', method: 'BREW', status: 418, seconds });
    }
    const labels = 'route="/",method="other",status="4xx"';
    const samples = samplesIn(metricsText([requests.metric]));
    const count = (bound: string): number | undefined =>
      samples.get(`cdif_graph_http_request_duration_seconds_bucket{${labels},le="${bound}"}`);
    expect(['0.005', '0.25', '0.5', '10', '+Inf'].map(count)).toEqual([1, 1, 3, 3, 4]);
    const name = 'cdif_graph_http_request_duration_seconds';
    expect(samples.get(`${name}_count{${labels}}`)).toBe(4);
    expect(samples.get(`${name}_sum{${labels}}`)).toBeCloseTo(60.701);
  });
});
