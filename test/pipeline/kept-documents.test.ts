import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { configSchema, sourceOf } from '../../src/config/schema.ts';
import { createExpandStage } from '../../src/expand/expand-stage.ts';
import { rebuild } from '../../src/pipeline/rebuild.ts';
import { runHarvest } from '../../src/pipeline/run-harvest.ts';
import type { CatalogueStore } from '../../src/catalogue/store.ts';
import { openStore } from '../catalogue/updates.ts';
import { graphsOf } from './rebuilding.ts';

const schemaOrg = { '@context': { '@vocab': 'http://schema.org/' } };
const dataset = (name: string, version: number) => ({
  ...schemaOrg,
  '@type': 'Dataset',
  '@id': `https://fen.example/${name}`,
  name: `Fen ${name}`,
  version,
});
const broken = (version: number) => ({ '@context': 'https://nowhere.example/context', version });

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cdif-graph-kept-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
});

function page(...scripts: readonly object[]): void {
  const text = scripts.map(
    (script) => `<script type="application/ld+json">${JSON.stringify(script)}</script>`,
  );
  writeFileSync(join(folder, 'page.html'), `<!doctype html><title>Fens</title>${text.join('')}`);
}

const place = () => ({ folder, base: 'http://fens.invalid/' });

function config(sources: readonly object[] = [{ name: 'fens', ...place() }]) {
  return configSchema.parse({
    store: { path: join(folder, '.catalogue') },
    workers: 0,
    sources,
  });
}

async function harvest(used = config(), name?: string): Promise<void> {
  const sources = used.sources.map(sourceOf);
  await runHarvest({
    config: used,
    sources: sources.filter((source) => name === undefined || source.name === name),
    dryRun: false,
    signal: new AbortController().signal,
    now: () => new Date('2026-01-02T03:04:05Z'),
  });
}

/** What is in the catalogue now; a rebuild must leave it so. */
async function state(): Promise<{ graphs: string[]; text: string; documents: string[] }> {
  const store = openStore(join(folder, '.catalogue'), 'write');
  try {
    const before = await graphsOf(store);
    const { signal } = new AbortController();
    const { limits } = config();
    const derive = createExpandStage({ limits });
    await rebuild({ store, derive, sources: [], signal, now: () => new Date(0) });
    expect(await graphsOf(store)).toEqual(before);
    const text = before.map(([, nquads]) => nquads).join('');
    return { graphs: before.map(([graph]) => graph), text, documents: await documentsOf(store) };
  } finally {
    await store.close();
  }
}

async function documentsOf(store: CatalogueStore): Promise<string[]> {
  const texts: string[] = [];
  for await (const { documents } of store.documents()) {
    for (const { json } of documents) texts.push(json);
  }
  return texts.toSorted();
}

describe('the documents of a URL over many harvests', () => {
  it('are one where it fails every time', async () => {
    for (const version of [1, 2, 3, 4]) {
      page(broken(version));
      await harvest();
      expect((await state()).documents).toEqual([JSON.stringify(broken(version))]);
    }
  });

  it('are one for a list that names records elsewhere', async () => {
    for (const version of [1, 2, 3]) {
      const itemListElement = ['https://fen.invalid/1'];
      const list = { ...schemaOrg, '@type': 'ItemList', itemListElement, version };
      writeFileSync(join(folder, 'list.json'), JSON.stringify(list));
      await harvest();
      expect((await state()).documents).toEqual([JSON.stringify(list)]);
    }
  });

  it('are those of the latest visit, and those of records that stayed', async () => {
    page(dataset('a', 1), dataset('b', 1));
    await harvest();
    for (const version of [2, 3, 4]) {
      page(dataset('a', version), broken(version));
      await harvest();
      const { graphs, text, documents } = await state();
      expect(graphs).toHaveLength(2);
      expect(text).toContain(`"${version}"`);
      // The record that is alone now has another key; the one that could not be read stays.
      expect(documents).toEqual(
        [dataset('b', 1), dataset('a', version), broken(version)]
          .map((json) => JSON.stringify(json))
          .toSorted(),
      );
    }
    page(dataset('a', 5), dataset('b', 5));
    await harvest();
    const { graphs, documents } = await state();
    expect([graphs.length, documents.length]).toEqual([2, 2]);
  });
});

describe('a record that two sources want', () => {
  it('stays when one of them is harvested alone', async () => {
    page(dataset('a', 1), { ...dataset('b', 1), '@type': 'Map' });
    const both = config([
      { name: 'datasets', types: ['Dataset'], ...place() },
      { name: 'maps', types: ['Map'], urls: ['http://fens.invalid/page.html'] },
    ]);
    await harvest(both);
    await harvest(both, 'datasets');
    await harvest(both, 'maps');
    const store = openStore(join(folder, '.catalogue'), 'read');
    expect(await graphsOf(store)).toHaveLength(2);
  });

  it('is removed when neither wants it any more', async () => {
    page(dataset('a', 1), { ...dataset('b', 1), '@type': 'Map' });
    await harvest();
    await harvest(config([{ name: 'fens', types: ['Nothing'], ...place() }]));
    const store = openStore(join(folder, '.catalogue'), 'read');
    expect(await graphsOf(store)).toEqual([]);
  });
});
