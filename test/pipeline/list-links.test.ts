import { describe, expect, it } from 'vitest';
import type { Source } from '../../src/config/schema.ts';
import type { DerivationOutput } from '../../src/model/record.ts';
import type { Response } from '../../src/model/http.ts';
import type { Stage } from '../../src/model/outcome.ts';
import type { Listing, Target } from '../../src/model/target.ts';
import { permutations, run, source, stage, stages } from './harvesting.ts';

const list = 'http://h/list';
const inner = 'http://h/inner-list';
const item = (number: number) => `http://h/record/${number}`;

/** A list of records and of another list, of which each record has a link to one more. */
const derive = stage<Response, DerivationOutput>('derive', function* linksOf({ target: { url } }) {
  const items = url === list ? [item(1), item(2), inner] : url === inner ? [item(3)] : [];
  for (const each of items) {
    yield { kind: 'produced', value: { kind: 'link', link: { url: each, in: url, by: 'list' } } };
  }
  if (url !== item(1)) return;
  const link = { url: 'http://h/described-by', in: url, by: 'link' } as const;
  yield { kind: 'produced', value: { kind: 'link', link } };
});

/** The same outcomes, each some time after the one before. */
function slowly<In, Out>(input: Stage<In, Out>, delayMs: number): Stage<In, Out> {
  return {
    name: input.name,
    async *process(value, context) {
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      for await (const outcome of input.process(value, context)) {
        yield outcome;
        await new Promise((resolve) => setTimeout(resolve, delayMs));
      }
    },
  };
}

/** Lists a source the later, the further behind it stands. */
function discoverLate(sources: readonly Source[], delayMs: number): Stage<Source, Target> {
  return {
    name: 'discover',
    async *process(input, context) {
      const place = sources.indexOf(input);
      await new Promise((resolve) => setTimeout(resolve, place * delayMs));
      yield* stages.discover.process(input, context);
    },
  };
}

async function listingsAfter(sources: Source[], delayMs: number, deriveMs = 0) {
  const discover = discoverLate(sources, delayMs);
  const used = deriveMs === 0 ? derive : slowly(derive, deriveMs);
  const { kept } = await run(sources, { stages: { derive: used, discover } });
  const sorted = [...kept].map(([url, listings]) => [
    url,
    [...listings.values()].toSorted((one, other) => (one.source < other.source ? -1 : 1)),
  ]);
  return Object.fromEntries(sorted) as Record<string, Listing[]>; // As `kept` has them.
}

describe('a list that several sources list', () => {
  const sources: readonly Source[] = [
    source('a', [list]),
    { ...source('b', [list]), exclude: ['/record/2'] },
    { ...source('c', [list, item(2)]), include: ['/list', '/record/*'] },
    source('d', [list, inner]),
  ];

  it.each([
    [0, 0],
    [15, 0],
    [0, 5],
    [2, 3],
  ])(
    'has its items listed by each as its filters say (%i ms apart, in steps of %i ms)',
    async (delayMs, deriveMs) => {
      const expected = await listingsAfter([...sources], 0);
      const sourcesOf = Object.entries(expected).map(([url, listings]) => [
        url,
        listings.map((listing) => listing.source).join(''),
      ]);
      expect(Object.fromEntries(sourcesOf)).toEqual({
        [list]: 'abcd',
        [inner]: 'abd',
        [item(1)]: 'abcd',
        [item(2)]: 'acd',
        [item(3)]: 'abd',
        'http://h/described-by': 'abcd',
      });
      for (const order of permutations(sources)) {
        expect(await listingsAfter(order, delayMs, deriveMs)).toEqual(expected);
      }
    },
  );
});

describe('a list of very many items', () => {
  const many = stage<Response, DerivationOutput>('derive', function* items({ target: { url } }) {
    if (url !== list) return;
    for (let number = 0; number < 50; number += 1) {
      const link = { url: item(number), in: url, by: 'list' } as const;
      yield { kind: 'produced', value: { kind: 'link', link } };
    }
  });

  it('gives no more URLs than a source may list, which is reported once', async () => {
    const { reports, kept } = await run([source('s', [list])], {
      stages: { derive: many },
      urlsPerSource: 10,
    });
    expect(kept.size).toBe(10);
    expect(reports[0]).toMatchObject({
      listing: 'incomplete',
      problems: { 'source-too-large': 1 },
      listingProblems: [
        { kind: 'source-too-large', source: 's', maxUrls: 10 },
        { kind: 'source-without-records' },
      ],
    });
  });

  it('gives no more URLs than `--limit`', async () => {
    const { reports, kept } = await run([source('s', [list])], {
      stages: { derive: many },
      limit: 7,
    });
    expect(kept.size).toBe(7);
    expect(reports[0]).toMatchObject({ listing: 'limited', problems: {} });
  });

  it('counts with the other listings of its source, not with those of other sources', async () => {
    const others = [90, 91, 92].map(item);
    const sources = [source('s', [list, ...others]), source('t', others)];
    const { reports } = await run(sources, { stages: { derive: many }, urlsPerSource: 20 });
    expect(reports.map(({ listing }) => listing)).toEqual(['incomplete', 'complete']);
    const admitted = reports.map(({ urls }) =>
      Object.values(urls).reduce((sum, count) => sum + count, 0),
    );
    expect(admitted[0]).toBe(20);
  });
});

describe('an item of a list that was listed before', () => {
  it('ends the run with an error of the store, as any other write does', async () => {
    const sources = [source('a', [item(1)]), source('b', [list])];
    const failing = run(sources, {
      stages: { derive, discover: discoverLate(sources, 10) },
      relist: async () => Promise.reject(new RangeError('the disk is full')),
    });
    await expect(failing).rejects.toThrow('the disk is full');
  });
});
