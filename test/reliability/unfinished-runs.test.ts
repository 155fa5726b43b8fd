import { describe, expect, it } from 'vitest';
import { summarise } from '../../src/render/run-summary.ts';
import { newPath, openStore } from '../catalogue/updates.ts';
import type { FaultSite } from '../support/fault-server.mjs';
import { datasetPage } from '../support/faults/good-page.mjs';
import { faultSite } from './faulty-sites.ts';
import { harvestAgain, type Again, type AgainOptions } from './later-harvests.ts';

const pages = 30;

interface Fen {
  readonly site: FaultSite;
  readonly again: Again;
  /** The pages that were requested since the previous call. */
  readonly asked: () => string[];
}

/** Two sources of one site. */
async function fen(): Promise<Fen> {
  const site = await faultSite('127.0.0.1');
  const urls = Array.from({ length: pages }, (_, page) => `${site.origin}/${page}`);
  for (const url of urls) site.page(new URL(url).pathname);
  site.page('/other');
  const again = harvestAgain({ urls }, { name: 'other', urls: [`${site.origin}/other`] });
  let seen = 0;
  const asked = (): string[] => {
    const since = site.requests.slice(seen);
    seen = site.requests.length;
    return since.map(({ path }) => path).filter((path) => /^\/\d/u.test(path));
  };
  return { site, again, asked };
}

/**
 * Harvests the first source until its sixth page is requested, and finishes the requests in flight.
 * @returns the number of finished pages
 */
async function interrupted(
  { site, again }: Pick<Fen, 'site' | 'again'>,
  options: AgainOptions = {},
): Promise<number> {
  const stop = new AbortController();
  const body = (url: string, version: number): string => {
    stop.abort();
    return datasetPage(url, version);
  };
  site.page('/5', { body });
  const { report, urls } = await again.harvest({ ...options, only: ['s'], signal: stop.signal });
  site.page('/5');
  expect(report.interrupted).toBe(true);
  return (urls.loaded ?? 0) + (urls.unchanged ?? 0);
}

describe('an interrupted run', () => {
  it('is named by the one that goes on with it, with what was done by it', async () => {
    const { site, again } = await fen();
    const done = await interrupted({ site, again });
    const { report } = await again.harvest({ only: ['s'] });
    const [before = ''] = report.continues ?? [];
    expect(before).toBe('20260101T000000Z');
    expect(report.sources[0]?.doneBefore).toBe(done);
    const text = summarise(report, '/pages');
    expect(text).toContain(
      `Continues run ${before}, which did not finish\n  That run visited ${done} URLs of this harvest`,
    );
    expect(text).toContain(`${done} visited by the run that this one continues`);
    expect(text).not.toContain('known well enough');
    const next = await again.harvest({ only: ['s'] });
    expect(next.report.continues).toEqual([]);
    expect(summarise(next.report, '/pages')).not.toContain('Goes on');
  });

  it('is not hidden by one of another source that did', async () => {
    const { site, again, asked } = await fen();
    const done = await interrupted({ site, again });
    again.time.pass(-12);
    expect((await again.harvest({ only: ['other'] })).report.continues).toEqual([]);
    asked();
    const { urls } = await again.harvest();
    expect(urls['not-due']).toBe(done);
    expect(asked()).toHaveLength(pages - done);
  });

  it('is gone on with by --full where it was one, too', async () => {
    const { site, again, asked } = await fen();
    await again.harvest();
    asked();
    const done = await interrupted({ site, again }, { full: true });
    expect(done).toBeLessThan(pages);
    const { urls, report } = await again.harvest({ full: true, only: ['s'] });
    expect(report.continues).toHaveLength(1);
    expect(urls).toEqual({ unchanged: pages - done, 'not-due': done });
    expect(asked().toSorted()).toEqual(
      Array.from({ length: pages }, (_, page) => `/${page}`).toSorted(),
    );
    expect((await again.harvest({ full: true, only: ['s'] })).urls).toEqual({ unchanged: pages });
  });

  it('does not spare --full anything where it was none', async () => {
    const { site, again } = await fen();
    await interrupted({ site, again });
    const { urls, report } = await again.harvest({ full: true, only: ['s'] });
    expect(urls['not-due']).toBeUndefined();
    expect(report.continues).toEqual([]);
  });
});

const hour = 3_600_000;
const start = Date.parse('2026-01-01T00:00:00Z');
const plan = { sources: ['s'], configured: ['s'] };

/** A catalogue in which a killed run had requested a URL this many hours after its start. */
async function killedAfter(hours: number) {
  const store = openStore(newPath());
  const { run } = await store.beginRun(new Date(start), plan);
  const at = new Date(start + hours * hour).toISOString();
  const listings = [{ source: 's', found: { by: 'urls' }, depth: 0 }] as const;
  const url = 'https://fen.example/1';
  const outcome = { url, listings, state: 'no-metadata', at, run, problems: [] } as const;
  await store.write({ url, run, listings, documents: [], graphs: [], end: { outcome } });
  const next = async (later: number, changes: object = {}) =>
    store.beginRun(new Date(start + later * hour), { ...plan, ...changes });
  return { store, run, next };
}

describe('a run that was ended by force', () => {
  it('is judged by when it last did something, not by when it began', async () => {
    const { run, next } = await killedAfter(72);
    expect((await next(72 + 35)).continues).toEqual([run]);
  });

  it('is not gone on with after two nights', async () => {
    const { next } = await killedAfter(72);
    expect((await next(72 + 37)).continues).toEqual([]);
  });

  it('is gone on with through others, each of which goes on in time, for a week', async () => {
    const { run, next } = await killedAfter(0);
    const runs = [run];
    for (let night = 1; night <= 7; night += 1) {
      const { run: latest, continues } = await next(24 * night);
      expect(continues).toEqual(runs);
      runs.unshift(latest);
    }
    expect((await next(24 * 8)).continues).toEqual(runs.slice(0, 7));
  });

  it('is one of the sources that it was for, and of no others', async () => {
    const { run, next } = await killedAfter(1);
    const { continues, unfinished } = await next(2, { sources: ['s', 'other'] });
    expect(continues).toEqual([run]);
    expect([...(unfinished.get('other') ?? ['?'])]).toEqual([]);
  });

  it('keeps its sources through another name of one', async () => {
    const { store, run, next } = await killedAfter(1);
    await store.renameSource('s', 'new');
    expect((await next(2, { sources: ['new'] })).continues).toEqual([run]);
    expect((await next(3)).continues).toEqual([]);
  });
});
