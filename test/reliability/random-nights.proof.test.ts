import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RunObserver } from '../../src/model/run.ts';
import { sumCounts } from '../../src/pipeline/report/source-ledger.ts';
import { serveFaults, type FaultSite } from '../support/fault-server.mjs';
import { proofSeed, proofSize } from '../support/proof.ts';
import { harvestAgain, type Again, type AgainOptions, type Gave } from './later-harvests.ts';
import { answers, documents, doi, listAt, pages, type Answer } from './random-answers.ts';

/** The names of the sources. */
const names = ['s', 't', 'list', 'catalog', 'urls', 'dois'] as const;

/** The listing of a source in one night. */
interface Listing {
  readonly listed: readonly string[];
  /** Whether the listing is a feed, which lists only new entries. */
  readonly isFeed: boolean;
}

interface Night {
  readonly answers: Partial<Record<string, Answer>>;
  readonly first: Listing;
  readonly second: Listing;
  /** Whether the first source is configured last. */
  readonly isFirstLast: boolean;
  /** The only source that is harvested. */
  readonly only: (typeof names)[number] | undefined;
  readonly limit: number | undefined;
  /** The run is interrupted after this many URLs. */
  readonly endsAfter: number | undefined;
  readonly allowRemovals: boolean;
  readonly full: boolean;
}

const firstNight: Night = {
  answers: { '/0': 'page', '/1': 'a list' },
  first: { listed: pages, isFeed: false },
  second: { listed: ['/0', '/2'], isFeed: false },
  isFirstLast: false,
  only: undefined,
  limit: undefined,
  endsAfter: undefined,
  allowRemovals: false,
  full: false,
};

const some: fc.Arbitrary<readonly string[]> = fc.oneof(fc.constant(pages), fc.subarray([...pages]));

const listing: fc.Arbitrary<Listing> = fc.record({ listed: some, isFeed: fc.boolean() });

/** @returns undefined in all but one of this many nights */
function seldom<Value>(value: fc.Arbitrary<Value>, freq: number): fc.Arbitrary<Value | undefined> {
  return fc.option(value, { nil: undefined, freq });
}

const night: fc.Arbitrary<Night> = fc.record({
  answers: fc.dictionary(
    fc.constantFrom(...pages, ...documents, doi),
    fc.constantFrom(...(Object.keys(answers) as Answer[])), // the keys of a const object are its keys
    { maxKeys: 3 },
  ),
  first: listing,
  second: listing,
  isFirstLast: fc.boolean(),
  only: seldom(fc.constantFrom(...names), 5),
  limit: seldom(fc.integer({ min: 1, max: 5 }), 6),
  endsAfter: seldom(fc.integer({ min: 1, max: 6 }), 5),
  allowRemovals: fc.boolean(),
  full: fc.boolean(),
});

/** The largest share of its records that each source may lose in a night. */
const maxRemovedShare = 0.15;

/** Sources of all kinds that read a site; all of them have URLs in common. */
function sourcesOf({ origin }: FaultSite): readonly [object, ...object[]] {
  const locations = {
    s: { sitemap: `${origin}/sitemap.xml` },
    t: { sitemap: `${origin}/other.xml` },
    list: { list: `${origin}/1` },
    catalog: { catalog: `${origin}/document-1` },
    urls: { urls: [`${origin}/2`, `${origin}/document-0`] },
    dois: { dois: [`${origin}${doi}`] },
  } satisfies Record<(typeof names)[number], object>;
  const [first, ...others] = names.map((name) => {
    return { name, ...locations[name], negotiate: false, maxRemovedShare };
  });
  if (first === undefined) throw new Error('There are sources.');
  return [first, ...others];
}

/** Interrupts a run after this many URLs. */
function endAfter(settled: number): {
  readonly signal: AbortSignal;
  readonly observer: RunObserver;
} {
  const stop = new AbortController();
  let left = settled;
  const tell: RunObserver['tell'] = ({ event }) => {
    if (event !== 'url-settled') return;
    left -= 1;
    if (left === 0) stop.abort();
  };
  return { signal: stop.signal, observer: { tell, room: async () => undefined } };
}

function optionsOf({ only, limit, endsAfter, allowRemovals, full }: Night): AgainOptions {
  return {
    allowRemovals,
    full,
    ...(only === undefined ? {} : { only: [only] }),
    ...(limit === undefined ? {} : { limit }),
    ...(endsAfter === undefined ? {} : endAfter(endsAfter)),
  };
}

/** Sets the site up for a night, and harvests it. */
async function spend(each: Night, site: FaultSite, again: Again): Promise<readonly Counts[]> {
  for (const [path, answer = 'as it was'] of Object.entries(each.answers)) {
    answers[answer](site, path);
  }
  listAt(site, '/sitemap.xml', each.first);
  listAt(site, '/other.xml', each.second);
  const [s, ...others] = sourcesOf(site);
  const [first = s, ...rest] = each.isFirstLast ? [...others, s] : [s, ...others];
  const gave = await again.with(first, ...rest).harvest(optionsOf(each));
  return [gave, ...gave.others];
}

type Counts = Pick<Gave, 'urls' | 'records'>;

/** The sum of the record counts of all sources. */
function told(counts: readonly Counts[]) {
  let [added, removed, all] = [0, 0, 0];
  for (const { records } of counts) {
    const { 'failed-new': _, ...states } = records;
    added += records.added ?? 0;
    removed += records.removed ?? 0;
    all += sumCounts(states);
  }
  return { added, removed, all };
}

async function graphs(again: Again): Promise<Set<string>> {
  return again.read(async (store) => {
    const found = new Set<string>();
    for await (const { graph } of store.statements()) {
      if (graph.startsWith('http:')) found.add(graph);
    }
    return found;
  });
}

/** Whether every record of the catalogue is looked up in this night. */
function isWhole({ only, endsAfter }: Night): boolean {
  return only === undefined && endsAfter === undefined;
}

/** The number of records that a night may remove: each source may lose its share. */
function mostRemoved({ allowRemovals }: Night, before: number): number {
  return allowRemovals ? before : names.length * maxRemovedShare * before;
}

describe('harvests of a site on which anything may happen', () => {
  it('count each record once, in agreement with the catalogue', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(night, { minLength: 3, maxLength: 8 }), async (nights) => {
        const site = await serveFaults();
        const again = harvestAgain(...sourcesOf(site));
        let before = new Set<string>();
        for (const each of [firstNight, ...nights]) {
          const counts = await spend(each, site, again);
          const after = await graphs(again);
          const added = [...after].filter((graph) => !before.has(graph)).length;
          const removed = [...before].filter((graph) => !after.has(graph)).length;
          const { all, ...changes } = told(counts);
          expect(changes).toEqual({ added, removed });
          expect(all).toBe(isWhole(each) ? before.size + added : all);
          expect(removed).toBeLessThanOrEqual(mostRemoved(each, before.size));
          const states = counts.flatMap(({ urls, records }) =>
            Object.values({ ...urls, ...records }),
          );
          expect(Math.min(...states, 0)).toBe(0);
          before = after;
        }
        await site.close();
      }),
      { seed: proofSeed(5), numRuns: proofSize(6, 200), endOnFailure: true },
    );
  });
});
