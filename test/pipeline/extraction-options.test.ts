import { describe, expect, it } from 'vitest';
import type { Receipt, UrlUpdate } from '../../src/model/url-update.ts';
import type { DerivationOutput } from '../../src/model/record.ts';
import type { Response } from '../../src/model/http.ts';
import type { Stage } from '../../src/model/outcome.ts';
import { graphAt, receiptOf, run, source, stage } from './harvesting.ts';

const url = 'http://h/record/1';
const kept = (name: string) => [{ source: name, found: { by: 'urls' } as const, depth: 0 }];
const keys = (update: UrlUpdate | undefined) => update?.graphs.map(({ key }) => key);

const derive = stage<Response, DerivationOutput>('derive', function* derive({ target }) {
  for (const type of ['Dataset', 'Map', 'Person']) {
    const describes = [{ types: [`http://schema.org/${type}`], identifiers: [] }];
    yield {
      kind: 'produced',
      value: { kind: 'graph', graph: { ...graphAt(target.url, type), describes } },
    };
  }
});

describe('a run for some sources of a configuration', () => {
  const [a, b] = [source('a', [url], ['Dataset']), source('b', [url], ['Map'])];

  it('keeps records that another source of the URL wants', async () => {
    const options = { stages: { derive }, configured: [a, b], keptListings: () => kept('b') };
    const { updates } = await run([a], options);
    expect(updates.map(keys)).toEqual([['Dataset', 'Map']]);
  });

  it('keeps all records of a URL whose source is no longer configured', async () => {
    const options = { stages: { derive }, configured: [a, b], keptListings: () => kept('gone') };
    const { updates } = await run([a], options);
    expect(updates.map(keys)).toEqual([['Dataset', 'Map', 'Person']]);
  });
});

describe('a URL whose records no source wants any more', () => {
  it('has its records removed, unless something in it failed', async () => {
    const nothing = [source('s', [url, `${url}/broken`], ['Nothing'])];
    const { updates } = await run(nothing);
    const ends = new Map(updates.map((update) => [update.url, update.end?.graphs]));
    expect(ends.get(url)?.has(url)).toBe(false);
    for (const type of ['Dataset', 'Map', 'Person']) {
      expect(ends.get(url)?.has(`${url}#${type}`)).toBe(false);
    }
    expect(ends.get(`${url}/broken`)).toBeUndefined();
  });
});

describe('a URL that is visited once more', () => {
  it('waits until the first visit is written, however long that takes', async () => {
    const log: string[] = [];
    let isFirst = true;
    const load: Stage<UrlUpdate, Receipt> = {
      name: 'load',
      async *process(update) {
        const wasFirst = isFirst;
        isFirst = false;
        log.push(`begin ${update.graphs.map(({ key }) => key).join()}`);
        // Far longer than carrying anything takes here.
        if (wasFirst) await new Promise((resolve) => setTimeout(resolve, 50));
        log.push(`end ${update.graphs.map(({ key }) => key).join()}`);
        yield { kind: 'produced', value: receiptOf(update) };
      },
    };
    const sources = [
      source('a', [url], ['Dataset']),
      // It lists the URL after the visit for the first source.
      source('b', ['http://h/1', 'http://h/2', 'http://h/3', url], ['Map']),
    ];
    const discover = stage<(typeof sources)[number], Response['target']>(
      'discover',
      function* discover({ name, ...rest }) {
        for (const each of 'urls' in rest ? rest.urls : []) {
          yield {
            kind: 'produced',
            value: { url: each, source: name, found: { by: 'urls' }, depth: 0 },
          };
        }
      },
    );
    const late: typeof discover = {
      name: 'discover',
      async *process(input, context) {
        if (input.name === 'b') await new Promise((resolve) => setTimeout(resolve, 10));
        yield* discover.process(input, context);
      },
    };
    const derived: typeof derive = {
      name: 'derive',
      async *process(response, context) {
        if (response.target.url === url) yield* derive.process(response, context);
      },
    };
    const { reports } = await run(sources, { stages: { load, derive: derived, discover: late } });
    expect(log.filter((line) => line.includes('Dataset'))).toEqual([
      'begin Dataset',
      'end Dataset',
      'begin Dataset,Map',
      'end Dataset,Map',
    ]);
    expect(reports.map(({ urls }) => [urls.loaded, urls['not-tried']])).toEqual([
      [1, 0],
      [1, 0],
    ]);
  });
});
