import { describe, expect, it } from 'vitest';
import type { DerivationOutput } from '../../src/model/record.ts';
import type { Response } from '../../src/model/http.ts';
import type { Listing, Target } from '../../src/model/target.ts';
import { UrlEntry } from '../../src/pipeline/url-table.ts';
import { isWanted } from '../../src/pipeline/extraction-options.ts';
import { graphAt, permutations, run, source, stage } from './harvesting.ts';

const url = 'http://h/record/1';

describe('UrlEntry', () => {
  const ways: readonly Target[] = [
    { url, source: 'a', found: { by: 'sitemap', in: 'http://h/1.xml' }, depth: 0 },
    { url, source: 'a', found: { by: 'sitemap', in: 'http://h/2.xml', lastmod: '2026' }, depth: 0 },
    { url, source: 'a', found: { by: 'link', in: 'http://h/page' }, depth: 1 },
    { url, source: 'b', found: { by: 'list', in: 'http://h/list' }, depth: 1 },
  ];

  it('is the same in whatever order the URL was listed', () => {
    const expected = [ways[0], ways[3]].map((way) => {
      return { source: way?.source, found: way?.found, depth: way?.depth };
    });
    for (const order of permutations(ways)) {
      const entry = new UrlEntry();
      for (const target of order) entry.name(target);
      expect(entry.listings).toEqual(expected);
    }
  });

  it('keeps the sitemap entry that is labelled as metadata', () => {
    const by = 'sitemap';
    const entries: readonly Target['found'][] = [
      { by, in: 'http://h/9.xml', line: 9, describes: 'http://h/page/1' },
      { by, in: 'http://h/8.xml', line: 8, agent: 'CDIF1.0' },
      { by, in: 'http://h/1.xml', line: 2, agent: 'CDIF1.0', describes: 'http://h/page/1' },
      { by, in: 'http://h/1.xml', line: 10, agent: 'CDIF1.0', describes: 'http://h/page/1' },
      { by, in: 'http://h/0.xml', line: 1 },
    ];
    for (const order of permutations(entries)) {
      const entry = new UrlEntry();
      for (const found of order) entry.name({ url, source: 'a', found, depth: 0 });
      expect(entry.listings).toEqual([{ source: 'a', found: entries[2], depth: 0 }]);
    }
  });

  it('tells what a further listing adds', () => {
    const entry = new UrlEntry();
    expect(ways.toReversed().map((target) => entry.name(target))).toEqual([
      'further',
      'further',
      'nearer',
      'better',
    ]);
    expect(new Set(ways.map((target) => entry.name(target)))).toEqual(new Set(['known']));
  });
});

describe('a URL that several sources list', () => {
  it('belongs to each of them, whichever comes first', async () => {
    const sources = ['a', 'b', 'c'].map((name) => source(name, [url]));
    for (const order of permutations(sources)) {
      const { remembered, relisted } = await run(order);
      expect(remembered).toHaveLength(1);
      const kept = new Map<string, Listing>();
      for (const listing of [...(remembered[0]?.listings ?? []), ...relisted]) {
        kept.set(listing.source, listing);
      }
      expect([...kept.keys()].toSorted()).toEqual(['a', 'b', 'c']);
    }
  });
});

describe('types that a source wants', () => {
  it('are given as local names, with a prefix or as IRIs', () => {
    const describes = [{ types: ['http://schema.org/Dataset'], identifiers: [] }];
    const spellings = [
      'Dataset',
      'schema:Dataset',
      'https://schema.org/Dataset',
      'http://www.schema.org/Dataset',
    ];
    for (const type of spellings) expect(isWanted(describes, ['Map', type])).toBe(true);
    expect(isWanted(describes, ['DataCatalog'])).toBe(false);
    expect(isWanted(describes, ['http://www.w3.org/ns/dcat#Dataset'])).toBe(false);
    expect(isWanted(describes, undefined)).toBe(true);
  });

  it('leave other records out, with the reason', async () => {
    const { reports, updates } = await run([source('s', [url], ['Map'])]);
    expect(reports[0]).toMatchObject({
      skipped: { 'type-not-wanted': 1 },
      records: { added: 0, 'failed-new': 0 },
      urls: { 'no-metadata': 1 },
    });
    expect(updates.flatMap(({ graphs }) => graphs)).toEqual([]);
  });

  it('are reported for records that are left out: twenty by name, and all by type', async () => {
    const count = 30;
    const derive = stage<Response, DerivationOutput>('derive', function* derive({ target }) {
      for (let index = 0; index < count; index += 1) {
        const types = index === 0 ? [] : ['http://schema.org/Person', 'http://schema.org/Map'];
        const describes = [{ types, identifiers: [], name: 'x'.repeat(1000) }];
        const graph = { ...graphAt(target.url, `${index}`), describes };
        yield { kind: 'produced', value: { kind: 'graph', graph } };
      }
    });
    const { reports, updates } = await run([source('s', [url], ['Dataset'])], {
      stages: { derive },
    });
    const counts = { '': 1, 'http://schema.org/Map http://schema.org/Person': count - 1 };
    expect(reports[0]).toMatchObject({ skipped: { 'type-not-wanted': count }, leftOut: counts });
    const leftOut = updates.at(-1)?.end?.outcome.leftOut;
    if (typeof leftOut !== 'object') throw new Error('nothing is kept of what was left out');
    expect(leftOut.counts).toEqual(counts);
    expect(leftOut.records).toHaveLength(20);
    expect(leftOut.records[0]).toMatchObject({ graph: `${url}#0`, types: '' });
    expect(leftOut.records[0]?.name).toHaveLength(300);
  });

  it('leave out no record that another source of the URL wants', async () => {
    const derive = stage<Response, DerivationOutput>('derive', function* derive({ target }) {
      for (const type of ['Dataset', 'Map', 'Person']) {
        const describes = [{ types: [`http://schema.org/${type}`], identifiers: [] }];
        const graph = { ...graphAt(target.url, type), describes };
        yield { kind: 'produced', value: { kind: 'graph', graph } };
      }
    });
    const sources = [source('a', [url], ['Dataset']), source('b', [url], ['Map'])];
    for (const order of permutations(sources)) {
      const { updates } = await run(order, { stages: { derive } });
      const last = updates.at(-1);
      expect(last?.graphs.map(({ key }) => key)).toEqual(['Dataset', 'Map']);
      expect(last?.end?.outcome.listings.map((listing) => listing.source)).toEqual(['a', 'b']);
    }
  });
});
