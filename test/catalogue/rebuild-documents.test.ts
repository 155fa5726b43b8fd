import { describe, expect, it } from 'vitest';
import { inconsistencies } from './consistency.ts';
import {
  kept,
  urlUpdate,
  urlUpdateAt,
  newPath,
  openCatalogue,
  openStore,
  outcome,
  record,
  url,
} from './updates.ts';

describe('rebuilding', () => {
  it('reads the documents of each URL, also while graphs are written', async () => {
    const store = openStore(newPath());
    const documents = [kept(2, '[1]'), kept(2, '[2]'), kept(2, '[3]')];
    await store.write(urlUpdateAt(2, documents, []));
    await store.write(urlUpdate(1));
    await store.write(urlUpdate(`${url(1)}/below`));
    const seen: string[] = [];
    for await (const { url: each, documents: some } of store.documents()) {
      for (const document of some) {
        seen.push(`${each} ${document.json}`);
        await store.rederive(each, { graphs: [record(each, document, { key: document.json })] });
      }
    }
    const lists = documents.toSorted((one, two) => (one.sha256 < two.sha256 ? -1 : 1));
    expect(seen).toEqual([
      `${url(1)} ${urlUpdate(1).documents[0]?.json}`,
      `${url(1)}/below ${urlUpdate(`${url(1)}/below`).documents[0]?.json}`,
      ...lists.map(({ json }) => `${url(2)} ${json}`),
    ]);
    expect((await store.find(url(2))).map(({ record: each }) => each.key)).toEqual([
      '[1]',
      '[2]',
      '[3]',
    ]);
  });

  it('replaces graphs and their expansion problems, and nothing else', async () => {
    const path = newPath();
    const store = openStore(path);
    const ours = { kind: 'no-triples', url: url(1) } as const;
    const theirs = { kind: 'json-not-metadata', url: url(1), found: 'a number' } as const;
    await store.write(urlUpdate(1, { problems: [theirs, ours], etag: '"e"' }));
    const document = urlUpdate(1).documents[0] ?? kept(1, '');
    const graphs = [record(1, document, { key: 'a' })];
    const found = { kind: 'term-undefined', url: url(1), term: 't' } as const;
    const replaced = new Set([`${url(1)}#a`]);
    expect(await store.rederive(url(1), { graphs, problems: [found], replaced })).toEqual({
      graphs: [{ graph: `${url(1)}#a`, state: 'added', quads: 3 }],
      removed: [url(1)],
      kept: 0,
      leaving: 0,
    });
    const before = outcome(1, { etag: '"e"' });
    expect(await store.outcomeOf(url(1))).toEqual({ ...before, problems: [theirs, found] });
    await store.rederive(url(1), { graphs: [], problems: [ours], replaced: new Set() });
    const after = await store.outcomeOf(url(1));
    expect(after).toEqual({ ...before, state: 'metadata-failed', problems: [ours, theirs] });
    expect(await store.documentOf(url(1))).toBeUndefined();
    await store.rederive(url(1), { graphs, problems: [] });
    expect((await store.outcomeOf(url(1)))?.state).toBe('harvested');
    await store.close();
    expect(inconsistencies(openCatalogue(path))).toEqual([]);
  });
});
