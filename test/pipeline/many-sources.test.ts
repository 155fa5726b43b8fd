import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Source } from '../../src/config/schema.ts';
import type { Outcome, Stage } from '../../src/model/outcome.ts';
import { noRevisits } from '../../src/model/run.ts';
import type { Target } from '../../src/model/target.ts';
import { run, source, stages } from './harvesting.ts';

/** Sources at hosts of their own; the first ones all at one. */
function sourcesAt(hosts: number, atOne = 0): Source[] {
  const shared = Array.from({ length: atOne }, (_, index) => {
    return source(`shared-${index}`, [`http://one/${index}/record`]);
  });
  const own = Array.from({ length: hosts }, (_, index) => {
    return source(`own-${index}`, [`http://h${index}/record`]);
  });
  return [...shared, ...own];
}

/** Lists sources, and notes how many are listed at once and in which order they began. */
function watchedListing(beforeFirst: (source: Source) => Promise<void>) {
  const seen = { now: 0, most: 0, begun: [] as string[] };
  const discover: Stage<Source, Target> = {
    name: 'discover',
    async *process(from, context): AsyncGenerator<Outcome<Target>> {
      seen.now += 1;
      seen.most = Math.max(seen.most, seen.now);
      seen.begun.push(from.name);
      await beforeFirst(from);
      yield* stages.discover.process(from, context);
      seen.now -= 1;
    },
  };
  return { seen, discover };
}

/** Answers after some turns of the event loop. */
async function soon(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await setImmediate();
}

describe('thousands of sources', () => {
  it('are listed twice as many at once as URLs may be in progress, and all of them', async () => {
    const { seen, discover } = watchedListing(soon);
    const { reports: sources } = await run(sourcesAt(300), { stages: { discover } });
    expect(seen.most).toBe(8);
    expect(sources.every(({ listing }) => listing === 'complete')).toBe(true);
    expect(sources).toHaveLength(300);
  });

  it('of one silent host delay no other', async () => {
    let answer: (() => void) | undefined;
    const silence = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const { seen, discover } = watchedListing(async ({ name }) => {
      if (name.startsWith('shared')) await silence;
      if (name === 'own-99') answer?.();
    });
    await run(sourcesAt(100, 100), { stages: { discover } });
    const before = seen.begun.slice(0, seen.begun.indexOf('own-99'));
    expect(before.filter((name) => name.startsWith('shared'))).toHaveLength(2);
  });

  it('are not listed any more when the run is stopped', async () => {
    const stop = new AbortController();
    const { seen, discover } = watchedListing(async ({ name }) => {
      if (name === 'own-10') stop.abort();
    });
    const { reports: sources } = await run(sourcesAt(1000), {
      stages: { discover },
      stop: stop.signal,
    });
    expect(seen.begun.length).toBeLessThan(30);
    expect(sources.at(-1)).toMatchObject({ listing: 'interrupted' });
  });

  it('have their revisit counts read once each, and only where a URL is known', async () => {
    const asked: string[] = [];
    const known = source('known', ['http://k/1/record', 'http://k/2/record', 'http://k/3/record']);
    await run([...sourcesAt(50), known], {
      keptListings: (url) =>
        url.startsWith('http://k') ? [{ source: 'known', found: { by: 'urls' }, depth: 0 }] : [],
      memory: {
        rechecksOf: async (name) => {
          asked.push(name);
          return noRevisits;
        },
      },
    });
    expect(asked).toEqual(['known']);
  });

  it('have their sizes in the catalogue read only where one is in doubt', async () => {
    let readings = 0;
    const sourceSizes = async () => {
      readings += 1;
      return [];
    };
    await run(sourcesAt(50), { memory: { sourceSizes } });
    expect(readings).toBe(0);
    await run([...sourcesAt(50), source('bare', ['http://b/1'])], { memory: { sourceSizes } });
    expect(readings).toBe(1);
  });

  it('are not all named when a URL of one is removed', async () => {
    const removed: unknown[] = [];
    const url = 'http://h7/left';
    const listings = [{ source: 'own-7', found: { by: 'urls' }, depth: 0 } as const];
    await run(sourcesAt(50), {
      memory: {
        async *missing() {
          yield { url, listings, records: 0, isGone: false };
        },
        remove: async (removal) => {
          removed.push(removal);
          return { graphs: [], removed: [], kept: 0, leaving: 0 };
        },
      },
    });
    expect(removed).toMatchObject([{ url, sources: ['own-7'] }]);
  });

  it('lose nothing more once the run is stopped while it settles removals', async () => {
    const stop = new AbortController();
    let removals = 0;
    await run(sourcesAt(3), {
      stop: stop.signal,
      memory: {
        async *missing() {
          for (let page = 0; page < 100; page += 1) {
            const listings = [{ source: 'own-1', found: { by: 'urls' }, depth: 0 } as const];
            yield { url: `http://h1/${page}`, listings, records: 0, isGone: false };
          }
        },
        remove: async () => {
          removals += 1;
          stop.abort();
          return { graphs: [], removed: [], kept: 0, leaving: 0 };
        },
      },
    });
    expect(removals).toBe(1);
  });
});
