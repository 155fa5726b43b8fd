import { afterEach, describe, expect, it, vi } from 'vitest';
import { summarise } from '../../src/render/run-summary.ts';
import type { CatalogueStore } from '../../src/catalogue/store.ts';
import { formatCatalogueStatus } from '../../src/render/catalogue-status.ts';
import { datasetPage } from '../support/faults/good-page.mjs';
import { runCommand } from '../support/run-command.ts';
import { faultSite } from './faulty-sites.ts';
import { harvestAgain } from './later-harvests.ts';

const pages = 4;

/** A source whose pages are due again after a day; a page can be changed, which makes it due. */
async function fen() {
  const site = await faultSite('127.0.0.1');
  const urls = Array.from({ length: pages }, (_, page) => `${site.origin}/${page}`);
  const publish = (page: number, version: number): void => {
    site.page(`/${page}`, { body: (url: string) => datasetPage(url, version) });
  };
  for (let page = 0; page < pages; page += 1) publish(page, 1);
  const again = harvestAgain({ urls, recheck: 24 });
  return { site, again, publish };
}

/** The records that differ from their state at the end of a run. */
async function changedSince(store: CatalogueStore, run: string): Promise<string[]> {
  const graphs: string[] = [];
  for await (const change of store.changesSince(run)) {
    if (change.kind === 'record') graphs.push(new URL(change.graph).pathname);
  }
  return graphs;
}

afterEach(() => vi.unstubAllEnvs());

/**
 * The start times of three nights by the clock, of which the second may be wrong, and the nights in
 * which the clock is behind that of the night before.
 */
const clocks: readonly (readonly [string, readonly string[], readonly number[]])[] = [
  ['a day back', ['2026-03-03T02:00:00Z', '2026-03-02T02:00:00Z', '2026-03-04T02:00:00Z'], [1]],
  ['a year ahead', ['2026-03-02T02:00:00Z', '2027-03-02T02:00:00Z', '2026-03-04T02:00:00Z'], [2]],
  ['in 1970', ['2026-03-02T02:00:00Z', '1970-01-01T00:00:09Z', '2026-03-04T02:00:00Z'], [1]],
  [
    'at the change to summer time',
    ['2026-03-28T01:30:00Z', '2026-03-29T01:30:00Z', '2026-03-30T01:30:00Z'],
    [],
  ],
  [
    'at the change from summer time',
    ['2026-10-24T00:30:00Z', '2026-10-25T00:30:00Z', '2026-10-26T01:30:00Z'],
    [],
  ],
  ['at a leap day', ['2028-02-28T02:00:00Z', '2028-02-29T02:00:00Z', '2028-03-01T02:00:00Z'], []],
  ['after 2038', ['2038-01-18T03:14:08Z', '2038-01-19T03:14:08Z', '2038-01-20T03:14:08Z'], []],
];

describe('a clock', () => {
  it.each(clocks)(
    'that is %s hides no change, and does not decide on an order',
    async (_name, nights, behind) => {
      vi.stubEnv('TZ', 'Europe/Berlin');
      const { again, publish, site } = await fen();
      const runs: string[] = [];
      for (const [night, time] of nights.entries()) {
        again.time.set(time);
        publish(night, 2);
        const { records, report } = await again.harvest();
        expect(records.replaced ?? 0).toBe(Math.min(night, 1));
        runs.unshift(report.run);
        const warned = report.catalogue.problems.map(({ kind }) => kind);
        expect(warned).toEqual(behind.includes(night) ? ['clock-set-back'] : []);
      }
      await again.read(async (store) => {
        const status = await store.status();
        expect(status.runs.map(({ run }) => run)).toEqual(runs);
        expect(await changedSince(store, 'last')).toEqual(['/2']);
        expect(await changedSince(store, runs[1] ?? '')).toEqual(['/2']);
        expect(await changedSince(store, runs[2] ?? '')).toEqual(['/1', '/2']);
        expect((await store.run('last')).run).toBe(runs[0]);
        expect((await store.lastRuns(['s'])).get('s')?.run).toBe(runs[0]);
      });
      // The run after the one with the wrong clock is interrupted, and the next one continues it.
      again.time.pass(-12);
      const stop = new AbortController();
      publish(3, 2);
      site.page('/0', {
        body: (url: string) => {
          stop.abort();
          return datasetPage(url, 3);
        },
      });
      const { report } = await again.harvest({
        source: { recheck: 'always' },
        signal: stop.signal,
      });
      expect(report.interrupted).toBe(true);
      const next = await again.harvest({ source: { recheck: 'always' } });
      expect(next.report.continues).toEqual([report.run]);
      expect(next.urls['not-due'] ?? 0).toBe(next.report.sources[0]?.doneBefore);
    },
  );

  it('that was set back is reported with both times and the consequence', async () => {
    const { again } = await fen();
    again.time.set('2027-03-02T02:00:00Z');
    const ahead = await again.harvest();
    again.time.set('2026-03-03T02:00:00Z');
    const { report, urls } = await again.harvest();
    expect(urls).toEqual({ unchanged: pages });
    const text = summarise(report, '/pages');
    const times = 'began 2026-03-03T02:00:00Z, previous run at 2027-03-02T02:00:00Z';
    expect(text).toContain(times);
    await again.read(async (store) => {
      const status = await store.status();
      expect(status.problems).toEqual({ 'clock-set-back': 1 });
      const shown = formatCatalogueStatus(status, '/pages', again.time.now());
      const said = shown.replaceAll(/\s+/gu, ' ');
      expect(said).toContain(
        `clock set back: this run began 2026-03-03T02:00:00Z, the run ${ahead.report.run} before it was running at 2027-03-02T02:00:00Z`,
      );
    });
    // A night later everything is normal.
    expect((await again.harvest()).report.catalogue.problems).toEqual([]);
    expect(await again.read(async (store) => (await store.status()).problems)).toEqual({});
  });

  it('that was ahead leaves no evidence about the change frequency of a source', async () => {
    const { again } = await fen();
    again.time.set('2026-03-01T02:00:00Z');
    await again.harvest();
    again.time.set('2027-02-01T02:00:00Z');
    await again.harvest();
    const rechecks = async () => again.read(async (store) => store.rechecksOf('s'));
    expect(await rechecks()).toMatchObject({ looks: pages });
    again.time.set('2026-03-03T02:00:00Z');
    await again.harvest();
    expect(await rechecks()).toEqual({ looks: 0, days: 0, changed: 0, announced: 0 });
    await again.harvest();
    expect(await rechecks()).toEqual({ looks: pages, days: pages, changed: 0, announced: 0 });
  });

  it('of a killed run is taken from its last visit', async () => {
    const { again } = await fen();
    again.time.set('2026-03-01T02:00:00Z');
    await again.harvest();
    await again.write(async (store) => {
      const { run } = await store.beginRun(new Date('2026-03-02T02:00:00Z'));
      const [url = ''] = await urlsOf(store);
      const listings = [{ source: 's', found: { by: 'urls' }, depth: 0 }] as const;
      const visit = { at: '2026-03-02T06:00:00.000Z', run, state: 'unchanged' } as const;
      await store.touch({ url, visit, listings });
    });
    again.time.set('2026-03-02T04:00:00Z');
    const { report } = await again.harvest();
    expect(report.catalogue.problems).toMatchObject([{ lastAt: '2026-03-02T06:00:00.000Z' }]);
  });
});

describe('problems', () => {
  it('are selected from the start of a run, whatever its clock', async () => {
    const { again, site } = await fen();
    const fail = (page: number): void => void site.fault(`/${page}`, 'server-error');
    const runs: string[] = [];
    for (const [page, time] of ['2027-03-02T02:00:00Z', '2026-03-03T02:00:00Z'].entries()) {
      again.time.set(time);
      fail(page);
      runs.push((await again.harvest()).report.run);
    }
    const since = async (run: string): Promise<string[]> => {
      const options = ['--kind', 'http-status', '--format', 'csv', '--since', run];
      const { stdout } = await runCommand(['problems', '--store', again.path, ...options]);
      return [...stdout.matchAll(/http-status,1,[^,]*(\/\d)/gu)].map(([, path = '']) => path);
    };
    expect(await since(runs[0] ?? '')).toEqual(['/0', '/1']);
    expect(await since(runs[1] ?? '')).toEqual(['/1']);
  });
});

async function urlsOf(store: CatalogueStore): Promise<string[]> {
  const urls: string[] = [];
  for await (const { url } of store.documents()) urls.push(url);
  return urls;
}
