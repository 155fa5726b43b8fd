import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sum } from '../../src/report/ledger.ts';
import { serveFaults, type FaultSite } from '../support/fault-server.mjs';
import { harvestAgain, type Again } from './later-harvests.ts';

const json = { 'content-type': 'application/ld+json' };

/** What a path can give in a night: each makes it do so. */
const answers = {
  'as it was': () => undefined,
  page: (site: FaultSite, path: string) => site.page(path),
  'page without validators': (site: FaultSite, path: string) => site.page(path, { validators: [] }),
  'two datasets': (site: FaultSite, path: string) => several(site, path, ['one', 'two']),
  'two others': (site: FaultSite, path: string) => several(site, path, ['two', 'three']),
  'without names': (site: FaultSite, path: string) => unnamed(site, path, ['1', '2', '3']),
  'without names, and edited': (site: FaultSite, path: string) => unnamed(site, path, ['1', '4']),
  'one of them broken': (site: FaultSite, path: string) =>
    site.page(path, { body: `${script(JSON.stringify(dataset('one')))}${script('{"@type": ')}` }),
  'a list': (site: FaultSite, path: string) => several(site, path, ['a', 'b', 'c', 'd', 'e']),
  nothing: (site: FaultSite, path: string) => site.page(path, { body: '<p>Back soon</p>' }),
  gone: (site: FaultSite, path: string) => site.remove(path),
  'an error': (site: FaultSite, path: string) => site.fault(path, 'server-error'),
  'a body that breaks off': (site: FaultSite, path: string) => site.fault(path, 'reset-in-body'),
} satisfies Record<string, (site: FaultSite, path: string) => unknown>;

type Answer = keyof typeof answers;

const script = (text: string): string => `<script type="application/ld+json">${text}</script>`;

const dataset = (name: string): object => ({
  '@context': 'https://schema.org/',
  '@type': 'Dataset',
  '@id': `https://fen.example/${name}`,
  name,
});

function several(site: FaultSite, path: string, names: readonly string[]): void {
  site.page(path, { body: JSON.stringify(names.map((name) => dataset(name))), headers: json });
}

function unnamed(site: FaultSite, path: string, levels: readonly string[]): void {
  const records = levels.map((name) => ({
    '@context': 'https://schema.org/',
    '@type': 'Dataset',
    name,
  }));
  site.page(path, { body: JSON.stringify(records), headers: json });
}

const paths = ['/0', '/1', '/2', '/3', '/4'];

interface Night {
  readonly answers: Partial<Record<string, Answer>>;
  readonly listed: readonly string[];
  /** Then `listed` does not count. */
  readonly listsAll: boolean;
  /** Whether the listing is a feed, which names what is new alone. */
  readonly isFeed: boolean;
  readonly allowRemovals: boolean;
  readonly full: boolean;
}

const firstNight: Night = {
  answers: { '/0': 'page', '/1': 'a list' },
  listed: [],
  listsAll: true,
  isFeed: false,
  allowRemovals: false,
  full: false,
};

const night: fc.Arbitrary<Night> = fc.record({
  answers: fc.dictionary(
    fc.constantFrom(...paths),
    fc.constantFrom(...(Object.keys(answers) as Answer[])), // the keys of a const object are its keys
    { maxKeys: 3 },
  ),
  listed: fc.subarray(paths, { minLength: 0 }),
  listsAll: fc.boolean(),
  isFeed: fc.boolean(),
  allowRemovals: fc.boolean(),
  full: fc.boolean(),
});

async function graphs(again: Again): Promise<Set<string>> {
  return again.read(async (store) => {
    const found = new Set<string>();
    for await (const { graph } of store.statements()) {
      if (graph.startsWith('http:')) found.add(graph);
    }
    return found;
  });
}

function list(site: FaultSite, listed: readonly string[], isFeed: boolean): void {
  const items = listed.map((path) => `<item><link>${site.origin}${path}</link></item>`).join('');
  const feed = `<rss version="2.0"><channel>${items}</channel></rss>`;
  const urls = listed.map((path) => `<url><loc>${site.origin}${path}</loc></url>`).join('');
  const sitemap = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>`;
  const body = isFeed ? feed : sitemap;
  site.page('/sitemap.xml', { body, headers: { 'content-type': 'application/xml' } });
}

describe('harvests of a site on which anything may happen', () => {
  it('count each record once, as what the catalogue shows became of it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(night, { minLength: 3, maxLength: 8 }), async (nights) => {
        const site = await serveFaults();
        const again = harvestAgain({
          sitemap: `${site.origin}/sitemap.xml`,
          negotiate: false,
          maxRemovedShare: 0.4,
        });
        let before = new Set<string>();
        for (const { answers: given, listed, listsAll, isFeed, ...options } of [
          firstNight,
          ...nights,
        ]) {
          for (const [path, answer = 'as it was'] of Object.entries(given)) {
            answers[answer](site, path);
          }
          list(site, listsAll ? paths : listed, isFeed);
          const { records, urls } = await again.harvest(options);
          const { 'failed-new': _, ...states } = records;
          const after = await graphs(again);
          const added = [...after].filter((graph) => !before.has(graph)).length;
          const removed = [...before].filter((graph) => !after.has(graph)).length;
          expect(records.added ?? 0).toBe(added);
          expect(records.removed ?? 0).toBe(removed);
          expect(sum(states)).toBe(before.size + added);
          expect(sum(urls)).toBeGreaterThanOrEqual(listsAll ? paths.length : listed.length);
          before = after;
        }
        await site.close();
      }),
      { seed: 5, numRuns: 8 },
    );
  });
});
