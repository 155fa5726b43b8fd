import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { noRevisits } from '../../src/model/run.ts';
import {
  readWithoutPauses,
  readWithPauses,
  skipWhenAborted,
} from '../../src/catalogue/interruptible-reading.ts';
import { compactSourceReport, completeSourceReport } from '../../src/catalogue/run-rows.ts';
import { Snapshot } from '../../src/catalogue/snapshot.ts';
import type { CatalogueStore } from '../../src/catalogue/store.ts';
import { manySources, quietSource } from '../pipeline/report/many-sources.ts';
import { emptyReport } from './runs.ts';
import { urlUpdate, newPath, openCatalogue, openStore } from './updates.ts';

const minute = 60_000;
const begin = Date.UTC(2026, 10, 20);

/** Ends so many runs of some sources, the last ones by an interruption. */
async function endRuns(
  store: CatalogueStore,
  runs: number,
  sources: number,
  interrupted = 0,
): Promise<void> {
  const rechecks = { ...noRevisits, looks: 1 };
  const reports = manySources(sources).map((source) => Object.assign({}, source, { rechecks }));
  const names = reports.map(({ source }) => source);
  for (let count = 0; count < runs; count += 1) {
    const startedAt = new Date(begin + count * minute);
    const { run } = await store.beginRun(startedAt, { sources: names, configured: names });
    const report = { ...emptyReport(run, startedAt), interrupted: count >= runs - interrupted };
    await store.keepReport({ ...report, sources: reports });
  }
}

/** How many values are decoded of what is kept as JSON. */
async function decoded(work: () => Promise<unknown>): Promise<number> {
  const parse = vi.spyOn(JSON, 'parse');
  try {
    await work();
    return parse.mock.calls.length;
  } finally {
    parse.mockRestore();
  }
}

describe('a catalogue of many sources and runs', () => {
  it('decodes no more to begin a run if it has more runs', async () => {
    const counts: number[] = [];
    for (const runs of [2, 20]) {
      const store = openStore(newPath());
      await endRuns(store, runs, 30);
      const names = manySources(30).map(({ source }) => source);
      const plan = { sources: names, configured: names };
      counts.push(
        await decoded(async () => {
          await store.lastRuns(names);
          await store.configuredSources();
        }),
        await decoded(async () => store.rechecksOf('source-1')),
      );
      const { continues } = await store.beginRun(new Date(begin + minute * 60), plan);
      expect(continues).toEqual([]);
    }
    const [few = 0, fewOfOne = 0, many = 0, manyOfOne = 0] = counts;
    expect(few).toBeGreaterThan(0);
    expect(many).toBe(few);
    // Ten runs of the one source: a head and a report each.
    expect(manyOfOne).toBeLessThanOrEqual(10 * fewOfOne);
  });

  it('decodes no source reports of interrupted runs to find the last runs', async () => {
    const counts: number[] = [];
    for (const interrupted of [0, 18]) {
      const store = openStore(newPath());
      await endRuns(store, 20, 30, interrupted);
      const names = manySources(30).map(({ source }) => source);
      counts.push(
        await decoded(async () => {
          const last = await store.lastRuns(names);
          const minutes = new Set(Array.from(last.values(), ({ endedAt }) => Date.parse(endedAt)));
          expect([last.size, ...minutes]).toEqual([30, begin + (20 - interrupted) * minute]);
        }),
      );
    }
    const [none = 0, many = 0] = counts;
    expect(none).toBeGreaterThanOrEqual(30);
    // Once the head of each run more.
    expect(many).toBeLessThanOrEqual(none + 18);
  });

  it('reads the visits once to begin a run after several killed ones', () => {
    const catalogue = openCatalogue(newPath());
    const plan = { sources: ['a'], configured: ['a'] };
    const killed = [0, 1].map((night) =>
      catalogue.beginRun(new Date(begin + night * minute), plan),
    );
    const visits = vi.spyOn(Snapshot.prototype, 'visits');
    onTestFinished(() => visits.mockRestore());
    const { continues } = catalogue.beginRun(new Date(begin + 2 * minute), plan);
    expect(continues).toEqual(killed.map(({ run }) => run).toReversed());
    expect(visits).toHaveBeenCalledTimes(1);
  });

  it('finds the last runs with pauses, until it is stopped', async () => {
    const store = openStore(newPath());
    await endRuns(store, 2, 120);
    const names = manySources(120).map(({ source }) => source);
    const stop = new AbortController();
    const reason = new Error('stopped');
    let asked = 0;
    let ms = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (ms += 1));
    onTestFinished(() => clock.mockRestore());
    const looking = store.lastRuns(
      names,
      () => {
        asked += 1;
        if (asked === 1) void setImmediate().then(() => stop.abort(reason));
        return true;
      },
      stop.signal,
    );
    await expect(looking).rejects.toBe(reason);
    expect(asked).toBeLessThan(120);
    expect((await store.lastRuns(names)).size).toBe(120);
  });

  it('stores source reports without zeros, and reads them completely', () => {
    for (const source of [quietSource('quiet'), ...manySources(6)]) {
      const row = compactSourceReport(source);
      expect(Object.values({ ...row.urls, ...row.records })).not.toContain(0);
      expect(completeSourceReport(row)).toEqual(source);
    }
    expect(JSON.stringify(compactSourceReport(quietSource('quiet'))).length).toBeLessThan(300);
  });

  it('stores the report of a stopped run, and postpones clean-up', async () => {
    const store = openStore(newPath());
    const stopped = AbortSignal.abort(new Error('stopped'));
    const startedAt = new Date(begin);
    const { run } = await store.beginRun(startedAt);
    await store.keepReport(emptyReport(run, startedAt), stopped);
    expect((await store.run('last')).report?.run).toBe(run);
  });

  it('stops reads of the whole catalogue when it is stopped', async () => {
    const store = openStore(newPath());
    await store.write(urlUpdate(1, { sources: ['a'] }));
    const reason = new Error('stopped');
    const stopped = AbortSignal.abort(reason);
    await expect(store.sourceSizes(stopped)).rejects.toBe(reason);
    expect((await store.catalogueProblems(stopped)).problems).toEqual([]);
    expect(await store.sourceSizes()).toHaveLength(1);
  });
});

function* reading(steps: number): Generator<void, number, void> {
  for (let step = 0; step < steps; step += 1) yield;
  return steps;
}

describe('a reading that pauses', () => {
  it('gives the same result with and without pauses, which other work can use', async () => {
    expect(readWithoutPauses(reading(3))).toBe(3);
    const over = new AbortController();
    let turns = 0;
    const others = (async () => {
      while (!over.signal.aborted) {
        await setImmediate();
        turns += 1;
      }
    })();
    expect(await readWithPauses(reading(5), undefined, 0)).toBe(5);
    over.abort();
    await others;
    expect(turns).toBeGreaterThanOrEqual(4);
  });

  it('ends when the signal is aborted, and passes other errors on', async () => {
    const stop = new AbortController();
    const left = skipWhenAborted(
      async () => readWithPauses(reading(1e9), stop.signal),
      stop.signal,
    );
    await setImmediate();
    stop.abort();
    expect(await left).toBeUndefined();
    const fault = new Error('a fault');
    const failing = skipWhenAborted(async () => {
      throw fault;
    }, stop.signal);
    expect(await failing).toBeUndefined();
    const going = new AbortController().signal;
    await expect(
      skipWhenAborted(async () => {
        throw fault;
      }, going),
    ).rejects.toBe(fault);
  });
});
