import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { Parser, Writer, type Quad } from 'n3';
import { describe, expect, it } from 'vitest';
import type { UrlUpdate } from '../../src/model/url-update.ts';
import { findQuery } from '../../src/query/find-query.ts';
import { runQuery } from '../../src/query/run-query.ts';
import type { SparqlEngine } from '../../src/engine/sparql-engine.ts';
import { urlUpdate, newPath, openStore } from '../catalogue/updates.ts';
import { engineInThisThread } from '../support/engine-in-this-thread.ts';

/** The graphs of `records.trig`, as a harvest would store them. */
function records(): UrlUpdate[] {
  const trig = readFileSync(new URL('records.trig', import.meta.url), 'utf8');
  const graphs = new Map<string, Quad[]>();
  for (const quad of new Parser({ format: 'application/trig' }).parse(trig)) {
    graphs.set(quad.graph.value, [...(graphs.get(quad.graph.value) ?? []), quad]);
  }
  return [...graphs].map(([graph, quads]) => {
    const nquads = new Writer({ format: 'application/n-quads' }).quadsToString(quads);
    return urlUpdate(graph, { nquads, sources: [graph.includes('draft') ? 'drafts' : 'records'] });
  });
}

async function filled(): Promise<SparqlEngine> {
  const store = openStore(newPath());
  await Promise.all(records().map(async (update) => store.write(update)));
  return engineInThisThread(store);
}

/** The rows of a bundled query as texts, with short IRIs of records, and `-` for no value. */
async function answer(name: string, ...columns: string[]): Promise<string[]> {
  const { signal } = new AbortController();
  const text = await findQuery(name, { cwd: '/', stdin: Readable.from([]), signal });
  const json = await runQuery(await filled(), { text, format: 'json' });
  const { results } = JSON.parse(json) as {
    results: { bindings: Record<string, { value: string }>[] };
  };
  return results.bindings.map((row) =>
    columns
      .map((column) => row[column]?.value.replace('https://records.example/', ':') ?? '-')
      .join(' | '),
  );
}

describe('the bundled queries', () => {
  it('list files and services with their formats, and no nil address', async () => {
    const rows = await answer('distributions', 'address', 'of', 'graph');
    expect(rows).toEqual([
      'https://data.example/photo.jpg | A photograph | :draft',
      'https://data.example/fish.csv | Fish | :free',
      'https://data.example/dust.csv | Dust | :text-type',
      'https://api.example/{id} | Sea ice | :today',
      'https://data.example/1.nc | Sea ice | :today',
    ]);
    const formats = (await answer('distributions', 'format')).map((text) =>
      text.split(' ').toSorted(),
    );
    expect(formats).toContainEqual(['application/x-netcdf', 'netCDF']);
    expect(formats).toContainEqual(['OPeNDAP']);
  });

  it('count records by source and tell where each comes from', async () => {
    expect(await answer('records-by-source', 'source', 'records', 'latest')).toEqual([
      'drafts | 1 | 2026-11-20T11:36:27Z',
      'records | 4 | 2026-11-20T11:36:27Z',
    ]);
    const rows = await answer('provenance', 'graph', 'source', 'foundBy', 'route', 'run');
    expect(rows).toHaveLength(5);
    expect(rows[1]).toBe(':draft | drafts | urls | embedded | 20261120T113625Z');
  });
});
